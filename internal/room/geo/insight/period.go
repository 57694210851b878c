package insight

import (
	"time"

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

// Days reads a period, each end a Beijing day as 2026-11-15 or empty, as Query has it: its first and its last day, as midnights in Beijing.
// Faults: Malformed for a period that is none.
func Days(from, to string, now time.Time) (first, last time.Time, err error) {
	s, err := Query{From: from, To: to}.dateRange(now)
	return s.from, s.to, err
}

// dateRange is a period as the tables count days; both ends are midnights in Beijing.
type dateRange struct{ from, to time.Time }

// dateRange reads the period asked for. The form of the dates was checked before.
func (q Query) dateRange(now time.Time) (dateRange, error) {
	midnight, _ := timestamp.Day(now)
	to := midnight.In(timestamp.Beijing)
	if q.To != "" {
		to, _ = time.ParseInLocation(time.DateOnly, q.To, timestamp.Beijing)
	}
	from := to.AddDate(0, 0, 1-defaultDays)
	if q.From != "" {
		from, _ = time.ParseInLocation(time.DateOnly, q.From, timestamp.Beijing)
	}
	s := dateRange{from, to}
	switch {
	case s.days() < 1:
		return dateRange{}, fault.Value("from must not be after to", q.From, "query", "from").Why("period_reversed")
	case s.days() > longest:
		return dateRange{}, fault.Value("the period must not be longer than 1100 days", q.From, "query", "from").Why("period_too_long")
	}
	return s, nil
}

// against reads the days to compare a period with, both or none; zero: none were named. They begin at most a longest period
// before it, and end no later.
func (q Query) against(now dateRange) (s dateRange, err error) {
	if q.Against.From == "" || q.Against.To == "" {
		return dateRange{}, nil
	}
	if s, err = (Query{From: q.Against.From, To: q.Against.To}).dateRange(now.to); err != nil {
		return s, err
	}
	if s.to.After(now.to) || (dateRange{s.from, now.from}).days() > longest {
		return s, fault.Value("the days to compare with are too far away", q.Against.From, "query", "from").Why("period_too_long")
	}
	return s, nil
}

func (s dateRange) days() int { return int(s.to.Sub(s.from).Hours()/24) + 1 }

// before is the days of the same length just before.
func (s dateRange) before() dateRange {
	return dateRange{s.from.AddDate(0, 0, -s.days()), s.from.AddDate(0, 0, -1)}
}

// Evidence is from which moment until before which answers matter to a period: its own and those of as many days just before. Faults: Malformed
// for a period that is none.
func (p Period) Evidence() (from, to timestamp.Time, err error) {
	s, err := Query{From: p.From, To: p.To}.dateRange(time.Time{})
	if err != nil {
		return from, to, err
	}
	from, _ = s.before().moments()
	_, to = s.moments()
	return from, to, nil
}

func (s dateRange) period() Period {
	return Period{s.from.Format(time.DateOnly), s.to.Format(time.DateOnly)}
}

// moments are the first of the dates and the first after it.
func (s dateRange) moments() (from, to timestamp.Time) {
	return timestamp.Of(s.from), timestamp.Of(s.to.AddDate(0, 0, 1))
}

// moment is a time as figures keep it.
func moment(micro int64) timestamp.Time { return timestamp.Of(time.UnixMicro(micro)) }
