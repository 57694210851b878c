package order_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/room/publishing/order"
)

// Only what was published counts, at the time it was, and only the space's own.
func TestPublications(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		who, other := s.buyer(t, plan.Upper), s.buyer(t, plan.Upper)
		publish := func(who account.Caller) order.Order {
			t.Helper()
			o := s.one(t, who, 20)
			for _, action := range ways[order.Published] {
				moved, err := doings[action](s, who, o.ID)
				fine(t, err)
				o = moved
			}
			return o
		}
		list := func(who account.Caller, from, to time.Time) []order.Publication {
			t.Helper()
			found, err := s.Publications(ctx, who, timestamp.Of(from), timestamp.Of(to))
			fine(t, err)
			return found
		}
		far := start.AddDate(1, 0, 0)
		if got := list(who, start, far); len(got) != 0 {
			t.Errorf("before anything: %v", got)
		}
		s.one(t, who, 20) // waits for review
		publish(other)
		var want []order.Publication
		for range 3 {
			s.clock.Advance(24 * time.Hour)
			o := publish(who)
			want = append(want, order.Publication{OrderID: o.ID, At: *o.PublishedAt, Title: o.Content.Title, Outlet: o.Media.Name})
		}
		if diff := cmp.Diff(want, list(who, start, far)); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
		if diff := cmp.Diff(want[1:2], list(who, want[1].At.Time, want[2].At.Time)); diff != "" {
			t.Errorf("from is included and to is not (-want +got)\n%s", diff)
		}
	})
}
