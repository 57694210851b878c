package order_test

import (
	"context"
	"slices"
	"time"

	"pgregory.net/rapid"

	"renown/internal/floor/fault"
	"renown/internal/floor/timestamp"
	"renown/internal/room/plan"
	"renown/internal/room/publishing/order"
	"renown/internal/testkit/must"
)

func (m *orderModel) submission(t *rapid.T) {
	p := m.buyer(t)
	content := rapid.SampledFrom(p.contents).Draw(t, "content")
	chosen := rapid.SliceOfNDistinct(rapid.SampledFrom(m.outlets), 1, 3, rapid.ID[string]).Draw(t, "outlets")
	want := m.foretell(p, content, chosen)
	out, err := m.Submit(m.context(t), p.who, order.Submission{ContentID: content, OutletIDs: chosen})
	if broken(err) {
		if out.Items = m.unheardOf(t, p); len(out.Items) == 0 {
			m.mend(t, p)
			return
		}
		err = nil // it was kept, only the answer was lost
	}
	if f := fault.As(err); (f == nil) != (want == 0) || f != nil && f.Code != want {
		t.Fatalf("%s submits %v: %v, want %d", p.who.UserID, chosen, err, want)
	}
	if err != nil {
		return
	}
	p.settle(m.clock.Now())
	for _, o := range out.Items {
		price := m.prices[o.Outlet.ID]
		m.orders = append(m.orders, &expectedOrder{
			o.ID, content, o.Outlet.ID, p, price, order.AwaitingReview,
			m.clock.Now().Add(order.ReviewTime), p.month,
		})
		p.balance, p.held = p.balance-price, p.held+price
	}
}

// foretell says with which code a submission will be refused, or 0.
func (m *orderModel) foretell(p *purse, content string, chosen []string) fault.Code {
	if p.over(m.clock.Now()) {
		return fault.Expired
	}
	var required int64
	for _, outlet := range chosen {
		required += m.prices[outlet]
		for _, o := range m.orders {
			if o.open() && o.content == content && o.media == outlet {
				return fault.Duplicate
			}
		}
	}
	settled := *p
	settled.settle(m.clock.Now())
	if required > settled.balance {
		return fault.PointsShort
	}
	return 0
}

// unheardOf lists orders that are stored although their call was broken off.
func (m *orderModel) unheardOf(t *rapid.T, p *purse) (list []order.Order) {
	kept, _, err := m.List(ctx, p.who, order.Filter{Paging: order.Paging{Number: 1, Size: 1000}})
	must.Do(t, err)
	for _, o := range kept {
		if !slices.ContainsFunc(m.orders, func(known *expectedOrder) bool { return known.id == o.ID }) {
			list = append(list, o)
		}
	}
	return list
}

// moving takes an action with any order, whatever its state.
func (m *orderModel) moving(action order.Action) func(t *rapid.T) {
	return func(t *rapid.T) {
		if len(m.orders) == 0 {
			t.Skip("no order")
		}
		o := rapid.SampledFrom(m.orders).Draw(t, "order")
		to, ok := next[o.state][action]
		if action == order.Resubmit && o.buyer.over(m.clock.Now()) {
			ok = false
		}
		overdue := m.overdue(o)
		if overdue {
			to, ok = order.Expired, false
		}
		_, err := doIn(m.context(t), m.shop, action, o)
		if broken(err) {
			if m.state(t, o.buyer.who, order.Order{ID: o.id}) == o.state {
				m.mend(t, o.buyer)
				return
			}
			err = nil
			ok = ok || overdue
		}
		must.Equal(t, (err == nil), ok, action, "of an order that is", o.state, err)
		if ok || overdue {
			m.arrive(o, to)
		}
	}
}

// doIn takes an action under a context.
func doIn(ctx context.Context, s *shop, action order.Action, o *expectedOrder) (order.Order, error) {
	switch action {
	case order.Withdraw:
		return s.Withdraw(ctx, o.buyer.who, o.id)
	case order.Resubmit:
		return s.Resubmit(ctx, o.buyer.who, o.id)
	case order.Approve:
		return s.Approve(ctx, "op", o.id, "")
	case order.Reject:
		return s.Reject(ctx, "op", o.id, "不合规")
	case order.RequestChanges:
		return s.RequestChanges(ctx, "op", o.id, "改")
	case order.Publish:
		return s.Publish(ctx, "op", o.id, articleURL)
	}
	return s.Fail(ctx, "op", o.id, "停更")
}

// arrive brings an order into a state and its points where they belong.
func (m *orderModel) arrive(o *expectedOrder, to order.State) {
	p := o.buyer
	p.settle(m.clock.Now())
	if o.state == to {
		return
	}
	o.state, o.due = to, m.clock.Now().Add(order.ReviewTime)
	switch {
	case o.open():
	case to == order.Published:
		p.held, p.used = p.held-o.price, p.used+o.price
	default:
		p.held, p.refunded, p.balance = p.held-o.price, p.refunded+o.price, p.balance+o.price
		if o.month < p.month { // of an earlier cycle: nothing above twice the grant
			p.balance -= max(0, min(p.balance-2*p.granted, o.price))
		}
	}
}

// overdue tells that an order's time is over, whether or not the job has come to it.
func (m *orderModel) overdue(o *expectedOrder) bool {
	return (o.state == order.AwaitingReview || o.state == order.NeedsRevision) && !m.clock.Now().Before(o.due)
}

func (m *orderModel) expiry(t *rapid.T) {
	_, err := m.Expire(m.context(t))
	if err != nil && !broken(err) {
		t.Fatal(err)
	}
	for _, o := range m.orders {
		if m.overdue(o) && (err == nil || m.state(t, o.buyer.who, order.Order{ID: o.id}) == order.Expired) {
			m.arrive(o, order.Expired)
		}
	}
	if err != nil {
		for _, p := range m.buyers {
			m.mend(t, p)
		}
	}
}

// look compares an account with its purse, which also grants what is due.
func (m *orderModel) look(t *rapid.T) {
	p := m.buyer(t)
	p.settle(m.clock.Now())
	if got, want := m.figures(t, p.who), [5]int64{p.granted, p.used, p.held, p.refunded, p.balance}; got != want {
		t.Fatalf("granted, used, held, refunded, balance are %v, the model has %v", got, want)
	}
}

func (m *orderModel) adjustment(t *rapid.T) {
	p, by := m.buyer(t), rapid.SampledFrom([]int64{-500, -100, -1, 1, 250}).Draw(t, "by")
	settled := *p
	settled.settle(m.clock.Now())
	if _, err := m.plans.AdjustPoints(ctx, p.who.UserID, by, "试"); (err == nil) != (settled.balance+by >= 0) {
		t.Fatalf("%d adjusted by %d: %v", settled.balance, by, err)
	} else if err == nil {
		*p = settled
		p.balance += by
	}
}

func (m *orderModel) planChange(t *rapid.T) {
	p := m.buyer(t)
	tier := rapid.SampledFrom([]plan.Tier{plan.Standard, plan.Upper}).Draw(t, "tier")
	change := plan.Change{Tier: &tier, Forever: true}
	p.settle(m.clock.Now())
	if p.tier, p.ends = tier, nil; rapid.Bool().Draw(t, "ends") {
		end := m.clock.Now().Add(rapid.SampledFrom([]time.Duration{0, 24 * time.Hour, 40 * 24 * time.Hour}).Draw(t, "after"))
		p.ends, change.ExpiresAt, change.Forever = &end, timestamp.Ptr(&end), false
	}
	must.Get(m.plans.Set(ctx, p.who.UserID, change))(t)
	p.settle(m.clock.Now())
}

func (m *orderModel) wait(times ...time.Duration) func(t *rapid.T) {
	return func(t *rapid.T) { m.clock.Advance(rapid.SampledFrom(times).Draw(t, "for")) }
}
