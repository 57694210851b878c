package api

import (
	"context"

	"renown/internal/room/geo/insight"
)

func (d *Door) overview() handler {
	rooms := d.rooms
	return d.cached(analysis{
		"overview",
		func(ctx context.Context, c *call, query insight.Query) (string, error) {
			revision, err := d.revision(ctx, c, query)
			if err != nil {
				return "", err
			}
			available, err := rooms.Runs.Available(ctx, c.Caller)
			return overviewState(revision, available), err
		},
		func(ctx context.Context, c *call, query insight.Query) (any, string, error) {
			out, err := rooms.Insights.Overview(ctx, c.Caller, c.Path("brand_id"), query)
			state := overviewState(out.Revision, out.AvailablePlatforms)
			for i := range out.AvailablePlatforms {
				out.AvailablePlatforms[i].Reason = saidReason(out.AvailablePlatforms[i].Reason)
			}
			_, names := rooms.Runs.Platforms()
			for i, a := range out.Alerts {
				out.Alerts[i].Text = alertText(chinese, names, a)
			}
			return out, state, err
		},
	})
}

// visibility is never kept: it shows prompts and topics by what they are called now.
func (d *Door) visibility(ctx context.Context, c *call) (any, error) {
	return d.rooms.Insights.Visibility(ctx, c.Caller, c.Path("brand_id"), queryOf(c))
}

func (d *Door) sentiment() handler {
	return d.cached(analysis{"sentiment", d.revision, func(ctx context.Context, c *call, query insight.Query) (any, string, error) {
		out, err := d.rooms.Insights.Sentiment(ctx, c.Caller, c.Path("brand_id"), query)
		return out, out.Revision, err
	}})
}

func (d *Door) citations() handler {
	return d.cached(analysis{"citations", d.revision, func(ctx context.Context, c *call, query insight.Query) (any, string, error) {
		out, err := d.rooms.Insights.Citations(ctx, c.Caller, c.Path("brand_id"), query)
		return out, out.Revision, err
	}})
}

func (d *Door) revision(ctx context.Context, c *call, query insight.Query) (string, error) {
	return d.rooms.Insights.Revision(ctx, c.Caller, c.Path("brand_id"), query)
}

func queryOf(c *call) insight.Query {
	q := c.In.Query
	return insight.Query{From: q.Str("from"), To: q.Str("to"), Platforms: q.Strs("platform"), TopicIDs: q.Strs("topic_id")}
}
