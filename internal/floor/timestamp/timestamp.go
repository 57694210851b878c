// Package timestamp is a moment as the product keeps and shows it: Unix microseconds in the database, RFC 3339 in UTC with
// milliseconds in JSON. Nothing else in the program formats a time for a machine.
package timestamp

import (
	"database/sql/driver"
	"fmt"
	"time"
)

const layout = "2006-01-02T15:04:05.000Z"

// Beijing is the zone of calendar days and cycles, and of users who chose none. It has no summer time.
var Beijing = time.FixedZone("UTC+8", 8*3600)

// Time is a moment in UTC. A *Time that is nil is SQL NULL and JSON null.
type Time struct{ time.Time }

// Of wraps t, cut to the microseconds that the database keeps.
func Of(t time.Time) Time { return Time{t.UTC().Truncate(time.Microsecond)} }

// Ptr is Of for a value that may be absent.
func Ptr(t *time.Time) *Time {
	if t == nil {
		return nil
	}
	s := Of(*t)
	return &s
}

// Add shifts the moment and stays a Time.
func (t Time) Add(d time.Duration) Time { return Time{t.Time.Add(d)} }

func (t Time) String() string { return t.UTC().Format(layout) }

// MarshalJSON writes the form of the contract.
func (t Time) MarshalJSON() ([]byte, error) {
	b := make([]byte, 0, len(layout)+2)
	b = append(b, '"')
	b = t.appendText(b)
	return append(b, '"'), nil
}

// appendText is AppendFormat for the one layout, four times as fast: long lists are full of times.
func (t Time) appendText(b []byte) []byte {
	utc := t.UTC()
	year, month, day := utc.Date()
	if year < 0 || year > 9999 {
		return utc.AppendFormat(b, layout)
	}
	hour, minute, second := utc.Clock()
	ms := utc.Nanosecond() / 1e6
	digits := len(b)
	b = append(b, layout...)
	for _, pair := range [...]struct{ at, value int }{
		{0, year / 100}, {2, year % 100}, {5, int(month)}, {8, day}, {11, hour}, {14, minute}, {17, second}, {21, ms % 100},
	} {
		b[digits+pair.at], b[digits+pair.at+1] = byte('0'+pair.value/10), byte('0'+pair.value%10)
	}
	b[digits+20] = byte('0' + ms/100)
	return b
}

// Value is what the database keeps.
func (t Time) Value() (driver.Value, error) { return t.UnixMicro(), nil }

// Scan reads what the database kept.
func (t *Time) Scan(src any) error {
	us, ok := src.(int64)
	if !ok {
		return fmt.Errorf("a time is kept as an integer, not %T", src)
	}
	t.Time = time.UnixMicro(us).UTC()
	return nil
}
