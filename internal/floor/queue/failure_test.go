package queue_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/testkit/await"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// clinic is a queue with jobs that fail until they are cured.
type clinic struct {
	*queue.Queue
	db    *store.DB
	cured atomic.Bool
	ran   chan letter
}

type patient struct {
	TaskID string `json:"task_id"`
	Secret string `json:"secret"`
	Name   string `json:"name"`
}

func newClinic(t *testing.T, db *store.DB) *clinic {
	t.Helper()
	c := &clinic{db: db, ran: make(chan letter, 100)}
	soon := func(int) time.Duration { return time.Millisecond }
	c.Queue = newQueue(t, db, options{Kinds: []queue.Kind{
		{Name: "broken", Workers: 4, Retry: soon, Handle: func(_ context.Context, d queue.Delivery) error {
			if !c.cured.Load() {
				return errors.New("post https://robot:hunter2@api.example/v1/send?key=abc: token=s3cret refused\nsecond line")
			}
			c.ran <- letter{N: d.Attempt}
			return nil
		}},
		{Name: "hopeless", Handle: func(context.Context, queue.Delivery) error {
			return queue.GiveUp(errors.New("sk-abcdefgh12345678 is not known"))
		}},
		{Name: "later", Retry: func(int) time.Duration { return time.Hour }, Handle: func(context.Context, queue.Delivery) error {
			if !c.cured.Load() {
				return errors.New("not yet")
			}
			c.ran <- letter{To: "later"}
			return nil
		}},
		collect("well", c.ran),
	}})
	return c
}

// ill waits until so many jobs are on the list, and none is under way.
func (c *clinic) ill(t *testing.T, want int64) queue.Failures {
	t.Helper()
	var f queue.Failures
	for range await.Looks(patience) {
		f = must.Get(c.Failures(context.Background(), queue.FailureFilter{Paging: store.Paging{Number: 1, Size: 50}}))(t)
		if f.Total == want && f.States["running"] == 0 {
			return f
		}
	}
	t.Fatalf("%d jobs have failed, want %d; states %v", f.Total, want, f.States)
	return f
}

func TestFailuresRefused(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		c := newClinic(t, db)
		enqueue(t, db, c.Queue, queue.Job{Kind: "well", Args: letter{}}, queue.Job{Kind: "hopeless"})
		waiting := c.ill(t, 0)
		expect.Equal(t, waiting.States["available"], 2, "states", waiting.States)
		stop := start(t, c.Queue)
		receive(t, c.ran)
		ref := c.ill(t, 1).Jobs[0].Ref
		stop()
		id, rest, _ := strings.Cut(ref, "-")
		ctx := context.Background()
		for _, wrong := range []string{"", "x", "-", "1", id, id + "-1", id + "-" + rest + "0", "99999-" + rest, id +
			"-" + strings.Repeat("9", 40)} {
			expect.Refuse(t, c.Retry(ctx, wrong), fault.NoSuchThing, "retrying", wrong)
			expect.Refuse(t, c.Discard(ctx, wrong), fault.NoSuchThing, "discarding", wrong)
		}
		if n, err := c.RetryAll(ctx, "well"); n != 0 || err != nil {
			t.Errorf("retried %d of a kind that does well, %v", n, err)
		}
		if s := states(t, ctx, db); s["completed"] != 1 || s["cancelled"] != 1 {
			t.Errorf("%v", s)
		}
	})
}

func TestFailures(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		ctx := context.Background()
		c := newClinic(t, db)
		began := time.Now().Add(-time.Second)
		enqueue(t, db, c.Queue,
			queue.Job{Kind: "broken", MaxAttempts: 2, Args: patient{"tsk_01abc", "s3cret", "李四"}},
			queue.Job{Kind: "hopeless", Args: []string{"odd"}},
			queue.Job{Kind: "later", Args: map[string][]string{
				"task_ids": {"tsk_01abc", "李四", "tsk_01abd"},
				"secrets":  {"s3cret"},
			}}, queue.Job{Kind: "well", Args: letter{}})
		start(t, c.Queue)
		receive(t, c.ran)
		list := c.ill(t, 3)
		got := map[string]queue.Failure{}
		for _, f := range list.Jobs {
			got[f.Kind] = f
		}
		if f := got["broken"]; f.State != "discarded" || f.Attempt != 2 || f.MaxAttempts != 2 || f.NextAt != nil ||
			len(f.About) != 1 || f.About[0] != "task_id tsk_01abc" {
			t.Errorf("%+v", f)
		}
		if f := got["hopeless"]; f.State != "cancelled" || len(f.About) != 0 || !strings.Contains(f.Error, "is not known") {
			t.Errorf("%+v", f)
		}
		if f := got["later"]; f.State != "retryable" || f.NextAt == nil ||
			time.Until(f.NextAt.Time) < 50*time.Minute || f.Error != "not yet" ||
			!slices.Equal(f.About, []string{"task_id tsk_01abc", "task_id tsk_01abd"}) {
			t.Errorf("%+v", f)
		}
		for kind, f := range got {
			for _, secret := range []string{"hunter2", "s3cret", "abc:", "key=", "second line", "sk-abcdefgh", "李四"} {
				if strings.Contains(f.Error+strings.Join(f.About, " "), secret) {
					t.Errorf("%s tells %q: %+v", kind, secret, f)
				}
			}
			if f.FailedAt.Before(began) || f.FailedAt.After(time.Now().Add(time.Second)) {
				t.Errorf("%s failed at %v", kind, f.FailedAt)
			}
		}
		if list.States["completed"] != 1 || list.States["discarded"] != 1 || len(list.Kinds) != 3 ||
			list.Kinds[0] != (queue.KindCount{Kind: "broken", Count: 1}) {
			t.Errorf("counts %v %v", list.States, list.Kinds)
		}
		one, err := c.Failures(ctx, queue.FailureFilter{Kind: "later", Paging: store.Paging{Number: 1, Size: 1}})
		if err != nil || one.Total != 1 || len(one.Jobs) != 1 || one.Jobs[0].Kind != "later" || len(one.Kinds) != 3 {
			t.Errorf("%+v, %v", one, err)
		}
		if second, err := c.Failures(ctx, queue.FailureFilter{Paging: store.Paging{
			Number: 2,
			Size:   2,
		}}); err != nil || len(second.Jobs) != 1 || second.Total != 3 {
			t.Errorf("%+v, %v", second, err)
		}
	})
}

// What is retried by ten at once runs again once; what is discarded is gone.
func TestRetryAndDiscard(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		ctx := context.Background()
		c := newClinic(t, db)
		enqueue(t, db, c.Queue, queue.Job{Kind: "broken", MaxAttempts: 2}, queue.Job{Kind: "hopeless"}, queue.Job{Kind: "later"})
		start(t, c.Queue)
		refs := map[string]string{}
		for _, f := range c.ill(t, 3).Jobs {
			refs[f.Kind] = f.Ref
		}
		c.cured.Store(true)
		var done, late atomic.Int64
		var group sync.WaitGroup
		for range 10 {
			group.Go(func() {
				switch err := c.Retry(ctx, refs["broken"]); {
				case err == nil:
					done.Add(1)
				case fault.Is(err, fault.NoSuchThing):
					late.Add(1)
				default:
					t.Error(err)
				}
			})
		}
		group.Wait()
		if done.Load() != 1 || late.Load() != 9 {
			t.Errorf("%d retried it and %d came late", done.Load(), late.Load())
		}
		if l := receive(t, c.ran); l.N != 3 {
			t.Errorf("ran as attempt %d, want 3", l.N)
		}
		must.Do(t, c.Retry(ctx, refs["later"]))
		if l := receive(t, c.ran); l.To != "later" {
			t.Errorf("ran %+v", l)
		}
		must.Do(t, c.Discard(ctx, refs["hopeless"]))
		expect.Refuse(t, c.Discard(ctx, refs["hopeless"]), fault.NoSuchThing, "discarding again")
		if s := settled(t, db); s["completed"] != 2 || s["cancelled"] != 0 || len(c.ran) > 0 {
			t.Errorf("%v, and %d more ran", s, len(c.ran))
		}
		expect.Refuse(t, c.Retry(ctx, refs["broken"]), fault.NoSuchThing, "retrying what is done")
	})
}

// A whole kind is retried, once each; of those that must be alone, one.
func TestRetryAll(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		ctx := context.Background()
		c := newClinic(t, db)
		alone := queue.Job{Kind: "broken", MaxAttempts: 2, UniqueKey: "alone"}
		stop := start(t, c.Queue)
		for n := range int64(2) { // the second comes when the first has failed
			enqueue(t, db, c.Queue, alone)
			c.ill(t, n+1)
		}
		enqueue(t, db, c.Queue, queue.Job{Kind: "broken", MaxAttempts: 2}, queue.Job{Kind: "broken", MaxAttempts: 2},
			queue.Job{Kind: "later"})
		last := c.ill(t, 5)
		stop()
		var group sync.WaitGroup
		var retried atomic.Int64
		for range 4 {
			group.Go(func() {
				n, err := c.RetryAll(ctx, "broken")
				expect.Do(t, err)
				retried.Add(int64(n))
			})
		}
		group.Wait()
		expect.Equal(t, retried.Load(), 3, "retried")
		for _, f := range c.ill(t, 2).Jobs {
			if f.Kind != "broken" {
				continue
			}
			expect.Refuse(t, c.Retry(ctx, f.Ref), fault.Duplicate, "retrying what is under way already")
		}
		c.cured.Store(true)
		start(t, c.Queue)
		for range 3 {
			receive(t, c.ran)
		}
		if left := c.ill(t, 2); len(left.Jobs) != 2 || last.Total != 5 {
			t.Errorf("left are %+v", left.Jobs)
		}
	})
}

// Workers are told of what is retried: on PostgreSQL a queue is looked at by itself only now and then.
func TestRetryTells(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	db := storetest.Open(t, store.Postgres)
	c := newClinic(t, db)
	enqueue(t, db, c.Queue, queue.Job{Kind: "hopeless"}, queue.Job{Kind: "hopeless"})
	stop := start(t, c.Queue)
	failed := c.ill(t, 2).Jobs
	stop()
	pool, _ := db.ForQueue()
	conn := must.Get(pool.Acquire(ctx))(t)
	defer conn.Release()
	schema := ""
	must.Do(t, conn.QueryRow(ctx, `SELECT current_schema()`).Scan(&schema))
	must.Get(conn.Exec(ctx, `LISTEN "`+schema+`.river_insert"`))(t)
	must.Do(t, c.Retry(ctx, failed[0].Ref))
	for _, by := range []string{"one", "all"} {
		told := must.Get(conn.Conn().WaitForNotification(ctx))(t)
		if !strings.Contains(told.Payload, `"hopeless"`) {
			t.Errorf("%s: told %s", by, told.Payload)
		}
		must.Get(c.RetryAll(ctx, "hopeless"))(t)
	}
}

// A job that must be alone and is enqueued while its whole kind is retried is the one that runs: the failed one
// stays, and the others are retried.
func TestRetryAllBesideEnqueue(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		ctx := context.Background()
		c := newClinic(t, db)
		alone := queue.Job{Kind: "broken", MaxAttempts: 2, UniqueKey: "alone"}
		enqueue(t, db, c.Queue, alone, queue.Job{Kind: "broken", MaxAttempts: 2})
		stop := start(t, c.Queue)
		c.ill(t, 2)
		stop()
		var group sync.WaitGroup
		must.Do(t, db.InTx(ctx, func(tx *store.Tx) error {
			if err := c.EnqueueTx(ctx, tx, alone); err != nil {
				return err
			}
			group.Go(func() {
				if n, err := c.RetryAll(ctx, "broken"); n != 1 || err != nil {
					t.Errorf("retried %d, %v", n, err)
				}
			})
			if db.Dialect() == store.Postgres {
				waiting(t, db)
			}
			return nil
		}))
		group.Wait()
		expect.Equal(t, c.ill(t, 1).Jobs[0].Kind, "broken", "left")
	})
}

// waiting returns once a statement waits for a lock.
func waiting(t *testing.T, db *store.DB) {
	t.Helper()
	for range await.Looks(patience) {
		n, err := store.One[int64](db.Read().QueryRow(context.Background(),
			`SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`))
		must.Do(t, err)
		if n > 0 {
			return
		}
	}
	t.Fatal("nothing waits")
}

// Jobs that a dead process held were cancelled and enqueued anew: they are no failures.
func TestTakenBackIsNoFailure(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t, store.Postgres)
	began, release := make(chan letter, 1), make(chan struct{})
	q := newQueue(t, db, options{Node: "dead", Kinds: []queue.Kind{{
		Name: "work", Retry: func(int) time.Duration { return time.Millisecond },
		Handle: func(_ context.Context, d queue.Delivery) error {
			if d.Attempt == 1 {
				return errors.New("once")
			}
			began <- letter{}
			<-release
			return nil
		},
	}}})
	stop := start(t, q)
	enqueue(t, db, q, queue.Job{Kind: "work"})
	receive(t, began)
	ctx := context.Background()
	must.Do(t, db.InTx(ctx, func(tx *store.Tx) error { _, err := q.TakeBackTx(ctx, tx, "dead"); return err }))
	close(release)
	stop()
	f, err := q.Failures(ctx, queue.FailureFilter{Paging: store.Paging{Number: 1, Size: 10}})
	if err != nil || f.Total != 0 || f.States["cancelled"] != 1 {
		t.Errorf("%+v, %v", f, err)
	}
}
