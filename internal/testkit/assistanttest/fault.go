package assistanttest

import (
	"slices"
	"strings"
	"testing"
	"time"

	"renown/internal/tool/assistant"
	"renown/internal/tool/assistant/simulator"
)

// refusals are what every platform can say, in its own code and status.
var refusals = []struct {
	do    simulator.Outcome
	class assistant.Class
	only  []string // platforms that document it; nil for all
}{
	{simulator.Auth, assistant.Auth, nil},
	{simulator.Balance, assistant.Balance, nil},
	{simulator.Config, assistant.Config, nil},
	{simulator.RateLimit, assistant.RateLimit, nil},
	{simulator.Overload, assistant.Overload, nil},
	{simulator.Server, assistant.Server, nil},
	{simulator.BadRequest, assistant.BadRequest, nil},
	{simulator.Filter, assistant.ContentFilter, nil},
	{simulator.Quota, assistant.Quota, []string{"doubao", "doubao_app", "glm", "baidu_search", "gemini"}},
	{simulator.SearchFailed, assistant.SearchFailed, []string{"claude", "deepseek"}},
	{simulator.Garbage, assistant.Malformed, nil},
	{simulator.HTML, assistant.Malformed, nil},
	{simulator.Truncated, assistant.Malformed, nil},
	{simulator.Foreign, assistant.Malformed, nil},
	{simulator.Empty, assistant.Empty, nil},
	{simulator.Redirect, assistant.Refused, nil},
	{simulator.Cut, assistant.Network, nil},
}

func faults(t *testing.T, entry *assistant.Platform, way Way) {
	for _, c := range refusals {
		if c.only != nil && !slices.Contains(c.only, entry.ID) {
			continue
		}
		parallel(t, "fault "+string(c.do), func(t *testing.T) {
			r := NewRig(t, entry, way, 0)
			r.Sim.Script("", questions[0], simulator.Step{Do: c.do})
			a, err := r.Ask(t, questions[0], r.mode())
			f := wantFault(t, err, c.class)
			if f.Platform != entry.ID || strings.Contains(f.Error(), "sk-sim") {
				t.Errorf("fault %v", f)
			}
			if a.Text != "" || c.class.Recorded() && len(a.Raw) == 0 || !c.class.Recorded() && a.Raw != nil {
				t.Errorf("class %s came with the answer %+v", c.class, a)
			}
			afterwards(t, r, c.class)
		})
	}
	parallel(t, "wait as long as asked", func(t *testing.T) {
		r := NewRig(t, entry, way, 0)
		r.Sim.Script("", "", simulator.Step{Do: simulator.RateLimit, RetryAfter: 7 * time.Second})
		_, err := r.Ask(t, questions[0], r.mode())
		if f := wantFault(t, err, assistant.RateLimit); f.RetryAfter != 7*time.Second || !f.Retryable() {
			t.Errorf("retry after %s, retryable %t", f.RetryAfter, f.Retryable())
		}
	})
	parallel(t, "circuit after many", func(t *testing.T) { manyFailures(t, NewRig(t, entry, way, 0)) })
}

// afterwards asks again: the circuit is open exactly when the class says so, and nothing is sent then.
func afterwards(t *testing.T, r *Rig, class assistant.Class) {
	t.Helper()
	before := r.Sim.Total()
	_, err := r.Ask(t, questions[1], r.mode())
	status := r.Client.Status(r.Entry.ID)
	if !class.OpensCircuit() {
		if err != nil || status.State != assistant.Ready {
			t.Errorf("asked again after %s: %v, state %s", class, err, status.State)
		}
		return
	}
	f := wantFault(t, err, assistant.Unavailable)
	if f.State != assistant.CircuitOpen || status.State != assistant.CircuitOpen || status.Cause != class || !status.Until.After(status.Since) {
		t.Errorf("fault %v, status %+v", f, status)
	}
	if sent := r.Sim.Total() - before; sent > 0 {
		t.Errorf("%d requests went through an open circuit", sent)
	}
}

// manyFailures: failures that may pass open the circuit when they come in a row, and not one question earlier.
func manyFailures(t *testing.T, r *Rig) {
	r.Sim.Script("", "", simulator.Step{Do: simulator.Server, Forever: true})
	for i := range assistant.DefaultCircuit.Failures {
		if s := r.Client.Status(r.Entry.ID); s.State != assistant.Ready {
			t.Fatalf("after %d failures: %s", i, s.State)
		}
		_, err := r.Ask(t, questions[0], r.mode())
		wantFault(t, err, assistant.Server)
	}
	_, err := r.Ask(t, questions[0], r.mode())
	wantFault(t, err, assistant.Unavailable)
}
