package queue

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"renown/internal/floor/store"
)

// Job is a piece of work to be done, made by Declared.Job.
type Job struct {
	Kind        string
	Args        any       // encoded as JSON
	RunAt       time.Time // by the wall clock; at once by default. Up to five seconds may be added to a later time
	MaxAttempts int       // 25 by default
	// UniqueKey, when set, drops the job while another of its kind with the same key is not finished. One that was left
	// running by a dead process counts as such until it is rescued, so this is for housekeeping, not for work that must
	// not be missed.
	UniqueKey string

	lost int // attempts that ended with their process
}

// payload is how a job's arguments are kept. The library derives the unique key from the field marked for it.
type payload struct {
	kind  string
	Key   string          `json:"key,omitempty" river:"unique"`
	Args  json.RawMessage `json:"args"`
	Trace string          `json:"trace,omitempty"`
	// Lost is how many attempts ended with their process, and Stopped when the attempt began, in Unix microseconds, during which
	// the process was stopped in order: that one does not count.
	Lost    int   `json:"lost,omitempty"`
	Stopped int64 `json:"stopped,omitempty"`
}

// Kind is for the library.
func (p payload) Kind() string { return p.kind }

// unfinished are the states in which a job blocks another with its UniqueKey.
var unfinished = []rivertype.JobState{
	rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRetryable,
	rivertype.JobStateRunning, rivertype.JobStateScheduled,
}

// EnqueueTx enqueues jobs that become visible when tx commits, and vanish with it when it does not.
func (q *Queue) EnqueueTx(ctx context.Context, tx *store.Tx, jobs ...Job) error {
	if len(jobs) == 0 {
		return nil
	}
	if err := q.insert(ctx, tx, jobs); err != nil {
		return fmt.Errorf("queue: enqueuing %d jobs: %w", len(jobs), tx.Dialect().Translate(ctx, err))
	}
	if q.bell != nil { // on PostgreSQL the library has told in the transaction
		tx.OnCommit(func() {
			for _, j := range jobs {
				q.bell.ring(j.Kind)
				// The library's scheduler makes a job available some seconds before its time, and nothing would tell when it has come.
				if wait := time.Until(j.RunAt); wait > 0 && wait < pollEmbedded {
					time.AfterFunc(wait+dueSlack, func() { q.bell.ring(j.Kind) })
				}
			}
		})
	}
	return nil
}

func params(j Job, trace string) (river.InsertManyParams, error) {
	args, err := json.Marshal(j.Args)
	if err != nil {
		return river.InsertManyParams{}, fmt.Errorf("arguments of %s: %w", j.Kind, err)
	}
	opts := &river.InsertOpts{Queue: j.Kind, MaxAttempts: cmp.Or(j.MaxAttempts, defaultMaxAttempts)}
	if j.RunAt.After(time.Now()) { // any time at all, even one past, would make it wait for the scheduler
		opts.ScheduledAt = j.RunAt
	}
	if j.UniqueKey != "" {
		opts.UniqueOpts = river.UniqueOpts{ByArgs: true, ByState: unfinished}
	}
	return river.InsertManyParams{Args: payload{
		kind: j.Kind, Key: j.UniqueKey, Args: args, Trace: trace,
		Lost: j.lost,
	}, InsertOpts: opts}, nil
}

// inserter hands jobs to the library in the caller's transaction. Unique jobs go singly: in a batch a duplicate would
// abort the transaction on PostgreSQL.
func inserter[T any](c *river.Client[T], raw func(*store.Tx) T, trace Trace) func(context.Context, *store.Tx, []Job) error {
	return func(ctx context.Context, tx *store.Tx, jobs []Job) error {
		batch, carried := make([]river.InsertManyParams, 0, len(jobs)), trace.carry(ctx)
		for _, j := range jobs {
			p, err := params(j, carried)
			if err != nil {
				return err
			}
			if j.UniqueKey == "" {
				batch = append(batch, p)
				continue
			}
			if _, err := c.InsertTx(ctx, raw(tx), p.Args, p.InsertOpts); err != nil {
				return err
			}
		}
		if len(batch) == 0 {
			return nil
		}
		_, err := c.InsertManyFastTx(ctx, raw(tx), batch)
		return err
	}
}
