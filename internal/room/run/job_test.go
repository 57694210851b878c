package run_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/room/plan"
	"renown/internal/room/run"
	"renown/internal/simulator"
	"renown/internal/testkit/must"
)

// handed are the jobs that the workers were given, as "kind×sub-tasks".
func handed(t *testing.T, db *store.DB) (list []string, jobs []queue.Job) {
	t.Helper()
	args := `CAST(args AS TEXT)`
	if db.Dialect() == store.SQLite {
		args = `json(args)`
	}
	jobs, err := store.List(t.Context(), db.Read(), func(row store.Row) (j queue.Job, err error) {
		var encoded string
		if err = row.Scan(&j.Kind, &encoded); err == nil {
			var kept struct{ Args json.RawMessage }
			err = json.Unmarshal([]byte(encoded), &kept)
			j.Args = kept.Args
		}
		return j, err
	}, `SELECT kind, `+args+` FROM river_job WHERE kind LIKE 'ask%' ORDER BY id`)
	must.Do(t, err)
	for _, j := range jobs {
		list = append(list, fmt.Sprintf("%s×%d", j.Kind, len(run.Asked(j))))
	}
	return list, jobs
}

// queued is a room with a queue that keeps its jobs, and does not work them.
func queued(t *testing.T, w *world) *queue.Queue {
	t.Helper()
	q := must.Get(queue.New(w.db, queue.Options{}))(t)
	w.jobs = q
	w.Runs = w.room(w.node, w.plans, w.brands)
	return q
}

// workJob calls what works a job.
func workJob(t *testing.T, w *world, j queue.Job) error {
	t.Helper()
	kinds := w.Jobs()
	at := slices.IndexFunc(kinds, func(k queue.Kind) bool { return k.Name == j.Kind })
	return kinds[at].Handle(t.Context(), queue.Delivery{Args: j.Args.(json.RawMessage), Attempt: 1})
}

// The sub-tasks of a platform share jobs, of twenty at most each.
func TestHandedOver(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		queued(t, w)
		who := w.caller(t, plan.Upper)
		out, err := w.Submit(t.Context(), who, run.Request{
			BrandID:   w.brand(t, who, questions(7)...),
			Platforms: []string{"doubao", "qwen"}, Samples: 3, Origin: run.FromAPI,
		})
		must.Do(t, err)
		list, jobs := handed(t, w.db)
		must.Equal(t, strings.Join(list, " "), "ask_doubao×20 ask_doubao×1 ask_qwen×20 ask_qwen×1")
		for _, j := range jobs {
			must.Do(t, workJob(t, w, j))
			must.Do(t, workJob(t, w, j)) // a second time finds the work done
		}
		if r := w.progress(t, who, out.RunID); r.Status != run.Completed || w.sim.Total() != 42 {
			t.Errorf("%+v after %d questions", r, w.sim.Total())
		}
	})
}

// One that has to wait for long gets a job of its own, and the others are done.
func TestHandedOverPutOff(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		queued(t, w)
		who := w.caller(t, plan.Upper)
		list := questions(3)
		w.sim.Script("doubao", list[1], simulator.Step{Do: simulator.RateLimit, RetryAfter: time.Minute})
		runID := w.accepted(t, who, w.brand(t, who, list...), "doubao")
		_, jobs := handed(t, w.db)
		must.Do(t, workJob(t, w, jobs[0]))
		if r := w.progress(t, who, runID); r.Progress.Done != 2 {
			t.Errorf("%+v", r)
		}
		if got, _ := handed(t, w.db); strings.Join(got, " ") != "ask_doubao×3 ask_doubao×1" {
			t.Errorf("then %v", got)
		}
	})
}

// Once the program stops no more are begun, and the job is there for the rest.
func TestHandedOverWhileStopping(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		q := queued(t, w)
		must.Do(t, q.Work(queue.Kind{Name: "aa", Handle: func(context.Context, queue.Delivery) error { return nil }}))
		who := w.caller(t, plan.Upper)
		w.accepted(t, who, w.brand(t, who, questions(3)...), "doubao")
		_, jobs := handed(t, w.db)
		must.Do(t, q.Stop(t.Context()))
		if err := workJob(t, w, jobs[0]); !queue.Snoozed(err) || w.sim.Total() != 0 {
			t.Errorf("%v after %d questions", err, w.sim.Total())
		}
	})
}
