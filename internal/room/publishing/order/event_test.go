package order_test

import (
	"testing"

	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/room/event"
	"renown/internal/room/plan"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/content"
	"renown/internal/room/publishing/order"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// told lists the types of the events, in their order.
func told(t *testing.T, db *store.DB) []string {
	t.Helper()
	return must.Get(store.List(ctx, db.Read(), store.One[string], `SELECT type FROM events ORDER BY id`))(t)
}

// What becomes of an order is told when its user did not do it, once each time.
func TestOrderEvents(t *testing.T) {
	t.Parallel()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		s := newShop(t, d)
		s.rooms = roomsOver(s.db, order.Rooms{
			Plans:  s.plans,
			Events: event.New(s.db, event.Options{Queue: queue.Gather(s.db, func([]queue.Job) {})}),
		})
		who, outlet := s.buyer(t, plan.Standard), s.outlet(t, 10)
		submit := func() string {
			c := must.Get(s.contents.Create(ctx, who, content.Fields{Title: "题", Body: "文", ContentType: catalogue.Article}))(t)
			out := must.Get(s.Submit(ctx, who, order.Submission{ContentID: c.ID, OutletIDs: []string{outlet}}))(t)
			return out.Items[0].ID
		}
		id := submit()
		for _, action := range []order.Action{
			order.RequestChanges, order.Resubmit, order.RequestChanges,
			order.Resubmit, order.Approve, order.Publish, order.Publish,
		} {
			must.Get(doings[action](s, who, id))(t)
		}
		for _, action := range []order.Action{order.Withdraw, order.Reject} {
			must.Get(doings[action](s, who, submit()))(t)
		}
		want := []string{"order.needs_revision", "order.needs_revision", "order.published", "order.failed"}
		expect.Same(t, told(t, s.db), want)
	})
}
