package publishing_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"renown/internal/floor/fault"
	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/room/publishing"
)

const articleURL = "https://www.Qianyan.example/tech/1/?utm_source=x#top"

// doings are the actions as their actors take them.
var doings = map[publishing.Action]func(s *shop, who account.Caller, orderID string) (publishing.Order, error){
	publishing.Withdraw: func(s *shop, who account.Caller, id string) (publishing.Order, error) {
		return s.WithdrawOrder(ctx, who, id)
	},
	publishing.Resubmit: func(s *shop, who account.Caller, id string) (publishing.Order, error) {
		return s.ResubmitOrder(ctx, who, id)
	},
	publishing.Approve: func(s *shop, _ account.Caller, id string) (publishing.Order, error) {
		return s.ApproveOrder(ctx, "op", id, "")
	},
	publishing.Reject: func(s *shop, _ account.Caller, id string) (publishing.Order, error) {
		return s.RejectOrder(ctx, "op", id, "不合规")
	},
	publishing.RequestChanges: func(s *shop, _ account.Caller, id string) (publishing.Order, error) {
		return s.RequestOrderChanges(ctx, "op", id, "标题过长")
	},
	publishing.Publish: func(s *shop, _ account.Caller, id string) (publishing.Order, error) {
		return s.PublishOrder(ctx, "op", id, articleURL)
	},
	publishing.Fail: func(s *shop, _ account.Caller, id string) (publishing.Order, error) {
		return s.FailOrder(ctx, "op", id, "停更")
	},
}

// ways lead an order into a state.
var ways = map[publishing.State][]publishing.Action{
	publishing.AwaitingReview: nil,
	publishing.NeedsRevision:  {publishing.RequestChanges},
	publishing.InPublication:  {publishing.Approve},
	publishing.Published:      {publishing.Approve, publishing.Publish},
	publishing.Withdrawn:      {publishing.Withdraw},
	publishing.Rejected:       {publishing.Reject},
	publishing.Expired:        nil, // by time
	publishing.Failed:         {publishing.Approve, publishing.Fail},
}

// next is the whole life of an order once more, written by hand: what is not here is refused.
var next = map[publishing.State]map[publishing.Action]publishing.State{
	publishing.AwaitingReview: {
		publishing.Withdraw: publishing.Withdrawn, publishing.Approve: publishing.InPublication, publishing.Reject: publishing.Rejected, publishing.RequestChanges: publishing.NeedsRevision,
	},
	publishing.NeedsRevision: {publishing.Withdraw: publishing.Withdrawn, publishing.Resubmit: publishing.AwaitingReview},
	publishing.InPublication: {publishing.Publish: publishing.Published, publishing.Fail: publishing.Failed},
	publishing.Published:     {publishing.Publish: publishing.Published}, // at the same address
	publishing.Withdrawn:     {publishing.Withdraw: publishing.Withdrawn},
	publishing.Rejected:      {},
	publishing.Expired:       {},
	publishing.Failed:        {},
}

func (s *shop) lead(t tester, who account.Caller, orderID string, to publishing.State) {
	t.Helper()
	for _, action := range ways[to] {
		_, err := doings[action](s, who, orderID)
		fine(t, err)
	}
	if to == publishing.Expired {
		s.clock.Advance(publishing.ReviewTime)
		_, err := s.ExpireOrders(ctx)
		fine(t, err)
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
				before, err := s.Order(ctx, who, o.ID)
				fine(t, err)
				if before.Status != state {
					t.Fatalf("led to %s, want %s", before.Status, state)
				}
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
				kept, err := s.Order(ctx, who, o.ID)
				fine(t, err)
				if changed := cmp.Diff(before, kept, unkept); (changed != "") != (ok && to != state) {
					t.Errorf("%s of an order that is %s changed it:\n%s", action, state, changed)
				}
				if ok && err == nil {
					if diff := cmp.Diff(after, kept, unkept); diff != "" {
						t.Errorf("%s: answered and kept differ:\n%s", action, diff)
					}
				}
				s.sound(t)
				_, _ = s.WithdrawOrder(ctx, who, o.ID) // so that points last
			}
		}
	})
}

func TestAllowedActions(t *testing.T) {
	t.Parallel()
	s := newShop(t, "sqlite")
	who := s.buyer(t, plan.Standard)
	for state, want := range map[publishing.State][]publishing.Action{
		publishing.AwaitingReview: {publishing.Withdraw},
		publishing.NeedsRevision:  {publishing.Resubmit, publishing.Withdraw},
		publishing.InPublication:  {},
		publishing.Published:      {},
		publishing.Withdrawn:      {},
		publishing.Rejected:       {},
		publishing.Expired:        {},
		publishing.Failed:         {},
	} {
		o := s.one(t, who, 1)
		s.lead(t, who, o.ID, state)
		got, err := s.Order(ctx, who, o.ID)
		fine(t, err)
		if !slices.Equal(got.AllowedActions, want) || got.AllowedActions == nil || got.StatusLabel == "" {
			t.Errorf("%s (%s) allows %v, want %v", state, got.StatusLabel, got.AllowedActions, want)
		}
	}
}

func TestRefusalsOfTheReview(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		who := s.buyer(t, plan.Standard)
		waiting, approved := s.one(t, who, 10), s.one(t, who, 10)
		s.lead(t, who, approved.ID, publishing.InPublication)
		long := strings.Repeat("长", 501)
		for name, call := range map[string]func() error{
			"rejecting without a reason": func() error { _, err := s.RejectOrder(ctx, "op", waiting.ID, " \n"); return err },
			"a reason too long":          func() error { _, err := s.RejectOrder(ctx, "op", waiting.ID, long); return err },
			"changes without a reason":   func() error { _, err := s.RequestOrderChanges(ctx, "op", waiting.ID, ""); return err },
			"failing without a reason":   func() error { _, err := s.FailOrder(ctx, "op", approved.ID, ""); return err },
			"a note too long":            func() error { _, err := s.ApproveOrder(ctx, "op", waiting.ID, long); return err },
			"published nowhere":          func() error { _, err := s.PublishOrder(ctx, "op", approved.ID, ""); return err },
			"published without a scheme": func() error { _, err := s.PublishOrder(ctx, "op", approved.ID, "qianyan.example/1"); return err },
			"published at a script":      func() error { _, err := s.PublishOrder(ctx, "op", approved.ID, "javascript:alert(1)"); return err },
			"published by ftp": func() error {
				_, err := s.PublishOrder(ctx, "op", approved.ID, "ftp://qianyan.example/1")
				return err
			},
			"published with a password": func() error {
				_, err := s.PublishOrder(ctx, "op", approved.ID, "https://a:b@qianyan.example/1")
				return err
			},
			"published at a broken address": func() error {
				_, err := s.PublishOrder(ctx, "op", approved.ID, "https://qianyan.example/1 2")
				return err
			},
			"published at a long address": func() error {
				_, err := s.PublishOrder(ctx, "op", approved.ID, "https://qianyan.example/"+strings.Repeat("a", 2000))
				return err
			},
		} {
			if err := call(); !fault.Is(err, fault.Malformed) {
				t.Errorf("%s: %v", name, err)
			}
		}
		for name, do := range doings {
			if _, err := do(s, who, "ord_none"); !fault.Is(err, fault.NoSuchThing) {
				t.Errorf("%s of no order: %v", name, err)
			}
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
		back, err := s.RequestOrderChanges(ctx, "op@example.com", o.ID, " 标题过长 ")
		fine(t, err)
		if back.Reason == nil || *back.Reason != "标题过长" {
			t.Errorf("the reason is %v", back.Reason)
		}
		_, err = s.UpdateContent(ctx, who, o.Content.ID, func(f *publishing.ContentFields) { f.Title = "笔记怎么选" })
		fine(t, err)
		_, err = s.Edit(ctx, o.Media.ID, func(f *publishing.Fields) { f.Price.Points = 100 })
		fine(t, err)

		ended := s.db.Now()
		_, err = s.plans.Set(ctx, who.UserID, plan.Change{ExpiresAt: &ended})
		fine(t, err)
		_, err = s.ResubmitOrder(ctx, who, o.ID)
		refusal(t, err, fault.Expired, map[string]any{"expired_at": ended})
		_, err = s.plans.Set(ctx, who.UserID, plan.Change{Forever: true})
		fine(t, err)
		_, err = s.SetStatus(ctx, o.Media.ID, publishing.Paused)
		fine(t, err)
		_, err = s.ResubmitOrder(ctx, who, o.ID)
		refusal(t, err, fault.MediaUnavailable, map[string]any{"media_ids": []string{o.Media.ID}})
		_, err = s.SetStatus(ctx, o.Media.ID, publishing.Available)
		fine(t, err)

		blank, err := s.UpdateContent(ctx, who, o.Content.ID, func(f *publishing.ContentFields) { f.Body = "\n" })
		fine(t, err)
		_, err = s.ResubmitOrder(ctx, who, o.ID)
		refusal(t, err, fault.Malformed, nil)
		_, err = s.UpdateContent(ctx, who, o.Content.ID, func(f *publishing.ContentFields) { f.Body = "正文" })
		fine(t, err)

		s.clock.Advance(time.Hour)
		again, err := s.ResubmitOrder(ctx, who, o.ID)
		fine(t, err)
		if again.Status != publishing.AwaitingReview || again.Content.Revision != blank.Revision+1 || again.Content.Title != "笔记怎么选" || again.Reason != nil || again.Points != 40 {
			t.Errorf("resubmitted %+v", again)
		}
		if again.DueAt == nil || *again.DueAt != after(2*time.Hour+publishing.ReviewTime) {
			t.Errorf("its review is due %v", again.DueAt)
		}
		waiting, needs, reason := publishing.AwaitingReview, publishing.NeedsRevision, "标题过长"
		want := []publishing.Event{
			{At: after(0), To: waiting, Actor: publishing.ByUser},
			{At: after(time.Hour), From: &waiting, To: needs, Actor: publishing.ByOperator, Note: &reason},
			{At: after(2 * time.Hour), From: &needs, To: waiting, Actor: publishing.ByUser},
		}
		if diff := cmp.Diff(want, again.Events, unkept); diff != "" {
			t.Error(diff)
		}
		kept, err := s.AnyOrder(ctx, o.ID)
		fine(t, err)
		if by := kept.Events[1].ActorID; by == nil || *by != "op@example.com" {
			t.Errorf("sent back by %v", by)
		}
		s.have(t, who, 300, 0, 40, 0, 260)
		fine(t, s.DeleteContent(ctx, who, o.Content.ID))
		s.lead(t, who, o.ID, publishing.NeedsRevision)
		_, err = s.ResubmitOrder(ctx, who, o.ID)
		refusal(t, err, fault.NoSuchThing, map[string]any{"resource": "content", "id": o.Content.ID})
	})
}

// The address is shown as entered and kept in the form by which citations know pages.
func TestPublished(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		who := s.buyer(t, plan.Standard)
		o := s.one(t, who, 40)
		s.lead(t, who, o.ID, publishing.InPublication)
		s.have(t, who, 300, 0, 40, 0, 260)
		s.clock.Advance(time.Hour)
		done, err := s.PublishOrder(ctx, "op", o.ID, "  "+articleURL+"\n")
		fine(t, err)
		if *done.PublishedURL != articleURL || *done.PublishedAt != after(time.Hour) || done.Status != publishing.Published {
			t.Errorf("published %+v", done)
		}
		var key string
		fine(t, s.db.Read().QueryRow(ctx, `SELECT published_key FROM orders WHERE id = $1`, o.ID).Scan(&key))
		if key != "qianyan.example/tech/1" {
			t.Errorf("citations know it as %q", key)
		}
		again, err := s.PublishOrder(ctx, "op", o.ID, "http://qianyan.example/tech/1")
		fine(t, err)
		if diff := cmp.Diff(done, again, unkept); diff != "" {
			t.Errorf("the same page once more:\n%s", diff)
		}
		_, err = s.PublishOrder(ctx, "op", o.ID, "https://qianyan.example/tech/2")
		refusal(t, err, fault.OrderState, map[string]any{"status": publishing.Published, "allowed_actions": []publishing.Action{}})
		_, err = s.WithdrawOrder(ctx, who, o.ID)
		refusal(t, err, fault.OrderState, map[string]any{"status": publishing.Published, "allowed_actions": []publishing.Action{}})
		s.have(t, who, 300, 40, 0, 0, 260)

		// An ended order makes room for another of the same content at the same outlet.
		s.submit(t, who, o.Content.ID, o.Media.ID)
		_, err = s.SubmitOrders(ctx, who, publishing.Submission{ContentID: o.Content.ID, MediaIDs: []string{o.Media.ID}})
		if !fault.Is(err, fault.Duplicate) {
			t.Errorf("a second open order: %v", err)
		}
	})
}

func TestApproveKeepsTheWishForATime(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		who := s.buyer(t, plan.Standard)
		wish := "2026-01-06 08:30"
		out, err := s.SubmitOrders(ctx, who, publishing.Submission{ContentID: s.article(t, who), MediaIDs: s.outlets(t, 1, 1), Wishes: publishing.Wishes{ScheduledAt: &wish}})
		fine(t, err)
		o, err := s.ApproveOrder(ctx, "op", out.Items[0].ID, "好稿")
		fine(t, err)
		if o.Push.NotBefore == nil || o.Push.NotBefore.String() != "2026-01-06T00:30:00.000Z" || o.Push.Adapter == nil || *o.Push.Adapter != publishing.Manual {
			t.Errorf("%+v", o.Push)
		}
		if note := o.Events[1].Note; note == nil || *note != "好稿" || o.Reason != nil || *o.ScheduledAt != wish {
			t.Errorf("%+v", o)
		}
	})
}

// Nobody reviewed it, nobody revised it: after 72 hours it ends, on whichever node looks first.
func TestExpire(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		who := s.buyer(t, plan.Standard)
		waiting, needs, handed := s.one(t, who, 10), s.one(t, who, 20), s.one(t, who, 30)
		s.lead(t, who, handed.ID, publishing.InPublication)
		s.clock.Advance(time.Hour)
		s.lead(t, who, needs.ID, publishing.NeedsRevision)
		expire := func(after time.Duration, want int) {
			t.Helper()
			s.clock.Set(start.Add(after))
			if n, err := s.ExpireOrders(ctx); n != want || err != nil {
				t.Errorf("%v after submission %d expired, %v, want %d", after, n, err, want)
			}
		}
		expire(publishing.ReviewTime-time.Microsecond, 0)
		expire(publishing.ReviewTime, 1)
		s.have(t, who, 300, 0, 50, 10, 250)
		expire(publishing.ReviewTime+time.Hour-time.Microsecond, 0)
		expire(publishing.ReviewTime+time.Hour, 1)
		expire(365*24*time.Hour, 0)
		o, err := s.Order(ctx, who, waiting.ID)
		fine(t, err)
		if last := o.Events[len(o.Events)-1]; o.Status != publishing.Expired || last.Actor != publishing.BySystem || last.At != after(publishing.ReviewTime) {
			t.Errorf("%+v", o)
		}
		if _, err := s.WithdrawOrder(ctx, who, waiting.ID); !fault.Is(err, fault.OrderState) {
			t.Errorf("withdrawing an expired order: %v", err)
		}
		s.sound(t)
	})
}
