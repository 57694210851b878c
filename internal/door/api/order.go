package api

import (
	"context"
	"time"

	"renown/internal/floor/timestamp"
	"renown/internal/room/publishing/order"
	"renown/internal/tool/requestschema"
)

func (d *Door) createOrders(ctx context.Context, c *call) (any, error) {
	in := c.In.Body
	return d.rooms.Orders.Submit(ctx, c.Caller, order.Submission{
		ContentID: in.Str("content_id"),
		MediaIDs:  in.Strs("media_ids"),
		Preferences: order.Preferences{
			Requirements: in.OptInt("requirements"), AccountRule: in.OptInt("account_rule"), ArticleType: in.OptInt("article_type"),
			ScheduledAt: in.OptStr("scheduled_at"),
		},
		BrandID:    in.OptStr("brand_id"),
		CampaignID: in.OptStr("campaign_id"),
		Weeks:      in.OptInt("random_weeks"),
		MaxPoints:  in.OptInt("max_points"),
		Once:       c.Once,
	})
}

func (d *Door) listOrders(ctx context.Context, c *call) (any, error) {
	q, page := c.In.Query, pageOf(c)
	orders, total, applied, err := d.rooms.Orders.Search(ctx, c.Caller, order.Filter{
		States: q.Strs("status"), MediaIDs: q.Strs("media_id"), ContentIDs: q.Strs("content_id"), IDs: q.Strs("id"),
		Brand: q.Str("brand_id"), From: midnight(q, "from", 0), To: midnight(q, "to", 1), Paging: order.Paging(page),
	})
	for i := range orders {
		orders[i].Reason = said("order_reason", orders[i].Reason)
	}
	return filteredPage(orders, total, page, ordersNarrowed{applied, q.OptStr("from"), q.OptStr("to")}, err)
}

// ordersNarrowed is what a list of orders was narrowed to, with the days as they were sent.
type ordersNarrowed struct {
	order.Filter
	From *string `json:"from,omitempty"`
	To   *string `json:"to,omitempty"`
}

// midnight is when a Beijing day begins, or one some days after it; nil when it was not sent.
func midnight(q requestschema.Object, name string, after int) *timestamp.Time {
	day := q.OptStr(name)
	if day == nil {
		return nil
	}
	t, err := time.ParseInLocation(time.DateOnly, *day, timestamp.Beijing)
	if err != nil { // its shape was checked
		return nil
	}
	t = t.AddDate(0, 0, after)
	return timestamp.Ptr(&t)
}

func (d *Door) getOrder(ctx context.Context, c *call) (any, error) {
	return saidOrder(d.rooms.Orders.Find(ctx, c.Caller, c.Path("order_id")))
}

func (d *Door) withdrawOrder(ctx context.Context, c *call) (any, error) {
	return saidOrder(d.rooms.Orders.Withdraw(ctx, c.Caller, c.Path("order_id")))
}

func (d *Door) resubmitOrder(ctx context.Context, c *call) (any, error) {
	return saidOrder(d.rooms.Orders.Resubmit(ctx, c.Caller, c.Path("order_id")))
}

// saidOrder puts an order's reasons into words.
func saidOrder(o order.Order, err error) (any, error) {
	o.Reason = said("order_reason", o.Reason)
	for i := range o.Events {
		o.Events[i].Note = said("order_reason", o.Events[i].Note)
	}
	return o, err
}
