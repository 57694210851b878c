package queue

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/riverqueue/river"
)

// Kind describes jobs of one sort and does their work. Each has a queue and workers of its own. Its name is kept in the database: it
// is never changed.
type Kind struct {
	Name        string
	Workers     int           // jobs at once in this process; 1 by default
	Pause       time.Duration // the least time between two looks for jobs; 20 ms by default
	MaxAttempts int           // 25 by default
	Timeout     time.Duration // after which a job's context ends; 5 minutes by default
	// Retry is the wait after the attempt-th failure, counted from 1. By default it grows with the fourth power of
	// attempt: 1 s, 16 s, 81 s, …
	Retry func(attempt int) time.Duration
	// Every, when set, enqueues a job without arguments again and again, by one process at a time. Times are multiples of it
	// since the zero time in UTC, so that they stay the same over restarts. None is enqueued while the one before is
	// unfinished. What fell due while no process was up is not made up for: see AtStart.
	Every   time.Duration
	AtStart bool // with Every: also whenever a process takes over
	// CountsEnds is of a kind whose room counts by itself how often work ended with its process: its jobs are never set aside for
	// that, as others are after three times.
	CountsEnds bool
	// Handle does the work. It returns nil when the job is done, Snooze or GiveUp, or any other error to be tried again.
	Handle func(ctx context.Context, d Delivery) error
}

// Declared is a kind whose jobs carry an A.
type Declared[A any] struct{ kind Kind }

// Declare describes a kind without its handler, so that jobs can be made of it before there is anything to do them.
func Declare[A any](k Kind) Declared[A] { return Declared[A]{k} }

// Job is one job of the kind, to be enqueued.
func (d Declared[A]) Job(args A) Job {
	return Job{Kind: d.kind.Name, MaxAttempts: d.kind.MaxAttempts, Args: args}
}

// By is the kind with what does its jobs, for Work.
func (d Declared[A]) By(do func(ctx context.Context, args A) error) Kind {
	d.kind.Handle = Handler(do)
	return d.kind
}

const (
	defaultTimeout     = 5 * time.Minute
	defaultMaxAttempts = 25
)

// Delivery is a job in the hands of its handler.
type Delivery struct {
	Args        json.RawMessage // as given in Job.Args
	Attempt     int             // counted from 1; a snooze is not counted
	MaxAttempts int
}

// Last reports that a failure now would be final.
func (d Delivery) Last() bool { return d.Attempt >= d.MaxAttempts }

// Handler makes a Kind.Handle of a function that takes decoded arguments. A job whose arguments cannot be decoded is
// given up.
func Handler[T any](fn func(ctx context.Context, args T) error) func(context.Context, Delivery) error {
	return func(ctx context.Context, d Delivery) error {
		var args T
		if err := json.Unmarshal(d.Args, &args); err != nil {
			return GiveUp(fmt.Errorf("arguments: %w", err))
		}
		return fn(ctx, args)
	}
}

// Snoozed tells whether a handler returned Snooze.
func Snoozed(err error) bool {
	_, ok := SnoozedFor(err)
	return ok
}

// SnoozedFor is by how long Snooze puts a job off, where that is what a handler returned.
func SnoozedFor(err error) (d time.Duration, ok bool) {
	var snooze *river.JobSnoozeError
	if ok = errors.As(err, &snooze); ok {
		d = snooze.Duration
	}
	return d, ok
}

// GivenUp tells whether a handler returned GiveUp.
func GivenUp(err error) bool {
	var cancel *river.JobCancelError
	return errors.As(err, &cancel)
}

// Snooze puts the job off by d without counting the attempt. The wait is rounded up to about a second,
// beyond five seconds to about five.
func Snooze(d time.Duration) error { return river.JobSnooze(max(0, d)) }

// GiveUp ends the job for good because of err.
func GiveUp(err error) error { return river.JobCancel(err) }

// whole fills in what is left to the defaults.
func (k Kind) whole() (Kind, error) {
	if k.Name == "" {
		return k, errors.New("queue: a kind of job without a name")
	}
	if k.Handle == nil {
		return k, fmt.Errorf("queue: nothing does the jobs called %q", k.Name)
	}
	k.Timeout = cmp.Or(k.Timeout, defaultTimeout)
	k.Workers = max(1, k.Workers)
	return k, nil
}

// worker is the library's view of a kind.
type worker struct {
	river.WorkerDefaults[payload]
	kind  Kind
	trace Trace
}

func (w *worker) Timeout(*river.Job[payload]) time.Duration { return w.kind.Timeout }

func (w *worker) NextRetry(job *river.Job[payload]) time.Time {
	if w.kind.Retry == nil {
		return time.Time{} // as the library does it
	}
	return time.Now().Add(max(time.Millisecond, w.kind.Retry(job.Attempt)))
}

func (w *worker) Work(ctx context.Context, job *river.Job[payload]) error {
	ctx = w.trace.resume(ctx, job.Args.Trace)
	err := w.kind.Handle(ctx, Delivery{Args: job.Args.Args, Attempt: job.Attempt, MaxAttempts: job.MaxAttempts})
	if err == nil || Snoozed(err) || GivenUp(err) {
		return err
	}
	if errors.Is(ctx.Err(), context.Canceled) { // by Stop: whatever became of the job because of it does not count
		return fmt.Errorf("%w: %w", context.Canceled, err)
	}
	return err
}
