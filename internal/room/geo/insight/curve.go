package insight

import (
	"context"
	"slices"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/room/geo/finding"
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

// curveNumbers are what the key figures by day are made of.
var curveNumbers = append(slices.Clone(toneNumbers), ofNamed, ofOthers, ofPositions, ofCited, ofOwnCited)

// Curve follows the key figures through the period, day by day.
func (s *Scope) Curve(ctx context.Context) (curve []CurveDay, err error) {
	defer fault.Wrap(&err, "insight.Curve")

	before := s.before()
	first, last := before.from, s.dates.to
	if s.dates.from.Before(first) {
		first = s.dates.from
	}
	if before.to.After(last) {
		last = before.to
	}
	t, err := s.table(ctx, dateRange{first.AddDate(0, 0, 1-week), last}, true, curveNumbers...)
	if err != nil {
		return nil, err
	}
	t.hear(t.judgedIn(finding.Day(s.dates.from), finding.Day(s.dates.to)))
	curves := [...]*measured{t.measured(visibilityOf), t.measured(voiceOf), t.measured(positionOf), t.measured(toneOfBrand), t.measured(ownCitedOf), t.measured(citationRateOf)}
	of := func(last time.Time, days int) (e Estimates) {
		for i, at := range []*Estimate{&e.Visibility, &e.ShareOfVoice, &e.AveragePosition, &e.Sentiment, &e.OwnCitationRate, &e.CitationRate} {
			*at = curves[i].estimate(last, days)
		}
		return e
	}
	was := before.from
	for day := s.dates.from; !day.After(s.dates.to); day = day.AddDate(0, 0, 1) {
		d := CurveDay{Date: day.Format(time.DateOnly), Day: of(day, 1), Week: of(day, week)}
		if !was.After(before.to) {
			d.Before = of(was, week)
		}
		curve, was = append(curve, d), was.AddDate(0, 0, 1)
	}
	return curve, nil
}

// measured is a measure by day. How much one answer varies is that of the whole time: a single week cannot tell.
type measured struct {
	measure
	dates    []int64
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

func (m *measured) estimate(last time.Time, days int) Estimate {
	var sum stat.Day
	for back := range days {
		d := m.on(finding.Day(last.AddDate(0, 0, -back)))
		sum.Y, sum.X = sum.Y+d.Y, sum.X+d.X
	}
	return m.around(sum)
}

// on is what a day adds up to.
func (m *measured) on(day int64) stat.Day {
	if at, ok := slices.BinarySearch(m.dates, day); ok {
		return m.days[at]
	}
	return stat.Day{}
}

func (m *measured) around(sum stat.Day) Estimate {
	if sum.X == 0 {
		return Estimate{}
	}
	value := sum.Y / sum.X
	bounds := stat.Around(m.ratio, value, m.variance/sum.X, sum.X)
	return Estimate{&value, IntervalOf(bounds, true).within(m.low, m.high), int64(sum.X)}
}
