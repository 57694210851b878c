package insight

import (
	"context"
	"slices"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/geo/alert"
	"renown/internal/tool/stat"
)

// Noticed is what one look at a brand's figures found, and how often chance alone would find such a thing in a quarter.
type Noticed struct {
	Changes                         []alert.Change
	Passed                          []alert.Passing
	ChangesByChance, PassedByChance float64
}

// falseShare is the share of false ones among what looks find: q of Benjamini and Hochberg.
const falseShare = 0.01

// looksPerQuarter is one a week.
const looksPerQuarter = 13

// Notice compares a brand's last thirty days with the thirty before, after a run. Faults: NotFound.
func (i *Insights) Notice(ctx context.Context, who account.Caller, brandID, runID string) (n Noticed, err error) {
	defer fault.Wrap(&err, "insight.Notice")

	err = i.within(ctx, who, brandID, Query{}, func(s *Scope) error {
		now, before, err := s.tables(ctx)
		if err != nil {
			return err
		}
		in := indicators(now, before)
		standings, err := s.standings(ctx, now, before, in.Visibility)
		if err != nil {
			return err
		}
		n.Changes, n.Passed = candidates(in, s.platforms(now, before), standings).believed()
		fresh, err := s.fresh(ctx, n, i.db.Now())
		if err != nil || !fresh { // dealing weeks anew is most of the work
			return err
		}
		n.ChangesByChance, n.PassedByChance, err = s.byChance(ctx, runID)
		return err
	})
	return n, err
}

// Changed are the key figures, and which of them changed: as a look at everything would tell, but for competitors.
func (s *Scope) Changed(ctx context.Context) (in Indicators, changes []alert.Change, err error) {
	defer fault.Wrap(&err, "insight.Changed")

	now, before, err := s.tables(ctx)
	if err != nil {
		return in, nil, err
	}
	in = indicators(now, before)
	changes, _ = candidates(in, s.platforms(now, before), nil).believed()
	return in, changes, nil
}

// fresh tells whether a look found what was not said yet. What will be forgotten before it is said counts as forgotten.
func (s *Scope) fresh(ctx context.Context, n Noticed, now timestamp.Time) (bool, error) {
	soon := now.Add(time.Hour)
	changes, err := alert.FreshChanges(ctx, s.Q, s.Brand.ID, slices.Clone(n.Changes), soon)
	if err != nil || len(changes) > 0 {
		return true, err
	}
	passed, err := alert.FreshPassings(ctx, s.Q, s.Brand.ID, slices.Clone(n.Passed), soon)
	return len(passed) > 0, err
}

// candidate is one figure that a look tests.
type candidate struct {
	p      float64
	large  bool // enough to be worth a word
	change *alert.Change
	passed *alert.Passing
}

type candidateList []candidate

// candidates are everything that one look tests: key figures, the visibility on each platform, and each competitor that was
// not ahead of the brand before.
func candidates(in Indicators, platforms []PlatformFigures, standings []Standing) (list candidateList) {
	add := func(of alert.Indicator, platform *string, m measure, c Change, value *float64, in Interval, n int64) {
		if c.P == nil || value == nil {
			return
		}
		same := c.Parts.Same
		list = append(list, candidate{p: *c.P, large: max(same, -same) >= m.least, change: &alert.Change{
			Indicator: of, Platform: platform, Previous: *c.Previous, Value: *value, Denominator: n, Low: in.Low, High: in.High, Matched: &same,
		}})
	}
	for _, of := range []struct {
		indicator alert.Indicator
		measure
		Indicator
	}{
		{alert.Visibility, visibilityOf, in.Visibility},
		{alert.ShareOfVoice, voiceOf, in.ShareOfVoice},
		{alert.AveragePosition, positionOf, in.AveragePosition},
		{alert.FirstRate, firstOf, in.FirstRate},
		{alert.Top3Rate, top3Of, in.Top3Rate},
		{alert.Sentiment, toneOfBrand, in.Sentiment},
		{alert.OwnCitationRate, ownCitedOf, in.OwnCitationRate},
	} {
		add(of.indicator, nil, of.measure, of.Change, of.Value, of.Interval, of.Denominator)
	}
	for _, p := range platforms {
		add(alert.Visibility, &p.Platform, visibilityOf, p.Change, p.Visibility, p.Interval, p.Answers)
	}
	at := slices.IndexFunc(standings, func(s Standing) bool { return s.IsBrand })
	for _, c := range standings {
		if c.IsBrand || !c.Ahead.Known || c.Ahead.Before > 0 {
			continue
		}
		list = append(list, candidate{p: c.Ahead.P, large: c.Ahead.Now >= points, passed: &alert.Passing{
			CompetitorID: *c.CompetitorID, Name: c.Name, Theirs: *c.Visibility, Ours: *standings[at].Visibility, Denominator: c.Answers,
		}})
	}
	return list
}

// believed are the candidates that are neither chance nor trifles. Figures are one family and competitors another: a brand with
// many competitors should not hear less of its own figures.
func (list candidateList) believed() (changes []alert.Change, passed []alert.Passing) {
	for _, c := range list.discovered(func(c candidate) bool { return c.change != nil }) {
		changes = append(changes, *c.change)
	}
	for _, c := range list.discovered(func(c candidate) bool { return c.passed != nil }) {
		passed = append(passed, *c.passed)
	}
	return changes, passed
}

// mainWeight is how much more the brand's visibility as a whole weighs than it would among equals. Weights are fixed beforehand
// and are one on average, so that the share of false ones stays what it is (Genovese, Roeder and Wasserman).
const mainWeight = 3

func (list candidateList) weigh(p []float64) {
	n := float64(len(list))
	if n <= mainWeight {
		return
	}
	for i, c := range list {
		switch {
		case c.change == nil:
		case c.change.Indicator == alert.Visibility && c.change.Platform == nil:
			p[i] /= mainWeight
		default:
			p[i] /= (n - mainWeight) / (n - 1)
		}
	}
}

func (list candidateList) discovered(of func(candidate) bool) (found candidateList) {
	var family candidateList
	var p []float64
	for _, c := range list {
		if of(c) {
			family, p = append(family, c), append(p, c.p)
		}
	}
	family.weigh(p)
	for i, yes := range stat.Discoveries(p, falseShare) {
		if yes && family[i].large {
			found = append(found, family[i])
		}
	}
	return found
}
