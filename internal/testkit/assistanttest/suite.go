// Package assistanttest is one conformance suite for every entry of a catalogue, embedded or an operator's own.
//
// It asks through the real client; the simulator plays the platform, over a socket or in the process. It checks what
// the rest of the program relies on: what an answer contains, how faults are named, that nothing hangs, leaks or grows.
package assistanttest

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"renown/internal/simulator"
	"renown/internal/testkit/must"
	"renown/internal/tool/assistant"
)

// key stands in the client's configuration and must appear nowhere else.
const key = "sk-conformance-4f1c9b7e2d"

// Rig is a simulated platform and a client that asks it.
type Rig struct {
	Sim    *simulator.Simulator
	Client *assistant.Client
	Entry  *assistant.Platform
	seen   chan simulator.Request
}

// Way is how the client reaches the simulator.
type Way string

const (
	Socket  Way = "socket"
	Process Way = "process"
)

// Ways lists both.
func Ways() []Way { return []Way{Socket, Process} }

// NewRig starts a simulator that plays one entry. timeout replaces the entry's own, 0 keeps it.
func NewRig(t testing.TB, entry *assistant.Platform, way Way, timeout time.Duration) *Rig {
	t.Helper()
	r := &Rig{seen: make(chan simulator.Request, 1024)}
	r.Sim = simulator.New(simulator.Options{
		Platforms: []*assistant.Platform{entry}, SearchAlways: true,
		Seen: func(q simulator.Request) { r.seen <- q },
	})
	catalogue := assistant.Only(entry)
	settings := assistant.Settings{}
	if way == Socket {
		origin, stop, err := r.Sim.Start("127.0.0.1:0")
		must.Do(t, err)
		t.Cleanup(func() {
			ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
			defer cancel()
			if err := stop(ctx); err != nil {
				t.Errorf("stopping the simulator: %v", err)
			}
		})
		catalogue = catalogue.Simulated(origin)
	} else {
		settings.Simulator = r.Sim
	}
	catalogue = catalogue.With(func(p *assistant.Platform) {
		p.Key = assistant.NewSecret(key)
		if timeout > 0 {
			p.Timeout = timeout
		}
	})
	r.Client = assistant.New(catalogue, settings)
	r.Entry = r.Client.Catalogue().Find(entry.ID)
	t.Cleanup(r.Client.Close)
	return r
}

// Ask asks in a mode and fails the test when the key shows up anywhere.
func (r *Rig) Ask(t testing.TB, question string, mode assistant.Mode) (assistant.Answer, error) {
	t.Helper()
	a, err := r.Client.Ask(t.Context(), assistant.Question{Platform: r.Entry.ID, Text: question, Mode: mode, Region: "CN"})
	if err != nil && strings.Contains(err.Error(), key) {
		t.Errorf("the key is in an error: %s", strings.ReplaceAll(err.Error(), key, "<key>"))
	}
	if strings.Contains(string(a.Raw), key) {
		t.Error("the key is in an answer")
	}
	return a, err
}

// mode is the entry's search mode, or the first it has.
func (r *Rig) mode() assistant.Mode {
	if modes := r.Entry.Capabilities().Modes; modes[0] != assistant.ModeSearch {
		return modes[0]
	}
	return assistant.ModeSearch
}

// Run checks one entry. It must not run in parallel with other tests: one of its checks counts goroutines.
func Run(t *testing.T, entry *assistant.Platform) {
	for _, way := range Ways() {
		t.Run(string(way), func(t *testing.T) {
			cancelled(t, entry, way)
			t.Run("each", func(t *testing.T) {
				answers(t, entry, way)
				faults(t, entry, way)
				obstacles(t, entry, way)
			})
		})
	}
}

func parallel(t *testing.T, name string, check func(t *testing.T)) {
	t.Helper()
	t.Run(name, func(t *testing.T) {
		t.Parallel()
		check(t)
	})
}

func wantFault(t testing.TB, err error, class assistant.Class) *assistant.Fault {
	t.Helper()
	var f *assistant.Fault
	if !errors.As(err, &f) {
		t.Fatalf("got %v, want a fault of class %s", err, class)
	}
	if f.Class != class {
		t.Fatalf("got %v, want class %s", f, class)
	}
	return f
}
