package queue_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// atStart makes a kind periodic that comes at the start and then in weeks.
func atStart(k queue.Kind) queue.Kind {
	k.Every, k.AtStart = 1000*time.Hour, true
	return k
}

// A periodic job comes again and again, at even times, and at the start when asked to.
func TestPeriodic(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		ticks, begins := make(chan time.Time, 100), make(chan letter, 100)
		q := newQueue(t, db, options{
			Kinds: []queue.Kind{
				{Name: "tick", Every: time.Second, Handle: func(context.Context, queue.Delivery) error { ticks <- time.Now(); return nil }},
				atStart(collect("begin", begins)),
			},
		})
		start(t, q)
		expect.Equal(t, receive(t, begins), (letter{}), "began with")
		receive(t, ticks)
		receive(t, ticks)
		if len(begins) > 0 {
			t.Error("began twice")
		}
	})
}

// A start that failed is told by its kind, and taken again.
func TestStartAgain(t *testing.T) {
	t.Parallel()
	server := storetest.Server(t)
	away := storetest.OpenURL(t, server.URL)
	must.Do(t, away.Migrate(t.Context()))
	gone := newQueue(t, away, options{Kinds: []queue.Kind{collect("letter", make(chan letter, 1))}})
	server.Stop()
	expect.Is(t, gone.Start(t.Context(), nil), store.ErrUnavailable, "without a database")

	ran, db := make(chan letter, 1), storetest.Open(t, store.Postgres)
	q := newQueue(t, db, options{Kinds: []queue.Kind{collect("letter", ran)}})
	rename := func(from, to string) {
		must.Do(t, db.InTx(t.Context(), func(tx *store.Tx) error {
			_, err := tx.Exec(t.Context(), "ALTER TABLE "+from+" RENAME TO "+to)
			return err
		}))
	}
	rename("river_queue", "elsewhere")
	if err := q.Start(t.Context(), nil); err == nil || errors.Is(err, store.ErrUnavailable) {
		t.Fatalf("started without its table: %v", err)
	}
	rename("elsewhere", "river_queue")
	start(t, q)
	enqueue(t, db, q, queue.Job{Kind: "letter", Args: letter{N: 1}})
	receive(t, ran)
}

// Of several processes one enqueues what is periodic; when it stops another takes over.
func TestPeriodicOverNodes(t *testing.T) {
	t.Parallel()
	url := storetest.URL(t, store.Postgres)
	db := storetest.OpenURL(t, url)
	began, ticks := time.Now(), make(chan time.Time, 100)
	var stops []func()
	for i := range 2 {
		q := newQueue(t, storetest.OpenURL(t, url), options{
			Node: fmt.Sprint("node", i),
			Kinds: []queue.Kind{{Name: "tick", Every: time.Second, Handle: func(context.Context, queue.Delivery) error {
				ticks <- time.Now()
				return nil
			}}},
		})
		stops = append(stops, start(t, q))
	}
	for range 3 {
		receive(t, ticks)
	}
	leader := must.Get(store.One[string](db.Read().QueryRow(context.Background(), "SELECT leader_id FROM river_leader")))(t)
	stops[strings.Index("01", strings.TrimPrefix(leader, "node"))]()
	for len(ticks) > 0 {
		<-ticks
	}
	receive(t, ticks)
	all, err := store.One[int64](db.Read().QueryRow(context.Background(), "SELECT count(*) FROM river_job"))
	if most := int64(time.Since(began).Seconds()) + 2; err != nil || all > most {
		t.Errorf("%d ticks in %v, want at most %d, %v", all, time.Since(began), most, err)
	}
}

// A process is gone while its job runs; the next one on the folder takes the job up at once. Two at a time cannot be.
func TestRestartSQLite(t *testing.T) {
	t.Parallel()
	url := storetest.URL(t, store.SQLite)
	db := storetest.OpenURL(t, url)
	ctx := context.Background()
	type run struct{ node, attempt int }
	runs, begins := make(chan run, 10), make(chan letter, 10)
	node := func(n int) *queue.Queue {
		return newQueue(t, storetest.OpenURL(t, url), options{
			Node: fmt.Sprint("node", n),
			Kinds: []queue.Kind{
				{Name: "work", Handle: func(_ context.Context, d queue.Delivery) error { runs <- run{n, d.Attempt}; return nil }},
				atStart(collect("begin", begins)),
			},
		})
	}
	first := node(1)
	enqueue(t, db, first, queue.Job{Kind: "work"}, queue.Job{Kind: "work"})
	// As a killed process leaves it: one job running, and the leader's term not over.
	must.Do(t, db.InTx(ctx, func(tx *store.Tx) error {
		for _, sql := range []string{
			`UPDATE river_job SET state = 'running', attempt = 1, attempted_at = datetime('now'), attempted_by = jsonb('["node0"]')
			 WHERE id = (SELECT min(id) FROM river_job)`,
			`INSERT INTO river_leader (name, leader_id, elected_at, expires_at)
			 VALUES ('default', 'node0', datetime('now'), datetime('now', '+1 hour'))`,
		} {
			if _, err := tx.Exec(ctx, sql); err != nil {
				return err
			}
		}
		return nil
	}))
	stop := start(t, first)
	expect.Is(t, node(2).Start(ctx, nil), store.ErrLocked, "a second process on the folder")
	seen := map[run]bool{receive(t, runs): true, receive(t, runs): true}
	if !seen[run{1, 1}] || !seen[run{1, 2}] {
		t.Errorf("ran %v, want the one left running as its second attempt", seen)
	}
	receive(t, begins) // the dead leader is not waited for
	if s := settled(t, db); s["completed"] != 3 {
		t.Errorf("%v", s)
	}
	stop()
	third := node(3)
	enqueue(t, db, third, queue.Job{Kind: "work"})
	start(t, third)
	expect.Equal(t, receive(t, runs), (run{3, 1}), "after a clean stop")
}

// Stop waits for what runs, cancels it when it takes too long, and such a job runs again without losing an attempt.
func TestStop(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		began, ended := make(chan int, 10), make(chan error, 10)
		release := make(chan struct{})
		var patient atomic.Bool
		q := newQueue(t, db, options{StopWait: 50 * time.Millisecond, Kinds: []queue.Kind{{
			Name: "long", Handle: func(ctx context.Context, d queue.Delivery) error {
				began <- d.Attempt
				if patient.Load() {
					<-release
					ended <- nil
					return nil
				}
				<-ctx.Done()
				ended <- ctx.Err()
				return errors.New("interrupted") // the cause is hidden, as a domain might
			},
		}}})
		ctx := context.Background()
		must.Do(t, q.Start(ctx, nil))
		enqueue(t, db, q, queue.Job{Kind: "long", MaxAttempts: 1})
		receive(t, began)
		must.Do(t, q.Stop(withTimeout(t, 5*time.Second)))
		expect.Is(t, receive(t, ended), context.Canceled, "the job ended with")
		if s := states(t, ctx, db); s["available"] != 1 {
			t.Errorf("the job was left as %v", s)
		}
		patient.Store(true)
		must.Do(t, q.Start(ctx, nil))
		expect.Equal(t, receive(t, began), 1, "attempt")
		hasty, cancel := context.WithTimeout(ctx, time.Millisecond)
		defer cancel()
		expect.Is(t, q.Stop(hasty), context.DeadlineExceeded, "stopping in a hurry")
		close(release)
		must.Do(t, q.Stop(ctx))
		if s := states(t, ctx, db); s["completed"] != 1 {
			t.Errorf("the job was left as %v", s)
		}
	})
}

func withTimeout(t *testing.T, d time.Duration) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), d)
	t.Cleanup(cancel)
	return ctx
}

// A job that takes too long is stopped by its context, and tried again.
func TestTimeout(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		q := newQueue(t, db, options{Kinds: []queue.Kind{{
			Name: "slow", Timeout: 20 * time.Millisecond, Retry: func(int) time.Duration { return time.Millisecond },
			Handle: func(ctx context.Context, d queue.Delivery) error {
				if d.Attempt > 1 {
					return nil
				}
				<-ctx.Done()
				return ctx.Err()
			},
		}}})
		start(t, q)
		enqueue(t, db, q, queue.Job{Kind: "slow"})
		if s := settled(t, db); s["completed"] != 1 {
			t.Errorf("%v", s)
		}
	})
}

// What a dead node held comes back with its arguments, once; the node's own late result changes nothing.
func TestTakeBack(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		began, release, redone := make(chan letter, 10), make(chan struct{}), make(chan letter, 10)
		kind := func(to chan letter, wait <-chan struct{}) queue.Kind {
			return queue.Kind{Name: "work", Workers: 2, Handle: queue.Handler(func(_ context.Context, l letter) error {
				to <- l
				if wait != nil {
					<-wait
				}
				return nil
			})}
		}
		dead := newQueue(t, db, options{Node: "dead", Kinds: []queue.Kind{kind(began, release)}})
		stop := start(t, dead)
		enqueue(t, db, dead, queue.Job{Kind: "work", MaxAttempts: 4, Args: letter{"x", 7}},
			queue.Job{Kind: "work", MaxAttempts: 4, Args: letter{"y", 8}})
		receive(t, began)
		receive(t, began)
		ctx := context.Background()
		takeBack := func(node string) (jobs []queue.Job) {
			must.Do(t, db.InTx(ctx, func(tx *store.Tx) (err error) {
				if jobs, err = dead.TakeBackTx(ctx, tx, node); err != nil {
					return err
				}
				return dead.EnqueueTx(ctx, tx, jobs...)
			}))
			return jobs
		}
		if jobs := takeBack("another"); len(jobs) != 0 {
			t.Errorf("took back %v of a node that held none", jobs)
		}
		jobs := takeBack("dead")
		if db.Dialect() == store.SQLite {
			expect.Equal(t, len(jobs), 0, "took back", jobs)
			close(release)
			return
		}
		if len(jobs) != 2 || jobs[0].Kind != "work" || jobs[0].MaxAttempts != 4 {
			t.Errorf("took back %+v", jobs)
		}
		if again := takeBack("dead"); len(again) != 0 {
			t.Errorf("took back %+v", again)
		}
		close(release)
		stop()
		other := newQueue(t, db, options{Node: "other", Kinds: []queue.Kind{kind(redone, nil)}})
		start(t, other)
		s := settled(t, db)
		if s["cancelled"] < 2 || s["completed"] != 2 {
			t.Errorf("%v", s)
		}
	})
}

// BenchmarkJobs prints jobs a second from enqueuing in batches to the last one done.
func BenchmarkJobs(b *testing.B) {
	for _, d := range storetest.Dialects {
		b.Run(string(d), func(b *testing.B) {
			db := storetest.Open(b, d) // once: on PostgreSQL it takes longer than what is measured
			b.Run("noop", func(b *testing.B) { workOff(b, db) })
		})
	}
}

func workOff(b *testing.B, db *store.DB) {
	b.Helper()
	var left atomic.Int64
	done := make(chan struct{})
	q := newQueue(b, db, options{Kinds: []queue.Kind{{
		Name: "noop", Workers: 50,
		Handle: func(context.Context, queue.Delivery) error {
			if left.Add(-1) == 0 {
				close(done)
			}
			return nil
		},
	}}})
	left.Store(int64(b.N))
	start(b, q)
	b.ResetTimer()
	for rest := b.N; rest > 0; rest -= 100 {
		jobs := make([]queue.Job, min(rest, 100))
		for i := range jobs {
			jobs[i] = queue.Job{Kind: "noop", Args: letter{"x", i}}
		}
		enqueue(b, db, q, jobs...)
	}
	receive(b, done)
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "jobs/s")
}

// BenchmarkEnqueue120 is what submitting a run of 20 prompts on 6 platforms costs in jobs.
func BenchmarkEnqueue120(b *testing.B) {
	for _, d := range storetest.Dialects {
		b.Run(string(d), func(b *testing.B) {
			db := storetest.Open(b, d)
			q := newQueue(b, db, options{Kinds: []queue.Kind{{Name: "noop"}}})
			jobs := make([]queue.Job, 120)
			for i := range jobs {
				jobs[i] = queue.Job{Kind: "noop", Args: letter{"x", i}}
			}
			for b.Loop() {
				enqueue(b, db, q, jobs...)
			}
		})
	}
}

// Jobs do not wait for the next look at a queue: what is enqueued, retried by an operator, put off or failed for a
// moment is worked at once, although queues are looked at by themselves only every twenty seconds.
func TestPrompt(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		ran := make(chan time.Time, 10)
		q := must.Get(queue.New(db, queue.Options{Log: silent}))(t)
		results := []error{nil, queue.Snooze(time.Second), errors.New("no"), nil}
		must.Do(t, q.Work(queue.Kind{
			Name: "work", Retry: func(int) time.Duration { return time.Second },
			Handle: func(context.Context, queue.Delivery) error {
				ran <- time.Now()
				result := results[0]
				results = results[1:]
				return result
			},
		}))
		start(t, q)
		for _, runs := range []int{1, 3} {
			enqueue(t, db, q, queue.Job{Kind: "work"})
			for last := time.Now(); runs > 0; runs-- {
				at := receive(t, ran)
				if at.Sub(last) > 3*time.Second {
					t.Errorf("worked after %v", at.Sub(last))
				}
				last = at
			}
		}
		settled(t, db)
	})
}
