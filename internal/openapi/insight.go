package openapi

import (
	"context"

	"renown/internal/geo/insight"
)

func (d *Door) overview(ctx context.Context, c *call) (any, error) {
	return d.rooms.Insights.Overview(ctx, c.Caller, c.Path("brand_id"), queryOf(c))
}

func (d *Door) visibility(ctx context.Context, c *call) (any, error) {
	return d.rooms.Insights.Visibility(ctx, c.Caller, c.Path("brand_id"), queryOf(c))
}

func (d *Door) sentiment(ctx context.Context, c *call) (any, error) {
	return d.rooms.Insights.Sentiment(ctx, c.Caller, c.Path("brand_id"), queryOf(c))
}

func (d *Door) citations(ctx context.Context, c *call) (any, error) {
	return d.rooms.Insights.Citations(ctx, c.Caller, c.Path("brand_id"), queryOf(c))
}

func queryOf(c *call) insight.Query {
	q := c.In.Query
	return insight.Query{From: q.Str("from"), To: q.Str("to"), Platforms: q.Strs("platform"), TopicIDs: q.Strs("topic_id")}
}
