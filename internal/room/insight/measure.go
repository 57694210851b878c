package insight

import (
	"math"

	"renown/internal/room/reading"
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

// scale is that of reading.Score in the tables.
const scale = reading.Scale

// counts are what figures are computed from: the numbers that days keep, and a few beside them. Judgements are those
// of all judges, until one is
// chosen.
type counts [countsNumbers]int64

func countsOf(f *reading.Counts) (c counts) {
	copy(c[:], f[:])
	return c
}

func (c *counts) add(d *counts) {
	for i, n := range d {
		c[i] += n
	}
}

func (c *counts) judged() int64 {
	return c[reading.Positive] + c[reading.Neutral] + c[reading.Negative]
}

func (c *counts) modelJudged() int64 {
	return c[reading.ModelPositive] + c[reading.ModelNeutral] + c[reading.ModelNegative]
}

func (c *counts) excluded() Excluded {
	return Excluded{c[ofFailed], c[reading.Empty], c[reading.Refused], c[reading.Cut], c[reading.Broken]}
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
	columns []reading.Number
	per     float64
}

func (a amount) of(c *counts) float64 {
	n := int64(0)
	for _, i := range a.columns {
		n += c[i]
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

func whole(columns ...reading.Number) amount { return amount{columns, 0} }

var judgedOf = whole(reading.Positive, reading.Neutral, reading.Negative)

func rateOf(k kind, y, x amount) measure { return measure{k, stat.Rate, 0, 1, points, y, x} }

// shareOf is a share of something that answers have more or less of.
func shareOf(k kind, y, x amount) measure { return measure{k, stat.Share, 0, 1, points, y, x} }

// Measures. Share of voice is a ratio over answers within prompts: one answer adds several mentions.
var (
	visibilityOf   = rateOf(forVisibility, whole(reading.Named), whole(reading.Answers))
	voiceOf        = shareOf(forVisibility, whole(reading.Named), whole(reading.Named, reading.Others))
	positionOf     = measure{forVisibility, stat.Mean, 1, worst, 0.25, whole(reading.Positions), whole(reading.Named)}
	toneOfBrand    = measure{forSentiment, stat.Mean, -1, 1, 2 * points, amount{[]reading.Number{reading.Score}, scale}, judgedOf}
	negativeOf     = shareOf(forSentiment, whole(reading.Negative), judgedOf)
	positiveOf     = shareOf(forSentiment, whole(reading.Positive), judgedOf)
	neutralOf      = shareOf(forSentiment, whole(reading.Neutral), judgedOf)
	citationRateOf = rateOf(forBoth, whole(reading.Cited), whole(reading.Answers))
	ownCitedOf     = rateOf(forBoth, whole(reading.OwnCited), whole(reading.Answers))
	ownSiteOf      = rateOf(forBoth, whole(reading.SiteCited), whole(reading.Answers))
	placedOf       = rateOf(forBoth, whole(reading.PlacedCited), whole(reading.Answers))
	firstOf        = rateOf(forVisibility, whole(reading.First), whole(reading.Answers))
	top3Of         = rateOf(forVisibility, whole(reading.Top3), whole(reading.Answers))
	unknownOf      = rateOf(forBoth, whole(reading.Unknown), whole(reading.Answers))
)

// keyFigures are the rows of Indicators: what each is called by the API, alerts, agents and the glossary, what it
// measures, and whether a change of it
// is looked for. Their order is that in which they are told.
var keyFigures = []struct {
	name string
	measure
	watched bool
	in      func(*Indicators) *Indicator
}{
	{"visibility", visibilityOf, true, func(in *Indicators) *Indicator { return &in.Visibility }},
	{"share_of_voice", voiceOf, true, func(in *Indicators) *Indicator { return &in.ShareOfVoice }},
	{"average_position", positionOf, true, func(in *Indicators) *Indicator { return &in.AveragePosition }},
	{"first_rate", firstOf, true, func(in *Indicators) *Indicator { return &in.FirstRate }},
	{"top3_rate", top3Of, true, func(in *Indicators) *Indicator { return &in.Top3Rate }},
	{"sentiment", toneOfBrand, true, func(in *Indicators) *Indicator { return &in.Sentiment }},
	{"negative_share", negativeOf, false, func(in *Indicators) *Indicator { return &in.NegativeShare }},
	{"own_citation_rate", ownCitedOf, true, func(in *Indicators) *Indicator { return &in.OwnCitationRate }},
	{"own_site_rate", ownSiteOf, false, func(in *Indicators) *Indicator { return &in.OwnSiteRate }},
	{"placed_rate", placedOf, false, func(in *Indicators) *Indicator { return &in.PlacedRate }},
	{"citation_rate", citationRateOf, false, func(in *Indicators) *Indicator { return &in.CitationRate }},
	{"unknown_rate", unknownOf, false, func(in *Indicators) *Indicator { return &in.UnknownRate }},
}

// Each calls do for each of them by its name.
func (in Indicators) Each(do func(name string, of Indicator)) {
	for _, f := range keyFigures {
		do(f.name, *f.in(&in))
	}
}
