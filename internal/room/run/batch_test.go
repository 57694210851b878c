package run_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"renown/internal/floor/store"
	"renown/internal/room/plan"
	"renown/internal/room/run"
	"renown/internal/simulator"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// batch executes everything that is enqueued by ExecuteAll, until nothing is left. Waits are not waited for.
func (w *world) batch(t *testing.T) {
	t.Helper()
	var ids []string
	for _, task := range w.take() {
		ids = append(ids, task.ID)
	}
	for again := time.Duration(1); again > 0; {
		again = must.Get(w.ExecuteAll(t.Context(), ids))(t)
	}
}

// Sub-tasks that are executed together end as they do by themselves, whatever becomes of some of them, with and without limits at
// the platforms.
func TestExecuteAll(t *testing.T) {
	t.Parallel()
	for name, o := range map[string]options{"free": {}, "one slot": {slots: 1}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			each(t, o, func(t *testing.T, w *world) {
				who := w.caller(t, plan.Upper)
				texts := questions(5)
				texts[1] += "[sim:429,ok]"
				texts[2] += "[sim:filter]"
				texts[3] += "[sim:garbage*]"
				runID := w.accepted(t, who, w.brand(t, who, texts...))
				w.batch(t)
				r := w.statusIs(t, who, runID, run.Completed)
				if r.FinishedAt == nil || r.Progress != (run.Progress{Done: 30, Total: 30}) {
					t.Errorf("at the end: %+v", r)
				}
				for _, p := range r.Platforms {
					if p.Status != run.Completed || p.Done != 5 || p.Failed != 2 || p.Reason != nil {
						t.Errorf("at the end: %+v", p)
					}
				}
				expect.Equal(t, w.number(t, `SELECT count(*) FROM answers a JOIN findings f ON f.answer_id = a.id`),
					18, "answers were read")
				expect.Equal(t, w.number(t, `SELECT done FROM readings WHERE status = 'current'`), 30, "were counted")
				expect.Equal(t,
					w.number(t,
						`SELECT (SELECT count(*) FROM answers WHERE answered_at IS NULL) + (SELECT count(*) FROM tasks WHERE node IS NOT NULL)`), 0, "things are left")
				asked := w.sim.Total()
				done := must.Get(store.One[string](w.db.Read().QueryRow(t.Context(), `SELECT min(id) FROM tasks`)))(t)
				if again, err := w.ExecuteAll(t.Context(), []string{"ans_none", done}); again != 0 || err != nil || w.sim.Total() != asked {
					t.Errorf("what is done was executed again: %v, %v", again, err)
				}
				w.sound(t)
			})
		})
	}
}

// A program that stops gives a whole batch back without an attempt being counted.
func TestStopBatch(t *testing.T) {
	t.Parallel()
	each(t, options{latency: time.Hour}, func(t *testing.T, w *world) {
		who := w.caller(t, plan.Upper)
		runID := w.accepted(t, who, w.brand(t, who, "问"), "doubao", "deepseek")
		tasks := w.take()
		ctx, cancel := context.WithCancel(t.Context())
		result := make(chan error, 1)
		go func() {
			_, err := w.ExecuteAll(ctx, []string{tasks[0].ID, tasks[1].ID})
			result <- err
		}()
		eventually(t, "both questions are asked", func() bool { return w.sim.Total() == 2 })
		cancel()
		if err := <-result; !errors.Is(err, context.Canceled) {
			t.Fatalf("got %v", err)
		}
		must.Equal(t,
			w.number(t, `SELECT count(*) FROM tasks WHERE status = 'queued' AND node IS NULL AND attempts = 0`), 2,
			"the sub-tasks were not put back as they were")
		w.statusIs(t, who, runID, run.Running)
		w.sound(t)
	})
}

// An answer that cannot be read holds up no other of its batch: reading is made to panic where an answer names the brand.
func TestUnreadableInBatch(t *testing.T) {
	t.Parallel()
	r := &reader{act: func(context.Context, int64) error { panic("index out of range") }}
	each(t, options{judge: r.judge}, func(t *testing.T, w *world) {
		who := w.caller(t, plan.Upper)
		w.sim.Know(simulator.Brand{Name: "云栖笔记"})
		runID := w.accepted(t, who, w.brand(t, who, named, "笔记本电脑进水了怎么办？"), "doubao")
		w.batch(t)
		r := w.statusIs(t, who, runID, run.Completed)
		if p := r.Platforms[0]; p.Done != 2 || p.Failed != 1 {
			t.Errorf("at the end: %+v", p)
		}
		expect.Equal(t, w.number(t, `SELECT count(*) FROM tasks WHERE status = 'failed' AND error = 'unreadable'`), 1,
			"sub-tasks were given up")
		w.sound(t)
	})
}
