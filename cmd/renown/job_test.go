package main

import (
	"context"
	"errors"
	"log/slog"
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

// Jobs that failed are listed, run again by retry and gone after discard, while no server runs.
func TestJob(t *testing.T) {
	t.Parallel()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		url := storetest.URL(t, d)
		c := newCounter(t, url)
		failJobs(t, url, 3)
		var listed list[queue.Failure]
		c.run(t, &listed, "job", "list", "--kind", "mail")
		if listed.Total != 3 || listed.Items[0].State != "discarded" ||
			listed.Items[0].Error != "smtp://mail.example/… is away" || listed.Items[0].About[0] != "user_id usr_1" {
			t.Fatalf("%+v", listed)
		}
		var done jobResult
		c.run(t, &done, "job", "discard", listed.Items[0].Ref)
		c.run(t, &done, "job", "retry", listed.Items[1].Ref)
		if status, _, text := call(t, "job", "retry", listed.Items[0].Ref, c.where); status != 1 || !strings.Contains(text, "no such job") {
			t.Errorf("retrying what was discarded: %d %s", status, text)
		}
		c.run(t, &done, "job", "retry", "--kind", "mail")
		expect.Equal(t, done.Done, 1, "retried, want the one that is left")
		status, out, _ := call(t, "job", "list", c.where)
		if status != 0 || strings.Count(out, "\n") != 1 {
			t.Errorf("left:\n%s", out)
		}
	})
}

// failJobs leaves so many jobs behind that have used up their attempts.
func failJobs(t *testing.T, url string, n int64) {
	t.Helper()
	ctx := t.Context()
	db := storetest.OpenURL(t, url)
	q := must.Get(queue.New(db, queue.Options{Log: slog.New(slog.DiscardHandler)}))(t)
	must.Do(t, q.Work(queue.Kind{Name: "mail", Handle: func(context.Context, queue.Delivery) error {
		return errors.New("smtp://robot:hunter2@mail.example is away")
	}}))
	must.Do(t, db.InTx(ctx, func(tx *store.Tx) error {
		for range n {
			if err := q.EnqueueTx(ctx, tx, queue.Job{
				Kind: "mail", MaxAttempts: 1,
				Args: map[string]string{"user_id": "usr_1", "purpose": "verify"},
			}); err != nil {
				return err
			}
		}
		return nil
	}))
	must.Do(t, q.Start(ctx, nil))
	await.True(t, 3*time.Minute, "all have failed", func() bool {
		found := must.Get(q.Failures(ctx, queue.FailureFilter{Paging: store.Paging{Number: 1, Size: 1}}))(t)
		return found.Total == n
	})
	must.Do(t, q.Stop(context.WithoutCancel(ctx)))
}
