package egress

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// retryAfterLimit: a longer wait is a mistake or a trap.
const retryAfterLimit = 24 * time.Hour

// RetryAfter reads how long a reply asks to wait: milliseconds, seconds or a date; 0 when it does not say.
func RetryAfter(h http.Header, now time.Time) time.Duration {
	if ms, err := strconv.ParseFloat(strings.TrimSpace(h.Get("Retry-After-Ms")), 64); err == nil {
		return clampWait(ms / 1000)
	}
	value := strings.TrimSpace(h.Get("Retry-After"))
	if seconds, err := strconv.ParseFloat(value, 64); err == nil {
		return clampWait(seconds)
	}
	if at, err := http.ParseTime(value); err == nil {
		return clampWait(at.Sub(now).Seconds())
	}
	return 0
}

func clampWait(seconds float64) time.Duration {
	switch {
	case !(seconds > 0): // NaN too
		return 0
	case seconds >= retryAfterLimit.Seconds():
		return retryAfterLimit
	}
	return time.Duration(seconds * float64(time.Second))
}
