package insight

import (
	"cmp"
	"slices"

	"renown/internal/floor/day"
	"renown/internal/room/reading"
	"renown/internal/tool/stat"
)

// Numbers of counts beside those that days keep.
const (
	ofOtherwise = reading.Numbers + iota // judged, and not by the judge that was chosen
	ofFailed                             // sub-tasks that brought no answer; of no day
	countsNumbers
)

// series is the counts of a cell on some days, number by number: a measure reads two or three of them.
type series struct {
	days    []day.Day              // in order, once arranged
	columns [countsNumbers][]int64 // by day; nil: all are zero
}

// room makes it for more days: for a month at first, as prompts that were asked for a few days are many, then for all of the span.
func (s *series) room(more, most int) {
	if n := len(s.days); cap(s.days) == 0 {
		s.days = make([]day.Day, 0, max(more, min(most, 31)))
	} else if n+more > cap(s.days) {
		s.days = slices.Grow(s.days, max(more, most-n))
	}
}

// add appends a day.
func (s *series) add(day day.Day, c *counts) {
	for i, n := range c {
		if s.columns[i] == nil && n != 0 {
			s.columns[i] = make([]int64, len(s.days), cap(s.days))
		}
		if s.columns[i] != nil {
			s.columns[i] = append(s.roomy(s.columns[i]), n)
		}
	}
	s.days = append(s.days, day)
}

// addMonth appends the days of a month.
func (s *series) addMonth(d *reading.CellDays) {
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
	for i, column := range s.columns {
		if column != nil {
			c[i] = column[at]
		}
	}
	return c
}

// parted adds days up apart: those that take says, and the rest.
func (s *series) parted(take func(day.Day) bool) (taken, rest counts) {
	to := make([]bool, len(s.days))
	for i, day := range s.days {
		to[i] = take(day)
	}
	for i, column := range s.columns {
		for day, n := range column {
			if to[day] {
				taken[i] += n
			} else {
				rest[i] += n
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
	s.days = moved(s.days, order)
	for i, column := range s.columns {
		if column != nil {
			s.columns[i] = moved(column, order)
		}
	}
}

func moved[T any](list []T, order []int) []T {
	out := make([]T, len(list))
	for i, from := range order {
		out[i] = list[from]
	}
	return out
}

// sum adds series up by day. The days of dates are all of theirs and maybe others, in order.
func sum(dates []day.Day, list []*series) *series {
	out, places := &series{days: dates}, dayIndex{dates: dates}
	for _, s := range list {
		at := places.of(s)
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

// dayIndex tells where the days of series are in dates, which has all of them in order.
type dayIndex struct {
	dates, days []day.Day
	at          []int // of these days
}

func (p *dayIndex) of(s *series) []int {
	if p.at != nil && slices.Equal(p.days, s.days) { // most were asked on the same days
		return p.at
	}
	here := 0
	p.days, p.at = s.days, make([]int, len(s.days))
	for j, day := range s.days {
		for p.dates[here] != day {
			here++
		}
		p.at[j] = here
	}
	return p.at
}

// datesOf are the days of all series, in order.
func datesOf(list []*series) (dates []day.Day) {
	for i, s := range list {
		if i == 0 || !slices.Equal(s.days, list[i-1].days) { // most were asked on the same days
			dates = append(dates, s.days...)
		}
	}
	slices.Sort(dates)
	return slices.Compact(dates)
}

// daysOf appends a series in the terms of the formulas: the days that have answers.
func (m measure) daysOf(s *series, to []stat.Day) []stat.Day {
	answers, from := s.columns[reading.Answers], len(to)
	to = slices.Grow(to, len(answers))[:from+len(answers)]
	days := to[from:]
	y, x := s.columns[m.y.columns[0]], s.columns[m.x.columns[0]]
	for i := range days {
		d := stat.Day{}
		if y != nil {
			d.Y = float64(y[i])
		}
		if x != nil {
			d.X = float64(x[i])
		}
		days[i] = d
	}
	for _, c := range m.y.columns[1:] {
		for i, n := range s.columns[c] {
			days[i].Y += float64(n)
		}
	}
	for _, c := range m.x.columns[1:] {
		for i, n := range s.columns[c] {
			days[i].X += float64(n)
		}
	}
	m.scale(days)
	if !slices.Contains(answers, 0) {
		return to
	}
	kept := from
	for i, n := range answers {
		if n > 0 {
			to[kept] = days[i]
			kept++
		}
	}
	return to[:kept]
}

// scale makes amounts of sums of numbers.
func (m measure) scale(days []stat.Day) {
	if m.y.per == 0 && m.x.per == 0 {
		return
	}
	y, x := cmp.Or(m.y.per, 1), cmp.Or(m.x.per, 1)
	for i := range days {
		days[i] = stat.Day{Y: days[i].Y / y, X: days[i].X / x}
	}
}

// judgedBy are the columns of all judgements, and of those of a model.
var judgedBy = [...][2]reading.Number{
	{reading.Positive, reading.ModelPositive},
	{reading.Neutral, reading.ModelNeutral},
	{reading.Negative, reading.ModelNegative},
	{reading.Score, reading.ModelScore},
}

// judgeBy does for days what it does for counts.
func (s *series) judgeBy(j Judges) {
	byModel := j.Used != nil && *j.Used == reading.ModelJudge
	if !byModel && !slices.ContainsFunc(judgedBy[:], func(of [2]reading.Number) bool { return s.columns[of[1]] != nil }) {
		return // all were judged by the one that counts
	}
	all := s.judged()
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
