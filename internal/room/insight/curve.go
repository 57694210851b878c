package insight

import (
	"context"
	"slices"

	"renown/internal/floor/day"
	"renown/internal/floor/fault"
	"renown/internal/tool/stat"
)

// Estimate is a figure with its interval and its sample.
type Estimate struct {
	Value *float64
	Interval
	N int64
}

// Estimates are the key figures of some days.
type Estimates struct {
	Visibility, ShareOfVoice, AveragePosition, Sentiment, OwnCitationRate, CitationRate Estimate
}

// CurveDay is one day of a period.
type CurveDay struct {
	Date   string
	Day    Estimates // the day by itself
	Week   Estimates // the seven days that end with it
	Before Estimates // the week that ended on the same day of the period that is compared with
}

const week = 7 // days

// Curve follows the key figures through the period, day by day.
func (s *Scope) Curve(ctx context.Context) (curve []CurveDay, err error) {
	defer fault.Wrap(&err, "insight.Curve")

	before := s.before()
	all := day.Span{From: min(before.From, s.dates.From) + 1 - week, To: max(before.To, s.dates.To)}
	t, err := s.table(ctx, all, true)
	if err != nil {
		return nil, err
	}
	t.judgeBy(t.judgedIn(s.dates))
	curves := [...]*measured{
		t.measured(visibilityOf), t.measured(voiceOf), t.measured(positionOf),
		t.measured(toneOfBrand), t.measured(ownCitedOf), t.measured(citationRateOf),
	}
	cells := t.cells(forVisibility, "")
	corrections := [2]stat.Correction{s.Audit.Naming("", answersOn(cells)), s.heard(cells)}
	of := func(last day.Day, days int) (e Estimates) {
		for i, at := range []*Estimate{
			&e.Visibility, &e.ShareOfVoice, &e.AveragePosition, &e.Sentiment,
			&e.OwnCitationRate, &e.CitationRate,
		} {
			*at = curves[i].estimate(last, days)
			if i < len(corrections) {
				at.Value = s.correct(at.Value, &at.Interval, &Wide{}, &Change{}, corrections[i], stat.Correction{})
			}
		}
		return e
	}
	for on, was := s.dates.From, before.From; on <= s.dates.To; on, was = on+1, was+1 {
		d := CurveDay{Date: on.String(), Day: of(on, 1), Week: of(on, week)}
		if was <= before.To {
			d.Before = of(was, week)
		}
		curve = append(curve, d)
	}
	return curve, nil
}

// measured is a measure by day. How much one answer varies is that of the whole time: a single week cannot tell.
type measured struct {
	measure
	dates    []day.Day
	days     []stat.Day // by date
	variance float64    // of one of X
}

func (t *table) measured(m measure) *measured {
	list := t.cells(m.of, "")
	out := &measured{m, t.dates(), make([]stat.Day, len(t.dates())), 0}
	x, places := 0.0, dayIndex{dates: out.dates}
	for i := range list {
		s := list[i].days
		at := places.of(s)
		for _, c := range m.y.columns {
			for j, n := range s.columns[c] {
				out.days[at[j]].Y += float64(n)
			}
		}
		for _, c := range m.x.columns {
			for j, n := range s.columns[c] {
				out.days[at[j]].X += float64(n)
			}
		}
		x += m.x.of(&list[i].counts)
	}
	m.scale(out.days)
	out.variance = m.indicator(list, nil).Variance * x
	return out
}

func (m *measured) estimate(last day.Day, days int) Estimate {
	var sum stat.Day
	for back := range days {
		d := m.on(last - day.Day(back))
		sum.Y, sum.X = sum.Y+d.Y, sum.X+d.X
	}
	return m.around(sum)
}

// on is what a day adds up to.
func (m *measured) on(day day.Day) stat.Day {
	if at, ok := slices.BinarySearch(m.dates, day); ok {
		return m.days[at]
	}
	return stat.Day{}
}

// tells tells whether a value over x may be told. A mean of some days has the variance of the whole time, and is told where
// that is known.
func (m *measured) tells(x float64) bool {
	return x > 0 && (m.ratio != stat.Mean || x >= stat.LeastOfMean && m.variance > 0)
}

func (m *measured) around(sum stat.Day) Estimate {
	if !m.tells(sum.X) {
		return Estimate{N: int64(sum.X)}
	}
	value := sum.Y / sum.X
	bounds := stat.Around(m.ratio, value, m.variance/sum.X, sum.X)
	return Estimate{&value, IntervalOf(bounds, true).within(m.low, m.high), int64(sum.X)}
}
