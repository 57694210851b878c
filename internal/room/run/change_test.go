package run_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"

	"renown/internal/room/plan"
	"renown/internal/room/run"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// Many who wait for a run cost one statement at a time, see what another node does, and end with their patience.
func TestAwaitChange(t *testing.T) {
	t.Parallel()
	each(t, options{slots: 1}, func(t *testing.T, w *world) {
		who := w.caller(t, plan.Standard)
		runID := w.accepted(t, who, w.brand(t, who, questions(2)...), "doubao")
		seen := must.Get(w.Find(t.Context(), who, runID))(t)
		other := w.another(t)
		var looks atomic.Int64
		other.db.Watch(func(sql string) {
			if strings.HasPrefix(sql, "SELECT id, status, done, total FROM runs WHERE id IN") {
				looks.Add(1)
			}
		})

		impatient, cancel := context.WithCancel(t.Context())
		cancel()
		other.AwaitChange(impatient, seen) // returns at once

		const callers = 50
		told := make(chan struct{}, callers)
		for range callers {
			go func() {
				other.AwaitChange(t.Context(), seen)
				told <- struct{}{}
			}()
		}
		eventually(t, "somebody looks", func() bool { return looks.Load() >= 2 })
		before := looks.Load()
		select {
		case <-told:
			t.Error("told of nothing")
		default:
		}
		must.Get(w.Execute(t.Context(), w.take()[0].ID))(t)
		for range callers {
			<-told
		}
		if n := looks.Load() - before; n > callers/2 {
			t.Errorf("%d looks for %d who wait for one run", n, callers)
		}
		now := must.Get(w.Find(t.Context(), who, runID))(t)
		expect.Equal(t, now.Progress.Done, 1, now.Progress)
		must.Get(w.Cancel(t.Context(), who, runID))(t)
		ended := must.Get(w.Find(t.Context(), who, runID))(t)
		if !run.Ended(ended.Status) {
			t.Fatalf("%+v", ended)
		}
		other.AwaitChange(t.Context(), ended) // nothing changes any more
	})
}
