package order_test

import (
	"testing"
	"time"

	"renown/internal/room/plan"
	"renown/internal/room/publishing/order"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// Counts are of the caller's space, or of everybody; a queue begins with what waits longest.
func TestOrdersCountedAndQueued(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		who, other := s.buyer(t, plan.Standard), s.buyer(t, plan.Standard)
		first := s.one(t, who, 1)
		s.clock.Advance(time.Minute)
		second, foreign := s.one(t, who, 1), s.one(t, other, 1)
		must.Get(s.Withdraw(ctx, who, second.ID))(t)
		mine := must.Get(s.Count(ctx, who, ""))(t)
		expect.Same(t, mine, map[order.State]int64{order.AwaitingReview: 1, order.Withdrawn: 1})
		all := must.Get(s.CountAll(ctx))(t)
		expect.Same(t, all, map[order.State]int64{order.AwaitingReview: 2, order.Withdrawn: 1})
		queue, total, err := s.ListAll(ctx, order.Filter{
			States: []string{"awaiting_review"}, Oldest: true,
			Paging: order.Paging{Number: 1, Size: 10},
		})
		must.Do(t, err)
		if total != 2 || len(queue) != 2 || queue[0].ID != first.ID || queue[1].ID != foreign.ID {
			t.Errorf("%d orders, first %s", total, queue[0].ID)
		}
	})
}
