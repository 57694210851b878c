package egress_test

import (
	"net/http"
	"testing"
	"time"

	"renown/internal/testkit/expect"
	"renown/internal/tool/egress"
)

func TestRetryAfter(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name, value string
		want        time.Duration
	}{
		{"Retry-After", "7", 7 * time.Second},
		{"Retry-After", " 1.5 ", 1500 * time.Millisecond},
		{"Retry-After", "Sun, 15 Nov 2026 12:00:30 GMT", 30 * time.Second},
		{"Retry-After", "Sun, 15 Nov 2026 11:00:00 GMT", 0},
		{"Retry-After", "-3", 0},
		{"Retry-After", "NaN", 0},
		{"Retry-After", "1e300", 24 * time.Hour},
		{"Retry-After", "soon", 0},
		{"Retry-After", "", 0},
		{"Retry-After-Ms", "250", 250 * time.Millisecond},
	} {
		h := http.Header{}
		h.Set(c.name, c.value)
		expect.Equal(t, egress.RetryAfter(h, now), c.want, c.name, c.value, "gives")
	}
}
