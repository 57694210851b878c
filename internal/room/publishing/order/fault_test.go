package order_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/room/publishing/order"
	"renown/internal/testkit/await"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// breaking is a context that ends in the middle of what it is used for: when it has been asked for its end so many times.
// Statements ask before they begin and while they wait, so every number is another moment between or within statements.
type breaking struct {
	context.Context
	mu   sync.Mutex
	left int
	done chan struct{}
}

func breakAt(n int) *breaking {
	return &breaking{Context: context.Background(), left: n, done: make(chan struct{})}
}

func (b *breaking) Done() <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.left--; b.left == 0 {
		close(b.done)
	}
	return b.done
}

func (b *breaking) Err() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.left <= 0 {
		return context.Canceled
	}
	return nil
}

// Whatever is broken off wherever has happened as a whole or not at all; and what was broken off succeeds when it is tried
// again, once.
func TestBrokenOffAnywhere(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		for name, c := range map[string]struct {
			from order.State
			do   func(ctx context.Context, who account.Caller, o order.Order) error
			want [5]int64 // of 300 points, 40 of which the order held
		}{
			"submit": {order.Withdrawn, func(ctx context.Context, who account.Caller, o order.Order) error {
				_, err := s.Submit(ctx, who, order.Submission{ContentID: o.Content.ID, OutletIDs: []string{o.Outlet.ID}})
				return err
			}, [5]int64{300, 0, 40, 40, 260}},
			"withdraw": {order.NeedsRevision, func(ctx context.Context, who account.Caller, o order.Order) error {
				_, err := s.Withdraw(ctx, who, o.ID)
				return err
			}, [5]int64{300, 0, 0, 40, 300}},
			"resubmit": {order.NeedsRevision, func(ctx context.Context, who account.Caller, o order.Order) error {
				_, err := s.Resubmit(ctx, who, o.ID)
				return err
			}, [5]int64{300, 0, 40, 0, 260}},
			"reject": {order.AwaitingReview, func(ctx context.Context, _ account.Caller, o order.Order) error {
				_, err := s.Reject(ctx, "op", o.ID, "不合规")
				return err
			}, [5]int64{300, 0, 0, 40, 300}},
			"publish": {order.InPublication, func(ctx context.Context, _ account.Caller, o order.Order) error {
				_, err := s.Publish(ctx, "op", o.ID, articleURL)
				return err
			}, [5]int64{300, 40, 0, 0, 260}},
			"fail": {order.InPublication, func(ctx context.Context, _ account.Caller, o order.Order) error {
				_, err := s.Fail(ctx, "op", o.ID, "停更")
				return err
			}, [5]int64{300, 0, 0, 40, 300}},
			"adjust": {order.AwaitingReview, func(ctx context.Context, who account.Caller, _ order.Order) error {
				_, err := s.plans.AdjustPoints(ctx, who.UserID, -260, "冲正")
				return err
			}, [5]int64{300, 0, 40, 0, 0}},
			"tier": {order.AwaitingReview, func(ctx context.Context, who account.Caller, _ order.Order) error {
				upper := plan.Upper
				_, err := s.plans.Set(ctx, who.UserID, plan.Change{Tier: &upper})
				return err
			}, [5]int64{1000, 0, 40, 0, 960}},
		} {
			who := s.buyer(t, plan.Standard)
			o := s.one(t, who, 40)
			s.lead(t, who, o.ID, c.from)
			before, broken := s.figures(t, who), 0
			for n := 1; ; n++ {
				err := c.do(breakAt(n), who, o)
				got := s.figures(t, who)
				s.sound(t)
				// Done, though perhaps the answer was lost: PostgreSQL may end a commit after its caller has left, so the one
				// before may be seen only now. Where no points move the state tells.
				if err == nil || got != before || c.want == before && s.state(t, who, o) != c.from {
					if got != c.want {
						t.Errorf("%s: %v after %d breaks, want %v (%v)", name, got, broken, c.want, err)
					}
					break
				}
				if f := fault.As(err); f != nil && f.Code != fault.Unavailable {
					t.Fatalf("%s broken at %d: %v", name, n, err)
				}
				broken++
			}
			if broken < 3 {
				t.Errorf("%s was broken off %d times only", name, broken)
			}
		}
	})
}

func (s *shop) state(t must.Tester, who account.Caller, o order.Order) order.State {
	t.Helper()
	kept := must.Get(s.Find(ctx, who, o.ID))(t)
	return kept.Status
}

// A process that dies while it expires orders leaves the rest for the next one.
func TestExpireBrokenOff(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		who := s.buyer(t, plan.Standard)
		s.submit(t, who, s.article(t, who), s.outlets(t, 5, 10)...)
		s.clock.Advance(order.ReviewTime)
		broken := 0
		for n := 5; ; n += 7 {
			_, err := s.Expire(breakAt(n))
			s.sound(t)
			if err == nil {
				break
			}
			if f := fault.As(err); f != nil && f.Code != fault.Unavailable || errors.Is(err, context.DeadlineExceeded) {
				t.Fatal(err)
			}
			broken++
		}
		if broken < 3 {
			t.Errorf("broken off %d times only", broken)
		}
		s.have(t, who, 300, 0, 0, 50, 300)
	})
}

// Two nodes look for overdue orders at the same moment: each order ends once.
func TestExpireOnTwoNodes(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		who := s.buyer(t, plan.Standard)
		s.submit(t, who, s.article(t, who), s.outlets(t, 20, 10)...)
		s.clock.Advance(order.ReviewTime + time.Hour)
		second := s.secondNode(t)
		counts := make([]int, 4)
		for i, err := range await.Errors(4, func(i int) (err error) {
			room := []rooms{s.rooms, second}[i%2]
			counts[i], err = room.Expire(ctx)
			return err
		}) {
			expect.Do(t, err, "node", i)
		}
		expect.Equal(t, counts[0]+counts[1]+counts[2]+counts[3], 20, counts, "expired, want 20 in all")
		s.have(t, who, 300, 0, 0, 200, 300)
	})
}
