package insight

import (
	"strconv"
	"sync"

	"renown/internal/tool/stat"
)

func itoa(n int) string { return strconv.Itoa(n) }

// Interval is the 95 % bounds of an estimate for these very questions; both are nil without a sample.
type Interval struct {
	Low  *float64 `json:"low"`
	High *float64 `json:"high"`
}

func IntervalOf(i stat.Interval, ok bool) Interval {
	if !ok {
		return Interval{}
	}
	return Interval{new(i.Low), new(i.High)}
}

// Half is half of the interval's width; false without a sample.
func (i Interval) Half() (float64, bool) {
	if i.Low == nil {
		return 0, false
	}
	return (*i.High - *i.Low) / 2, true
}

// within cuts an interval off where no value can lie.
func (i Interval) within(low, high float64) Interval {
	if i.Low != nil {
		i.Low, i.High = new(max(*i.Low, low)), new(min(*i.High, high))
	}
	return i
}

// holding widens an interval that rounding left beside its value.
func (i Interval) holding(value float64) Interval {
	if i.Low != nil {
		i.Low, i.High = new(min(*i.Low, value)), new(max(*i.High, value))
	}
	return i
}

// Wide is the 95 % bounds for questions like these, and how many independent answers would tell as much about them; nil
// under three prompts.
type Wide struct {
	LowWide    *float64 `json:"low_wide"`
	HighWide   *float64 `json:"high_wide"`
	EffectiveN *float64 `json:"effective_n"`
}

func rate(k, n int64) *float64 {
	if n == 0 {
		return nil
	}
	return new(float64(k) / float64(n))
}

func ratio(y, x float64) *float64 {
	if x == 0 {
		return nil
	}
	return new(y / x)
}

// Share is so many of so many, with its interval.
type Share struct {
	Count int64    `json:"count"`
	Of    int64    `json:"of"`
	Rate  *float64 `json:"rate"`
	Interval
}

func ShareOf(count, of int64) Share {
	return Share{count, of, rate(count, of), IntervalOf(stat.Wilson(int(count), int(of)))}
}

// Change is a figure beside the same figure of the period before. Low and High bound the part over the same cells, prompt by
// prompt and platform by platform; the verdict is about that part alone, and nil where none is possible.
type Change struct {
	Previous            *float64     `json:"previous"`
	PreviousDenominator int64        `json:"previous_denominator"`
	Change              *float64     `json:"change"`
	ChangeLow           *float64     `json:"change_low"`
	ChangeHigh          *float64     `json:"change_high"`
	Parts               *ChangeParts `json:"change_parts"`
	Significant         *bool        `json:"significant"`
	SmallestChange      *float64     `json:"smallest_change"` // that could have been seen with 80 % power
	Helps               []string     `json:"helps"`           // where nothing is to be seen: more_runs, more_samples, more_prompts
	P                   *float64     `json:"-"`
	Test                stat.Test    `json:"-"` // of the part over the same cells
}

// ChangeParts add up to the change: same, prompts, rest, reading and model.
type ChangeParts struct {
	Same      float64  `json:"same"`      // the same prompts on the same platforms, answered by the same models
	SameLow   *float64 `json:"same_low"`  // as ChangeLow
	SameHigh  *float64 `json:"same_high"` // as ChangeHigh
	Prompts   float64  `json:"prompts"`   // prompts added or removed
	Rest      float64  `json:"rest"`      // what is left over: platforms that came or went, other weights
	Platforms float64  `json:"platforms"` // Rest under its first name
	Reading   float64  `json:"reading"`   // both periods are read with the same names by the same reader: 0
	Model     float64  `json:"model"`     // cells that another model answers
}

// Clear tells whether there is a verdict and it is that the figure changed.
func (c Change) Clear() bool { return c.Significant != nil && *c.Significant }

// Remodelled tells whether there is no verdict because other models answered than before.
func (c Change) Remodelled() bool { return c.Undecided() && c.Parts != nil && c.Parts.Model != 0 }

// Undecided tells whether no verdict was possible although there is a figure before.
func (c Change) Undecided() bool { return c.Change != nil && c.Significant == nil }

// Indicator is one key figure.
type Indicator struct {
	Value *float64 `json:"value"`
	Interval
	Wide
	Numerator   float64  `json:"numerator"`
	Denominator int64    `json:"denominator"`
	Persistence *float64 `json:"persistence"`    // of answers from day to day, estimated from the brand's own days
	Audited     *Audited `json:"audited"`        // nil: too few readings checked, or not a figure of being named
	Read        *float64 `json:"read,omitempty"` // the value before it was corrected by them; nil as well
	Change

	Variance float64 `json:"-"` // of the value, for these questions
}

const (
	leastAnswers = 30 // in either period, below which there is no verdict
	leastPrompts = 3
)

// daysRoom holds the days of cells while one measure is estimated: the next one has as many.
var daysRoom = sync.Pool{New: func() any { return new([]stat.Day) }}

// indicator estimates a measure over some cells of two periods.
func (m measure) indicator(now, before []cell) Indicator {
	return m.among(now, before, [2][]cell{now, before})
}

// on is the indicator of one platform.
func (m measure) on(platform string, now, before *table) Indicator {
	all := [2][]cell{now.cells(m.of, ""), before.cells(m.of, "")}
	return m.among(now.cells(m.of, platform), before.cells(m.of, platform), all)
}

// among is the indicator of some cells of two periods; a mean of few borrows from all how much answers vary.
func (m measure) among(now, before []cell, all [2][]cell) Indicator {
	days := daysRoom.Get().(*[]stat.Day)
	defer daysRoom.Put(days)
	*days = (*days)[:0]
	cells, was := m.statCells(now, days), m.statCells(before, days)
	var persistence *float64
	if rho, known := stat.Persistence(append(cells[:len(cells):len(cells)], was...)); known {
		persistence = &rho
	}
	s := sides{now: now, before: before, cells: cells, was: was, persistence: persistence}
	if _, x := sumOf(cells, nil); m.ratio == stat.Mean && x < stat.FewOfMean {
		s.all = append(m.statCells(all[0], days), m.statCells(all[1], days)...)
	}
	return m.estimate(s)
}

// sides are two periods, each in the terms of the formulas beside what it is made of.
type sides struct {
	now, before []cell
	cells, was  []stat.Cell
	persistence *float64
	all         []stat.Cell // of both periods and all platforms, for a mean of few
}

// estimate is for cells that are not counted as the measure does, or whose days are not known.
func (m measure) estimate(s sides) Indicator {
	y, x := m.sum(s.cells)
	in := Indicator{Numerator: y, Denominator: int64(x), Persistence: s.persistence}
	var u stat.Uncertain
	var ok bool
	if m.ratio == stat.Mean {
		u, in.Persistence, ok = stat.EstimateMean(s.cells, s.all, s.persistence)
	} else {
		u, ok = stat.Estimate(s.cells, m.ratio, orZero(s.persistence))
	}
	if ok {
		in.Value, in.Variance = new(y/x), u.Variance
		in.Interval = IntervalOf(u.Near, u.NearOK).within(m.low, m.high).holding(y / x)
		if u.WideOK {
			wide := IntervalOf(u.Wide, true).within(m.low, m.high).holding(y / x)
			in.Wide = Wide{wide.Low, wide.High, new(u.Effective)}
		}
	}
	var d difference
	in.Change, d = m.changed(s)
	in.Helps = in.help(d, in.Variance, in.Persistence)
	return in
}

func orZero(v *float64) float64 {
	if v == nil {
		return 0
	}
	return *v
}

// told tells whether a ratio of these cells may be told: of means some may not.
func (m measure) told(cells []stat.Cell) bool {
	return m.ratio != stat.Mean || stat.VarietyOf(cells).Told()
}

// mean is the measure over cells where it may be told.
func (m measure) mean(list []cell) *float64 {
	days := daysRoom.Get().(*[]stat.Day)
	defer daysRoom.Put(days)
	*days = (*days)[:0]
	cells := m.statCells(list, days)
	if !m.told(cells) {
		return nil
	}
	return ratio(m.sum(cells))
}

// sum adds up all cells.
func (m measure) sum(cells []stat.Cell) (y, x float64) {
	y, x = sumOf(cells, nil)
	return m.y.exact(y), x
}

// changed compares two periods: cells with themselves, and the rest by what it adds.
func (m measure) changed(s sides) (c Change, d difference) {
	y1, x1 := m.sum(s.cells)
	y0, x0 := m.sum(s.was)
	if c.PreviousDenominator = int64(x0); m.told(s.was) {
		c.Previous = ratio(y0, x0)
	}
	if x1 == 0 || c.Previous == nil || !m.told(s.cells) {
		return c, d
	}
	c.Change = new(y1/x1 - y0/x0)
	same, all, prompts := m.matched(s.now, s.before, s.cells, s.was)
	parts := &ChangeParts{}
	c.Parts = parts
	if of, ok := stat.Difference(all.pairs); ok {
		parts.Same = of
		if len(same.pairs) < len(all.pairs) {
			parts.Same, _ = stat.Difference(same.pairs)
			parts.Model = of - parts.Same
		}
	}
	parts.Prompts = stayed(y1, x1, s.cells, prompts[0]) - stayed(y0, x0, s.was, prompts[1])
	parts.Rest = *c.Change - parts.Same - parts.Model - parts.Prompts
	parts.Platforms = parts.Rest
	d = difference{ratio: x1 / x0, prompts: same.prompts}
	paired, ok := stat.Paired(same.pairs, m.ratio)
	if !ok {
		return c, d
	}
	c.ChangeLow, c.ChangeHigh = new(paired.Interval.Low), new(paired.Interval.High)
	parts.SameLow, parts.SameHigh = c.ChangeLow, c.ChangeHigh
	c.SmallestChange = new(stat.Smallest(paired.Error, paired.Test.Freedom))
	d.fault = paired.Error
	if same.enough() {
		c.Significant, c.P, c.Test = new(paired.Test.Significant()), new(paired.Test.P), paired.Test
	}
	return c, d
}

// difference is what the part over the same cells rests on.
type difference struct {
	fault   float64 // its standard error
	ratio   float64 // of the denominators, now to before
	prompts int
}

// mostPersistent is up to where asking again on the same day brings much that is new.
const mostPersistent = 0.3

// help says what would let a smaller change be seen. variance is that of the figure for these questions: as far as it explains
// the error of the change, more answers help, and on one day as long as days do not repeat each other. What it leaves is that
// prompts change differently, against which only more prompts help.
func (c *Change) help(d difference, variance float64, persistence *float64) []string {
	switch {
	case c.Change == nil || c.Clear():
		return []string{}
	case d.prompts < leastPrompts:
		return []string{"more_prompts"}
	case c.Significant == nil:
		return []string{"more_runs"}
	case variance*(1+d.ratio) < d.fault*d.fault/2:
		return []string{"more_prompts"}
	case persistence != nil && *persistence >= mostPersistent:
		return []string{"more_runs"}
	}
	return []string{"more_runs", "more_samples"}
}

// stayed is what prompts that are in one period only add to its ratio.
func stayed(y, x float64, cells []stat.Cell, keep []bool) float64 {
	ky, kx := sumOf(cells, keep)
	if kx == 0 {
		return 0
	}
	return y/x - ky/kx
}

func sumOf(cells []stat.Cell, keep []bool) (y, x float64) {
	for i, c := range cells {
		if keep == nil || keep[i] {
			y, x = y+c.Y, x+c.X
		}
	}
	return y, x
}

// matching is cells that are in both periods.
type matching struct {
	pairs   []stat.Pair
	at      []cellKey // of each pair
	x1, x0  float64
	prompts int
	last    string
}

func (m *matching) add(at cellKey, p stat.Pair) {
	m.pairs, m.at = append(m.pairs, p), append(m.at, at)
	m.x1, m.x0 = m.x1+p.X1, m.x0+p.X0
	if m.prompts == 0 || m.last != at.prompt { // they come prompt by prompt
		m.prompts, m.last = m.prompts+1, at.prompt
	}
}

func (m *matching) enough() bool {
	return m.x1 >= leastAnswers && m.x0 >= leastAnswers && m.prompts >= leastPrompts
}

// matched pairs the cells of two periods: those that the same models answered, all, and which cells belong to prompts of both.
func (m measure) matched(now, before []cell, cells, was []stat.Cell) (same, all matching, prompts [2][]bool) {
	index, known := make(map[cellKey]int, len(before)), make(map[string]bool, len(before))
	for i := range before {
		if was[i].X > 0 {
			index[cellKey{before[i].prompt, before[i].platform}] = i
			known[before[i].prompt] = true
		}
	}
	both := map[string]bool{}
	prompts[0], prompts[1] = make([]bool, len(now)), make([]bool, len(before))
	for i := range now {
		if cells[i].X == 0 {
			continue
		}
		prompts[0][i] = known[now[i].prompt]
		both[now[i].prompt] = true
		at := cellKey{now[i].prompt, now[i].platform}
		j, ok := index[at]
		if !ok {
			continue
		}
		p := stat.Pair{Y1: cells[i].Y, X1: cells[i].X, Y0: was[j].Y, X0: was[j].X}
		all.add(at, p)
		if now[i].models == before[j].models {
			same.add(at, p)
		}
	}
	for i := range before {
		prompts[1][i] = was[i].X > 0 && both[before[i].prompt]
	}
	return same, all, prompts
}
