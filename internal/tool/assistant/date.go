package assistant

import (
	"strconv"
	"strings"
	"time"
)

var dateLayouts = []string{
	time.RFC3339Nano, time.RFC3339, "2006-01-02T15:04:05",
	"2006-01-02 15:04:05", "2006-01-02 15:04", "2006-01-02",
	"2006/01/02 15:04:05", "2006/01/02", "2006/1/2", "2006年1月2日", "2006年1月2日 15:04",
	"January 2, 2006", "Jan 2, 2006", "2 January 2006", time.RFC1123, time.RFC1123Z,
}

// published reads the dates platforms put beside their sources. Free text ("2 days ago") gives the zero time: an
// invented date would be worse than none. zone holds for dates that name none.
func published(raw string, zone *time.Location) time.Time {
	raw = strings.TrimSpace(raw)
	if raw == "" {
		return time.Time{}
	}
	if n, err := strconv.ParseInt(raw, 10, 64); err == nil {
		return unixDate(n)
	}
	if len(raw) > 40 {
		return time.Time{}
	}
	for _, layout := range dateLayouts {
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
