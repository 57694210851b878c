package queue_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"renown/internal/floor/fault"
	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// Of a process that works jobs and ends with them: the database, its name, and what becomes of it.
const (
	deathURL  = "RENOWN_TEST_DEATH_URL"
	deathNode = "RENOWN_TEST_DEATH_NODE"
	deathHow  = "RENOWN_TEST_DEATH_HOW"
)

func TestMain(m *testing.M) {
	if url := os.Getenv(deathURL); url != "" {
		die(url)
	}
	goleak.VerifyTestMain(m)
}

// die works the kind that the environment names until its job ends the process.
func die(url string) {
	ctx := context.Background()
	db, err := store.Open(ctx, url)
	if err != nil {
		panic(err)
	}
	q, err := queue.New(db, queue.Options{Node: os.Getenv(deathNode), Log: silent, StopWait: time.Millisecond}.Hurry())
	if err != nil {
		panic(err)
	}
	began := make(chan bool)
	if err := q.Work(dying(os.Getenv(deathHow), func(context.Context, queue.Delivery) error {
		if os.Getenv(deathHow) != "stopped" {
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		}
		began <- true
		select {} // it hears of nothing
	})); err != nil {
		panic(err)
	}
	if err := q.Start(ctx, nil); err != nil {
		panic(err)
	}
	<-began
	short, cancel := context.WithTimeout(ctx, 100*time.Millisecond)
	defer cancel()
	if err := q.Stop(short); !errors.Is(err, context.DeadlineExceeded) {
		panic(err)
	}
	os.Exit(0)
}

func dying(how string, handle func(context.Context, queue.Delivery) error) queue.Kind {
	k := queue.Kind{Name: how, Handle: handle, CountsEnds: how == "counted"}
	if how == "periodic" {
		k.Every, k.AtStart = 1000*time.Hour, true
	}
	return k
}

// A process that worked a job and ended is over, and what it held has been taken back.
func endProcess(t *testing.T, db *store.DB, url, how string, n int) {
	t.Helper()
	node := fmt.Sprint("dies", n)
	child := exec.CommandContext(t.Context(), must.Get(os.Executable())(t))
	child.Env = append(os.Environ(), deathURL+"="+url, deathNode+"="+node, deathHow+"="+how)
	child.Stderr = os.Stderr
	err := child.Run()
	if killed := child.ProcessState.Sys().(syscall.WaitStatus).Signaled(); killed == (how == "stopped") {
		t.Fatal(err)
	}
	q := must.Get(queue.New(db, queue.Options{Node: "survives", Log: silent}))(t)
	must.Do(t, q.Work(dying(how, func(context.Context, queue.Delivery) error { return nil })))
	must.Do(t, db.InTx(t.Context(), func(tx *store.Tx) error {
		jobs, err := q.TakeBackTx(t.Context(), tx, node)
		if err != nil {
			return err
		}
		return q.EnqueueTx(t.Context(), tx, jobs...)
	}))
}

// A job that ends its process three times is set aside and can be retried; a periodic one is put off to its next
// period. An orderly stop does
// not count, nor does an end that the kind counts by itself.
func TestProcessEnded(t *testing.T) {
	t.Parallel()
	for how, aside := range map[string]string{"killed": "discarded", "periodic": "retryable", "stopped": "", "counted": ""} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			storetest.EachDialect(t, func(t *testing.T, d store.Dialect) { endsThrice(t, d, how, aside) })
		})
	}
}

func endsThrice(t *testing.T, d store.Dialect, how, aside string) {
	ctx, url := t.Context(), storetest.URL(t, d)
	db := storetest.OpenURL(t, url)
	ran, other := make(chan letter, 10), make(chan letter, 10)
	next := newQueue(t, db, options{Node: "next", Kinds: []queue.Kind{
		dying(how, func(context.Context, queue.Delivery) error { ran <- letter{}; return nil }), collect("other", other),
	}})
	if how != "periodic" {
		enqueue(t, db, next, queue.Job{Kind: how, Args: patient{TaskID: "tsk_01abc"}, MaxAttempts: 100})
	}
	list := func() queue.Failures {
		return must.Get(next.Failures(ctx, queue.FailureFilter{Paging: store.Paging{Number: 1, Size: 10}}))(t)
	}
	for n := range 3 {
		expect.Equal(t, list().Total, 0, "failed after", n, "ends")
		endProcess(t, db, url, how, n)
	}
	start(t, next)
	enqueue(t, db, next, queue.Job{Kind: "other", Args: letter{}})
	receive(t, other)
	if aside == "" {
		receive(t, ran)
		expect.Equal(t, list().Total, 0, "failed")
		return
	}
	found := list()
	if found.Total != 1 || found.Jobs[0].State != aside || found.Jobs[0].Reason == nil ||
		*found.Jobs[0].Reason != queue.ProcessEnded || found.Jobs[0].Error == "" || len(ran) > 0 {
		t.Fatalf("%+v, and %d ran", found.Jobs, len(ran))
	}
	f := found.Jobs[0]
	if at := f.NextAt; (at != nil) != (how == "periodic") || at != nil && time.Until(at.Time) < 999*time.Hour {
		t.Errorf("next at %v", at)
	}
	if depth := must.Get(next.Depths(ctx))(t); !slices.Contains(depth, queue.Depth{Kind: how, State: queue.ProcessEnded, Jobs: 1}) {
		t.Errorf("%+v", depth)
	}
	must.Do(t, next.Retry(ctx, f.Ref))
	receive(t, ran)
	settled(t, db)
	expect.Refuse(t, next.Retry(ctx, f.Ref), fault.NoSuchThing, "retrying what is done")
}
