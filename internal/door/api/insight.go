package api

import (
	"context"
	"slices"

	"renown/internal/door/message"
	"renown/internal/room/insight"
	"renown/internal/room/insight/sampling"
)

func (d *Door) overview(ctx context.Context, c *call) (any, error) {
	return enveloped(d.rooms.Insights.OverviewJSON(ctx, c.Caller, c.Path("brand_id"), queryOf(c), d.saidOverview))
}

// saidOverview puts into words why platforms are not available, and what alerts say.
func (d *Door) saidOverview(o *insight.Overview) {
	for i := range o.AvailablePlatforms {
		o.AvailablePlatforms[i].Reason = said("platform", o.AvailablePlatforms[i].Reason)
	}
	_, names := d.rooms.Runs.Platforms()
	o.Alerts = slices.Clone(o.Alerts)
	for i, a := range o.Alerts {
		o.Alerts[i].Text = message.AlertText(chinese, names, a)
	}
}

// visibility shows prompts and topics by what they are called now, so it is made each time.
func (d *Door) visibility(ctx context.Context, c *call) (any, error) {
	v, err := d.rooms.Insights.Visibility(ctx, c.Caller, c.Path("brand_id"), queryOf(c))
	return v.Named(chinese.T("已删除的主题")), err
}

func (d *Door) sentiment(ctx context.Context, c *call) (any, error) {
	return enveloped(d.rooms.Insights.SentimentJSON(ctx, c.Caller, c.Path("brand_id"), queryOf(c)))
}

func (d *Door) citations(ctx context.Context, c *call) (any, error) {
	return enveloped(d.rooms.Insights.CitationsJSON(ctx, c.Caller, c.Path("brand_id"), queryOf(c)))
}

// searches shows which of them are prompts by now, so it is made each time.
func (d *Door) searches(ctx context.Context, c *call) (any, error) {
	return d.rooms.Details.Searches(ctx, c.Caller, c.Path("brand_id"), queryOf(c))
}

// surfaces compares interface and app.
func (d *Door) surfaces(ctx context.Context, c *call) (any, error) {
	q := c.In.Query
	return d.rooms.Details.Surfaces(ctx, c.Caller, c.Path("brand_id"),
		insight.Query{From: q.Str("from"), To: q.Str("to"), Platforms: q.Strs("platform"), TopicIDs: q.Strs("topic_id")})
}

// sampling plans how to ask.
func (d *Door) sampling(ctx context.Context, c *call) (any, error) {
	q := c.In.Query
	want := sampling.Wanted{Precision: sampling.DefaultPrecision, Change: sampling.DefaultChange, Target: q.OptFloat("target")}
	if p := q.OptFloat("precision"); p != nil {
		want.Precision = *p
	}
	if p := q.OptFloat("change"); p != nil {
		want.Change = *p
	}
	return want.Plan(ctx, d.rooms.Insights, c.Caller, c.Path("brand_id"), queryOf(c))
}

func queryOf(c *call) insight.Query {
	q := c.In.Query
	return insight.Query{
		From: q.Str("from"), To: q.Str("to"), Platforms: q.Strs("platform"),
		TopicIDs: q.Strs("topic_id"), Mode: q.Str("mode"), Surface: q.Str("surface"),
	}
}
