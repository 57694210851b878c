package assistanttest

import (
	"context"
	"errors"
	"testing"
	"time"

	"go.uber.org/goleak"

	"renown/internal/simulator"
	"renown/internal/tool/assistant"
)

// obstacles checks what must end although the platform does not end it.
func obstacles(t *testing.T, entry *assistant.Platform, way Way) {
	for _, do := range []simulator.Outcome{simulator.Hang, simulator.Slow} {
		parallel(t, string(do), func(t *testing.T) {
			const timeout = 150 * time.Millisecond
			r := NewRig(t, entry, way, timeout)
			r.Sim.Script("", "", simulator.Step{Do: do})
			start := time.Now()
			_, err := r.Ask(t, questions[0], r.mode())
			wantFault(t, err, assistant.Timeout)
			if took := time.Since(start); took < timeout || took > 20*timeout {
				t.Errorf("gave up after %s, the entry says %s", took, timeout)
			}
		})
	}
	parallel(t, "huge", func(t *testing.T) {
		r := NewRig(t, entry, way, 0)
		r.Sim.Script("", "", simulator.Step{Do: simulator.Huge})
		start := time.Now()
		_, err := r.Ask(t, questions[0], r.mode())
		wantFault(t, err, assistant.Malformed)
		if took := time.Since(start); took > 10*time.Second {
			t.Errorf("took %s: the body was read to its end", took)
		}
	})
}

// promptly is how fast a cancelled question must return.
const promptly = 50 * time.Millisecond

// cancelled asks a platform that never answers and gives up once the platform has the question.
func cancelled(t *testing.T, entry *assistant.Platform, way Way) {
	for _, do := range []simulator.Outcome{simulator.Hang, simulator.Slow} {
		t.Run("cancelled "+string(do), func(t *testing.T) {
			defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
			t.Run("ask", func(t *testing.T) { cancelOne(t, NewRig(t, entry, way, 0), do) })
		})
	}
}

// cancelOne allows for a busy machine: one of three tries must be prompt.
func cancelOne(t *testing.T, r *Rig, do simulator.Outcome) {
	r.Sim.Script("", "", simulator.Step{Do: do, Forever: true})
	took := time.Hour
	for range 3 {
		if took = min(took, cancelOnce(t, r)); took <= promptly {
			break
		}
	}
	if took > promptly {
		t.Errorf("returned %s after it was cancelled", took)
	}
}

func cancelOnce(t *testing.T, r *Rig) time.Duration {
	t.Helper()
	gaveUp := errors.New("the caller gave up")
	ctx, cancel := context.WithCancelCause(t.Context())
	ended := make(chan error, 1)
	go func() {
		_, err := r.Client.Ask(ctx, assistant.Question{Platform: r.Entry.ID, Text: questions[0], Mode: r.mode()})
		ended <- err
	}()
	select {
	case <-r.seen:
	case err := <-ended:
		t.Fatalf("the platform did not take the question: %v", err)
	}
	start := time.Now()
	cancel(gaveUp)
	err := <-ended
	took := time.Since(start)
	wantFault(t, err, assistant.Canceled)
	if !errors.Is(err, gaveUp) {
		t.Errorf("the cause is lost: %v", err)
	}
	return took
}
