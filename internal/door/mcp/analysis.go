package mcp

import (
	"context"

	"renown/internal/room/brand"
	"renown/internal/room/insight"
	"renown/internal/room/insight/detail"
)

// analysis is what every analysis says of itself.
type analysis struct {
	Period   insight.Period   `json:"period"`
	Filters  insight.Filters  `json:"filters"`
	Mode     string           `json:"mode"`
	Surface  string           `json:"surface"`  // where assistants were asked
	Excluded insight.Excluded `json:"excluded"` // answers that are in no denominator
}

func queryOf(c *call) insight.Query {
	in := c.In
	return insight.Query{
		From: in.Str("from"), To: in.Str("to"), Platforms: in.Strs("platforms"),
		TopicIDs: in.Strs("topic_ids"), Mode: in.Str("mode"), Surface: in.Str("surface"),
	}
}

type overview struct {
	analysis
	Figures     table          `json:"figures"`
	Platforms   table          `json:"platforms"`
	Competitors table          `json:"competitors"`
	Alerts      table          `json:"alerts"`
	LastRun     *brand.LastRun `json:"last_run"`
}

// alertsShown is how many alerts an overview tells, the newest.
const alertsShown = 10

func (d *Door) getOverview(ctx context.Context, c *call) (any, error) {
	o, err := d.rooms.Details.OverviewEvidence(ctx, c.Caller, c.In.Str("brand_id"), queryOf(c))
	if err != nil {
		return nil, err
	}
	var figures []named
	o.Indicators.Each(func(name string, in insight.Indicator) { figures = append(figures, named{name, in}) })
	out := overview{
		analysis: analysis{o.Period, o.Filters, o.Mode, o.Surface, o.Excluded}, LastRun: o.LastRun,
		Figures:   indicatorTable(o.Examples, figures...),
		Platforms: newTable(columns([]string{"platform", "name"}, figureColumns, changeColumns, []string{"answer_ids"})...),
		Competitors: newTable(columns([]string{"rank", "tied", "competitor_id", "name", "is_brand"}, figureColumns,
			[]string{"share_of_voice", "average_position", "answer_ids"})...),
		Alerts: newTable("alert_id", "kind", "created_at", "acknowledged_at", "figures"),
	}
	for _, p := range o.Platforms {
		out.Platforms.add(row([]any{p.Platform, p.Name},
			figureCells(p.Visibility, p.Interval, float64(p.Mentions), p.Answers), changeCells(p.Change),
			[]any{ids(o.Examples.Platforms[p.Platform])})...)
	}
	for _, s := range o.Competitors {
		shown := o.Examples.Figures["visibility"]
		if s.CompetitorID != nil {
			shown = o.Examples.Competitors[*s.CompetitorID]
		}
		out.Competitors.add(row([]any{s.Rank, s.Tied, s.CompetitorID, s.Name, s.IsBrand},
			figureCells(s.Visibility, s.Interval, float64(s.Mentions), s.Answers),
			[]any{round(s.ShareOfVoice), round(s.AveragePosition), ids(shown)})...)
	}
	for _, a := range o.Alerts[:min(len(o.Alerts), alertsShown)] {
		out.Alerts.add(a.ID, a.Kind, a.CreatedAt, a.AcknowledgedAt, a.Figures)
	}
	return out, nil
}

// named is an indicator with what it is called.
type named struct {
	name string
	insight.Indicator
}

func indicatorTable(e detail.Examples, list ...named) table {
	t := newTable(columns([]string{"figure"}, figureColumns, changeColumns, []string{"answer_ids"})...)
	for _, n := range list {
		t.add(row([]any{n.name}, figureCells(n.Value, n.Interval, n.Numerator, n.Denominator), changeCells(n.Change),
			[]any{ids(e.Figures[n.name])})...)
	}
	return t
}

type visibility struct {
	analysis
	Prompts paged `json:"prompts"`
	Topics  table `json:"topics"`
}

// getVisibility tells prompt by prompt on each platform, with the newest answer of each.
func (d *Door) getVisibility(ctx context.Context, c *call) (any, error) {
	v, err := d.rooms.Insights.Visibility(ctx, c.Caller, c.In.Str("brand_id"), queryOf(c))
	if err != nil {
		return nil, err
	}
	page := pageOf(c)
	prompts := newTable(columns([]string{"prompt_id", "prompt", "topic_id", "platform"}, figureColumns,
		[]string{"average_position", "answer_ids"})...)
	newest := map[string][]string{}
	for i, item := range v.Items {
		shown := []string{}
		if item.Last != nil {
			shown = append(shown, item.Last.AnswerID)
			if len(newest[item.TopicID]) < 3 {
				newest[item.TopicID] = append(newest[item.TopicID], item.Last.AnswerID)
			}
		}
		if n := int64(i); n < page.Offset() || n >= page.Offset()+page.Size {
			continue
		}
		prompts.add(row([]any{item.PromptID, item.Text, item.TopicID, item.Platform},
			figureCells(item.Rate, item.Interval, float64(item.Mentions), item.Answers),
			[]any{round(item.AveragePosition), shown})...)
	}
	topics := newTable(columns([]string{"topic_id", "name"}, figureColumns, []string{"average_position", "answer_ids"})...)
	for _, t := range v.Named(c.lang.T("已删除的主题")).ByTopic {
		topics.add(row([]any{t.TopicID, t.Name}, figureCells(t.Rate, t.Interval, float64(t.Mentions), t.Answers),
			[]any{round(t.AveragePosition), ids(newest[t.TopicID])})...)
	}
	return visibility{
		analysis{v.Period, v.Filters, c.In.Str("mode"), c.In.Str("surface"), v.Excluded},
		prompts.of(page, int64(len(v.Items))), topics,
	}, nil
}

type sentiment struct {
	analysis
	Figures     table `json:"figures"`
	Counts      table `json:"counts"`
	Platforms   table `json:"platforms"`
	Competitors table `json:"competitors"`
	Quotes      table `json:"quotes"`
}

// quotesShown is how many sentences are told, the strongest.
const quotesShown = 12

func (d *Door) getSentiment(ctx context.Context, c *call) (any, error) {
	s, err := d.rooms.Details.SentimentEvidence(ctx, c.Caller, c.In.Str("brand_id"), queryOf(c))
	if err != nil {
		return nil, err
	}
	tone := []string{"score", "low", "high", "positive", "neutral", "negative", "unjudged"}
	cells := func(t insight.Tone) []any {
		return []any{round(t.Score), round(t.Low), round(t.High), t.Positive, t.Neutral, t.Negative, t.Unjudged}
	}
	quoted := map[string][]string{}
	out := sentiment{
		analysis: analysis{s.Period, s.Filters, c.In.Str("mode"), c.In.Str("surface"), s.Excluded},
		Figures: indicatorTable(s.Examples, named{"sentiment", s.Indicators.Sentiment},
			named{"negative_share", s.Indicators.NegativeShare}),
		Counts:      newTable(tone...),
		Platforms:   newTable(columns([]string{"platform", "name"}, tone, changeColumns, []string{"answer_ids"})...),
		Competitors: newTable(columns([]string{"competitor_id", "name", "is_brand"}, tone)...),
		Quotes:      newTable("sentence", "sentiment", "score", "platform", "prompt_id", "answer_id", "answered_at"),
	}
	out.Counts.add(cells(s.Totals)...)
	for i, q := range s.Quotes {
		if len(quoted[q.Platform]) < 3 {
			quoted[q.Platform] = append(quoted[q.Platform], q.AnswerID)
		}
		if i < quotesShown {
			out.Quotes.add(clip(q.Sentence, excerptMax), q.Sentiment, round(q.Score), q.Platform, q.PromptID, q.AnswerID, q.AnsweredAt)
		}
	}
	for _, p := range s.Platforms {
		out.Platforms.add(row([]any{p.Platform, p.Name}, cells(p.Tone), changeCells(p.Change), []any{ids(quoted[p.Platform])})...)
	}
	for _, r := range s.Competitors {
		out.Competitors.add(row([]any{r.CompetitorID, r.Name, r.IsBrand}, cells(r.Tone))...)
	}
	return out, nil
}

type citations struct {
	analysis
	Figures  table                  `json:"figures"`
	Totals   insight.CitationTotals `json:"totals"`
	Channels table                  `json:"channels"`
	Pages    table                  `json:"pages"`
	Gaps     table                  `json:"gaps"`
}

const (
	channelsShown = 25
	pagesShown    = 20
	gapsShown     = 10
)

func (d *Door) getCitations(ctx context.Context, c *call) (any, error) {
	s, err := d.rooms.Details.CitationsEvidence(ctx, c.Caller, c.In.Str("brand_id"), queryOf(c))
	if err != nil {
		return nil, err
	}
	out := citations{
		analysis: analysis{s.Period, s.Filters, c.In.Str("mode"), c.In.Str("surface"), s.Excluded}, Totals: s.Totals,
		Figures: indicatorTable(s.Examples, named{"own_citation_rate", s.Indicators.OwnCitationRate},
			named{"citation_rate", s.Indicators.CitationRate}),
		Channels: newTable(columns([]string{"channel", "domain", "class"}, figureColumns, []string{"citations", "answer_ids"})...),
		Pages:    newTable(columns([]string{"url", "title", "class"}, figureColumns, []string{"citations"})...),
		Gaps: newTable("channel", "class", "citing", "with_brand", "rate", "rate_elsewhere", "only_competitors",
			"competitors", "answer_ids"),
	}
	for _, d := range s.Domains[:min(len(s.Domains), channelsShown)] {
		out.Channels.add(row([]any{d.Channel, d.Domain, d.Class}, figureCells(d.Share, d.Bounds, float64(d.Answers), s.Totals.WithCitation),
			[]any{d.Citations, ids(s.Examples.Channels[d.Channel])})...)
	}
	for _, u := range s.URLs[:min(len(s.URLs), pagesShown)] {
		out.Pages.add(row([]any{u.URL, u.Title, u.Class},
			figureCells(u.Share, u.Bounds, float64(u.Answers), s.Totals.WithCitation), []any{u.Citations})...)
	}
	for _, g := range s.Gaps[:min(len(s.Gaps), gapsShown)] {
		rivals := []string{}
		for _, r := range g.Competitors {
			rivals = append(rivals, r.Name)
		}
		out.Gaps.add(g.Channel, g.Class, g.Citing, g.WithBrand, g.Rate, g.RateElsewhere, g.Answers, rivals, g.AnswerIDs)
	}
	return out, nil
}
