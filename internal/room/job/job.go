// Package job lets an operator look after background work that failed: see it, have it tried again, or drop it. It owns no table;
// the jobs are the queue's. What a job does is known to the room that declares its kind.
package job

import (
	"context"

	"renown/internal/floor/fault"
	"renown/internal/floor/queue"
	"renown/internal/floor/store"
)

// What the queue tells of failed jobs.
type (
	Failure  = queue.Failure
	Failures = queue.Failures
	Filter   = queue.FailureFilter
	Paging   = store.Paging
)

// Jobs is the room's door for everybody else.
type Jobs struct{ queue *queue.Queue }

// New returns the room over the queue.
func New(q *queue.Queue) *Jobs { return &Jobs{q} }

// Failed pages through the jobs that failed, the latest first.
func (j *Jobs) Failed(ctx context.Context, f Filter) (_ Failures, err error) {
	defer fault.Wrap(&err, "job.Failed")

	return j.queue.Failures(ctx, f)
}

// Retry makes a failed job run again now. NotFound: it is no failed job any more; Duplicate: the same is under way.
func (j *Jobs) Retry(ctx context.Context, ref string) (err error) {
	defer fault.Wrap(&err, "job.Retry")
	return j.queue.Retry(ctx, ref)
}

// RetryAll retries every failed job of a kind and says how many.
func (j *Jobs) RetryAll(ctx context.Context, kind string) (retried int, err error) {
	defer fault.Wrap(&err, "job.RetryAll")

	return j.queue.RetryAll(ctx, kind)
}

// Discard deletes a failed job: what it was to do is not done. NotFound as with Retry.
func (j *Jobs) Discard(ctx context.Context, ref string) (err error) {
	defer fault.Wrap(&err, "job.Discard")
	return j.queue.Discard(ctx, ref)
}
