package insight

import (
	"context"
	"errors"

	"renown/internal/floor/day"
	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/alert"
	"renown/internal/room/brand"
	"renown/internal/room/reading"
	"renown/internal/room/run"
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
	ModelChanges         []ModelChange     `json:"model_changes"`
	Mode                 string            `json:"mode"`
	Surface              string            `json:"surface"`
	Judges               Judges            `json:"judges"`       // of tone
	Contradicted         *Indicator        `json:"contradicted"` // answers that contradict a fact, of those that name the brand; nil: no answer was held against one
	CheckedReadings      *CheckedReadings  `json:"checked_readings,omitempty"`
	Rereading            *reading.Progress `json:"rereading"`
	ReadAnewOn           *string           `json:"read_anew_on"` // see reading.Reading
	Revision             string            `json:"-"`            // see Insights.Revision
	Compared             Period            `json:"-"`            // the days that the period is compared with
	Contributions        Contributions     `json:"-"`
}

// Indicators are the key figures. The citation rate is a property of the platform rather than of the brand.
type Indicators struct {
	Visibility      Indicator `json:"visibility"`
	ShareOfVoice    Indicator `json:"share_of_voice"`
	AveragePosition Indicator `json:"average_position"`
	Sentiment       Indicator `json:"sentiment"`
	OwnCitationRate Indicator `json:"own_citation_rate"` // its own site, a placed article, or both
	OwnSiteRate     Indicator `json:"own_site_rate"`
	PlacedRate      Indicator `json:"placed_rate"`
	FirstRate       Indicator `json:"first_rate"`
	Top3Rate        Indicator `json:"top3_rate"`
	NegativeShare   Indicator `json:"negative_share"`
	UnknownRate     Indicator `json:"unknown_rate"`
	CitationRate    Indicator `json:"citation_rate"`
}

// ModelChange is a day on which other models answered than on the day before.
type ModelChange struct {
	Date     string   `json:"date"`
	Platform string   `json:"platform"`
	From     []string `json:"from"`
	To       []string `json:"to"`
}

// Figures are the same as plain numbers, with the interval of the first.
type Figures struct {
	Answers    int64    `json:"answers"`
	Mentions   int64    `json:"mentions"`
	Visibility *float64 `json:"visibility"`
	Read       *float64 `json:"read,omitempty"` // visibility before it was corrected; nil: too few readings checked
	Interval
	ShareOfVoice    *float64 `json:"share_of_voice"`
	AveragePosition *float64 `json:"average_position"`
	Sentiment       *float64 `json:"sentiment"`
	OwnCitationRate *float64 `json:"own_citation_rate"`
	FirstRate       *float64 `json:"first_rate"`
	Top3Rate        *float64 `json:"top3_rate"`
	NegativeShare   *float64 `json:"negative_share"`
	CitationRate    *float64 `json:"citation_rate"`
}

// OverviewDay is one day of the trend. Each rate is the mean over its cells, so that several runs a day weigh as one.
type OverviewDay struct {
	Date string `json:"date"`
	Figures
}

// PlatformFigures are the figures of one platform.
type PlatformFigures struct {
	Platform string `json:"platform"`
	Name     string `json:"name"`
	Figures
	Wide
	// Standardised is the visibility over the prompts that all platforms of the period answered, each weighing the same.
	Standardised *float64 `json:"visibility_standardised"`
	Change
}

// Overview analyses a brand. Faults: NotFound, and Malformed for a period that is none.
func (i *Insights) Overview(ctx context.Context, who account.Caller, brandID string, query Query) (out Overview, err error) {
	defer fault.Wrap(&err, "insight.Overview")

	if err := i.Analyse(ctx, who, brandID, query, Made("overview", &out, (*Scope).Overview)); err != nil {
		return out, err
	}
	out.AvailablePlatforms, err = i.runs.Available(ctx, who)
	return out, err
}

// lastRun is read where the revision reads it.
func (s *Scope) lastRun(ctx context.Context) (*brand.LastRun, error) {
	last := &brand.LastRun{}
	err := s.Q.QueryRow(ctx,
		`SELECT id, status, finished_at FROM runs WHERE brand_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1`,
		s.Brand.ID).
		Scan(&last.RunID, &last.Status, &last.FinishedAt)
	if errors.Is(err, store.ErrNoRows) {
		return nil, nil
	}
	return last, err
}

// dailyMost is how many days of the period before are read one by one, to see how answers persist.
const dailyMost = 92

// tables are the period and the one before, as table reads them. Whole ones are read once for all analyses of a snapshot.
func (s *Scope) tables(ctx context.Context) (now, before *table, err error) {
	if s.now != nil {
		return s.now, s.then, nil
	}
	if now, err = s.table(ctx, s.dates, true); err != nil {
		return nil, nil, err
	}
	was := s.before()
	if before, err = s.table(ctx, was, was.Days() <= dailyMost); err != nil {
		return nil, nil, err
	}
	judges := now.judgedIn(day.Span{})
	now.judgeBy(judges)
	before.judgeBy(judges)
	s.now, s.then = now, before
	return now, before, nil
}

// alertsShown are the newest of a brand, whatever the period.
const alertsShown = 50

func (s *Scope) Overview(ctx context.Context) (out Overview, err error) {
	defer fault.Wrap(&err, "insight.Overview")

	if out, err = s.Counted(ctx); err != nil {
		return out, err
	}
	if out.SuggestedCompetitors, err = s.Suggestions(ctx); err != nil {
		return out, err
	}
	if out.LastRun, err = s.lastRun(ctx); err != nil {
		return out, err
	}
	if out.Alerts, err = alert.List(ctx, s.Q, s.Brand.ID, alertsShown); err != nil {
		return out, err
	}
	if out.Contradicted, err = s.contradicted(ctx); err != nil {
		return out, err
	}
	if out.CheckedReadings = s.checkedReadings; s.anewOn != nil {
		on := s.anewOn.String()
		out.ReadAnewOn = &on
	}
	out.Rereading, err = reading.ProgressOf(ctx, s.Q, s.Brand.ID)
	return out, err
}

// Counted is the part of the overview that follows from figures of days.
func (s *Scope) Counted(ctx context.Context) (out Overview, err error) {
	defer fault.Wrap(&err, "insight.Counted")

	now, before, err := s.tables(ctx)
	if err != nil {
		return out, err
	}
	all := now.total(forBoth, "")
	out = Overview{
		Revision: s.Revision, Period: s.Period(), Filters: s.Filters(), Excluded: all.excluded(),
		Mode: s.Query.mode(), Surface: s.Query.surface(),
		Indicators: indicators(now, before), Trend: now.trend(), Platforms: s.platforms(now, before), ModelChanges: now.modelChanges(),
		Judges: now.judges, Compared: periodOf(s.before()),
	}
	if out.Competitors, err = s.standings(ctx, now, before, out.Indicators.Visibility); err != nil {
		return out, err
	}
	if out.Contributions, err = s.contributions(ctx, now, before, out.Competitors); err != nil {
		return out, err
	}
	cells := now.cells(forVisibility, "")
	s.indicate(&out.Indicators, cells, before.cells(forVisibility, ""))
	naming, heard := s.Audit.Naming("", answersOn(cells)), s.heard(cells)
	for i := range out.Trend { // the period's, as a day's platforms are those of all days
		s.figure(&out.Trend[i].Figures, naming, heard)
	}
	return out, nil
}

func indicators(now, before *table) (in Indicators) {
	for _, f := range keyFigures {
		*f.in(&in) = f.indicator(now.cells(f.of, ""), before.cells(f.of, ""))
	}
	return in
}

func (s *Scope) platforms(now, before *table) []PlatformFigures {
	list := []PlatformFigures{}
	shared := now.shared()
	for _, p := range now.platforms(s) {
		in := visibilityOf.indicator(now.cells(forVisibility, p), before.cells(forVisibility, p))
		cells := now.cells(forVisibility, p)
		seen, judged, all := now.total(forVisibility, p), now.total(forSentiment, p), now.total(forBoth, p)
		of := PlatformFigures{
			Platform: p, Name: s.PlatformName(p), Wide: in.Wide, Change: in.Change,
			Standardised: standardised(cells, shared),
			Figures: Figures{
				Answers: seen[reading.Answers], Mentions: seen[reading.Named], Visibility: in.Value, Interval: in.Interval,
				ShareOfVoice:    rate(seen[reading.Named], seen[reading.Named]+seen[reading.Others]),
				AveragePosition: positionOf.mean(cells),
				Sentiment:       toneOfBrand.mean(now.cells(forSentiment, p)), OwnCitationRate: rate(all[reading.OwnCited], all[reading.Answers]),
				FirstRate:     rate(seen[reading.First], seen[reading.Answers]),
				Top3Rate:      rate(seen[reading.Top3], seen[reading.Answers]),
				NegativeShare: rate(judged[reading.Negative], judged.judged()),
				CitationRate:  rate(all[reading.Cited], all[reading.Answers]),
			},
		}
		if naming := s.Audit.Naming("", answersOn(cells)); s.Audit != nil {
			value := s.correct(in.Value, &Interval{}, &of.Wide, &of.Change, naming, naming)
			s.figure(&of.Figures, naming, s.heard(cells))
			of.Visibility, of.Standardised = value, corrected(of.Standardised, naming)
		}
		list = append(list, of)
	}
	return list
}

// shared are the prompts that every platform answered which answered any.
func (t *table) shared() map[string]bool {
	platforms, by := map[string]bool{}, map[string]map[string]bool{}
	for _, c := range t.cells(forVisibility, "") {
		if c.counts[reading.Answers] == 0 {
			continue
		}
		platforms[c.platform] = true
		if by[c.prompt] == nil {
			by[c.prompt] = map[string]bool{}
		}
		by[c.prompt][c.platform] = true
	}
	out := map[string]bool{}
	for prompt, on := range by {
		if len(on) == len(platforms) {
			out[prompt] = true
		}
	}
	return out
}

// standardised is the mean of the rates at the prompts that all platforms share; nil for fewer than three of them.
func standardised(list []cell, shared map[string]bool) *float64 {
	sum, n := 0.0, 0
	for _, c := range list {
		if shared[c.prompt] && c.counts[reading.Answers] > 0 {
			sum += float64(c.counts[reading.Named]) / float64(c.counts[reading.Answers])
			n++
		}
	}
	if n < leastPrompts {
		return nil
	}
	return new(sum / float64(n))
}
