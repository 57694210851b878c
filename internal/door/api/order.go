package api

import (
	"context"

	"renown/internal/floor/day"
	"renown/internal/floor/timestamp"
	"renown/internal/room/publishing/order"
	"renown/internal/tool/requestschema"
)

func (d *Door) createOrders(ctx context.Context, c *call) (any, error) {
	in := c.In.Body
	if c.Once != nil {
		c.Once.Render = func(out any) ([]byte, error) { return render(saidSubmitted(out.(order.Submitted))) }
	}
	out, err := d.rooms.Orders.Submit(ctx, c.Caller, order.Submission{
		ContentID: in.Str("content_id"),
		OutletIDs: in.Strs("media_ids"),
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
	return saidSubmitted(out), err
}

func saidSubmitted(out order.Submitted) order.Submitted {
	for i, o := range out.Items {
		out.Items[i] = saidOrder(o)
	}
	return out
}

func (d *Door) listOrders(ctx context.Context, c *call) (any, error) {
	q, page := c.In.Query, pageOf(c)
	orders, total, applied, err := d.rooms.Orders.Search(ctx, c.Caller, order.Filter{
		States: q.Strs("status"), OutletIDs: q.Strs("media_id"), ContentIDs: q.Strs("content_id"), IDs: q.Strs("id"),
		Brand: q.Str("brand_id"), From: midnight(q, "from", 0), To: midnight(q, "to", 1), Paging: order.Paging(page),
	})
	for i := range orders {
		orders[i] = saidOrder(orders[i])
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
func midnight(q requestschema.Object, name string, after day.Day) *timestamp.Time {
	text := q.OptStr(name)
	if text == nil {
		return nil
	}
	d, err := day.Parse(*text)
	if err != nil { // its shape was checked
		return nil
	}
	return new((d + after).Begin())
}

func (d *Door) getOrder(ctx context.Context, c *call) (any, error) {
	o, err := d.rooms.Orders.Find(ctx, c.Caller, c.Path("order_id"))
	return saidOrder(o), err
}

func (d *Door) withdrawOrder(ctx context.Context, c *call) (any, error) {
	o, err := d.rooms.Orders.Withdraw(ctx, c.Caller, c.Path("order_id"))
	return saidOrder(o), err
}

func (d *Door) resubmitOrder(ctx context.Context, c *call) (any, error) {
	o, err := d.rooms.Orders.Resubmit(ctx, c.Caller, c.Path("order_id"))
	return saidOrder(o), err
}

// saidOrder puts an order's state and reasons into words.
func saidOrder(o order.Order) order.Order {
	o.StatusLabel, o.Reason = chinese.T("order_state."+string(o.Status)), said("order_reason", o.Reason)
	for i := range o.Events {
		o.Events[i].Note = said("order_reason", o.Events[i].Note)
	}
	return o
}
