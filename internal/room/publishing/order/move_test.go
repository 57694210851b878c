package order_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"renown/internal/floor/fault"
	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/content"
	"renown/internal/room/publishing/order"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/tool/draft"
)

const articleURL = "https://www.Qianyan.example/tech/1/?utm_source=x#top"

// doings are the actions as their actors take them.
var doings = map[order.Action]func(s *shop, who account.Caller, orderID string) (order.Order, error){
	order.Withdraw: func(s *shop, who account.Caller, id string) (order.Order, error) {
		return s.Withdraw(ctx, who, id)
	},
	order.Resubmit: func(s *shop, who account.Caller, id string) (order.Order, error) {
		return s.Resubmit(ctx, who, id)
	},
	order.Approve: func(s *shop, _ account.Caller, id string) (order.Order, error) {
		return s.Approve(ctx, "op", id, "")
	},
	order.Reject: func(s *shop, _ account.Caller, id string) (order.Order, error) {
		return s.Reject(ctx, "op", id, "不合规")
	},
	order.RequestChanges: func(s *shop, _ account.Caller, id string) (order.Order, error) {
		return s.RequestChanges(ctx, "op", id, "标题过长")
	},
	order.Publish: func(s *shop, _ account.Caller, id string) (order.Order, error) {
		return s.Publish(ctx, "op", id, articleURL)
	},
	order.Fail: func(s *shop, _ account.Caller, id string) (order.Order, error) {
		return s.Fail(ctx, "op", id, "停更")
	},
}

// ways lead an order into a state.
var ways = map[order.State][]order.Action{
	order.AwaitingReview: nil,
	order.NeedsRevision:  {order.RequestChanges},
	order.InPublication:  {order.Approve},
	order.Published:      {order.Approve, order.Publish},
	order.Withdrawn:      {order.Withdraw},
	order.Rejected:       {order.Reject},
	order.Expired:        nil, // by time
	order.Failed:         {order.Approve, order.Fail},
}

// next is the whole life of an order once more, written by hand: what is not here is refused.
var next = map[order.State]map[order.Action]order.State{
	order.AwaitingReview: {
		order.Withdraw: order.Withdrawn, order.Approve: order.InPublication, order.Reject: order.Rejected,
		order.RequestChanges: order.NeedsRevision,
	},
	order.NeedsRevision: {order.Withdraw: order.Withdrawn, order.Resubmit: order.AwaitingReview},
	order.InPublication: {order.Publish: order.Published, order.Fail: order.Failed},
	order.Published:     {order.Publish: order.Published}, // at the same address
	order.Withdrawn:     {order.Withdraw: order.Withdrawn},
	order.Rejected:      {},
	order.Expired:       {},
	order.Failed:        {},
}

func (s *shop) lead(t must.Tester, who account.Caller, orderID string, to order.State) {
	t.Helper()
	for _, action := range ways[to] {
		must.Get(doings[action](s, who, orderID))(t)
	}
	if to == order.Expired {
		s.clock.Advance(order.ReviewTime)
		must.Get(s.Expire(ctx))(t)
	}
}

// Every action in every state: what the table does not have is refused and changes nothing, and points are always where
// the status says.
func TestEveryMove(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		who := s.buyer(t, plan.Standard)
		for state, allowed := range next {
			for action, do := range doings {
				o := s.one(t, who, 1)
				s.lead(t, who, o.ID, state)
				before := must.Get(s.Find(ctx, who, o.ID))(t)
				must.Equal(t, before.Status, state, "led to")
				after, err := do(s, who, o.ID)
				to, ok := allowed[action]
				switch {
				case !ok && !fault.Is(err, fault.OrderState):
					t.Errorf("%s of an order that is %s: %v", action, state, err)
				case !ok && fault.As(err).Detail["status"] != state:
					t.Errorf("%s of an order that is %s: detail %v", action, state, fault.As(err).Detail)
				case ok && (err != nil || after.Status != to):
					t.Errorf("%s of an order that is %s leads to %s, %v, want %s", action, state, after.Status, err, to)
				}
				kept := must.Get(s.Find(ctx, who, o.ID))(t)
				if changed := cmp.Diff(before, kept, unkept); (changed != "") != (ok && to != state) {
					t.Errorf("%s of an order that is %s changed it:\n%s", action, state, changed)
				}
				if ok && err == nil {
					if diff := cmp.Diff(after, kept, unkept); diff != "" {
						t.Errorf("%s: answered and kept differ:\n%s", action, diff)
					}
				}
				s.sound(t)
				_, _ = s.Withdraw(ctx, who, o.ID) // so that points last
			}
		}
	})
}

func TestAllowedActions(t *testing.T) {
	t.Parallel()
	s := newShop(t, "sqlite")
	who := s.buyer(t, plan.Standard)
	for state, want := range map[order.State][]order.Action{
		order.AwaitingReview: {order.Withdraw},
		order.NeedsRevision:  {order.Resubmit, order.Withdraw},
		order.InPublication:  {},
		order.Published:      {},
		order.Withdrawn:      {},
		order.Rejected:       {},
		order.Expired:        {},
		order.Failed:         {},
	} {
		o := s.one(t, who, 1)
		s.lead(t, who, o.ID, state)
		got := must.Get(s.Find(ctx, who, o.ID))(t)
		if !slices.Equal(got.AllowedActions, want) || got.AllowedActions == nil {
			t.Errorf("%s allows %v, want %v", state, got.AllowedActions, want)
		}
	}
}

func TestRefusalsOfTheReview(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		who := s.buyer(t, plan.Standard)
		waiting, approved := s.one(t, who, 10), s.one(t, who, 10)
		s.lead(t, who, approved.ID, order.InPublication)
		long := strings.Repeat("长", 501)
		for name, call := range map[string]func() error{
			"rejecting without a reason": func() error { _, err := s.Reject(ctx, "op", waiting.ID, " \n"); return err },
			"a reason too long":          func() error { _, err := s.Reject(ctx, "op", waiting.ID, long); return err },
			"changes without a reason":   func() error { _, err := s.RequestChanges(ctx, "op", waiting.ID, ""); return err },
			"failing without a reason":   func() error { _, err := s.Fail(ctx, "op", approved.ID, ""); return err },
			"a note too long":            func() error { _, err := s.Approve(ctx, "op", waiting.ID, long); return err },
			"published nowhere":          func() error { _, err := s.Publish(ctx, "op", approved.ID, ""); return err },
			"published without a scheme": func() error { _, err := s.Publish(ctx, "op", approved.ID, "qianyan.example/1"); return err },
			"published at a script":      func() error { _, err := s.Publish(ctx, "op", approved.ID, "javascript:alert(1)"); return err },
			"published by ftp": func() error {
				_, err := s.Publish(ctx, "op", approved.ID, "ftp://qianyan.example/1")
				return err
			},
			"published with a password": func() error {
				_, err := s.Publish(ctx, "op", approved.ID, "https://a:b@qianyan.example/1")
				return err
			},
			"published at a broken address": func() error {
				_, err := s.Publish(ctx, "op", approved.ID, "https://qianyan.example/1 2")
				return err
			},
			"published at a long address": func() error {
				_, err := s.Publish(ctx, "op", approved.ID, "https://qianyan.example/"+strings.Repeat("a", 2000))
				return err
			},
		} {
			expect.Refuse(t, call(), fault.Malformed, name)
		}
		for name, do := range doings {
			expect.Refuse(t, expect.Error(do(s, who, "ord_none")), fault.NoSuchThing, name, "of no order")
		}
		s.have(t, who, 300, 0, 20, 0, 280)
	})
}

// An order that is sent back is revised and put up again, at its old price and with the newest text.
func TestResubmit(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		who := s.buyer(t, plan.Standard)
		o := s.one(t, who, 40)
		s.clock.Advance(time.Hour)
		back, err := s.RequestChanges(ctx, "op@example.com", o.ID, " 标题过长 ")
		must.Do(t, err)
		if back.Reason == nil || *back.Reason != "标题过长" {
			t.Errorf("the reason is %v", back.Reason)
		}
		must.Get(s.contents.Update(ctx, who, o.Content.ID, func(f *content.Fields) { f.Title = "笔记怎么选" }))(t)
		must.Get(s.catalogue.Edit(ctx, o.Outlet.ID, func(f *catalogue.Fields) { f.Price.Points = 100 }))(t)

		ended := s.db.Now()
		must.Get(s.plans.Set(ctx, who.UserID, plan.Change{ExpiresAt: &ended}))(t)
		_, err = s.Resubmit(ctx, who, o.ID)
		refusal(t, err, fault.Expired, map[string]any{"expired_at": ended})
		must.Get(s.plans.Set(ctx, who.UserID, plan.Change{Forever: true}))(t)
		must.Get(s.catalogue.SetStatus(ctx, o.Outlet.ID, catalogue.Paused))(t)
		_, err = s.Resubmit(ctx, who, o.ID)
		refusal(t, err, fault.OutletUnavailable, map[string]any{"media_ids": []string{o.Outlet.ID}})
		must.Get(s.catalogue.SetStatus(ctx, o.Outlet.ID, catalogue.Available))(t)

		blank := must.Get(s.contents.Update(ctx, who, o.Content.ID, func(f *content.Fields) { f.Body = "\n" }))(t)
		_, err = s.Resubmit(ctx, who, o.ID)
		refusal(t, err, fault.Malformed, nil)
		brief := draft.Brief(draft.Material{Brand: "云岭"}).Body
		must.Get(s.contents.Update(ctx, who, o.Content.ID, func(f *content.Fields) { f.Body = brief }))(t)
		_, err = s.Resubmit(ctx, who, o.ID)
		refusal(t, err, fault.BriefNotArticle, map[string]any{"content_id": o.Content.ID})
		must.Get(s.contents.Update(ctx, who, o.Content.ID, func(f *content.Fields) { f.Body = "正文" }))(t)

		s.clock.Advance(time.Hour)
		again := must.Get(s.Resubmit(ctx, who, o.ID))(t)
		if again.Status != order.AwaitingReview || again.Content.Revision != blank.Revision+2 ||
			again.Content.Title != "笔记怎么选" || again.Reason != nil || again.Points != 40 {
			t.Errorf("resubmitted %+v", again)
		}
		if again.DueAt == nil || *again.DueAt != after(2*time.Hour+order.ReviewTime) {
			t.Errorf("its review is due %v", again.DueAt)
		}
		waiting, needs, reason := order.AwaitingReview, order.NeedsRevision, "标题过长"
		want := []order.Event{
			{At: after(0), To: waiting, Actor: order.ByUser},
			{At: after(time.Hour), From: &waiting, To: needs, Actor: order.ByOperator, Note: &reason},
			{At: after(2 * time.Hour), From: &needs, To: waiting, Actor: order.ByUser},
		}
		if diff := cmp.Diff(want, again.Events, unkept); diff != "" {
			t.Error(diff)
		}
		kept := must.Get(s.FindAny(ctx, o.ID))(t)
		if by := kept.Events[1].ActorID; by == nil || *by != "op@example.com" {
			t.Errorf("sent back by %v", by)
		}
		s.have(t, who, 300, 0, 40, 0, 260)
		must.Do(t, s.contents.Delete(ctx, who, o.Content.ID))
		s.lead(t, who, o.ID, order.NeedsRevision)
		_, err = s.Resubmit(ctx, who, o.ID)
		refusal(t, err, fault.NoSuchThing, map[string]any{"resource": "content", "id": o.Content.ID})
	})
}

// The address is shown as entered and kept in the form by which citations know pages.
func TestPublished(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		who := s.buyer(t, plan.Standard)
		o := s.one(t, who, 40)
		s.lead(t, who, o.ID, order.InPublication)
		s.have(t, who, 300, 0, 40, 0, 260)
		s.clock.Advance(time.Hour)
		done, err := s.Publish(ctx, "op", o.ID, "  "+articleURL+"\n")
		must.Do(t, err)
		if *done.PublishedURL != articleURL || *done.PublishedAt != after(time.Hour) || done.Status != order.Published {
			t.Errorf("published %+v", done)
		}
		var key string
		must.Do(t, s.db.Read().QueryRow(ctx, `SELECT published_key FROM orders WHERE id = $1`, o.ID).Scan(&key))
		expect.Equal(t, key, "qianyan.example/tech/1", "citations know it as")
		again := must.Get(s.Publish(ctx, "op", o.ID, "http://qianyan.example/tech/1"))(t)
		if diff := cmp.Diff(done, again, unkept); diff != "" {
			t.Errorf("the same page once more:\n%s", diff)
		}
		_, err = s.Publish(ctx, "op", o.ID, "https://qianyan.example/tech/2")
		refusal(t, err, fault.OrderState, map[string]any{"status": order.Published, "allowed_actions": []order.Action{}})
		_, err = s.Withdraw(ctx, who, o.ID)
		refusal(t, err, fault.OrderState, map[string]any{"status": order.Published, "allowed_actions": []order.Action{}})
		s.have(t, who, 300, 40, 0, 0, 260)

		// An ended order makes room for another of the same content at the same outlet.
		s.submit(t, who, o.Content.ID, o.Outlet.ID)
		_, err = s.Submit(ctx, who, order.Submission{ContentID: o.Content.ID, OutletIDs: []string{o.Outlet.ID}})
		expect.Refuse(t, err, fault.Duplicate, "a second open order")
	})
}

func TestApproveKeepsTheWishForATime(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		who := s.buyer(t, plan.Standard)
		wish := "2026-01-06 08:30"
		out, err := s.Submit(ctx, who, order.Submission{
			ContentID: s.article(t, who), OutletIDs: s.outlets(t, 1, 1),
			Preferences: order.Preferences{ScheduledAt: &wish},
		})
		must.Do(t, err)
		o := must.Get(s.Approve(ctx, "op", out.Items[0].ID, "好稿"))(t)
		if o.Push.NotBefore == nil || o.Push.NotBefore.String() != "2026-01-06T00:30:00.000Z" ||
			o.Push.Adapter == nil || *o.Push.Adapter != catalogue.Manual {
			t.Errorf("%+v", o.Push)
		}
		if note := o.Events[1].Note; note == nil || *note != "好稿" || o.Reason != nil || *o.ScheduledAt != wish {
			t.Errorf("%+v", o)
		}
	})
}

// After 72 hours the clock decides, not the job: every call about the order finds it expired and its points returned.
func TestNoMoveOverdue(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		who := s.buyer(t, plan.Standard)
		for state, actions := range map[order.State][]order.Action{
			order.AwaitingReview: {order.Approve, order.Reject, order.RequestChanges, order.Withdraw},
			order.NeedsRevision:  {order.Resubmit, order.Withdraw},
		} {
			for _, action := range actions {
				o := s.one(t, who, 1)
				s.lead(t, who, o.ID, state)
				s.clock.Advance(order.ReviewTime)
				_, err := doings[action](s, who, o.ID)
				expect.Refuse(t, err, fault.OrderState, action, "when it is overdue")
				if f := fault.As(err); f == nil || f.Detail["status"] != order.Expired {
					t.Errorf("%s answers %+v", action, f)
				}
				ended := must.Get(s.Find(ctx, who, o.ID))(t)
				if last := ended.Events[len(ended.Events)-1]; ended.Status != order.Expired || last.Actor != order.BySystem {
					t.Errorf("%s leaves it %s by %s", action, ended.Status, last.Actor)
				}
				expect.Equal(t, s.figures(t, who)[2], 0, "points are held after", action)
			}
		}
		if n, err := s.Expire(ctx); n != 0 || err != nil {
			t.Errorf("%d are left for the job, %v", n, err)
		}
		s.sound(t)
	})
}

// An order that was neither reviewed nor revised ends after 72 hours, on whichever node looks first.
func TestExpire(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		who := s.buyer(t, plan.Standard)
		waiting, needs, handed := s.one(t, who, 10), s.one(t, who, 20), s.one(t, who, 30)
		s.lead(t, who, handed.ID, order.InPublication)
		s.clock.Advance(time.Hour)
		s.lead(t, who, needs.ID, order.NeedsRevision)
		expire := func(after time.Duration, want int) {
			t.Helper()
			s.clock.Set(start.Add(after))
			if n, err := s.Expire(ctx); n != want || err != nil {
				t.Errorf("%v after submission %d expired, %v, want %d", after, n, err, want)
			}
		}
		expire(order.ReviewTime-time.Microsecond, 0)
		expire(order.ReviewTime, 1)
		s.have(t, who, 300, 0, 50, 10, 250)
		expire(order.ReviewTime+time.Hour-time.Microsecond, 0)
		expire(order.ReviewTime+time.Hour, 1)
		expire(365*24*time.Hour, 0)
		o := must.Get(s.Find(ctx, who, waiting.ID))(t)
		if last := o.Events[len(o.Events)-1]; o.Status != order.Expired || last.Actor != order.BySystem ||
			last.At != after(order.ReviewTime) {
			t.Errorf("%+v", o)
		}
		expect.Refuse(t, expect.Error(s.Withdraw(ctx, who, waiting.ID)), fault.OrderState, "withdrawing an expired order")
		s.sound(t)
	})
}
