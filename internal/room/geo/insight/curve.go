package insight

import (
	"context"
	"time"

	"renown/internal/room/geo/finding"
)

// Estimate is a figure with its interval and its sample.
type Estimate struct {
	Value *float64
	Interval
	N int64
}

// Estimates are the five key figures of some days.
type Estimates struct {
	Visibility, ShareOfVoice, AveragePosition, Sentiment, CitationRate Estimate
}

// CurveDay is one day of a period.
type CurveDay struct {
	Date   string
	Day    Estimates // the day by itself
	Week   Estimates // the seven days that end with it
	Before Estimates // the week that ended one period earlier
}

const week = 7 // days

// curve follows the five key figures through the period, day by day.
func (s *scope) curve(ctx context.Context) (curve []CurveDay, err error) {
	before := s.span.before()
	entries, err := s.entries(ctx, span{before.from.AddDate(0, 0, 1-week), s.span.to})
	if err != nil {
		return nil, err
	}
	days := map[int64]triple{}
	for _, day := range parted(entries, byDay) {
		days[day.key] = triple{day.total(forVisibility), day.total(forSentiment), day.total(forBoth)}
	}
	length := s.span.days()
	for day := s.span.from; !day.After(s.span.to); day = day.AddDate(0, 0, 1) {
		curve = append(curve, CurveDay{
			Date: day.Format(time.DateOnly), Day: days[finding.Day(day)].estimates(),
			Week: weekOf(days, day).estimates(), Before: weekOf(days, day.AddDate(0, 0, -length)).estimates(),
		})
	}
	return curve, nil
}

// triple is sums for each kind of prompts.
type triple struct{ seen, judged, all sums }

func weekOf(days map[int64]triple, last time.Time) (total triple) {
	for back := range week {
		if d, ok := days[finding.Day(last.AddDate(0, 0, -back))]; ok {
			total = triple{total.seen.plus(d.seen), total.judged.plus(d.judged), total.all.plus(d.all)}
		}
	}
	return total
}

func (t triple) estimates() Estimates {
	part := func(s share) Estimate { return Estimate{rate(s.hits, s.n), wilson(s.hits, s.n), s.n} }
	position, score := t.seen.positions(), t.judged.scores()
	return Estimates{
		Visibility: part(t.seen.visibility()), ShareOfVoice: part(t.seen.voice()), CitationRate: part(t.all.citing()),
		AveragePosition: Estimate{mean(position), interval(position.Interval()).within(1, worst), int64(position.N)},
		Sentiment:       Estimate{mean(score), interval(score.Interval()).within(-1, 1), int64(score.N)},
	}
}
