package analysis

import (
	"context"
	"time"

	"renown/internal/door/console/kit"
	"renown/internal/floor/timestamp"
	"renown/internal/room/brand"
	"renown/internal/room/insight"
	"renown/internal/room/insight/proof"
	"renown/internal/room/publishing/order"
	"renown/internal/room/report"
)

// clientReport is the overview for a client, on paper.
type clientReport struct {
	overview
	look    report.Appearance
	notes   map[string]string // what the author says, by section
	prompts []heatRow
	more    int // prompts that are not shown
	done    []deed
	effects []verdictLine
	domains []insight.Domain
	gaps    []insight.Gap
	quotes  []quote
	line    paperChart
	made    timestamp.Time
	grounds proof.Basis
}

// deed is something that was published, or is on its way to be.
type deed struct {
	title, outlet, url string
	state              order.State
	at                 *timestamp.Time // of publication
}

// verdictLine is a campaign in one sentence.
type verdictLine struct{ name, text string }

const (
	reportDomains = 10
	reportGaps    = 5
	reportQuotes  = 3 // of each side
	reportPrompts = 60
	reportWaiting = 20 // orders that are not published yet
	reportEffects = 5  // campaigns, of which each may be measured
)

func (pages *Pages) showReport(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	v.Years = true
	r, err := pages.report(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	return kit.Show(kit.Page{Title: kit.OrElse(r.look.Title, kit.Key("可见度报告")), Bare: true, Body: reportBody(r), Status: r.status()})
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
	for i := range r.figures { // paper has no links
		r.figures[i].Plan = ""
	}
	r.made, r.line = v.Now, newPaperChart(r.trend.series)
	r.domains = shown.Citations.Domains[:min(len(shown.Citations.Domains), reportDomains)]
	r.gaps = shown.Citations.Gaps[:min(len(shown.Citations.Gaps), reportGaps)]
	if r.look, err = pages.Reports.Appearance(ctx, v.Caller, v.Brand.ID); err != nil {
		return r, err
	}
	if r.notes, err = pages.Reports.Notes(ctx, v.Caller, v.Brand.ID, l.period()); err != nil {
		return r, err
	}
	if r.answers() == 0 {
		return r, nil
	}
	tones, err := pages.sentimentOf(ctx, v, l, shown.Tones)
	if err != nil {
		return r, err
	}
	r.chooseQuotes(tones.quotes)
	if r.grounds, err = pages.Proofs.Grounds(ctx, v.Caller, v.Brand.ID, l.asked()); err != nil {
		return r, err
	}
	return r, pages.reportDeeds(ctx, v, &r)
}

// period is the lens as the days that a note is about.
func (l lens) period() report.Period {
	return report.Period{From: l.from.Format(time.DateOnly), To: l.to.Format(time.DateOnly)}
}

// reportDeeds adds to a report what was asked, done and achieved, and what is next.
func (pages *Pages) reportDeeds(ctx context.Context, v *kit.Visit, r *clientReport) error {
	var err error
	if r.opportunities, err = pages.Opportunities.Top(ctx, v.Caller, v.Brand.ID, r.asked(), stepsShown); err != nil {
		return err
	}
	r.arrangeWhy(ctx)
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
	if err := pages.reportDone(ctx, v, r); err != nil {
		return err
	}
	return pages.reportEffects(ctx, v, r)
}

// reportDone lists what was published in the period, and what was ordered until its end and is under way.
func (pages *Pages) reportDone(ctx context.Context, v *kit.Visit, r *clientReport) error {
	from, to := r.moments()
	published, err := pages.Orders.Publications(ctx, v.Caller, v.Brand.ID, from, to)
	if err != nil {
		return err
	}
	for _, p := range published {
		r.done = append(r.done, deed{title: p.Title, outlet: p.Outlet, url: p.URL, state: order.Published, at: &p.At})
	}
	waiting, _, err := pages.Orders.List(ctx, v.Caller, order.Filter{
		Brand: v.Brand.ID, To: &to, States: []string{
			string(order.AwaitingReview), string(order.NeedsRevision),
			string(order.InPublication),
		}, Paging: order.Paging{Number: 1, Size: reportWaiting},
	})
	for _, o := range waiting {
		r.done = append(r.done, deed{title: o.Content.Title, outlet: o.Outlet.Name, state: o.Status})
	}
	return err
}

// reportEffects says of the newest campaigns that ran in the period what came of them.
func (pages *Pages) reportEffects(ctx context.Context, v *kit.Visit, r *clientReport) error {
	from, to := r.moments()
	list, _, err := pages.Campaigns.List(ctx, v.Caller, v.Brand.ID, brand.Paging{Number: 1, Size: campaignsListed})
	if err != nil {
		return err
	}
	for _, c := range list {
		if !c.DeclaredAt.Before(to.Time) || (c.EndedAt != nil && c.EndedAt.Before(from.Time)) || len(r.effects) == reportEffects {
			continue
		}
		if c.Judged != nil {
			r.effects = append(r.effects, verdictLine{c.Name, said(ctx, len(c.Targets), *c.Judged)})
			continue
		}
		measured, err := pages.Campaigns.Measure(ctx, v.Caller, c.ID)
		if err != nil {
			return err
		}
		r.effects = append(r.effects, verdictLine{c.Name, verdictSentence(ctx, campaignView{Measured: measured})})
	}
	return nil
}

// chooseQuotes takes the sharpest of each side.
func (r *clientReport) chooseQuotes(quotes []quote) {
	for _, side := range []string{"positive", "negative"} {
		found := 0
		for _, q := range quotes {
			if q.Sentiment == side && found < reportQuotes {
				r.quotes = append(r.quotes, q)
				found++
			}
		}
	}
}
