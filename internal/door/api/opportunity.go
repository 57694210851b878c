package api

import (
	"context"

	"renown/internal/door/message"
)

// opportunities says why each of them is one.
func (d *Door) opportunities(ctx context.Context, c *call) (any, error) {
	q := c.In.Query
	list, err := d.rooms.Opportunities.List(ctx, c.Caller, c.Path("brand_id"), queryOf(c), q.Strs("action"), q.Str("sort"))
	if err != nil {
		return nil, err
	}
	for i := range list.Items {
		list.Items[i].Why = message.OpportunityText(chinese, &list.Items[i])
	}
	return list, nil
}

func (d *Door) startDraft(ctx context.Context, c *call) (any, error) {
	return d.rooms.Opportunities.StartDraft(ctx, c.Caller, c.Path("brand_id"), c.In.Body.Str("opportunity_id"), c.Once)
}

func (d *Door) listDrafts(ctx context.Context, c *call) (any, error) {
	page := pageOf(c)
	list, total, err := d.rooms.Opportunities.Drafts(ctx, c.Caller, c.Path("brand_id"), page)
	for i := range list {
		list[i].Error = said("fault", list[i].Error)
	}
	return pageOfItems(list, total, page), err
}
