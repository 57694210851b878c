package analysis

import (
	"context"
	"net/http"
	"slices"

	"renown/internal/door/console/kit"
	"renown/internal/floor/fault"
	"renown/internal/room/brand"
	"renown/internal/room/campaign"
	"renown/internal/room/insight"
	"renown/internal/room/opportunity"
	"renown/internal/room/publishing/order"
	"renown/internal/room/run"
	"renown/internal/tool/requestschema"
)

// overview is what a brand manager opens in the morning.
type overview struct {
	lens
	insight.Overview
	figures       []kit.Figure
	trend         trend
	rows          []platformRow
	top           float64 // of the platforms' scale, in percent
	ranking       []ranked
	unread        []notice
	read          []notice
	last          *run.Run
	refused       string                    // why a competitor was not added
	since         bool                      // there are answers, though none in the period
	why           *why                      // nil: nothing to compare with
	opportunities []opportunity.Opportunity // what to do next

	curve   curve
	leaders insight.Leaders
	fields  []leading
	effect  *campaignView // the newest that says something; nil: none
	mending *order.Order  // an order that waits for its author; nil: none
	first   *firstDay     // nil: there are seven days
}

// platformRow is a platform beside the others.
type platformRow struct {
	insight.PlatformFigures
	name   string
	plot   kit.Plot
	change kit.Change
	known  bool
	reason string // why it was not asked
}

// ranked is the brand or a competitor beside the others.
type ranked struct {
	insight.Standing
	plot           kit.Plot
	voice, voicePM string
	place, placePM string
	change         kit.Change
	known          bool
}

func (pages *Pages) showOverview(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	return pages.overviewPage(ctx, v, "")
}

func (pages *Pages) overviewPage(ctx context.Context, v *kit.Visit, refused string) (kit.Reply, error) {
	o, err := pages.overview(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	o.refused = refused
	o.path = "/brands/" + v.Brand.ID + "/overview" // also after a form of the page
	p := kit.Page{Title: kit.Key("总览"), Entry: "overview", Bar: lensBar(o.lens), Status: o.status()}
	switch o.first, err = pages.firstDay(ctx, v, o); {
	case err != nil:
		return kit.Reply{}, err
	case o.first != nil:
		p.Bar, p.Body = nil, firstDayBody(o)
	default:
		if err := pages.readOverview(ctx, v, &o); err != nil {
			return kit.Reply{}, err
		}
		p.Body = overviewBody(o)
	}
	if refused != "" {
		p.Status = http.StatusUnprocessableEntity
	}
	return kit.Show(p)
}

// readOverview adds what only the page itself shows: what to do next, what publishing changed, what waits.
func (pages *Pages) readOverview(ctx context.Context, v *kit.Visit, o *overview) (err error) {
	if o.answers() == 0 {
		return nil
	}
	if o.opportunities, err = pages.Opportunities.Top(ctx, v.Caller, v.Brand.ID, o.asked(), stepsWeighed); err != nil {
		return err
	}
	if o.effect, err = pages.newestEffect(ctx, v, o.lens); err != nil {
		return err
	}
	waiting, _, err := pages.Orders.List(ctx, v.Caller, order.Filter{
		Brand: v.Brand.ID, States: []string{string(order.NeedsRevision)}, Paging: order.Paging{Number: 1, Size: 1},
	})
	if len(waiting) > 0 {
		o.mending = &waiting[0]
	}
	o.curve = newCurve(ctx, o.trend, o.brand.Name, o.leaders.Rivals)
	return err
}

// newestEffect is the newest campaign of the period of which something can be said.
func (pages *Pages) newestEffect(ctx context.Context, v *kit.Visit, l lens) (*campaignView, error) {
	list, _, err := pages.Campaigns.List(ctx, v.Caller, v.Brand.ID, brand.Paging{Number: 1, Size: effectsWeighed})
	if err != nil {
		return nil, err
	}
	from, to := l.moments()
	for _, c := range list {
		if !c.DeclaredAt.Before(to.Time) || c.EndedAt != nil && c.EndedAt.Before(from.Time) {
			continue
		}
		one := campaignView{brand: v.Brand}
		if one.Measured, err = pages.Campaigns.Measure(ctx, v.Caller, c.ID); err != nil {
			return nil, err
		}
		if one.StartedOn != nil && one.Verdict != campaign.Unpublished && one.Verdict != campaign.Early {
			one.chart = newCampaignChart(ctx, one.Measured)
			return &one, nil
		}
	}
	return nil, nil
}

func (pages *Pages) overview(ctx context.Context, v *kit.Visit) (o overview, err error) {
	if o.lens, err = pages.lensOf(ctx, v); err != nil {
		return o, err
	}
	if err := pages.narrow(ctx, v, &o.lens); err != nil {
		return o, err
	}
	shown, err := pages.Insights.OverviewPage(ctx, v.Caller, v.Brand.ID, o.compared())
	if err != nil {
		return o, err
	}
	if o, err = pages.overviewOf(ctx, v, o.lens, shown); err != nil {
		return o, err
	}
	o.arrangeWhy(ctx)
	o.leaders = shown.Leaders
	o.fields = o.byTopic(ctx, shown.Topics)
	return o, nil
}

// overviewOf adds to an analysis what other rooms know.
func (pages *Pages) overviewOf(ctx context.Context, v *kit.Visit, l lens, shown insight.OverviewPage) (o overview, err error) {
	o = overview{lens: l, Overview: shown.Overview}
	o.trend = newTrend(ctx, aspectOf(v.URL.Query().Get("trend")), v.URL.Query().Get("by") == "day", shown.Curve)
	if o.trend.series.Flags, err = pages.flags(ctx, v, o); err != nil {
		return o, err
	}
	if o.LastRun != nil {
		last, err := pages.Runs.Find(ctx, v.Caller, o.LastRun.RunID)
		if err != nil && !fault.Is(err, fault.NoSuchThing) {
			return o, err
		}
		if err == nil {
			o.last = &last
		}
	}
	if o.answers() == 0 && o.LastRun != nil {
		_, total, err := pages.Runs.Answers(ctx, v.Caller, v.Brand.ID, run.AnswerFilter{Paging: run.Paging{Number: 1, Size: 1}})
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
	o.figures = []kit.Figure{
		kit.NewFigure(ctx, kit.Key("可见度"), kit.Key("提到品牌的回答 ÷ 全部回答，只计「可见度」类问题"), kit.AsRate, in.Visibility),
		kit.NewFigure(ctx, kit.Key("声量份额"), kit.Key("品牌提及 ÷ 品牌与竞品提及之和，每条回答每家计一次"), kit.AsRate, in.ShareOfVoice),
		kit.NewFigure(ctx, kit.Key("平均位次"), kit.Key("品牌在回答里第几个出现，1 为最先；没提到的不计，提到不足 10 条或位次全都一样时不给均值"), kit.AsPosition, in.AveragePosition),
		kit.NewFigure(ctx, kit.Key("情感"), kit.Key("提到品牌的回答，从 −1（负面）到 1（正面）；判不出的不计，判出不足 10 条或全都一样时不给均值"), kit.AsScore, in.Sentiment),
		kit.NewFigure(ctx, kit.Key("自有引用"), kit.Key("引用自有网站或投放文章的回答 ÷ 全部回答；两者都引用的计一次"), kit.AsRate, in.OwnCitationRate),
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
	o.top = kit.TopOf(highs...)
	whole := o.Indicators.Visibility
	for _, p := range o.Platforms {
		row := platformRow{
			PlatformFigures: p, name: o.name(p.Platform), known: p.Answers >= kit.FewAnswers,
			change: kit.ChangeOf(kit.AsRate, p.Change),
		}
		row.plot = kit.AsRate.On(ctx, 0, o.top, p.Visibility, p.Interval).Tick(kit.AsRate, p.Previous)
		if whole.Value != nil && len(o.Platforms) > 1 {
			mean := *whole.Value * kit.AsRate.Factor
			row.plot.Mean = &mean
		}
		o.rows = append(o.rows, row)
	}
	for _, a := range o.AvailablePlatforms { // those that were not measured
		if !o.picked(o.chosen, a.Platform) || slices.ContainsFunc(o.Platforms,
			func(p insight.PlatformFigures) bool { return p.Platform == a.Platform }) {
			continue
		}
		row := platformRow{name: o.name(a.Platform)}
		row.Platform = a.Platform
		if a.Reason != nil {
			row.reason = kit.Reason(ctx, *a.Reason)
		}
		o.rows = append(o.rows, row)
	}
}

func (o *overview) arrangeRanking(ctx context.Context) {
	var highs []*float64
	for _, s := range o.Competitors {
		highs = append(highs, s.High)
	}
	top := kit.TopOf(highs...)
	for _, s := range o.Competitors {
		r := ranked{Standing: s, known: s.Answers >= kit.FewAnswers, change: kit.ChangeOf(kit.AsRate, s.Change), voice: "—", place: "—"}
		r.change.Foreign = !s.IsBrand
		r.plot = kit.AsRate.On(ctx, 0, top, s.Visibility, s.Interval)
		r.plot.Quiet = !s.IsBrand
		if o.Indicators.ShareOfVoice.Denominator >= kit.FewAnswers {
			r.voice = kit.AsRate.Maybe(s.ShareOfVoice)
			if s.IsBrand {
				r.voicePM = kit.AsRate.PlusMinus(o.Indicators.ShareOfVoice.Interval)
			}
		}
		if s.Mentions >= kit.FewAnswers {
			r.place = kit.AsPosition.Maybe(s.AveragePosition)
		}
		if s.IsBrand && s.Mentions >= kit.FewAnswers {
			r.placePM = kit.AsPosition.PlusMinus(o.Indicators.AveragePosition.Interval)
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
	case o.last != nil && o.last.Status == run.Failed:
		return "failed"
	case o.brand.Counts.ActivePrompts == 0:
		return "prompts"
	}
	return "run"
}

// measured counts platforms with answers.
func (o overview) measured() int { return len(o.Platforms) }

// addSuggested makes competitors of names that answers recommend.
func (pages *Pages) addSuggested(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f := v.Submitted()
	for _, name := range v.PostForm["name"] {
		f.Values["name"] = []string{name}
		v.Check(f, "CompetitorCreate", requestschema.Member{Name: "brand_id", Value: requestschema.Text(v.Brand.ID)},
			kit.RequiredText(f, "name"))
		if !f.Sound() {
			break
		}
		if _, err := pages.Brands.CreateCompetitor(ctx, v.Caller, v.Brand.ID, brand.CompetitorFields{Name: f.Text("name")}); err != nil {
			if err := f.Take(v, err); err != nil {
				return kit.Reply{}, err
			}
			break
		}
	}
	for _, sentence := range f.Faults {
		return pages.overviewPage(ctx, v, sentence)
	}
	if len(v.PostForm["name"]) > 0 {
		v.Say("已加入竞品，历史回答正在重新读取")
	}
	return backTo(v, "overview")
}
