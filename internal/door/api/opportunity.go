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
