package reading

import (
	"math/bits"

	"renown/internal/tool/address"
	"renown/internal/tool/answer"
	"renown/internal/tool/pack"
)

// Number is one of the numbers that days keep of a cell.
type Number int

// Numbers, in the order in which they are packed: a new one comes last. Competitors have those up to ModelScore.
const (
	Answers Number = iota
	Positions
	Positive
	Neutral
	Negative
	Unjudged
	Score // ten-thousandths
	ModelPositive
	ModelNeutral
	ModelNegative
	ModelScore
	Named
	Others
	Cited
	Citations
	Own
	Competitor
	OwnCited
	First
	Top3
	Unknown
	Empty
	Refused
	Cut
	Broken
	SiteCited
	PlacedCited
	Numbers // how many there are
)

// counted says how an answer adds to each number. Packing, days, months and analyses follow from this table; ratios of its rows are in
// insight/measure.go.
var counted = [Numbers]struct {
	of      func(a *counting) int64
	leftOut bool // counts answers that are in no denominator
}{
	Answers:       {of: func(*counting) int64 { return 1 }},
	Positions:     {of: func(a *counting) int64 { return a.position }},
	Positive:      {of: func(a *counting) int64 { return a.judged("", answer.Positive) }},
	Neutral:       {of: func(a *counting) int64 { return a.judged("", answer.Neutral) }},
	Negative:      {of: func(a *counting) int64 { return a.judged("", answer.Negative) }},
	Unjudged:      {of: func(a *counting) int64 { return number(a.named && a.label == nil) }},
	Score:         {of: func(a *counting) int64 { return a.score }},
	ModelPositive: {of: func(a *counting) int64 { return a.judged(ModelJudge, answer.Positive) }},
	ModelNeutral:  {of: func(a *counting) int64 { return a.judged(ModelJudge, answer.Neutral) }},
	ModelNegative: {of: func(a *counting) int64 { return a.judged(ModelJudge, answer.Negative) }},
	ModelScore:    {of: func(a *counting) int64 { return a.score * number(a.judge == ModelJudge) }},
	Named:         {of: func(a *counting) int64 { return number(a.named) }},
	Others:        {of: func(a *counting) int64 { return int64(len(a.found.Others)) }},
	Cited:         {of: func(a *counting) int64 { return min(a.citations, 1) }},
	Citations:     {of: func(a *counting) int64 { return a.citations }},
	Own:           {of: func(a *counting) int64 { return a.own }},
	Competitor:    {of: func(a *counting) int64 { return a.competitor }},
	OwnCited:      {of: func(a *counting) int64 { return min(a.own+a.placed, 1) }}, // an own page, or one that an order placed
	First:         {of: func(a *counting) int64 { return number(a.position == 1) }},
	Top3:          {of: func(a *counting) int64 { return number(1 <= a.position && a.position <= 3) }},
	Unknown:       {of: func(a *counting) int64 { return number(a.found.Unknown) }},
	Empty:         {of: func(a *counting) int64 { return number(a.found.State == answer.Empty) }, leftOut: true},
	Refused:       {of: func(a *counting) int64 { return number(a.found.State == answer.Refused) }, leftOut: true},
	Cut:           {of: func(a *counting) int64 { return number(a.found.State.Answered()) }, leftOut: true},
	Broken:        {of: func(a *counting) int64 { return number(a.found.State == answer.Broken) }, leftOut: true},
	SiteCited:     {of: func(a *counting) int64 { return min(a.own, 1) }},    // an own page
	PlacedCited:   {of: func(a *counting) int64 { return min(a.placed, 1) }}, // a page that an order placed
}

// rivalNumbers is how many of the numbers competitors have.
const rivalNumbers = ModelScore + 1

// counting is an answer as numbers count it, from the side of the brand or of a competitor.
type counting struct {
	found    *Found
	named    bool // the brand or the competitor
	position int64
	label    *string
	score    int64
	judge    string // ModelJudge, or else rules judged

	citations, own, competitor, placed int64
}

func (a *counting) judged(by string, label answer.Label) int64 {
	if a.label == nil || by != "" && a.judge != by {
		return 0
	}
	is := answer.Label(*a.label)
	if is != answer.Positive && is != answer.Negative {
		is = answer.Neutral
	}
	return number(is == label)
}

func (a *counting) tone(label *string, score *float64, judge string) {
	if label != nil {
		a.label, a.score, a.judge = label, scaled(*score), judge
	}
}

func ofBrand(f *Found) counting {
	a := counting{found: f}
	if p := f.Position; p != nil {
		a.named, a.position = true, *p
		if s := f.Sentiment; s != nil {
			a.tone(&s.Label, &s.Score, s.Judge)
		}
	}
	for i := range f.Sources {
		s := &f.Sources[i]
		if !s.Cited {
			continue
		}
		a.citations++
		a.own += number(address.Class(s.Class) == address.Own)
		a.competitor += number(address.Class(s.Class) == address.Competitor)
		a.placed += number(s.Placed)
	}
	return a
}

func ofRival(f *Found, o *Other) counting {
	a := counting{found: f, named: true, position: o.Position}
	a.tone(o.Sentiment, o.Score, o.Judge)
	return a
}

// Counts are the numbers of a cell, or of a competitor in it.
type Counts [Numbers]int64

// Join adds others.
func (c *Counts) Join(d *Counts) {
	for i, n := range d {
		c[i] += n
	}
}

// Judged is how many answers were judged, by rules or a model.
func (c *Counts) Judged() int64 { return c[Positive] + c[Neutral] + c[Negative] }

// ModelJudged is how many of them a language model judged.
func (c *Counts) ModelJudged() int64 { return c[ModelPositive] + c[ModelNeutral] + c[ModelNegative] }

// LeftOut is how many answers are in no denominator.
func (c *Counts) LeftOut() int64 { return c[Empty] + c[Refused] + c[Cut] + c[Broken] }

// set has a bit for each number that is not zero.
func (c *Counts) set() (set uint64) {
	for i, n := range c {
		if n != 0 {
			set |= 1 << i
		}
	}
	return set
}

func (c *Counts) put(p *pack.Writer) {
	set := c.set()
	p.Count(set)
	for ; set != 0; set &= set - 1 {
		p.Number(c[bits.TrailingZeros64(set)])
	}
}

func (c *Counts) get(u *pack.Reader) {
	*c = Counts{}
	set := u.Count()
	if set >= 1<<Numbers {
		u.Fail()
		return
	}
	for ; set != 0; set &= set - 1 {
		c[bits.TrailingZeros64(set)] = u.Number()
	}
}
