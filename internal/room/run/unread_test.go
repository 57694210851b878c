package run_test

import (
	"context"
	"errors"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/room/run"
	"renown/internal/simulator"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// named is a question whose simulated answer names the brand, so that it is judged.
const named = "云栖笔记怎么样？"

// reader stands in for the model that judges answers: it is called each time an answer is read, with no transaction open.
type reader struct {
	reads atomic.Int64
	act   func(ctx context.Context, read int64) error
}

func (r *reader) judge(ctx context.Context, _ string) (string, error) {
	return "", r.act(ctx, r.reads.Add(1))
}

// one is a run of one question at one platform.
func (w *world) one(t must.Tester, who account.Caller) (runID, taskID string) {
	t.Helper()
	w.sim.Know(simulator.Brand{Name: "云栖笔记"})
	runID = w.accepted(t, who, w.brand(t, who, named), "doubao")
	return runID, w.take()[0].ID
}

// Reading that panics every time: the platform is asked once, the answer is read three times, the sub-task has failed and says why.
func TestReadingThatPanics(t *testing.T) {
	t.Parallel()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		r := &reader{act: func(context.Context, int64) error { panic("index out of range [6471] with length 6450") }}
		w := newWorld(t, d, options{judge: r.judge})
		who := w.caller(t, plan.Upper)
		runID, taskID := w.one(t, who)
		again := must.Get(w.Execute(t.Context(), taskID))(t)
		if again != 0 || r.reads.Load() != 3 || w.sim.Asked("doubao", named) != 1 {
			t.Fatalf("read %d times, asked %d times, again in %s", r.reads.Load(), w.sim.Asked("doubao", named), again)
		}
		w.statusIs(t, who, runID, run.Failed)
		failedFor(t, w, who, runID, run.Unreadable)
		w.sound(t)
		for range 3 {
			w.clock.Advance(time.Minute)
			must.Do(t, w.Sweep(t.Context()))
			must.Do(t, w.Alone(t.Context()))
			w.work(t)
		}
		must.Equal(t, w.sim.Asked("doubao", named), 1, "the platform was asked again")
	})
}

func failedFor(t *testing.T, w *world, who account.Caller, runID string, why run.Reason) {
	t.Helper()
	found, _, err := w.Evidence(t.Context(), who, runID, run.EvidenceFilter{Paging: run.Paging{Number: 1, Size: 10}})
	must.Do(t, err)
	if len(found) != 1 || found[0].Status != "failed" || found[0].Error == nil || *found[0].Error != why {
		t.Fatalf("the sub-task: %+v", found)
	}
}

// Reading that fails once or twice succeeds in the end.
func TestReadingThatPanicsTwice(t *testing.T) {
	t.Parallel()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		r := &reader{act: func(_ context.Context, read int64) error {
			if read < 3 {
				panic("not yet")
			}
			return errors.New("no judgement")
		}}
		w := newWorld(t, d, options{judge: r.judge})
		who := w.caller(t, plan.Upper)
		runID, _ := w.one(t, who)
		must.Do(t, w.Alone(t.Context()))
		w.work(t)
		w.statusIs(t, who, runID, run.Completed)
		if n := w.sim.Asked("doubao", named); n != 1 || r.reads.Load() != 3 {
			t.Fatalf("asked %d times, read %d times", n, r.reads.Load())
		}
		w.sound(t)
	})
}

// A process is killed between storing and reading: the next one reads the stored answer and asks no platform. After
// three processes that ended so, the sub-task fails.
func TestKilledBeforeReading(t *testing.T) {
	t.Parallel()
	for _, d := range storetest.Dialects {
		for _, deaths := range []int64{1, 2, 3} {
			t.Run(string(d), func(t *testing.T) {
				t.Parallel()
				r := &reader{act: func(_ context.Context, read int64) error {
					if read <= deaths {
						runtime.Goexit() // as far as the database can tell, a kill
					}
					return errors.New("no judgement")
				}}
				w := newWorld(t, d, options{judge: r.judge})
				who := w.caller(t, plan.Upper)
				runID, taskID := w.one(t, who)
				for range deaths {
					died(w, taskID)
					w.statusIs(t, who, runID, run.Running)
					must.Equal(t, w.number(t, `SELECT count(*) FROM answers WHERE answered_at IS NULL`), 1, "answers are stored")
					must.Do(t, w.Sweep(t.Context()))
					taskID = w.take()[0].ID
				}
				again := must.Get(w.Execute(t.Context(), taskID))(t)
				want := run.Completed
				if deaths == 3 {
					want = run.Failed
					failedFor(t, w, who, runID, run.Unreadable)
				}
				w.statusIs(t, who, runID, want)
				if n := w.sim.Asked("doubao", named); n != 1 || again != 0 {
					t.Fatalf("asked %d times, again in %s", n, again)
				}
				w.sound(t)
			})
		}
	}
}

// died executes a sub-task in a goroutine that ends in the middle.
func died(w *world, taskID string) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, _ = w.Execute(context.Background(), taskID)
	}()
	<-done
}

// A program that stops while it reads gives the answer to the next: that is not a try.
func TestStoppedWhileReading(t *testing.T) {
	t.Parallel()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		stop := func() {}
		r := &reader{act: func(context.Context, int64) error {
			stop()
			return errors.New("no judgement")
		}}
		w := newWorld(t, d, options{judge: r.judge})
		who := w.caller(t, plan.Upper)
		runID, taskID := w.one(t, who)
		for range 4 {
			ctx, cancel := context.WithCancel(t.Context())
			stop = cancel
			if _, err := w.Execute(ctx, taskID); !errors.Is(err, context.Canceled) {
				t.Fatalf("stopped with %v", err)
			}
			attempts, tries := w.number(t, `SELECT attempts FROM tasks WHERE status = 'queued'`),
				w.number(t, `SELECT tries FROM answers WHERE answered_at IS NULL`)
			if attempts != 1 || tries != 0 {
				t.Fatalf("stopped while it read: %d attempts and %d tries are counted", attempts, tries)
			}
		}
		stop = func() {}
		must.Get(w.Execute(t.Context(), taskID))(t)
		w.statusIs(t, who, runID, run.Completed)
		if n := w.sim.Asked("doubao", named); n != 1 {
			t.Fatalf("asked %d times", n)
		}
		w.sound(t)
	})
}

// A process that stops while it reads an answer, after another took its sub-task, leaves what that one counts alone.
func TestStoppedTooLate(t *testing.T) {
	t.Parallel()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		r := &reader{}
		w := newWorld(t, d, options{judge: r.judge})
		r.act = func(context.Context, int64) error {
			storetest.Exec(t, w.db, `UPDATE tasks SET node = 'another', token = token + 1`)
			storetest.Exec(t, w.db, `UPDATE answers SET tries = 2`)
			stop()
			return errors.New("no judgement")
		}
		_, taskID := w.one(t, w.caller(t, plan.Upper))
		if _, err := w.Execute(ctx, taskID); !errors.Is(err, context.Canceled) {
			t.Fatalf("stopped with %v", err)
		}
		tries, attempts := w.number(t, `SELECT tries FROM answers WHERE answered_at IS NULL`),
			w.number(t, `SELECT attempts FROM tasks WHERE status = 'running' AND node = 'another'`)
		if tries != 2 || attempts != 1 {
			t.Fatalf("the other's sub-task has %d tries and %d attempts", tries, attempts)
		}
	})
}

// A stored answer outlives the platform's being left alone, and goes with a run that is cancelled.
func TestStoredAnswerMeanwhile(t *testing.T) {
	t.Parallel()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		r := &reader{act: func(_ context.Context, read int64) error {
			if read <= 2 {
				runtime.Goexit()
			}
			return errors.New("no judgement")
		}}
		w := newWorld(t, d, options{judge: r.judge})
		who := w.caller(t, plan.Upper)
		runID, taskID := w.one(t, who)
		died(w, taskID)
		storetest.Exec(t, w.db, `UPDATE platform_gates SET open_class = 'auth', open_until = $1`, w.db.Now().Add(time.Hour))
		must.Do(t, w.Sweep(t.Context()))
		died(w, w.take()[0].ID)
		w.statusIs(t, who, runID, run.Running)

		other := w.caller(t, plan.Upper)
		refused(t, w.CancelAny(t.Context(), "run_nothing"), fault.NoSuchThing, map[string]any{"resource": "run", "id": "run_nothing"})
		must.Do(t, w.CancelAny(t.Context(), runID))
		w.statusIs(t, who, runID, run.Cancelled)
		must.Equal(t, w.number(t, `SELECT count(*) FROM answers WHERE answered_at IS NULL`), 0, "answers are stored")
		refused(t, w.CancelAny(t.Context(), runID), fault.RunEnded, map[string]any{"status": run.Cancelled})
		if _, err := w.Find(t.Context(), other, runID); fault.As(err) == nil {
			t.Fatal("another account sees the run")
		}
		must.Do(t, w.Sweep(t.Context()))
		w.work(t)
		w.sound(t)
		if n := w.sim.Asked("doubao", named); n != 1 {
			t.Fatalf("asked %d times", n)
		}
	})
}

// A question whose asking ends the process each time is given up, and the platforms' other questions go on.
func TestLostForGood(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		who := w.caller(t, plan.Upper)
		runID, taskID := w.one(t, who)
		for range 10 {
			storetest.Exec(t, w.db, `UPDATE tasks SET status = 'running', node = 'gone' WHERE id = $1`, taskID)
			must.Do(t, w.Alone(t.Context()))
		}
		w.work(t)
		w.statusIs(t, who, runID, run.Failed)
		failedFor(t, w, who, runID, run.Lost)
		if n := w.sim.Asked("doubao", named); n != 0 {
			t.Fatalf("asked %d times", n)
		}
		w.sound(t)
	})
}

// Operators see the runs of all accounts that have not ended, oldest first.
func TestOpenRuns(t *testing.T) {
	t.Parallel()
	each(t, options{capacity: 1}, func(t *testing.T, w *world) {
		first, second := w.caller(t, plan.Upper), w.caller(t, plan.Upper)
		running := w.accepted(t, first, w.brand(t, first, named), "doubao")
		w.clock.Advance(time.Second)
		waiting := w.accepted(t, second, w.brand(t, second, named), "doubao")
		list := must.Get(w.Open(t.Context(), 10))(t)
		if len(list) != 2 || list[0].ID != running || list[0].OwnerID != first.UserID || list[0].Owner == "" ||
			list[0].Status != run.Running ||
			list[1].ID != waiting || list[1].Status != run.Queued || len(list[1].Platforms) != 1 {
			t.Fatalf("open: %+v", list)
		}
		must.Do(t, w.CancelAny(t.Context(), running))
		list = must.Get(w.Open(t.Context(), 10))(t)
		if len(list) != 1 || list[0].ID != waiting || list[0].Status != run.Running {
			t.Fatalf("after the first was cancelled: %+v", list)
		}
	})
}
