package insight

import (
	"slices"

	"renown/internal/room/alert"
	"renown/internal/tool/stat"
)

// falseShare is the share of false ones among what looks find: q of Benjamini and Hochberg.
const falseShare = 0.01

// looksPerQuarter is one a week.
const looksPerQuarter = 13

// candidate is one figure that a look tests.
type candidate struct {
	p      float64
	large  bool // enough to be worth a word
	change *alert.Change
	passed *alert.Passing
}

type candidateList []candidate

// candidates are everything that one look tests: key figures, the visibility on each platform, and each competitor that was
// not ahead of the brand before. Changes have the variance that their cells have in common beside their own.
func candidates(in Indicators, platforms []PlatformFigures, standings []Standing, common shared) (list candidateList) {
	add := func(variance float64, of alert.Indicator, platform *string, m measure, c Change, value *float64, in Interval, n int64) {
		if c.P == nil || value == nil {
			return
		}
		same := c.Parts.Same
		list = append(list, candidate{p: c.Test.With(same, variance).P, large: max(same, -same) >= m.least, change: &alert.Change{
			Indicator: of, Platform: platform, Previous: *c.Previous, Value: *value, Denominator: n, Low: in.Low,
			High: in.High, Matched: &same,
		}})
	}
	for _, f := range keyFigures {
		if of := f.in(&in); f.watched {
			add(common[f.name], alert.Indicator(f.name), nil, f.measure, of.Change, of.Value, of.Interval, of.Denominator)
		}
	}
	for _, p := range platforms {
		add(common[p.Platform], alert.Visibility, &p.Platform, visibilityOf, p.Change, p.Visibility, p.Interval, p.Answers)
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

// believed are the candidates that are neither chance nor trifles. Figures are one family and competitors another: a
// brand with many competitors should not hear less of its own figures.
func (list candidateList) believed() (changes []alert.Change, passed []alert.Passing) {
	for _, c := range list.discovered(func(c candidate) bool { return c.change != nil }) {
		changes = append(changes, *c.change)
	}
	for _, c := range list.discovered(func(c candidate) bool { return c.passed != nil }) {
		passed = append(passed, *c.passed)
	}
	return changes, passed
}

// mainWeight is how much more the brand's visibility as a whole weighs than it would among equals. Weights are fixed
// beforehand and are one on average, so that the share of false ones stays what it is (Genovese, Roeder and Wasserman).
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
