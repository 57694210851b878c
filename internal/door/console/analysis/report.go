package analysis

import (
	"context"
	"slices"
	"strings"
	"time"

	"renown/internal/door/console/kit"
	"renown/internal/room/fact"
	"renown/internal/room/insight"
	"renown/internal/room/opportunity"
	"renown/internal/room/publishing/order"
	"renown/internal/room/report"
)

// clientReport is what a client reads, on four sheets of paper. What is internal (orders under way, costs, hints, digests) is not in it.
type clientReport struct {
	overview
	owner   bool // who may write and share
	look    report.Appearance
	notes   map[string]string // what the author says, by section
	said    kit.Form          // the note that was refused
	figures []kit.Figure
	lines   []reportLine
	best    *insight.Standing // of all brands
	prompts []heatRow
	more    int // prompts that are not shown
	done    []order.Publication
	wrong   accuracy
	next    *opportunity.Opportunity
	keys    insight.Keys
	line    curve
}

// reportLine is one of the sentences of the first page.
type reportLine struct{ icon, tone, text string }

const (
	reportPrompts  = 24
	reportErrors   = 3
	reportArticles = 5
)

func (pages *Pages) showReport(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	return pages.reportPage(ctx, v, kit.Filled())
}

func (pages *Pages) reportPage(ctx context.Context, v *kit.Visit, said kit.Form) (kit.Reply, error) {
	v.Years = true
	r, err := pages.report(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	r.said, r.owner = said, v.User.ID != ""
	p := kit.Page{Title: kit.OrElse(r.look.Title, kit.Key("可见度报告")), Bare: true, Body: reportBody(r), Status: r.status()}
	if !said.Sound() {
		p.Status = 422
	}
	return kit.Show(p)
}

func (pages *Pages) report(ctx context.Context, v *kit.Visit) (r clientReport, err error) {
	l, err := pages.lensOf(ctx, v)
	if err != nil {
		return r, err
	}
	shown, err := pages.Insights.Report(ctx, v.Caller, v.Brand.ID, l.asked())
	if err != nil {
		return r, err
	}
	if r.overview, err = pages.overviewOf(ctx, v, l, shown.OverviewPage); err != nil {
		return r, err
	}
	r.keys = shown.Tones.Keys
	if r.look, err = pages.Reports.Appearance(ctx, v.Caller, v.Brand.ID); err != nil {
		return r, err
	}
	if r.notes, err = pages.Reports.Notes(ctx, v.Caller, v.Brand.ID, l.period()); err != nil {
		return r, err
	}
	if r.answers() == 0 {
		return r, nil
	}
	paper := r.trend.series
	paper.Flags = slices.DeleteFunc(slices.Clone(paper.Flags), func(f kit.Flag) bool { return f.Note }) // notes are for the house
	paper.Points = slices.Clone(paper.Points)
	for i := range paper.Points {
		paper.Points[i].Single = nil
	}
	r.line = newPaperChart(paper)
	return r, pages.reportParts(ctx, v, &r)
}

// reportParts adds what is wrong, what was done and what came of it, what is next, and every prompt.
func (pages *Pages) reportParts(ctx context.Context, v *kit.Visit, r *clientReport) (err error) {
	r.wrong = accuracy{lens: r.lens, brand: v.Brand.Name}
	r.wrong.Truth, err = pages.Insights.Accuracy(ctx, v.Caller, v.Brand.ID, r.asked(), fact.Which{},
		fact.Paging{Number: 1, Size: contradictionsRead})
	if err != nil {
		return err
	}
	r.wrong.group(ctx, nil)
	from, to := r.moments()
	if r.done, err = pages.Orders.Publications(ctx, v.Caller, v.Brand.ID, from, to); err != nil {
		return err
	}
	if r.effect, err = pages.newestEffect(ctx, v, r.lens); err != nil {
		return err
	}
	best, err := pages.Opportunities.Top(ctx, v.Caller, v.Brand.ID, r.asked(), 1)
	if err != nil {
		return err
	}
	if len(best) > 0 && best[0].Topic != nil {
		r.next = &best[0]
	}
	seen, err := pages.visibility(ctx, v)
	if err != nil {
		return err
	}
	for _, g := range seen.groups {
		for _, row := range g.rows {
			row.topic = g.name
			r.prompts = append(r.prompts, row)
		}
	}
	r.more = max(0, len(r.prompts)-reportPrompts)
	r.prompts = r.prompts[:len(r.prompts)-r.more]
	r.arrange(ctx)
	return nil
}

// period is the lens as the days that a note is about.
func (l lens) period() report.Period {
	return report.Period{From: l.from.Format(time.DateOnly), To: l.to.Format(time.DateOnly)}
}

// arrange puts the figures into the terms of the sheets.
func (r *clientReport) arrange(ctx context.Context) {
	in := r.Indicators
	r.figures = []kit.Figure{
		kit.NewFigure(ctx, kit.Key("可见度"), "", kit.AsRate, in.Visibility),
		kit.NewFigure(ctx, kit.Key("声量份额"), "", kit.AsRate, in.ShareOfVoice),
	}
	if r.wrong.Judging > 0 {
		r.figures = append(r.figures, kit.NewFigure(ctx, kit.Key("说错的回答"), "", kit.AsBadRate, r.wrong.Contradicted))
	}
	for i := range r.Competitors {
		if c := &r.Competitors[i]; c.Visibility != nil && (r.best == nil || *c.Visibility > *r.best.Visibility) {
			r.best = c
		}
	}
	r.lines = append(r.lines, r.visibilityLine(ctx))
	if c := r.mover(); c != nil {
		change := kit.ChangeOf(kit.AsRate, c.Change)
		r.lines = append(r.lines, reportLine{"rival", "", kit.T(ctx, "%s从 %s 变到 %s。", kit.Spaced(ctx, c.Name),
			kit.AsRate.Maybe(c.Previous), kit.AsRate.Maybe(c.Visibility)) + r.voiceText(ctx, change)})
	}
	if e := r.effect; e != nil {
		tone := map[bool]string{true: "good"}[verdictOf(e.Verdict) == worked]
		r.lines = append(r.lines, reportLine{"flag", tone, verdictSentence(ctx, *e)})
	}
}

func (r *clientReport) visibilityLine(ctx context.Context) reportLine {
	in := r.Indicators.Visibility
	change := kit.ChangeOf(kit.AsRate, in.Change)
	text := kit.T(ctx, "%s 的回答提到%s", kit.AsRate.Maybe(in.Value), kit.Spaced(ctx, r.brand.Name))
	switch {
	case change.By == nil || change.Few:
		return reportLine{"flat", "", text + kit.T(ctx, "。")}
	case !change.Significant:
		return reportLine{"flat", "", text + kit.T(ctx, "，与上期持平。")}
	case *change.By > 0:
		return reportLine{"up", "good", text + kit.T(ctx, "，比上期多 %s。", change.Word(ctx))}
	}
	return reportLine{"down", "bad", text + kit.T(ctx, "，比上期少 %s。", change.Word(ctx))}
}

// voiceText says that the share of voice changed, where it did.
func (r *clientReport) voiceText(ctx context.Context, rival kit.Change) string {
	change := kit.ChangeOf(kit.AsRate, r.Indicators.ShareOfVoice.Change)
	if change.By == nil || change.Few || !change.Significant || rival.By == nil {
		return ""
	}
	if *change.By > 0 {
		return kit.T(ctx, "%s的份额多了 %s。", kit.Spaced(ctx, r.brand.Name), change.Word(ctx))
	}
	return kit.T(ctx, "%s的份额少了 %s。", kit.Spaced(ctx, r.brand.Name), change.Word(ctx))
}

// headline is what one would say aloud.
func (r *clientReport) headline(ctx context.Context) string {
	name := kit.Spaced(ctx, r.brand.Name)
	change := kit.ChangeOf(kit.AsRate, r.Indicators.Visibility.Change)
	faster := r.mover()
	switch {
	case change.By == nil || change.Few || !change.Significant:
		return kit.T(ctx, "%s在 AI 回答里的可见度没有明显变化。", name)
	case *change.By < 0:
		return kit.T(ctx, "%s在 AI 回答里被提到得更少了。", name)
	case faster != nil && *faster.Change.Change*kit.AsRate.Factor > *change.By:
		return kit.T(ctx, "%s在 AI 回答里更常被提到了，%s涨得更快。", name, kit.Spaced(ctx, faster.Name))
	}
	return kit.T(ctx, "%s在 AI 回答里更常被提到了。", name)
}

// articles are the newest that came out in the period.
func (r *clientReport) articles() []order.Publication {
	list := slices.Clone(r.done)
	slices.Reverse(list)
	return list[:min(len(list), reportArticles)]
}

// saveReportNotes keeps what the author says where the sections are read; what is not sent stays.
func (pages *Pages) saveReportNotes(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	l, err := pages.lensOf(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	notes, err := pages.Reports.Notes(ctx, v.Caller, v.Brand.ID, l.period())
	if err != nil {
		return kit.Reply{}, err
	}
	f := v.Submitted()
	for _, section := range report.Sections {
		if v.PostForm.Has(section) {
			notes[section] = strings.TrimSpace(f.Text(section))
		}
	}
	if err := pages.Reports.SaveNotes(ctx, v.Caller, v.Brand.ID, l.period(), notes); err != nil {
		return f.Refused(v, err, func() (kit.Reply, error) { return pages.reportPage(ctx, v, f) })
	}
	v.Say("已保存")
	p := l.period()
	return kit.LeadTo(l.at("report", "period", "", "days", "", "from", p.From, "to", p.To))
}

// noteForm is the form of a section as it was typed, or as it is kept.
func (r clientReport) noteForm(section string) kit.Form {
	if r.said.Faults[section] != "" {
		return r.said
	}
	return kit.Filled(section, r.notes[section])
}
