// Package day is a calendar day of Beijing, a month, and a span of days. The database keeps them as numbers, 20261115 and 202611,
// people read 2026-11-15 and 2026-11; in between, days and months are counted, so that d+1 is the day after d.
package day

import (
	"database/sql/driver"
	"fmt"
	"time"

	"renown/internal/floor/timestamp"
)

const (
	seconds = 24 * 60 * 60
	east    = 8 * 60 * 60 // of UTC, in seconds
)

// Day counts the days since 1 January 1970.
type Day int

// Of is the day on which a moment is.
func Of(t time.Time) Day {
	s := t.Unix() + east
	if s < 0 {
		s -= seconds - 1
	}
	return Day(s / seconds)
}

// Expr is an expression for the days since 1970 of a moment that a column keeps.
func Expr(column string) string {
	return fmt.Sprintf("(%s + %d) / %d", column, east*1_000_000, seconds*1_000_000)
}

// Parse reads 2026-11-15.
func Parse(text string) (Day, error) {
	t, err := time.Parse(time.DateOnly, text)
	return Of(t), err
}

// Numbered is the day whose number it is.
func Numbered(n int64) Day {
	return Of(time.Date(int(n/10_000), time.Month(n/100%100), int(n%100), 0, 0, 0, 0, time.UTC))
}

func (d Day) date() time.Time { return time.Unix(int64(d)*seconds, 0).UTC() }

func (d Day) String() string { return d.date().Format(time.DateOnly) }

// Begin is the midnight, in Beijing, with which the day begins.
func (d Day) Begin() timestamp.Time { return timestamp.Of(time.Unix(int64(d)*seconds-east, 0)) }

// Bounds are the midnights with which the day begins and ends.
func (d Day) Bounds() (from, to timestamp.Time) { return d.Begin(), (d + 1).Begin() }

func (d Day) Month() Month {
	t := d.date()
	return Month(t.Year()*12 + int(t.Month()) - 1)
}

// Week is the week in which the day is, from Monday on.
func (d Day) Week() Span {
	monday := d - Day(int(d.date().Weekday())+6)%7
	return Span{monday, monday + 6}
}

// Number is the day as 20261115.
func (d Day) Number() int64 {
	t := d.date()
	return int64(t.Year()*10_000 + int(t.Month())*100 + t.Day())
}

// Value is the number that the database keeps.
func (d Day) Value() (driver.Value, error) { return d.Number(), nil }

// Scan reads that number.
func (d *Day) Scan(src any) error {
	n, ok := src.(int64)
	if !ok {
		return fmt.Errorf("a day is kept as an integer, not %T", src)
	}
	*d = Numbered(n)
	return nil
}

// Month counts the months since the year 0.
type Month int

func (m Month) First() Day {
	return Of(time.Date(0, time.Month(m+1), 1, 0, 0, 0, 0, time.UTC))
}

func (m Month) Last() Day { return (m + 1).First() - 1 }

func (m Month) String() string { return fmt.Sprintf("%04d-%02d", m/12, m%12+1) }

// Number is the month as 202611.
func (m Month) Number() int64 { return int64(m/12*100 + m%12 + 1) }

// Value is the number that the database keeps.
func (m Month) Value() (driver.Value, error) { return m.Number(), nil }

// Scan reads that number.
func (m *Month) Scan(src any) error {
	n, ok := src.(int64)
	if !ok {
		return fmt.Errorf("a month is kept as an integer, not %T", src)
	}
	*m = Month(n/100*12 + n%100 - 1)
	return nil
}

// Span is from one day to another, both included.
type Span struct{ From, To Day }

// Days is how many there are; less than one when the last is before the first.
func (s Span) Days() int { return int(s.To-s.From) + 1 }

// Before is the days of the same length just before.
func (s Span) Before() Span { return Span{s.From - Day(s.Days()), s.From - 1} }

// Bounds are the midnights with which the first day begins and the last one ends.
func (s Span) Bounds() (from, to timestamp.Time) { return s.From.Begin(), (s.To + 1).Begin() }
