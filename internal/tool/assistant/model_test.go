package assistant_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"renown/internal/simulator"
	"renown/internal/tool/assistant"
)

// A model server that takes requests and never answers costs AtOnce callers the entry's timeout; all others go on after Wait.
func TestModelDown(t *testing.T) {
	t.Parallel()
	const callers = 100
	const timeout = 30 * time.Second
	limits := assistant.ModelLimits{AtOnce: 4, Wait: 2 * time.Second}
	for _, c := range []struct {
		name        string
		concurrency int
		asked       int
	}{{"as the limits say", 8, 4}, {"the entry allows less", 1, 1}, {"the entry has no limit", 0, 4}} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				sim := simulator.New(simulator.Options{})
				sim.Script("", "", simulator.Step{Do: simulator.Hang, Forever: true})
				model := assistant.NewModel(simulated(sim, "ernie", func(p *assistant.Platform) {
					p.Concurrency,
						p.Timeout = c.concurrency, timeout
				}), "ernie", limits)
				begun, timedOut := time.Now(), atomic.Int32{}
				var all sync.WaitGroup
				for i := range callers {
					all.Go(func() {
						_, err := model.Ask(t.Context(), fmt.Sprint("judge ", i))
						switch took := time.Since(begun); {
						case err == nil:
							t.Error("answered")
						case assistant.ClassOf(err) == assistant.Unavailable && took <= limits.Wait:
						case took == timeout && assistant.ClassOf(err) == assistant.Timeout:
							timedOut.Add(1)
						default:
							t.Errorf("%v after %s", err, took)
						}
					})
				}
				all.Wait()
				if n := int(timedOut.Load()); n != c.asked || sim.Total() != c.asked {
					t.Errorf("%d callers waited for the timeout, %d requests were sent, want %d", n, sim.Total(), c.asked)
				}
			})
		})
	}
}

// A call that ends makes room for one that waits.
func TestModelWaits(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		sim := simulator.New(simulator.Options{Latency: simulator.Latency{Mean: time.Second}})
		model := assistant.NewModel(simulated(sim, "ernie", func(p *assistant.Platform) { p.Concurrency = 0 }), "ernie",
			assistant.ModelLimits{AtOnce: 2, Wait: time.Minute})
		begun := time.Now()
		var all sync.WaitGroup
		for i := range 6 {
			all.Go(func() {
				if text, err := model.Ask(t.Context(), fmt.Sprint("跑鞋推荐", i)); err != nil || text == "" {
					t.Errorf("%q, %v", text, err)
				}
			})
		}
		all.Wait()
		if took := time.Since(begun); took < 2*time.Second || sim.Total() != 6 {
			t.Errorf("six calls of a second, two at once, took %s; %d were sent", took, sim.Total())
		}
	})
}
