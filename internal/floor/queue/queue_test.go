package queue_test

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/testkit/await"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// patience bounds every wait of a test; reaching it is a failure.
const patience = 2 * time.Minute

var silent = slog.New(slog.DiscardHandler)

// options are those of a queue with the kinds it works; a kind without a handler is only enqueued.
type options struct {
	Node     string
	StopWait time.Duration
	Log      *slog.Logger
	Trace    queue.Trace
	Kinds    []queue.Kind
}

func newQueue(t testing.TB, db *store.DB, o options) *queue.Queue {
	t.Helper()
	if o.Log == nil {
		o.Log = silent
	}
	q := must.Get(queue.New(db, queue.Options{Node: o.Node, StopWait: o.StopWait, Log: o.Log, Trace: o.Trace}.Hurry()))(t)
	if slices.ContainsFunc(o.Kinds, func(k queue.Kind) bool { return k.Handle != nil }) {
		must.Do(t, q.Work(o.Kinds...))
	}
	return q
}

// start returns a function that stops the queue, which also happens at the end of the test.
func start(t testing.TB, q *queue.Queue) (stop func()) {
	t.Helper()
	must.Do(t, q.Start(context.Background(), nil))
	stopped := false
	stop = func() {
		if stopped {
			return
		}
		stopped = true
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		expect.Do(t, q.Stop(ctx))
	}
	t.Cleanup(stop)
	return stop
}

func enqueue(t testing.TB, db *store.DB, q *queue.Queue, jobs ...queue.Job) {
	t.Helper()
	ctx := context.Background()
	must.Do(t, db.InTx(ctx, func(tx *store.Tx) error { return q.EnqueueTx(ctx, tx, jobs...) }))
}

// receive waits for a value, and fails the test when none comes.
func receive[T any](t testing.TB, from <-chan T) T {
	t.Helper()
	select {
	case v := <-from:
		return v
	case <-time.After(patience):
		t.Fatal("nothing happened")
		panic("unreachable")
	}
}

// settled waits until no job is waiting or running, and returns how many ended in each state.
func settled(t testing.TB, db *store.DB) map[string]int64 {
	t.Helper()
	ctx := context.Background()
	for range await.Looks(patience) {
		states := states(t, ctx, db)
		if states["available"]+states["running"]+states["retryable"]+states["scheduled"]+states["pending"] == 0 {
			return states
		}
	}
	t.Fatalf("jobs do not settle: %v", states(t, ctx, db))
	return nil
}

func states(t testing.TB, ctx context.Context, db *store.DB) map[string]int64 {
	t.Helper()
	type count struct {
		state string
		n     int64
	}
	list, err := store.List(ctx, db.Read(), func(r store.Row) (c count, err error) { return c, r.Scan(&c.state, &c.n) },
		"SELECT CAST(state AS TEXT), count(*) FROM river_job GROUP BY state")
	must.Do(t, err)
	m := map[string]int64{}
	for _, c := range list {
		m[c.state] = c.n
	}
	return m
}

type letter struct {
	To string `json:"to"`
	N  int    `json:"n"`
}

// collect is a kind whose handler sends what it gets.
func collect(name string, to chan<- letter) queue.Kind {
	return queue.Kind{Name: name, Workers: 4, Handle: queue.Handler(func(_ context.Context, l letter) error {
		to <- l
		return nil
	})}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	handle := func(context.Context, queue.Delivery) error { return nil }
	tests := map[string][]queue.Kind{
		"no name":    {{Handle: handle}},
		"same name":  {{Name: "a1", Handle: handle}, {Name: "a1", Handle: handle}},
		"bad name":   {{Name: "with space", Handle: handle}},
		"no handler": {{Name: "a1"}},
	}
	db := storetest.Open(t, store.SQLite)
	for name, kinds := range tests {
		t.Run(name, func(t *testing.T) {
			q := must.Get(queue.New(db, queue.Options{}))(t)
			if err := q.Work(kinds...); err == nil {
				t.Error("accepted")
			}
		})
	}
}

func TestEnqueueRefuses(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		q := newQueue(t, db, options{Kinds: []queue.Kind{{Name: "mail"}}})
		ctx := context.Background()
		for name, job := range map[string]queue.Job{
			"arguments not JSON": {Kind: "mail", Args: func() {}},
			"no name of a kind":  {Kind: "bad kind!"},
		} {
			err := db.InTx(ctx, func(tx *store.Tx) error { return q.EnqueueTx(ctx, tx, job) })
			if err == nil {
				t.Errorf("%s: accepted", name)
			}
		}
		if s := states(t, ctx, db); len(s) != 0 {
			t.Errorf("%v", s)
		}
		if err := q.Start(ctx, nil); err == nil {
			t.Error("a queue without handlers starts")
		}
		expect.Do(t, q.Stop(ctx), "stopping what never started")
	})
}

// Jobs and rows come and go together, and each job that was kept runs once with its arguments. The process that enqueues
// need not be the one that works.
func TestTransactional(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		got := make(chan letter, 100)
		onlyEnqueues := newQueue(t, db, options{Kinds: []queue.Kind{{Name: "mail"}, {Name: "note"}}})
		works := newQueue(t, db, options{Kinds: []queue.Kind{collect("mail", got), collect("note", got)}})
		start(t, works)
		ctx := context.Background()
		stop := errors.New("stop")
		err := db.InTx(ctx, func(tx *store.Tx) error {
			if err := onlyEnqueues.EnqueueTx(ctx, tx, queue.Job{Kind: "mail", Args: letter{"nobody", 0}}); err != nil {
				return err
			}
			if err := works.EnqueueTx(ctx, tx, queue.Job{Kind: "note", Args: letter{"nobody", 0}, UniqueKey: "k"}); err != nil {
				return err
			}
			return stop
		})
		must.Equal(t, err, stop)
		if s := states(t, ctx, db); len(s) != 0 {
			t.Errorf("after a rollback: %v", s)
		}
		for i := range 10 {
			q := []*queue.Queue{onlyEnqueues, works}[i%2]
			enqueue(t, db, q, queue.Job{Kind: "mail", Args: letter{"a", 10 * i}}, queue.Job{Kind: "note", Args: letter{"b", 10*i + 1}},
				queue.Job{Kind: "mail", Args: letter{"c", 10*i + 2}})
		}
		enqueue(t, db, works)
		seen := map[int]string{}
		for range 30 {
			l := receive(t, got)
			if l.To == "nobody" || seen[l.N] != "" {
				t.Errorf("ran %+v", l)
			}
			seen[l.N] = l.To
		}
		for n, to := range seen {
			expect.Equal(t, to, []string{"a", "b", "c"}[n%10], n, "went to")
		}
		if s := settled(t, db); s["completed"] != 30 || len(s) != 1 || len(got) != 0 {
			t.Errorf("%v, and %d more ran", s, len(got))
		}
	})
}

// A declared kind carries its arguments and its settings from the job to the handler.
func TestDeclared(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		got := make(chan letter, 10)
		mail := queue.Declare[letter](queue.Kind{Name: "mail", MaxAttempts: 7})
		q := newQueue(t, db, options{Kinds: []queue.Kind{mail.By(func(_ context.Context, l letter) error { got <- l; return nil })}})
		enqueue(t, db, q, mail.Job(letter{"a", 1}))
		most, err := store.One[int64](db.Read().QueryRow(context.Background(),
			"SELECT max_attempts FROM river_job WHERE kind = 'mail' AND queue = 'mail'"))
		if err != nil || most != 7 {
			t.Errorf("%d attempts, %v", most, err)
		}
		start(t, q)
		expect.Equal(t, receive(t, got), (letter{"a", 1}))
	})
}

// What is gathered comes with the commit and is stored nowhere.
func TestGather(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		var got []queue.Job
		q := queue.Gather(db, func(jobs []queue.Job) { got = append(got, jobs...) })
		stop := errors.New("stop")
		ctx := context.Background()
		err := db.InTx(ctx, func(tx *store.Tx) error {
			if err := q.EnqueueTx(ctx, tx, queue.Job{Kind: "lost"}); err != nil {
				return err
			}
			return stop
		})
		must.Equal(t, err, stop)
		enqueue(t, db, q, queue.Job{Kind: "kept"})
		if len(got) != 1 || got[0].Kind != "kept" || len(states(t, ctx, db)) != 0 {
			t.Errorf("%v", got)
		}
	})
}

// All ways a handler can end: done, failed and tried again, put off, given up, panicked, failed for good.
func TestResults(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		type call struct {
			kind    string
			attempt int
		}
		calls := make(chan call, 100)
		handle := func(kind string, results ...error) func(context.Context, queue.Delivery) error {
			n := 0 // jobs of a queue with one worker run one after the other
			return func(_ context.Context, d queue.Delivery) error {
				calls <- call{kind, d.Attempt}
				n++
				return results[n-1]
			}
		}
		at := func(int) time.Duration { return time.Millisecond }
		oops := errors.New("oops")
		q := newQueue(t, db, options{Kinds: []queue.Kind{
			{Name: "retried", Retry: at, Handle: handle("retried", oops, oops, nil)},
			{Name: "snoozed", Retry: at, Handle: handle("snoozed", queue.Snooze(0), queue.Snooze(time.Millisecond), oops, nil)},
			{Name: "given-up", Retry: at, Handle: handle("given-up", oops, queue.GiveUp(oops))},
			{Name: "hopeless", Retry: at, Handle: handle("hopeless", oops, oops, oops)},
			{Name: "garbled", Retry: at, Handle: queue.Handler(func(context.Context, []int) error { return nil })},
			{Name: "panics", Retry: at, Handle: func(_ context.Context, d queue.Delivery) error {
				calls <- call{"panics", d.Attempt}
				if d.Last() {
					return nil
				}
				panic("oops")
			}},
		}})
		start(t, q)
		enqueue(t, db, q, queue.Job{Kind: "retried"}, queue.Job{Kind: "snoozed"}, queue.Job{Kind: "given-up"},
			queue.Job{Kind: "hopeless", MaxAttempts: 3}, queue.Job{Kind: "garbled", Args: "text"},
			queue.Job{Kind: "panics", MaxAttempts: 2})
		s := settled(t, db)
		if s["completed"] != 3 || s["cancelled"] != 2 || s["discarded"] != 1 {
			t.Errorf("ended as %v, want 3 completed, 2 cancelled, 1 discarded", s)
		}
		close(calls)
		got := map[string][]int{}
		for c := range calls {
			got[c.kind] = append(got[c.kind], c.attempt)
		}
		for kind, want := range map[string][]int{
			"retried": {1, 2, 3}, "snoozed": {1, 1, 1, 2}, "given-up": {1, 2}, "hopeless": {1, 2, 3}, "panics": {1, 2},
		} {
			if !slices.Equal(got[kind], want) {
				t.Errorf("%s was called with attempts %v, want %v", kind, got[kind], want)
			}
		}
	})
}

// A job for later does not run before its time.
func TestDelayed(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		got := make(chan letter, 10)
		q := newQueue(t, db, options{Kinds: []queue.Kind{collect("mail", got)}})
		start(t, q)
		due := time.Now().Add(700 * time.Millisecond)
		enqueue(t, db, q, queue.Job{Kind: "mail", Args: letter{"later", 0}, RunAt: due},
			queue.Job{Kind: "mail", Args: letter{"in a year", 0}, RunAt: due.AddDate(1, 0, 0)},
			queue.Job{Kind: "mail", Args: letter{"now", 0}, RunAt: due.AddDate(-1, 0, 0)})
		if l := receive(t, got); l.To != "now" {
			t.Errorf("first ran %+v", l)
		}
		if l := receive(t, got); l.To != "later" || time.Now().Before(due.Truncate(time.Millisecond)) {
			t.Errorf("%+v ran %v before its time", l, time.Until(due))
		}
		if s := states(t, context.Background(), db); s["scheduled"] != 1 || len(got) > 0 {
			t.Errorf("%v", s)
		}
	})
}

// While a job with a key is unfinished another is dropped, without harm to the transaction.
func TestUnique(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		got, release := make(chan letter, 10), make(chan struct{})
		q := newQueue(t, db, options{Kinds: []queue.Kind{
			{Name: "tidy", Handle: queue.Handler(func(_ context.Context, l letter) error { got <- l; <-release; return nil })},
			collect("mail", got),
		}})
		tidy := func(n int, key string) queue.Job {
			return queue.Job{Kind: "tidy", Args: letter{key, n}, UniqueKey: key}
		}
		enqueue(t, db, q, tidy(1, "a"), tidy(2, "a"), tidy(3, "b"))
		enqueue(t, db, q, tidy(4, "a"), queue.Job{Kind: "mail", Args: letter{"kept", 5}, UniqueKey: "a"}) // of another kind
		start(t, q)
		seen := map[int]bool{}
		for range 2 { // tidy 1 and mail 5
			seen[receive(t, got).N] = true
		}
		enqueue(t, db, q, tidy(6, "a")) // one is running
		release <- struct{}{}
		seen[receive(t, got).N] = true
		release <- struct{}{}
		settled(t, db)
		enqueue(t, db, q, tidy(7, "a")) // all are finished
		seen[receive(t, got).N] = true
		release <- struct{}{}
		settled(t, db)
		if len(seen) != 4 || !seen[1] || !seen[3] || !seen[5] || !seen[7] {
			t.Errorf("ran %v, want 1, 3, 5 and 7", seen)
		}
	})
}

// The database is gone: the error says so.
func TestUnavailable(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		q := newQueue(t, db, options{Kinds: []queue.Kind{{Name: "mail"}}})
		ctx, cancel := context.WithCancel(context.Background())
		err := db.InTx(ctx, func(tx *store.Tx) error {
			cancel()
			return q.EnqueueTx(ctx, tx, queue.Job{Kind: "mail"})
		})
		expect.Is(t, err, context.Canceled)
	})
}

// Failures are told at the level they deserve, and the library's chatter is not.
func TestLog(t *testing.T) {
	t.Parallel()
	var text lockedBuffer
	log := slog.New(slog.NewTextHandler(&text, &slog.HandlerOptions{Level: slog.LevelInfo}))
	db := storetest.Open(t, store.SQLite)
	q := newQueue(t, db, options{Log: log, Kinds: []queue.Kind{{
		Name:   "mail",
		Retry:  func(int) time.Duration { return time.Millisecond },
		Handle: func(context.Context, queue.Delivery) error { return errors.New("post office closed") },
	}}})
	stop := start(t, q)
	enqueue(t, db, q, queue.Job{Kind: "mail", MaxAttempts: 2})
	settled(t, db)
	stop()
	lines := strings.Split(strings.TrimSpace(text.String()), "\n")
	if len(lines) != 2 || !strings.Contains(lines[0], "level=WARN") || !strings.Contains(lines[1], "level=ERROR") ||
		strings.Count(text.String(), "post office closed") != 2 || strings.Count(text.String(), "kind=mail") != 2 {
		t.Errorf("logged:\n%s", text.String())
	}
}
