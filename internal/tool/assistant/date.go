package assistant

import (
	"strconv"
	"strings"
	"time"
)

// The usual layouts first: to fail takes longer than to read.
var (
	numberDates = []string{
		"2006-01-02", "2006-01-02 15:04:05", time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04",
		"2006/01/02 15:04:05", "2006/01/02", "2006/1/2", "2006年1月2日", "2006年1月2日 15:04", "2 January 2006",
	}
	wordDates = []string{"January 2, 2006", "Jan 2, 2006", time.RFC1123, time.RFC1123Z}
)

// published reads the dates platforms put beside their sources. Free text ("2 days ago") gives the zero time: an
// invented date would be worse than none. zone holds for dates that name none.
func published(raw string, zone *time.Location) time.Time {
	raw = strings.TrimSpace(raw)
	if raw == "" {
		return time.Time{}
	}
	if strings.Trim(raw, "0123456789") == "" {
		n, _ := strconv.ParseInt(raw, 10, 64) // what is too long is out of every range
		return unixDate(n)
	}
	if len(raw) > 40 {
		return time.Time{}
	}
	layouts := wordDates
	if raw[0] >= '0' && raw[0] <= '9' {
		layouts = numberDates
	}
	for _, layout := range layouts {
		if t, err := time.ParseInLocation(layout, raw, zone); err == nil {
			return sane(t.UTC())
		}
	}
	return time.Time{}
}

// unixDate reads seconds or milliseconds; a bare year or anything before 1990 is neither.
func unixDate(n int64) time.Time {
	const year1990 = 631152000
	switch {
	case n >= year1990*1000:
		return sane(time.UnixMilli(n).UTC())
	case n >= year1990:
		return sane(time.Unix(n, 0).UTC())
	}
	return time.Time{}
}

// sane drops what no database column of dates should see.
func sane(t time.Time) time.Time {
	if t.Year() < 1990 || t.Year() > 2200 {
		return time.Time{}
	}
	return t
}
