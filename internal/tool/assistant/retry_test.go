package assistant

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

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
