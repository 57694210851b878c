package assistanttest

import (
	"slices"
	"strings"
	"testing"
	"time"

	"renown/internal/simulator"
	"renown/internal/tool/assistant"
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
	{simulator.Retired, assistant.Retired, nil},
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
}

// afterwards asks again: no fault has a lasting effect on the client; whether to leave a platform alone is the caller's
// decision.
func afterwards(t *testing.T, r *Rig, class assistant.Class) {
	t.Helper()
	if _, err := r.Ask(t, questions[1], r.mode()); err != nil {
		t.Errorf("asked again after %s: %v", class, err)
	}
}
