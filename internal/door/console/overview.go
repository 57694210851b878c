package console

import (
	"context"
	"net/http"
	"slices"

	"renown/internal/floor/fault"
	"renown/internal/room/geo/brand"
	"renown/internal/room/geo/insight"
	"renown/internal/room/geo/run"
	"renown/internal/tool/requestschema"
)

// overview is what a brand manager opens in the morning.
type overview struct {
	lens
	insight.Overview
	figures []figure
	trend   trend
	rows    []platformRow
	top     float64 // of the platforms' scale, in percent
	ranking []ranked
	unread  []notice
	read    []notice
	last    *run.Run
	refused string // why a competitor was not added
	since   bool   // there are answers, though none in the period
}

// platformRow is a platform beside the others.
type platformRow struct {
	insight.PlatformFigures
	name   string
	plot   plot
	change change
	known  bool
	reason string // why it was not asked
}

// ranked is the brand or a competitor beside the others.
type ranked struct {
	insight.Standing
	plot           plot
	voice, voicePM string
	place, placePM string
	change         change
	known          bool
}

func (c *Console) showOverview(ctx context.Context, v *visit) (reply, error) {
	return c.overviewPage(ctx, v, "")
}

func (c *Console) overviewPage(ctx context.Context, v *visit, refused string) (reply, error) {
	o, err := c.overview(ctx, v)
	if err != nil {
		return reply{}, err
	}
	o.refused = refused
	o.path = "/brands/" + v.brand.ID + "/overview" // also after a form of the page
	p := page{Title: key("总览"), Entry: "overview", Bar: lensBar(o.lens), Body: overviewBody(o), Status: o.status()}
	if refused != "" {
		p.Status = http.StatusUnprocessableEntity
	}
	return show(p)
}

func (c *Console) overview(ctx context.Context, v *visit) (o overview, err error) {
	if o.lens, err = c.lensOf(ctx, v); err != nil {
		return o, err
	}
	if o.Overview, err = c.rooms.Insights.Overview(ctx, v.caller, v.brand.ID, o.asked()); err != nil {
		return o, err
	}
	days, err := c.rooms.Insights.Curve(ctx, v.caller, v.brand.ID, o.asked())
	if err != nil {
		return o, err
	}
	o.trend = newTrend(ctx, aspectOf(v.URL.Query().Get("trend")), v.URL.Query().Get("by") == "day", days)
	from, to := o.moments()
	published, err := c.rooms.Orders.Publications(ctx, v.caller, from, to)
	if err != nil {
		return o, err
	}
	o.trend.series.Flags = flagsOf(ctx, published)
	if o.LastRun != nil {
		last, err := c.rooms.Runs.Find(ctx, v.caller, o.LastRun.RunID)
		if err != nil && !fault.Is(err, fault.NoSuchThing) {
			return o, err
		}
		if err == nil {
			o.last = &last
		}
	}
	if o.answers() == 0 && o.LastRun != nil {
		_, total, err := c.rooms.Runs.Answers(ctx, v.caller, v.brand.ID, run.AnswerFilter{Page: run.Page{Number: 1, Size: 1}})
		if err != nil {
			return o, err
		}
		o.since = total > 0
	}
	o.arrange(ctx)
	return o, nil
}

// arrange puts the analysis into the terms in which it is drawn.
func (o *overview) arrange(ctx context.Context) {
	in := o.Indicators
	o.figures = []figure{
		newFigure(ctx, key("可见度"), key("提到品牌的回答 ÷ 全部回答，只计「可见度」类意图词"), asRate, in.Visibility),
		newFigure(ctx, key("声量份额"), key("品牌提及 ÷ 品牌与竞品提及之和，每条回答每家计一次"), asRate, in.ShareOfVoice),
		newFigure(ctx, key("平均位次"), key("品牌在回答里第几个出现，1 为最先；没提到的不计"), asPosition, in.AveragePosition),
		newFigure(ctx, key("情感"), key("提到品牌的回答，从 −1（负面）到 1（正面）；判不出的不计"), asScore, in.Sentiment),
		newFigure(ctx, key("引用率"), key("至少引用一个来源的回答 ÷ 全部回答"), asRate, in.CitationRate),
	}
	o.arrangePlatforms(ctx)
	o.arrangeRanking(ctx)
	for _, n := range noticesOf(ctx, o.lens, o.Alerts) {
		if n.AcknowledgedAt == nil {
			o.unread = append(o.unread, n)
		} else {
			o.read = append(o.read, n)
		}
	}
}

func (o *overview) arrangePlatforms(ctx context.Context) {
	var highs []*float64
	for _, p := range o.Platforms {
		highs = append(highs, p.High, p.Previous)
	}
	o.top = topOf(highs...)
	whole := o.Indicators.Visibility
	for _, p := range o.Platforms {
		row := platformRow{PlatformFigures: p, name: o.name(p.Platform), known: p.Answers >= fewAnswers, change: changeOf(asRate, p.Change)}
		row.plot = asRate.on(ctx, 0, o.top, p.Visibility, p.Interval).tick(asRate, p.Previous)
		if whole.Value != nil && len(o.Platforms) > 1 {
			mean := *whole.Value * asRate.factor
			row.plot.mean = &mean
		}
		o.rows = append(o.rows, row)
	}
	for _, a := range o.AvailablePlatforms { // those that were not measured
		if !o.picked(o.chosen, a.Platform) || slices.ContainsFunc(o.Platforms, func(p insight.PlatformFigures) bool { return p.Platform == a.Platform }) {
			continue
		}
		row := platformRow{name: o.name(a.Platform)}
		row.Platform = a.Platform
		if a.Reason != nil && viewOf(ctx).lang.Code == "zh" {
			row.reason = *a.Reason
		}
		o.rows = append(o.rows, row)
	}
}

func (o *overview) arrangeRanking(ctx context.Context) {
	var highs []*float64
	for _, s := range o.Competitors {
		highs = append(highs, s.High)
	}
	top, voices := topOf(highs...), o.Indicators.ShareOfVoice.Denominator
	for _, s := range o.Competitors {
		r := ranked{Standing: s, known: s.Answers >= fewAnswers, change: changeOf(asRate, s.Change), voice: asRate.maybe(s.ShareOfVoice), place: asPosition.maybe(s.AveragePosition)}
		r.change.foreign = !s.IsBrand
		r.plot = asRate.on(ctx, 0, top, s.Visibility, s.Interval)
		r.plot.quiet = !s.IsBrand
		r.voicePM = asRate.plusMinus(wilson(s.Mentions, voices))
		if s.IsBrand {
			r.placePM = asPosition.plusMinus(o.Indicators.AveragePosition.Interval)
		}
		o.ranking = append(o.ranking, r)
	}
}

// answers is how many there are in the period, whatever they count for.
func (o overview) answers() int64 { return o.Indicators.CitationRate.Denominator }

// missing says which of the empty states the page is in; "" when there is something to show.
func (o overview) missing() string {
	switch {
	case o.answers() > 0:
		return ""
	case o.since:
		return "period"
	case o.last != nil && !run.Ended(o.last.Status):
		return "running"
	case o.brand.Counts.ActivePrompts == 0:
		return "prompts"
	}
	return "run"
}

// measured counts platforms with answers.
func (o overview) measured() int { return len(o.Platforms) }

// addSuggested makes a competitor of a name that answers recommend.
func (c *Console) addSuggested(ctx context.Context, v *visit) (reply, error) {
	f := v.form()
	c.check(v, f, "CompetitorCreate", requestschema.Member{Name: "brand_id", Value: requestschema.Text(v.brand.ID)}, requiredText(f, "name"))
	if f.sound() {
		_, err := c.rooms.Brands.CreateCompetitor(ctx, v.caller, v.brand.ID, brand.CompetitorFields{Name: f.text("name")})
		if err == nil {
			v.say("已加入竞品，历史回答正在重新读取")
			return v.backTo("overview")
		}
		if err := f.take(v, err); err != nil {
			return reply{}, err
		}
	}
	for _, sentence := range f.faults {
		return c.overviewPage(ctx, v, sentence)
	}
	return v.backTo("overview")
}
