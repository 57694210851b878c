package insight

import (
	"math"

	"renown/internal/room/geo/finding"
	"renown/internal/tool/stat"
)

// kind is which prompts an analysis counts, by what they count for.
type kind int

const (
	forVisibility kind = iota
	forSentiment
	forBoth
	unbranded
)

func (k kind) takes(kinds string) bool {
	switch k {
	case forVisibility:
		return kinds == "v" || kinds == "vs"
	case forSentiment:
		return kinds == "s" || kinds == "vs" || kinds == "sb"
	case unbranded:
		return kinds == "v" || kinds == "s" || kinds == "vs"
	}
	return true
}

// CountsFor tells what answers to a prompt of these kinds count for.
func CountsFor(kinds string) (visibility, sentiment bool) {
	return forVisibility.takes(kinds), forSentiment.takes(kinds)
}

// Unbranded tells whether prompts of these kinds do not name the brand.
func Unbranded(kinds string) bool { return unbranded.takes(kinds) }

// sql limits findings to the same prompts.
func (k kind) sql() string {
	return [...]string{`kinds IN ('v', 'vs')`, `kinds IN ('s', 'vs', 'sb')`, `TRUE`, `kinds IN ('v', 's', 'vs')`}[k]
}

// scale is that of ofScore in the tables.
const scale = finding.Scale

// counts are what figures are computed from. They add up over days and cells.
type counts struct {
	answers, named, others, positions            int64
	positive, neutral, negative, unjudged, score int64 // of all judges, until one is chosen
	byModel                                      finding.ByModel
	otherwise                                    int64 // judged, and not by the judge that was chosen
	cited, citations, own, competitor            int64
	ownCited, first, top3, unknown               int64
	failed, empty, refused, cut, broken          int64
}

func countsOf(f *finding.CellFigures) counts {
	return counts{
		f.Answers, f.Named, f.Others, f.Positions,
		f.Positive, f.Neutral, f.Negative, f.Unjudged, f.Sum, f.Model, 0,
		f.Cited, f.Citations, f.Own, f.Competitor,
		f.OwnCited, f.First, f.Top3, f.Unknown,
		0, f.Empty, f.Refused, f.Cut, f.Broken,
	}
}

func (c *counts) add(d *counts) {
	c.answers += d.answers
	c.named += d.named
	c.others += d.others
	c.positions += d.positions
	c.positive += d.positive
	c.neutral += d.neutral
	c.negative += d.negative
	c.unjudged += d.unjudged
	c.score += d.score
	c.byModel.Join(d.byModel)
	c.otherwise += d.otherwise
	c.cited += d.cited
	c.citations += d.citations
	c.own += d.own
	c.competitor += d.competitor
	c.ownCited += d.ownCited
	c.first += d.first
	c.top3 += d.top3
	c.unknown += d.unknown
	c.failed += d.failed
	c.empty += d.empty
	c.refused += d.refused
	c.cut += d.cut
	c.broken += d.broken
}

func (c *counts) judged() int64 { return c.positive + c.neutral + c.negative }

func (c *counts) excluded() Excluded {
	return Excluded{c.failed, c.empty, c.refused, c.cut, c.broken}
}

// Excluded are answers left out of every denominator.
type Excluded struct {
	Failed  int64 `json:"failed"`
	Empty   int64 `json:"empty"`
	Refused int64 `json:"refused"`
	Cut     int64 `json:"cut"`   // at the token limit
	Error   int64 `json:"error"` // an error text of the service instead of an answer
}

// measure is a ratio that is read off counts: which prompts it is over, and between what it lies.
type measure struct {
	of        kind
	ratio     stat.Kind
	low, high float64
	least     float64 // the smallest change that deserves an alert
	y, x      amount
}

// amount is a sum of some numbers of counts, of which so many make one; 0 means 1.
type amount struct {
	columns []dayNumber
	per     float64
}

func (a amount) of(c *counts) float64 {
	n, numbers := int64(0), c.numbers()
	for _, i := range a.columns {
		n += *numbers[i]
	}
	return a.scaled(n)
}

func (a amount) scaled(n int64) float64 {
	if a.per == 0 {
		return float64(n)
	}
	return float64(n) / a.per
}

// exact takes off a sum of amounts what adding them rounded, so that it is the same whatever the order and the cells.
func (a amount) exact(sum float64) float64 {
	if a.per == 0 {
		return sum
	}
	return a.scaled(int64(math.Round(sum * a.per)))
}

// worst is a position that no answer reaches.
const worst = 1e6

// points is the smallest change of a rate that deserves an alert.
const points = 0.03

func whole(columns ...dayNumber) amount { return amount{columns, 0} }

var judgedOf = whole(ofPositive, ofNeutral, ofNegative)

func rateOf(k kind, y, x amount) measure { return measure{k, stat.Rate, 0, 1, points, y, x} }

// shareOf is a share of something that answers have more or less of.
func shareOf(k kind, y, x amount) measure { return measure{k, stat.Share, 0, 1, points, y, x} }

// Measures. Share of voice and own share are ratios over answers within prompts: one answer adds several mentions or citations.
var (
	visibilityOf   = rateOf(forVisibility, whole(ofNamed), whole(ofAnswers))
	voiceOf        = shareOf(forVisibility, whole(ofNamed), whole(ofNamed, ofOthers))
	positionOf     = measure{forVisibility, stat.Mean, 1, worst, 0.25, whole(ofPositions), whole(ofNamed)}
	toneOfBrand    = measure{forSentiment, stat.Mean, -1, 1, 2 * points, amount{[]dayNumber{ofScore}, scale}, judgedOf}
	negativeOf     = shareOf(forSentiment, whole(ofNegative), judgedOf)
	positiveOf     = shareOf(forSentiment, whole(ofPositive), judgedOf)
	neutralOf      = shareOf(forSentiment, whole(ofNeutral), judgedOf)
	citationRateOf = rateOf(forBoth, whole(ofCited), whole(ofAnswers))
	ownCitedOf     = rateOf(forBoth, whole(ofOwnCited), whole(ofAnswers))
	ownShareOf     = shareOf(forBoth, whole(ofOwn), whole(ofCitations))
	firstOf        = rateOf(forVisibility, whole(ofFirst), whole(ofAnswers))
	top3Of         = rateOf(forVisibility, whole(ofTop3), whole(ofAnswers))
	unknownOf      = rateOf(forBoth, whole(ofUnknown), whole(ofAnswers))
)
