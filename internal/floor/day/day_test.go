package day_test

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"renown/internal/floor/day"
	"renown/internal/floor/timestamp"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

func TestOf(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 15, 16, 0, 0, 0, time.UTC)
	expect.Equal(t, day.Of(at).String(), "2026-11-16", "at midnight in Beijing it is")
	expect.Equal(t, day.Of(at.Add(-1)).String(), "2026-11-15", "a moment before it is")
	expect.Equal(t, day.Of(time.Date(1969, 12, 31, 15, 0, 0, 0, time.UTC)), -1, "the day before 1970 is")
}

// A day is what the calendar says in Beijing, and comes back from its text, its number and its bounds.
func TestCalendar(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		at := time.Unix(rapid.Int64Range(-1e10, 1e11).Draw(t, "s"), 0).In(timestamp.Beijing)
		d := day.Of(at)
		year, month, date := at.Date()
		midnight := time.Date(year, month, date, 0, 0, 0, 0, timestamp.Beijing)
		from, to := d.Bounds()
		if !from.Equal(midnight) || !to.Equal(midnight.AddDate(0, 0, 1)) || d.String() != at.Format(time.DateOnly) {
			t.Fatalf("%s is %s, %s to %s", at, d, from, to)
		}
		number := must.Get(d.Value())(t)
		var scanned day.Day
		if err := scanned.Scan(number); err != nil || scanned != d || fmt.Sprint(number) != at.Format("20060102") {
			t.Fatalf("%s is kept as %v and read as %s (%v)", d, number, scanned, err)
		}
		if back := must.Get(day.Parse(d.String()))(t); back != d {
			t.Fatalf("%s is read as %s", d, back)
		}
		if first := time.Date(year, month, 1, 0, 0, 0, 0, timestamp.Beijing); !d.Month().First().Begin().Equal(first) ||
			!(d.Month().Last() + 1).Begin().Equal(first.AddDate(0, 1, 0)) || d.Month().String() != at.Format("2006-01") {
			t.Fatalf("the month of %s is %s, from %s to %s", d, d.Month(), d.Month().First(), d.Month().Last())
		}
		number = must.Get(d.Month().Value())(t)
		var kept day.Month
		if err := kept.Scan(number); err != nil || kept != d.Month() || fmt.Sprint(number) != at.Format("200601") {
			t.Fatalf("%s is kept as %v and read as %s (%v)", d.Month(), number, kept, err)
		}
		if week := d.Week(); week.Days() != 7 || week.From > d || week.To < d ||
			week.From.Begin().In(timestamp.Beijing).Weekday() != time.Monday {
			t.Fatalf("the week of %s is %s to %s", d, week.From, week.To)
		}
	})
}

func TestSpan(t *testing.T) {
	t.Parallel()
	s := day.Span{From: must.Get(day.Parse("2026-11-14"))(t), To: must.Get(day.Parse("2026-11-15"))(t)}
	from, to := s.Bounds()
	got := fmt.Sprint(s.Days(), s.Before(), from, to)
	expect.Equal(t, got, "2 {2026-11-12 2026-11-13} 2026-11-13T16:00:00.000Z 2026-11-15T16:00:00.000Z", "two days are")
	if _, err := day.Parse("2026-02-30"); err == nil {
		t.Error("30 February is a day")
	}
}

func TestScanRefuses(t *testing.T) {
	t.Parallel()
	var d day.Day
	var m day.Month
	for _, src := range []any{nil, "2026-11-15", time.Now(), 1.5} {
		if d.Scan(src) == nil || m.Scan(src) == nil {
			t.Errorf("%T was read as a day or month", src)
		}
	}
}
