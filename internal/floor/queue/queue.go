// Package queue runs work later, or again and again: jobs that are enqueued in the transaction that makes them due, and
// that workers of any process take up. It hides the job library, whose tables only it touches, and knows nothing of what
// jobs do.
//
// A job runs at least once: after a crash it may run again, so handlers are idempotent. Job ids are not shown by themselves,
// because SQLite uses them again. Cancelling work is a matter of the rows a job looks at, not of the job.
package queue

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/riverdriver/riversqlite"

	"renown/internal/floor/store"
)

// Options says what a process does with jobs.
type Options struct {
	Node     string        // names this process in the database; unique among those running. Empty: a random name
	Kinds    []Kind        // all kinds of jobs; those with a handler are worked here once started
	Periodic []Periodic    // enqueued by one of the started processes at a time
	StopWait time.Duration // how long Stop lets jobs go on before it cancels them; 10 s by default
	Log      *slog.Logger  // slog.Default() by default
	// Alone is called by Start on SQLite, once this process is known to be the only one that works and before it takes
	// a job: whatever an earlier process held is nobody's now.
	Alone func(ctx context.Context) error
	Trace Trace

	hurry bool // in tests: maintenance begins at once, and queues are looked at ten times as often
}

const (
	// fetchCooldown is the least time between two looks for jobs in a queue. The library's own 100 ms allow
	// 200 jobs a second, 20 ms about a thousand, at no visible cost.
	fetchCooldown = 20 * time.Millisecond
	// keepCompleted is how long a finished job stays in the table, for whoever looks into it.
	keepCompleted = time.Hour
	stopWait      = 10 * time.Second
	// rescueSlack is how long after its time limit a job is taken for lost. Its process is gone or hangs.
	rescueSlack = time.Minute
)

// Queue enqueues jobs and, once started, works them.
type Queue struct {
	db     *store.DB
	kinds  map[string]Kind
	client interface {
		Start(ctx context.Context) error
		Stop(ctx context.Context) error
	}
	insert func(ctx context.Context, tx *store.Tx, jobs []river.InsertManyParams) error
	retry  func(ctx context.Context, tx *store.Tx, id int64) error
	alone  func(ctx context.Context) error
	trace  Trace
	unlock func() // of the folder of a SQLite database, while started
}

// New returns a queue that enqueues. The database must have been migrated. It does not touch it.
func New(db *store.DB, o Options) (*Queue, error) {
	if o.Log == nil {
		o.Log = slog.Default()
	}
	q := &Queue{db: db, kinds: map[string]Kind{}, alone: o.Alone, trace: o.Trace}
	for _, k := range o.Kinds {
		if err := q.add(k); err != nil {
			return nil, err
		}
	}
	cfg, err := q.config(o)
	if err != nil {
		return nil, err
	}
	pool, writer := db.ForQueue()
	if pool != nil {
		c, err := river.NewClient(riverpgxv5.New(pool), cfg)
		if err != nil {
			return nil, fmt.Errorf("queue: %w", err)
		}
		raw := func(tx *store.Tx) pgx.Tx { t, _ := tx.ForQueue(); return t }
		q.client, q.insert, q.retry = c, inserter(c, raw), retrier(c, raw)
		return q, nil
	}
	cfg.ReindexerSchedule = river.NeverSchedule() // there is nothing to rebuild
	c, err := river.NewClient(riversqlite.New(writer), cfg)
	if err != nil {
		return nil, fmt.Errorf("queue: %w", err)
	}
	raw := func(tx *store.Tx) *sql.Tx { _, t := tx.ForQueue(); return t }
	q.client, q.insert, q.retry = c, inserter(c, raw), retrier(c, raw)
	return q, nil
}

func (q *Queue) config(o Options) (*river.Config, error) {
	cfg := &river.Config{
		ID:                          o.Node,
		CompletedJobRetentionPeriod: keepCompleted,
		ErrorHandler:                failures{o.Log, q.trace},
		FetchCooldown:               fetchCooldown,
		JobTimeout:                  defaultTimeout, // never without: the library does not rescue jobs without a limit
		Logger:                      slog.New(demote{o.Log.Handler()}),
		SoftStopTimeout:             o.StopWait,
		TestOnly:                    o.hurry,
	}
	if cfg.SoftStopTimeout <= 0 {
		cfg.SoftStopTimeout = stopWait
	}
	if o.hurry {
		cfg.FetchPollInterval = river.FetchPollIntervalDefault / 10
	}
	queues, workers, longest := map[string]river.QueueConfig{}, river.NewWorkers(), time.Duration(0)
	for _, k := range q.kinds {
		longest = max(longest, k.Timeout)
		if k.Handle == nil {
			continue
		}
		river.AddWorkerArgs(workers, payload{kind: k.Name}, &worker{kind: k, trace: q.trace})
		queues[k.Queue] = river.QueueConfig{MaxWorkers: max(k.Workers, queues[k.Queue].MaxWorkers)}
	}
	cfg.RescueStuckJobsAfter = max(longest, defaultTimeout) + rescueSlack
	if len(queues) == 0 {
		return cfg, nil
	}
	cfg.Queues, cfg.Workers, cfg.SkipUnknownJobCheck = queues, workers, true // kinds are checked here
	for _, p := range o.Periodic {
		job, err := q.periodic(p)
		if err != nil {
			return nil, err
		}
		cfg.PeriodicJobs = append(cfg.PeriodicJobs, job)
	}
	return cfg, nil
}

// Start begins to work the kinds that have a handler, and to enqueue periodic jobs. It goes on until Stop, whatever
// becomes of ctx. On SQLite one process at a time can do so; jobs that an earlier one left behind are taken up.
func (q *Queue) Start(ctx context.Context) error {
	if q.db.Dialect() == store.SQLite {
		unlock, err := q.db.LockFolder("worker")
		if errors.Is(err, store.ErrLocked) {
			return fmt.Errorf("queue: another process works on the jobs in %s: %w", q.db.Folder(), err)
		}
		if err != nil {
			return err
		}
		q.unlock = unlock
		if err := q.takeUp(ctx); err != nil {
			q.release()
			return fmt.Errorf("queue: taking up jobs left running: %w", err)
		}
		if q.alone != nil {
			if err := q.alone(ctx); err != nil {
				q.release()
				return err
			}
		}
	}
	if err := q.client.Start(context.WithoutCancel(ctx)); err != nil {
		q.release()
		return fmt.Errorf("queue: %w", err)
	}
	return nil
}

// takeUp makes jobs available that a process before this one left running. The leader it left behind goes too,
// or periodic jobs would wait for its term to end.
func (q *Queue) takeUp(ctx context.Context) error {
	return q.db.InTx(ctx, func(tx *store.Tx) error {
		if _, err := tx.Exec(ctx, "UPDATE river_job SET state = 'available' WHERE state = 'running'"); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "DELETE FROM river_leader")
		return err
	})
}

// Stop takes no more jobs, waits for those running, cancels them after Options.StopWait and waits for that too, at most
// until ctx ends. Jobs that were cancelled run again after the next start; the attempt is not counted.
func (q *Queue) Stop(ctx context.Context) error {
	if err := q.client.Stop(ctx); err != nil {
		return fmt.Errorf("queue: jobs are still running: %w", err)
	}
	q.release()
	return nil
}

func (q *Queue) release() {
	if q.unlock != nil {
		q.unlock()
		q.unlock = nil
	}
}
