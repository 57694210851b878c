package order_test

import (
	"context"
	"flag"
	"os"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"renown/internal/floor/fault"
	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/room/publishing/order"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// TestMain bounds the sequences to a few seconds on both engines; -rapid.checks asks for more.
func TestMain(m *testing.M) {
	if err := flag.Set("rapid.checks", "12"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// orderModel drives the room and keeps, in plain numbers and lists, what should have become of it.
type orderModel struct {
	*shop
	buyers  []*purse
	outlets []string
	prices  map[string]int64
	orders  []*expectedOrder
}

// purse is an account as the rules foretell it.
type purse struct {
	who      account.Caller
	contents []string
	tier     plan.Tier
	ends     *time.Time
	month    int // cycles since the clock's start

	granted, used, held, refunded, balance int64
}

type expectedOrder struct {
	id, content, media string
	buyer              *purse
	price              int64
	state              order.State
	due                time.Time
	month              int // in which it was paid
}

func (o *expectedOrder) open() bool {
	return slices.Contains([]order.State{order.AwaitingReview, order.NeedsRevision, order.InPublication}, o.state)
}

var beijing = time.FixedZone("UTC+8", 8*3600)

// months since the clock's start, Monday 5 January 2026 in Beijing: a cycle turns on every 5th at midnight there.
func months(now time.Time) int {
	local := now.In(beijing)
	n := (local.Year()-2026)*12 + int(local.Month()) - 1
	if local.Day() < 5 {
		n--
	}
	return n
}

// settle brings a purse into the present cycle. A cycle is worth what it was when it began, though the plan has ended since.
func (p *purse) settle(now time.Time) {
	due := !p.over(now)
	if m := months(now); m > p.month {
		p.month, p.granted, p.used, p.refunded, p.balance = m, 0, 0, 0, 0
		due = due || !p.over(time.Date(2026, time.Month(1+m), 5, 0, 0, 0, 0, beijing))
	}
	if worth := int64(p.tier.Limits().Points); due && worth > p.granted {
		p.balance += worth - p.granted
		p.granted = worth
	}
}

func (p *purse) over(now time.Time) bool { return p.ends != nil && !now.Before(*p.ends) }

// Random sequences of everything that can happen to orders and points, some of it broken off, end as the rules foretell.
func TestOrdersAgainstModel(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		m := &orderModel{shop: s, prices: map[string]int64{}}
		for _, price := range []int64{0, 10, 90, 150, 400} {
			outlet := s.outlet(t, price)
			m.outlets, m.prices[outlet] = append(m.outlets, outlet), price
		}
		for range 2 {
			who := s.buyer(t, plan.Standard)
			m.buyers = append(m.buyers, &purse{who: who, contents: []string{s.article(t, who), s.article(t, who)}})
		}
		rapid.Check(t, func(t *rapid.T) {
			m.begin(t)
			t.Repeat(map[string]func(*rapid.T){
				"":           m.compare,
				"submit":     m.submission,
				"again":      m.submission, // often enough
				"withdraw":   m.moving(order.Withdraw),
				"resubmit":   m.moving(order.Resubmit),
				"approve":    m.moving(order.Approve),
				"reject":     m.moving(order.Reject),
				"changes":    m.moving(order.RequestChanges),
				"publish":    m.moving(order.Publish),
				"fail":       m.moving(order.Fail),
				"expire":     m.expiry,
				"look":       m.look,
				"adjust":     m.adjustment,
				"plan":       m.planChange,
				"wait":       m.wait(time.Hour, 20*time.Hour, order.ReviewTime),
				"next month": m.wait(10*24*time.Hour, 31*24*time.Hour, 70*24*time.Hour),
			})
		})
	})
}

func (m *orderModel) begin(t *rapid.T) {
	m.clock.Set(start)
	for _, table := range []string{"orders", "points_entries", "points_accounts"} {
		storetest.Exec(t, m.db, `DELETE FROM `+table)
	}
	storetest.Exec(t, m.db, `UPDATE subscriptions SET tier = 'standard', expires_at = NULL, started_at = $1`, m.db.Now())
	m.orders = nil
	for _, p := range m.buyers {
		*p = purse{who: p.who, contents: p.contents, tier: plan.Standard, month: -1}
	}
}

// context sometimes ends in the middle.
func (m *orderModel) context(t *rapid.T) context.Context {
	if n := rapid.IntRange(-60, 60).Draw(t, "broken at"); n > 0 {
		return breakAt(n)
	}
	return ctx
}

// mend grants what is due to an account, since the broken call may or may not have done so.
func (m *orderModel) mend(t *rapid.T, p *purse) {
	m.figures(t, p.who)
	p.settle(m.clock.Now())
}

// broken tells a call that was broken off from one that was refused.
func broken(err error) bool {
	f := fault.As(err)
	return err != nil && (f == nil || f.Code == fault.Unavailable)
}

func (m *orderModel) buyer(t *rapid.T) *purse { return rapid.SampledFrom(m.buyers).Draw(t, "buyer") }

// compare holds the orders against the model, and the ledger against itself and the orders.
func (m *orderModel) compare(t *rapid.T) {
	m.sound(t)
	for _, p := range m.buyers {
		kept, total, err := m.List(ctx, p.who, order.Filter{Paging: order.Paging{Number: 1, Size: 1000}})
		must.Do(t, err)
		for _, o := range kept {
			i := slices.IndexFunc(m.orders, func(known *expectedOrder) bool { return known.id == o.ID })
			if i < 0 || m.orders[i].state != o.Status || m.orders[i].buyer != p || m.orders[i].price != o.Points {
				t.Fatalf("there is %+v", o)
			}
			if last := o.Events[len(o.Events)-1]; last.To != o.Status {
				t.Fatalf("%s is %s, its last event says %s", o.ID, o.Status, last.To)
			}
			total--
		}
		must.Equal(t, total, 0, "orders are not listed")
	}
	var kept int
	must.Do(t, m.db.Read().QueryRow(ctx, `SELECT count(*) FROM orders`).Scan(&kept))
	if kept != len(m.orders) {
		t.Fatalf("%d orders are kept, the model has %d", kept, len(m.orders))
	}
}
