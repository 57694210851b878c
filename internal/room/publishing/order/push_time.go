package order

import (
	"strings"
	"time"

	"renown/internal/floor/timestamp"
)

// notBefore reads scheduled_at as a time: RFC 3339, or a date with hours and minutes in Beijing time. Anything else is for
// the outlet to read, and nil.
func notBefore(scheduledAt *string) *timestamp.Time {
	if scheduledAt == nil {
		return nil
	}
	text := strings.TrimSpace(*scheduledAt)
	for _, layout := range []string{
		time.RFC3339, "2006-01-02 15:04:05", "2006-01-02 15:04", "2006-01-02T15:04:05", "2006-01-02T15:04",
	} {
		if t, err := time.ParseInLocation(layout, text, timestamp.Beijing); err == nil {
			at := timestamp.Of(t)
			return &at
		}
	}
	return nil
}
