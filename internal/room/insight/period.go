package insight

import (
	"time"

	"renown/internal/floor/day"
	"renown/internal/floor/fault"
	"renown/internal/floor/timestamp"
)

const (
	defaultDays = 30
	longest     = 1100 // days
)

// Period is the days an analysis is about, both included.
type Period struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// Days reads a period, each end a Beijing day as 2026-11-15 or empty, as Query has it. Faults: Malformed for a period that is none.
func Days(from, to string, now time.Time) (day.Span, error) {
	return Query{From: from, To: to}.span(now)
}

// span reads the period asked for. The form of the dates was checked before.
func (q Query) span(now time.Time) (s day.Span, err error) {
	s.To = day.Of(now)
	if q.To != "" {
		s.To, _ = day.Parse(q.To)
	}
	s.From = s.To - (defaultDays - 1)
	if q.From != "" {
		s.From, _ = day.Parse(q.From)
	}
	switch {
	case s.Days() < 1:
		return day.Span{}, fault.Value("from must not be after to", q.From, "query", "from").Why("period_reversed")
	case s.Days() > longest:
		return day.Span{}, fault.Value("the period must not be longer than 1100 days", q.From, "query", "from").Why("period_too_long")
	}
	return s, nil
}

// against reads the days to compare a period with, both or none; zero: none were named. They begin at most a longest period
// before it, and end no later.
func (q Query) against(now day.Span) (s day.Span, err error) {
	if q.Against.From == "" || q.Against.To == "" {
		return day.Span{}, nil
	}
	if s, err = Days(q.Against.From, q.Against.To, time.Time{}); err != nil {
		return s, err
	}
	if s.To > now.To || (day.Span{From: s.From, To: now.From}).Days() > longest {
		return s, fault.Value("the days to compare with are too far away", q.Against.From, "query", "from").Why("period_too_long")
	}
	return s, nil
}

// Evidence is from which moment until before which answers matter to a period: its own and those of as many days just
// before. Faults: Malformed
// for a period that is none.
func (p Period) Evidence() (from, to timestamp.Time, err error) {
	s, err := Days(p.From, p.To, time.Time{})
	if err != nil {
		return from, to, err
	}
	from, _ = s.Before().Bounds()
	_, to = s.Bounds()
	return from, to, nil
}

func periodOf(s day.Span) Period { return Period{s.From.String(), s.To.String()} }

// moment is a time as figures keep it.
func moment(micro int64) timestamp.Time { return timestamp.Of(time.UnixMicro(micro)) }
