package run_test

import (
	"slices"
	"testing"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/room/run"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// crowd opens accounts with a brand each and has them submit one after the other.
func crowd(t *testing.T, w *world, n int) (who []account.Caller, runs []string) {
	t.Helper()
	for range n {
		c := w.caller(t, plan.Standard)
		brandID := w.brand(t, c, "问")
		who = append(who, c)
		runs = append(runs, w.accepted(t, c, brandID, "doubao"))
		w.clock.Advance(time.Millisecond)
	}
	return who, runs
}

// running lists which of the runs are in progress, by their number.
func running(t *testing.T, w *world, who []account.Caller, runs []string) (list []int) {
	t.Helper()
	for i, runID := range runs {
		if w.progress(t, who[i], runID).Status == run.Running {
			list = append(list, i)
		}
	}
	return list
}

func expectRunning(t *testing.T, w *world, who []account.Caller, runs []string, want ...int) {
	t.Helper()
	if got := running(t, w, who, runs); !slices.Equal(got, want) {
		t.Fatalf("in progress are %v, want %v", got, want)
	}
}

// Runs beyond the capacity wait and start in the order of acceptance, one for each that ends, however it ends.
func TestCapacity(t *testing.T) {
	t.Parallel()
	each(t, options{capacity: 2}, func(t *testing.T, w *world) {
		who, runs := crowd(t, w, 6)
		expectRunning(t, w, who, runs, 0, 1)
		if p := w.statusIs(t, who[2], runs[2], run.Queued); p.StartedAt != nil ||
			p.Platforms[0].Status != run.Queued || p.Progress != (run.Progress{Total: 1}) {
			t.Errorf("one that waits: %+v", p)
		}
		tasks := w.take()
		must.Equal(t, len(tasks), 2, "sub-tasks were enqueued")
		_, err := w.Execute(t.Context(), tasks[1].ID) // the second ends first
		must.Do(t, err)
		expectRunning(t, w, who, runs, 0, 2)
		must.Get(w.Cancel(t.Context(), who[0], runs[0]))(t)
		expectRunning(t, w, who, runs, 2, 3)
		_, err = w.Cancel(t.Context(), who[4], runs[4]) // gives up waiting
		must.Do(t, err)
		expectRunning(t, w, who, runs, 2, 3)
		w.take()
		w.clock.Advance(time.Minute)
		status := must.Get(w.Detection(t.Context()))(t)
		if status.Suspended || status.Capacity != 2 || status.Running != 2 || status.Queued != 1 {
			t.Errorf("it stands like this: %+v", status)
		}
		must.Get(w.Cancel(t.Context(), who[2], runs[2]))(t)
		expectRunning(t, w, who, runs, 3, 5)
		w.work(t)
		w.statusIs(t, who[5], runs[5], run.Completed)
		w.sound(t)
	})
}

// A suspended installation accepts and holds; what runs goes on. Lifted, it starts what waits, in order.
func TestSuspension(t *testing.T) {
	t.Parallel()
	each(t, options{capacity: 2}, func(t *testing.T, w *world) {
		who, runs := crowd(t, w, 1)
		must.Do(t, w.Suspend(t.Context()))
		w.clock.Advance(time.Minute)
		must.Do(t, w.Suspend(t.Context())) // again changes nothing
		status := must.Get(w.Detection(t.Context()))(t)
		if !status.Suspended || !status.ChangedAt.Equal(w.clock.Now().Add(-time.Minute)) || status.Running != 1 {
			t.Errorf("suspended: %+v", status)
		}
		others, held := crowd(t, w, 3)
		who, runs = append(who, others...), append(runs, held...)
		w.work(t)
		w.statusIs(t, who[0], runs[0], run.Completed)
		must.Do(t, w.Sweep(t.Context()))
		expectRunning(t, w, who, runs)
		must.Do(t, w.Resume(t.Context()))
		must.Do(t, w.Sweep(t.Context()))
		expectRunning(t, w, who, runs, 1, 2)
		w.work(t)
		for i := range runs {
			w.statusIs(t, who[i], runs[i], run.Completed)
		}
		w.sound(t)
	})
}

// Who lifts the suspension need not be able to ask: a command has no keys, and decides nothing for those who have.
func TestResumeFromElsewhere(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		must.Do(t, w.Suspend(t.Context()))
		who, runs := crowd(t, w, 1)
		command := w.withoutKeys(t)
		must.Do(t, command.Resume(t.Context()))
		must.Do(t, w.Sweep(t.Context()))
		w.work(t)
		w.statusIs(t, who[0], runs[0], run.Completed)
	})
}

// What has ended cannot be cancelled, and what is another account's does not exist.
func TestCancelRefused(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		who, runs := crowd(t, w, 2)
		_, err := w.Cancel(t.Context(), who[0], runs[1])
		refused(t, err, fault.NoSuchThing, map[string]any{"resource": "run", "id": runs[1]})
		_, err = w.Cancel(t.Context(), who[0], "run_none")
		refused(t, err, fault.NoSuchThing, map[string]any{"resource": "run", "id": "run_none"})
		w.work(t)
		_, err = w.Cancel(t.Context(), who[0], runs[0])
		refused(t, err, fault.RunEnded, map[string]any{"status": run.Completed})
		_, err = w.Find(t.Context(), who[0], runs[1])
		refused(t, err, fault.NoSuchThing, map[string]any{"resource": "run", "id": runs[1]})
	})
}

// Cancelling a running run asks nothing more. Answers that are there stay; one that is under way is not kept, and its slot
// is given back when it comes.
func TestCancelRunning(t *testing.T) {
	t.Parallel()
	each(t, options{slots: 1, latency: 100 * time.Millisecond}, func(t *testing.T, w *world) {
		who := w.caller(t, plan.Standard)
		runID := w.accepted(t, who, w.brand(t, who, questions(2)...), "doubao", "qwen")
		tasks := w.take()
		for _, task := range tasks[:2] { // the first question, at both platforms
			must.Get(w.Execute(t.Context(), task.ID))(t)
		}
		result := make(chan error, 1)
		go func() {
			_, err := w.Execute(t.Context(), tasks[2].ID)
			result <- err
		}()
		eventually(t, "the question is asked", func() bool { return w.sim.Total() == 3 })
		r, err := w.Cancel(t.Context(), who, runID)
		must.Do(t, err)
		if r.Status != run.Cancelled || r.Progress != (run.Progress{Done: 4, Total: 4}) || r.FinishedAt == nil {
			t.Errorf("cancelled: %+v", r)
		}
		for _, p := range r.Platforms {
			if p.Status != run.Cancelled || p.Done != 2 {
				t.Errorf("cancelled: %+v", p)
			}
		}
		w.sound(t) // the slot is still taken
		must.Do(t, <-result)
		must.Get(w.Execute(t.Context(), tasks[3].ID))(t)
		expect.Equal(t, w.sim.Total(), 3, "questions were asked")
		expect.Equal(t, w.number(t, `SELECT count(*) FROM answers`), 2, "answers are kept")
		expect.Equal(t, w.number(t, `SELECT count(*) FROM tasks WHERE node IS NOT NULL`), 0, "slots are still taken")
		_, err = w.Cancel(t.Context(), who, runID)
		refused(t, err, fault.RunEnded, map[string]any{"status": run.Cancelled})
		_, total, err := w.Evidence(t.Context(), who, runID, run.EvidenceFilter{Paging: run.Paging{Number: 1, Size: 10}})
		must.Do(t, err)
		expect.Equal(t, total, 2, "the evidence holds")
		w.sound(t)
	})
}
