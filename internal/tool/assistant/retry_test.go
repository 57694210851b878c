package assistant

import (
	"net/http"
	"testing"
	"time"

	"pgregory.net/rapid"
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
		if got := RetryAfter(h, now); got != c.want {
			t.Errorf("%s: %q gives %s, want %s", c.name, c.value, got, c.want)
		}
	}
}

func TestPolicy(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := Policy{
			Attempts: rapid.IntRange(1, 10).Draw(t, "attempts"),
			Base:     time.Duration(rapid.Int64Range(0, int64(time.Minute)).Draw(t, "base")),
			Cap:      time.Duration(rapid.Int64Range(0, int64(time.Hour)).Draw(t, "cap")),
			Patience: time.Hour,
		}
		f := &Fault{
			Class:      rapid.SampledFrom(Classes()).Draw(t, "class"),
			RetryAfter: time.Duration(rapid.Int64Range(0, int64(2*time.Hour)).Draw(t, "after")),
			Final:      rapid.Bool().Draw(t, "final"),
		}
		attempt := rapid.IntRange(1, 12).Draw(t, "attempt")
		wait, again := p.Again(attempt, f)
		switch {
		case again && (f.Final || !f.Class.Retryable() || attempt >= p.Attempts || f.RetryAfter > p.Patience):
			t.Fatalf("asked again: %v after attempt %d of %d", f, attempt, p.Attempts)
		case again && (wait < f.RetryAfter || wait > f.RetryAfter+p.Cap):
			t.Fatalf("wait %s, asked for %s, cap %s", wait, f.RetryAfter, p.Cap)
		case !again && wait != 0:
			t.Fatal("a wait for nothing")
		}
	})
	if _, again := DefaultPolicy.Again(2, &Fault{Class: Malformed}); again {
		t.Error("rubbish is asked for a third time")
	}
	if _, again := DefaultPolicy.Again(1, &Fault{Class: Malformed}); !again {
		t.Error("rubbish is not asked for a second time")
	}
	if _, again := DefaultPolicy.Again(1, nil); again {
		t.Error("success is asked again")
	}
}

// Full jitter spreads a crowd: waits must differ and reach both halves of the range.
func TestPolicyJitter(t *testing.T) {
	t.Parallel()
	p := Policy{Attempts: 5, Base: time.Second, Cap: time.Minute, Patience: time.Minute}
	low, high := 0, 0
	for range 200 {
		if wait, _ := p.Again(3, &Fault{Class: Server}); wait < 2*time.Second {
			low++
		} else if wait < 4*time.Second {
			high++
		} else {
			t.Fatalf("third wait of %s", wait)
		}
	}
	if low < 50 || high < 50 {
		t.Errorf("%d below the middle, %d above", low, high)
	}
}
