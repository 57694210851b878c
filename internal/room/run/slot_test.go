package run_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"renown/internal/floor/store"
	"renown/internal/room/plan"
	"renown/internal/room/run"
	"renown/internal/simulator"
	"renown/internal/testkit/await"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// gauge measures, inside the simulator, how many questions a platform has in flight and when they came.
type gauge struct {
	mu   sync.Mutex
	now  map[string]int
	peak map[string]int
	came map[string][]time.Time
	met  map[string]chan struct{} // closed once so many have met
}

func closed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// seen measures. Questions wait until so many have met at their platform, at most ten seconds, and then a little, so that
// one too many would meet them.
func (g *gauge) seen(meet int) func(simulator.Request) {
	g.now, g.peak, g.came, g.met = map[string]int{}, map[string]int{}, map[string][]time.Time{}, map[string]chan struct{}{}
	return func(r simulator.Request) {
		g.mu.Lock()
		g.now[r.Platform]++
		g.peak[r.Platform] = max(g.peak[r.Platform], g.now[r.Platform])
		g.came[r.Platform] = append(g.came[r.Platform], time.Now())
		if g.met[r.Platform] == nil {
			g.met[r.Platform] = make(chan struct{})
		}
		met := g.met[r.Platform]
		if g.peak[r.Platform] == meet && g.now[r.Platform] == meet && !closed(met) {
			close(met)
		}
		g.mu.Unlock()
		if meet > 0 {
			select {
			case <-met:
			case <-time.After(time.Minute):
			}
			await.Pause(context.Background(), 5*time.Millisecond)
		}
		g.mu.Lock()
		g.now[r.Platform]--
		g.mu.Unlock()
	}
}

// crew lets several nodes, each with some workers, execute what was enqueued until all has ended.
func crew(t *testing.T, w *world, nodes []*node, workers int) {
	t.Helper()
	tasks := make(chan run.TaskRef, 10_000)
	for _, task := range w.take() {
		tasks <- task
	}
	close(tasks)
	var group sync.WaitGroup
	for _, n := range nodes {
		for range workers {
			group.Go(func() {
				for task := range tasks {
					for again := time.Nanosecond; again > 0; {
						var err error
						if again, err = n.Execute(context.Background(), task.ID); err != nil {
							t.Error(err)
							return
						}
					}
				}
			})
		}
	}
	group.Wait()
}

// However many processes and workers there are, a platform never has more questions at once than its slots, and the slots
// are used.
func TestSlots(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		d     store.Dialect
		nodes int
	}{{store.SQLite, 1}, {store.Postgres, 3}} {
		t.Run(string(c.d), func(t *testing.T) {
			t.Parallel()
			g := &gauge{}
			w := newWorld(t, c.d, options{slots: 2, wallClock: true, seen: g.seen(2)})
			nodes := []*node{w.node}
			for len(nodes) < c.nodes {
				nodes = append(nodes, w.another(t))
			}
			for range 2 { // two runs share the slots
				who := w.caller(t, plan.Upper)
				w.accepted(t, who, w.brand(t, who, questions(6)...), "doubao", "qwen", "yuanbao")
			}
			crew(t, w, nodes, 12/c.nodes)
			for _, platform := range []string{"doubao", "qwen", "yuanbao"} {
				if g.peak[platform] != 2 || len(g.came[platform]) != 12 {
					t.Errorf("%s: %d at once, %d in all", platform, g.peak[platform], len(g.came[platform]))
				}
			}
			expect.Equal(t, w.number(t, `SELECT count(*) FROM runs WHERE status <> 'completed'`), 0, "runs are not complete")
			w.sound(t)
		})
	}
}

// A slot is for asking: while an answer is read and stored, the next question is put.
func TestSlotIsLeftBeforeReading(t *testing.T) {
	t.Parallel()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		second := make(chan struct{})
		var came, judged atomic.Int32
		w := newWorld(t, d, options{
			slots: 1, wallClock: true,
			seen: func(simulator.Request) {
				if came.Add(1) == 2 {
					close(second)
				}
			},
			judge: func(ctx context.Context, _ string) (string, error) {
				judged.Add(1)
				select {
				case <-second:
				case <-ctx.Done(): // the patience with a model that does not answer
					t.Error("the second question waited for the first answer to be read")
				}
				return "", errors.New("no judgement")
			},
		})
		w.sim.Know(simulator.Brand{Name: "云栖笔记"})
		who := w.caller(t, plan.Upper)
		w.accepted(t, who, w.brand(t, who, named, "云栖笔记好用吗？"), "doubao")
		crew(t, w, []*node{w.node}, 2)
		if n := w.number(t, `SELECT count(*) FROM runs WHERE status = 'completed'`); n != 1 || came.Load() != 2 || judged.Load() != 2 {
			t.Errorf("%d runs are complete, %d questions were put, %d answers were read", n, came.Load(), judged.Load())
		}
		w.sound(t)
	})
}

// An answer that is being read has left its slot: it does not take one again when its run is cancelled.
func TestCancelledWhileRead(t *testing.T) {
	t.Parallel()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		var w *world
		var cancel func()
		w = newWorld(t, d, options{slots: 1, judge: func(context.Context, string) (string, error) {
			cancel()
			return "", errors.New("no judgement")
		}})
		w.sim.Know(simulator.Brand{Name: "云栖笔记"})
		who := w.caller(t, plan.Upper)
		id := w.accepted(t, who, w.brand(t, who, named), "doubao")
		cancelled := 0
		cancel = func() {
			cancelled++
			expect.Do(t, expect.Error(w.Cancel(t.Context(), who, id)))
			expect.Equal(t, w.number(t, `SELECT count(*) FROM tasks WHERE node IS NOT NULL`), 0, "slots are taken while nothing is asked")
		}
		w.work(t)
		if r := w.progress(t, who, id); r.Status != run.Cancelled || cancelled != 1 {
			t.Errorf("cancelled %d times: %+v", cancelled, r)
		}
		w.sound(t)
	})
}

// The pace holds over all processes: the n-th request comes n-1 intervals after the first, or later. A question that takes
// two requests counts twice in the pace.
func TestPace(t *testing.T) {
	t.Parallel()
	const perMinute, interval = 1500, 40 * time.Millisecond
	const inFlight = 2 // bounds how early further requests may come, however busy the machine is
	for _, c := range []struct {
		d     store.Dialect
		nodes int
	}{{store.SQLite, 1}, {store.Postgres, 3}} {
		t.Run(string(c.d), func(t *testing.T) {
			t.Parallel()
			g := &gauge{}
			w := newWorld(t, c.d, options{slots: inFlight, perMinute: perMinute, wallClock: true, seen: g.seen(0)})
			nodes := []*node{w.node}
			for len(nodes) < c.nodes {
				nodes = append(nodes, w.another(t))
			}
			who := w.caller(t, plan.Upper)
			begun := time.Now()
			w.accepted(t, who, w.brand(t, who, questions(15)...), "doubao", "kimi")
			crew(t, w, nodes, 6)
			for platform, rounds := range map[string]int{"doubao": 1, "kimi": 2} {
				if n := len(g.came[platform]); n != 15*rounds {
					t.Errorf("%s had %d requests", platform, n)
				}
				for i, at := range g.came[platform] {
					// Further requests are counted when the answer is there, so those of questions in flight may come early.
					if least := time.Duration(max(0, i/rounds*rounds-inFlight*(rounds-1))) * interval; at.Sub(begun) < least {
						t.Errorf("%s: request %d came after %v, not before %v was right", platform, i, at.Sub(begun), least)
						break
					}
				}
			}
			w.sound(t)
		})
	}
}

// A slot that is needed for longer than a worker should wait is waited for by the job, not by the worker.
func TestPaceTooSlowToWait(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		w.options.perMinute = 1
		slow := w.another(t)
		who := w.caller(t, plan.Upper)
		runID := slow.accepted(t, who, w.brand(t, who, questions(2)...), "doubao")
		tasks := w.take()
		for _, want := range []time.Duration{0, time.Minute} {
			again := must.Get(slow.Execute(t.Context(), tasks[0].ID))(t)
			must.Equal(t, again, want, "come again in")
			tasks = tasks[1:]
		}
		if p := slow.progress(t, who, runID); p.Progress.Done != 1 {
			t.Errorf("got %+v", p)
		}
		w.sound(t)
	})
}

// One slow platform does not hold up the others: its slots are its own.
func TestSlotsApart(t *testing.T) {
	t.Parallel()
	each(t, options{slots: 1, wallClock: true}, func(t *testing.T, w *world) {
		who := w.caller(t, plan.Upper)
		runID := w.accepted(t, who, w.brand(t, who, questions(3)...), "doubao", "qwen")
		tasks := w.take()
		first := slices.IndexFunc(tasks, func(task run.TaskRef) bool { return task.Platform == "qwen" })
		storetest.Exec(t, w.db, `UPDATE tasks SET status = 'running', node = 'elsewhere', token = 1 WHERE id = $1`, tasks[first].ID)
		for _, task := range tasks {
			if task.Platform == "doubao" {
				must.Get(w.Execute(t.Context(), task.ID))(t)
			}
		}
		r := w.statusIs(t, who, runID, run.Running)
		if p := platformOf(t, r, "doubao"); p.Status != run.Completed {
			t.Errorf("got %+v", p)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		for _, task := range tasks {
			if task.Platform == "qwen" && task.ID != tasks[first].ID {
				if _, err := w.Execute(ctx, task.ID); err == nil {
					t.Error("asked without a slot")
				}
			}
		}
		expect.Equal(t, len(w.sim.Requests()), 3, "questions were asked")
	})
}
