package insight

import (
	"context"
	"errors"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/geo/alert"
	"renown/internal/room/geo/brand"
	"renown/internal/room/geo/finding"
	"renown/internal/room/geo/run"
)

// Overview is what a brand manager opens in the morning.
type Overview struct {
	Period               Period            `json:"period"`
	Filters              Filters           `json:"filters"`
	Indicators           Indicators        `json:"indicators"`
	Trend                []OverviewDay     `json:"trend"`
	Platforms            []PlatformFigures `json:"platforms"`
	Competitors          []Standing        `json:"competitors"`
	SuggestedCompetitors []Suggestion      `json:"suggested_competitors"`
	Alerts               []alert.Alert     `json:"alerts"`
	AvailablePlatforms   []run.Available   `json:"available_platforms"`
	LastRun              *brand.LastRun    `json:"last_run"`
	Excluded             Excluded          `json:"excluded"`
	Rereading            *finding.Progress `json:"rereading"`
	Revision             string            `json:"-"` // see Insights.Revision
}

// Indicators are the five key figures.
type Indicators struct {
	Visibility      Indicator `json:"visibility"`
	ShareOfVoice    Indicator `json:"share_of_voice"`
	AveragePosition Indicator `json:"average_position"`
	Sentiment       Indicator `json:"sentiment"`
	CitationRate    Indicator `json:"citation_rate"`
}

// Figures are the same five as plain numbers, with the interval of the first.
type Figures struct {
	Answers    int64    `json:"answers"`
	Mentions   int64    `json:"mentions"`
	Visibility *float64 `json:"visibility"`
	Interval
	ShareOfVoice    *float64 `json:"share_of_voice"`
	AveragePosition *float64 `json:"average_position"`
	Sentiment       *float64 `json:"sentiment"`
	CitationRate    *float64 `json:"citation_rate"`
}

// OverviewDay is one day of the trend.
type OverviewDay struct {
	Date string `json:"date"`
	Figures
}

// PlatformFigures are the figures of one platform.
type PlatformFigures struct {
	Platform string `json:"platform"`
	Name     string `json:"name"`
	Figures
	Change
}

// Overview analyses a brand. Faults: NotFound, and Malformed for a period that is none.
func (i *Insights) Overview(ctx context.Context, who account.Caller, brandID string, query Query) (out Overview, err error) {
	defer fault.Wrap(&err, "insight.Overview")

	if err := i.ask(ctx, who, brandID, query, want("overview", &out, (*scope).overview)); err != nil {
		return out, err
	}
	out.AvailablePlatforms, err = i.runs.Available(ctx, who)
	return out, err
}

// lastRun is read where the revision reads it. What the brand notes of its runs can lag while an older program works on the
// same database.
func (s *scope) lastRun(ctx context.Context) (*brand.LastRun, error) {
	last := &brand.LastRun{}
	err := s.q.QueryRow(ctx, `SELECT id, status, finished_at FROM runs WHERE brand_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1`, s.brand.ID).
		Scan(&last.RunID, &last.Status, &last.FinishedAt)
	if errors.Is(err, store.ErrNoRows) {
		return nil, nil
	}
	return last, err
}

func (s *scope) overview(ctx context.Context) (out Overview, err error) {
	now, err := s.entries(ctx, s.span)
	if err != nil {
		return out, err
	}
	before, err := s.totals(ctx, s.span.before())
	if err != nil {
		return out, err
	}
	last, err := s.lastRun(ctx)
	if err != nil {
		return out, err
	}
	out = Overview{
		Revision: s.revision, Period: s.span.period(), Filters: s.filters(), LastRun: last, Excluded: now.total(forBoth).excluded(),
		Indicators: indicators(now, before), Trend: trend(now), Platforms: s.platforms(now, before),
	}
	if out.Competitors, err = s.standings(ctx, now.total(forVisibility), before.total(forVisibility)); err != nil {
		return out, err
	}
	if out.SuggestedCompetitors, err = s.suggestions(ctx); err != nil {
		return out, err
	}
	if out.Alerts, err = s.alerts(ctx); err != nil {
		return out, err
	}
	out.Rereading, err = finding.ProgressOf(ctx, s.q, s.brand.ID)
	return out, err
}

func (s sums) visibility() share { return share{s.Named, s.Answers} }
func (s sums) voice() share      { return share{s.Named, s.Named + s.Others} }
func (s sums) citing() share     { return share{s.Cited, s.Answers} }

func indicators(now, before entries) Indicators {
	seen, was := now.total(forVisibility), before.total(forVisibility)
	all, allWas := now.total(forBoth), before.total(forBoth)
	return Indicators{
		Visibility:      proportion(seen.visibility(), was.visibility()),
		ShareOfVoice:    proportion(seen.voice(), was.voice()),
		AveragePosition: average(seen.positions(), was.positions(), 1, worst),
		Sentiment:       average(now.total(forSentiment).scores(), before.total(forSentiment).scores(), -1, 1),
		CitationRate:    proportion(all.citing(), allWas.citing()),
	}
}

// worst is a position that no answer reaches.
const worst = 1e6

// figures are the five key figures of some entries.
func (list entries) figures() Figures {
	seen, all := list.total(forVisibility), list.total(forBoth)
	return Figures{
		Answers: seen.Answers, Mentions: seen.Named,
		Visibility: rate(seen.Named, seen.Answers), Interval: wilson(seen.Named, seen.Answers),
		ShareOfVoice: rate(seen.Named, seen.Named+seen.Others), AveragePosition: mean(seen.positions()),
		Sentiment: mean(list.total(forSentiment).scores()), CitationRate: rate(all.Cited, all.Answers),
	}
}

// trend has an entry for each day that has answers.
func trend(now entries) []OverviewDay {
	list := []OverviewDay{}
	for _, day := range parted(now, byDay) {
		if day.total(forBoth).Answers > 0 {
			list = append(list, OverviewDay{dayText(day.key), day.figures()})
		}
	}
	return list
}

func (s *scope) platforms(now, before entries) []PlatformFigures {
	list := []PlatformFigures{}
	was := map[string]sums{}
	for _, p := range parted(before, byPlatform) {
		was[p.key] = p.total(forVisibility)
	}
	for _, p := range s.ordered(parted(now, byPlatform)) {
		list = append(list, PlatformFigures{p.key, s.name(p.key), p.figures(), proportion(p.total(forVisibility).visibility(), was[p.key].visibility()).Change})
	}
	return list
}

const alertsShown = 50

// alerts are the newest of a brand, whatever the period.
func (s *scope) alerts(ctx context.Context) ([]alert.Alert, error) {
	return alert.List(ctx, s.q, s.brand.ID, alertsShown)
}
