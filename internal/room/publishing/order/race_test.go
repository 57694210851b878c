package order_test

import (
	"testing"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/plan"
	"renown/internal/room/publishing/order"
	"renown/internal/testkit/await"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/storetest"
)

// secondNode is the room as another process has it.
func (s *shop) secondNode(t *testing.T) rooms {
	t.Helper()
	room, _ := roomOver(storetest.OpenURL(t, s.url, store.WithClock(s.clock.Now)))
	return room
}

// codes counts what a storm was told; 0 is success.
func codes(t *testing.T, results []error) map[fault.Code]int {
	t.Helper()
	counts := map[fault.Code]int{}
	for _, err := range results {
		f := fault.As(err)
		switch {
		case err == nil:
			counts[0]++
		case f == nil:
			t.Errorf("%v", err)
		default:
			counts[f.Code]++
		}
	}
	return counts
}

// Points for seven orders, a hundred simultaneous submissions on two nodes: seven succeed.
func TestPointsForSeven(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		who := s.buyer(t, plan.Standard)
		article, outlets := s.article(t, who), s.outlets(t, 100, 42) // 7 × 42 = 294 of 300
		nodes := []rooms{s.rooms, s.secondNode(t)}
		counts := codes(t, await.Errors(100, func(i int) error {
			_, err := nodes[i%2].Submit(ctx, who, order.Submission{ContentID: article, OutletIDs: outlets[i : i+1]})
			return err
		}))
		if counts[0] != 7 || counts[fault.PointsShort] != 93 {
			t.Errorf("the answers are %v", counts)
		}
		s.have(t, who, 300, 0, 294, 0, 6)
	})
}

// The same content at the same outlet, a hundred times at once: one order.
func TestSameOrderAtOnce(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		who := s.buyer(t, plan.Upper)
		in := order.Submission{ContentID: s.article(t, who), OutletIDs: s.outlets(t, 1, 1)}
		nodes := []rooms{s.rooms, s.secondNode(t)}
		counts := codes(t, await.Errors(100, func(i int) error {
			_, err := nodes[i%2].Submit(ctx, who, in)
			return err
		}))
		if counts[0] != 1 || counts[fault.Duplicate] != 99 {
			t.Errorf("the answers are %v", counts)
		}
		s.have(t, who, 1000, 0, 1, 0, 999)
	})
}

// A hundred withdrawals of one order at once, on two nodes: all are told that it is withdrawn, and the points come back once.
func TestWithdrawnAtOnce(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		who := s.buyer(t, plan.Standard)
		o := s.one(t, who, 120)
		nodes := []rooms{s.rooms, s.secondNode(t)}
		counts := codes(t, await.Errors(100, func(i int) error {
			withdrawn, err := nodes[i%2].Withdraw(ctx, who, o.ID)
			if err == nil && (withdrawn.Status != order.Withdrawn || len(withdrawn.Events) != 2) {
				t.Errorf("answered %+v", withdrawn)
			}
			return err
		}))
		expect.Equal(t, counts[0], 100, "the answers are", counts)
		s.have(t, who, 300, 0, 0, 120, 300)
	})
}

// Everybody wants to end the order in another way: one does, and the points go that way alone.
func TestOneEndAtOnce(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		who := s.buyer(t, plan.Standard)
		for i := range 6 {
			o := s.one(t, who, 1)
			if i%2 > 0 { // it has expired, whichever call is first
				s.clock.Advance(order.ReviewTime)
			}
			ends := []func() error{
				func() error { _, err := s.Withdraw(ctx, who, o.ID); return err },
				func() error { _, err := s.Reject(ctx, "op", o.ID, "不合规"); return err },
				func() error { _, err := s.Expire(ctx); return err },
				func() error {
					if _, err := s.Approve(ctx, "op", o.ID, ""); err != nil {
						return err
					}
					_, err := s.Publish(ctx, "op", o.ID, articleURL)
					return err
				},
				func() error { _, err := s.RequestChanges(ctx, "op", o.ID, "改"); return err },
			}
			for code := range codes(t, await.Errors(20, func(i int) error { return ends[i%len(ends)]() })) {
				if code != 0 && code != fault.OrderState {
					t.Errorf("somebody was told %d", code)
				}
			}
			s.sound(t)
			if state := s.state(t, who, o); state == order.AwaitingReview || state == order.InPublication ||
				i%2 > 0 && state != order.Expired {
				t.Errorf("it is %s", state)
			}
		}
	})
}
