package insight

import (
	"cmp"
	"slices"

	"renown/internal/room/geo/finding"
	"renown/internal/tool/stat"
)

// dayNumber is one of the numbers of counts that days have.
type dayNumber int

// Columns, as finding.CellDays has them; the last is known once a judge was chosen.
const (
	ofAnswers dayNumber = iota
	ofNamed
	ofOthers
	ofPositions
	ofPositive
	ofNeutral
	ofNegative
	ofUnjudged
	ofScore
	ofCited
	ofCitations
	ofOwn
	ofCompetitor
	ofEmpty
	ofRefused
	ofOwnCited
	ofFirst
	ofTop3
	ofUnknown
	ofCut
	ofBroken
	ofModelPositive
	ofModelNeutral
	ofModelNegative
	ofModelScore
	ofOtherwise
	dayNumbers
)

// numbers are those that days have, by column.
func (c *counts) numbers() [dayNumbers]*int64 {
	return [...]*int64{
		&c.answers, &c.named, &c.others, &c.positions, &c.positive, &c.neutral, &c.negative, &c.unjudged, &c.score,
		&c.cited, &c.citations, &c.own, &c.competitor, &c.empty, &c.refused, &c.ownCited, &c.first, &c.top3, &c.unknown, &c.cut, &c.broken,
		&c.byModel.Positive, &c.byModel.Neutral, &c.byModel.Negative, &c.byModel.Sum, &c.otherwise,
	}
}

// series is the counts of a cell on some days, number by number: a measure reads two or three of them.
type series struct {
	days    []int64             // in order, once arranged
	columns [dayNumbers][]int64 // by day; nil: all are zero
}

// room makes it for more days: for a month at first, as prompts that were asked for a few days are many, then for all of the span.
func (s *series) room(more, most int) {
	if n := len(s.days); cap(s.days) == 0 {
		s.days = make([]int64, 0, max(more, min(most, 31)))
	} else if n+more > cap(s.days) {
		s.days = slices.Grow(s.days, max(more, most-n))
	}
}

// add appends a day.
func (s *series) add(day int64, c *counts) {
	for i, n := range c.numbers() {
		if s.columns[i] == nil && *n != 0 {
			s.columns[i] = make([]int64, len(s.days), cap(s.days))
		}
		if s.columns[i] != nil {
			s.columns[i] = append(s.roomy(s.columns[i]), *n)
		}
	}
	s.days = append(s.days, day)
}

// addMonth appends the days of a month.
func (s *series) addMonth(d *finding.CellDays) {
	had := len(s.days)
	s.days = append(s.days, d.Days...)
	for i, column := range d.Columns {
		to := s.columns[i]
		switch {
		case column == nil && to == nil:
			continue
		case to == nil:
			to = make([]int64, had, cap(s.days))
		}
		to = s.roomy(to)[:len(s.days)]
		clear(to[had+copy(to[had:], column):])
		s.columns[i] = to
	}
}

// roomy is a column that has room for as many days as there is.
func (s *series) roomy(column []int64) []int64 {
	if cap(column) < cap(s.days) {
		return slices.Grow(column, cap(s.days)-len(column))
	}
	return column
}

// counts are those of a day by its number in the series.
func (s *series) counts(at int) (c counts) {
	numbers := c.numbers()
	for i, column := range s.columns {
		if column != nil {
			*numbers[i] = column[at]
		}
	}
	return c
}

// parted adds days up apart: those that take says, and the rest.
func (s *series) parted(take func(day int64) bool) (taken, rest counts) {
	to := make([]bool, len(s.days))
	for i, day := range s.days {
		to[i] = take(day)
	}
	a, b := taken.numbers(), rest.numbers()
	for i, column := range s.columns {
		for day, n := range column {
			if to[day] {
				*a[i] += n
			} else {
				*b[i] += n
			}
		}
	}
	return taken, rest
}

// arrange puts days in order.
func (s *series) arrange() {
	if slices.IsSorted(s.days) {
		return
	}
	order := make([]int, len(s.days))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(s.days[a], s.days[b]) })
	moved := func(list []int64) []int64 {
		out := make([]int64, len(list))
		for i, from := range order {
			out[i] = list[from]
		}
		return out
	}
	s.days = moved(s.days)
	for i, column := range s.columns {
		if column != nil {
			s.columns[i] = moved(column)
		}
	}
}

// sum adds series up by day. The days of dates are all of theirs and maybe others, in order.
func sum(dates []int64, list []*series) *series {
	out := &series{days: dates}
	for _, s := range list {
		at := s.among(dates)
		for i, column := range s.columns {
			if column == nil {
				continue
			}
			if out.columns[i] == nil {
				out.columns[i] = make([]int64, len(dates))
			}
			for j, n := range column {
				out.columns[i][at[j]] += n
			}
		}
	}
	return out
}

// among tells where the days of the series are in dates, which has all of them in order.
func (s *series) among(dates []int64) []int {
	at, here := make([]int, len(s.days)), 0
	for j, day := range s.days {
		for dates[here] != day {
			here++
		}
		at[j] = here
	}
	return at
}

// datesOf are the days of all series, in order.
func datesOf(list []*series) (dates []int64) {
	for i, s := range list {
		if i == 0 || !slices.Equal(s.days, list[i-1].days) { // most were asked on the same days
			dates = append(dates, s.days...)
		}
	}
	slices.Sort(dates)
	return slices.Compact(dates)
}

// picked is an amount by day.
type picked struct {
	columns [3][]int64
	n       int
	amount
}

func (s *series) pick(a amount) (p picked) {
	p.amount = a
	for _, i := range a.columns {
		if column := s.columns[i]; column != nil {
			p.columns[p.n] = column
			p.n++
		}
	}
	return p
}

func (p *picked) at(day int) float64 {
	n := int64(0)
	for _, column := range p.columns[:p.n] {
		n += column[day]
	}
	return p.scaled(n)
}

// daysOf appends a series in the terms of the formulas: the days that have answers.
func (m measure) daysOf(s *series, to []stat.Day) []stat.Day {
	y, x := s.pick(m.y), s.pick(m.x)
	for i, answers := range s.columns[ofAnswers] {
		if answers > 0 {
			to = append(to, stat.Day{Y: y.at(i), X: x.at(i)})
		}
	}
	return to
}

// judgedBy are the columns of all judgements, and of those of a model.
var judgedBy = [...][2]dayNumber{{ofPositive, ofModelPositive}, {ofNeutral, ofModelNeutral}, {ofNegative, ofModelNegative}, {ofScore, ofModelScore}}

// heard does for days what it does for counts.
func (s *series) heard(j Judges) {
	all, byModel := s.judged(), j.Used != nil && *j.Used == finding.ModelJudge
	for _, of := range judgedBy {
		if model := s.columns[of[1]]; byModel {
			s.columns[of[0]] = model
		} else {
			s.columns[of[0]] = less(s.columns[of[0]], model)
		}
	}
	s.columns[ofOtherwise] = less(all, s.judged())
}

// judged is how many answers were judged, by day.
func (s *series) judged() []int64 {
	all := make([]int64, len(s.days))
	for _, i := range judgedOf.columns {
		for day, n := range s.columns[i] {
			all[day] += n
		}
	}
	return all
}

// less is what is left of numbers; those that are nil are zero.
func less(of, by []int64) []int64 {
	if by == nil {
		return of
	}
	out := make([]int64, len(by))
	copy(out, of)
	for i, n := range by {
		out[i] -= n
	}
	return out
}
