// Package queue runs work later, or again and again: jobs that are enqueued in the transaction that makes them due, and
// that workers of any process take up. It hides the job library, whose tables only it touches, and knows nothing of what
// jobs do: a room declares the kinds of its work (Declare), enqueues them in its transactions (EnqueueTx) and lists them
// with their handlers for Work.
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
	"slices"
	"sync"
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
	StopWait time.Duration // how long Stop lets jobs go on before it cancels them; 10 s by default
	Log      *slog.Logger  // slog.Default() by default
	Trace    Trace

	hurry bool // in tests: maintenance begins at once, and queues are looked at ten times as often
}

const (
	// fetchCooldown is the least time between two looks for jobs in a queue. The library's own 100 ms allow
	// 200 jobs a second, 20 ms about a thousand, at no visible cost.
	fetchCooldown = 20 * time.Millisecond
	// keepCompleted is how long a finished job stays in the table, to be looked into.
	keepCompleted = time.Hour
	stopWait      = 10 * time.Second
	// rescueSlack is how long after its time limit a job is taken for lost. Its process is gone or hangs.
	rescueSlack = time.Minute
)

// Queue enqueues jobs and, once started, works them.
type Queue struct {
	db      *store.DB
	options Options
	insert  func(ctx context.Context, tx *store.Tx, jobs []Job) error
	retry   func(ctx context.Context, tx *store.Tx, id int64) (queue string, err error)
	bell    *bell                  // on SQLite
	tell    func(queues ...string) // the workers of all processes that there are jobs, or of this one on SQLite
	works   client                 // nil before Work
	kinds   map[string]Kind        // that Work was given
	unlock  func()                 // of the folder of a SQLite database, while started
	stops   chan struct{}          // closed by Stop
	stop    sync.Once
	folder  sync.Mutex // guards unlock: a process that takes no more jobs stops before it ends
}

// client is the library's, as far as it works jobs.
type client interface {
	ID() string
	Start(ctx context.Context) error
	Stop(ctx context.Context) error
	Subscribe(kinds ...river.EventKind) (<-chan *river.Event, func())
}

// New returns a queue that enqueues. The database must have been migrated. It does not touch it.
func New(db *store.DB, o Options) (*Queue, error) {
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.StopWait <= 0 {
		o.StopWait = stopWait
	}
	q := &Queue{db: db, options: o, stops: make(chan struct{})}
	cfg := q.config()
	cfg.FetchCooldown = insertCooldown
	pool, writer := db.ForQueue()
	if pool != nil {
		driver := riverpgxv5.New(pool)
		c, err := river.NewClient(driver, cfg)
		if err != nil {
			return nil, fmt.Errorf("queue: %w", err)
		}
		raw := func(tx *store.Tx) pgx.Tx { t, _ := tx.ForQueue(); return t }
		q.insert, q.retry, q.tell = inserter(c, raw, o.Trace), retrier(c, raw), q.notify(driver.GetExecutor())
		return q, nil
	}
	c, err := river.NewClient(riversqlite.New(writer), cfg)
	if err != nil {
		return nil, fmt.Errorf("queue: %w", err)
	}
	raw := func(tx *store.Tx) *sql.Tx { _, t := tx.ForQueue(); return t }
	q.bell = newBell()
	q.insert, q.retry, q.tell = inserter(c, raw, o.Trace), retrier(c, raw), q.bell.ring
	return q, nil
}

// Gather returns a queue that stores nothing: what is enqueued is handed to take once its transaction is committed,
// and the caller works it. It is for work under another clock than the wall's, unknown to the library's tables.
func Gather(db *store.DB, take func(jobs []Job)) *Queue {
	return &Queue{db: db, insert: func(_ context.Context, tx *store.Tx, jobs []Job) error {
		tx.OnCommit(func() { take(jobs) })
		return nil
	}}
}

// Work adds the kinds that this process works once it is started. It is called once, before Start.
func (q *Queue) Work(kinds ...Kind) error {
	cfg := q.config()
	queues, workers, longest := map[string]river.QueueConfig{}, river.NewWorkers(), time.Duration(defaultTimeout)
	q.kinds = map[string]Kind{}
	for _, k := range kinds {
		k, err := k.whole()
		if err != nil {
			return err
		}
		if q.kinds[k.Name].Name != "" {
			return fmt.Errorf("queue: two kinds of job are called %q", k.Name)
		}
		q.kinds[k.Name], longest = k, max(longest, k.Timeout)
		river.AddWorkerArgs(workers, payload{kind: k.Name}, &worker{kind: k, trace: q.options.Trace})
		queues[k.Name] = river.QueueConfig{MaxWorkers: k.Workers, FetchCooldown: k.Pause}
		if k.Every > 0 {
			job, err := periodic(k)
			if err != nil {
				return err
			}
			cfg.PeriodicJobs = append(cfg.PeriodicJobs, job)
		}
	}
	cfg.RescueStuckJobsAfter = longest + rescueSlack
	cfg.Queues, cfg.Workers, cfg.SkipUnknownJobCheck = queues, workers, true // kinds are checked by their declaration
	pool, writer := q.db.ForQueue()
	var err error
	if pool != nil {
		q.works, err = river.NewClient(riverpgxv5.New(pool), cfg)
	} else {
		cfg.ReindexerSchedule = river.NeverSchedule() // there is nothing to rebuild
		q.works, err = river.NewClient(&sqliteDriver{riversqlite.New(writer), q.db, q.bell}, cfg)
	}
	if err != nil {
		return fmt.Errorf("queue: %w", err)
	}
	return nil
}

func (q *Queue) config() *river.Config {
	cfg := &river.Config{
		ID:                          q.options.Node,
		CompletedJobRetentionPeriod: keepCompleted,
		ErrorHandler:                failures{q.options.Log, q.options.Trace},
		FetchCooldown:               fetchCooldown,
		FetchPollInterval:           pollEvery,
		JobTimeout:                  defaultTimeout, // never without: the library does not rescue jobs without a limit
		Logger:                      slog.New(demote{q.options.Log.Handler(), newSaid()}),
		SoftStopTimeout:             q.options.StopWait,
		TestOnly:                    q.options.hurry,
	}
	if q.db.Dialect() == store.SQLite {
		cfg.FetchPollInterval = pollEmbedded
	} else { // two are not there: see the migrations
		cfg.ReindexerIndexNames = slices.DeleteFunc(river.ReindexerIndexNamesDefault(), func(name string) bool {
			return name == "river_job_args_index" || name == "river_job_metadata_index"
		})
	}
	if q.options.hurry {
		cfg.FetchPollInterval = river.FetchPollIntervalDefault / 10
	}
	return cfg
}

// Reserve makes sure that Start will not be refused because another process works the jobs of an embedded database. It ends with Stop. On
// PostgreSQL there is nothing to reserve.
func (q *Queue) Reserve() error {
	q.folder.Lock()
	defer q.folder.Unlock()
	if q.unlock != nil || q.db.Dialect() != store.SQLite {
		return nil
	}
	unlock, err := q.db.LockFolder("worker")
	if errors.Is(err, store.ErrLocked) {
		return fmt.Errorf("queue: another process works on the jobs in %s: %w", q.db.Folder(), err)
	}
	q.unlock = unlock
	return err
}

// Start begins to work the kinds of Work, and to enqueue the periodic ones. It goes on until Stop, whatever becomes of ctx. On
// SQLite one process at a time can do so; jobs that an earlier one left behind are taken up or set aside, then alone is called, which
// may be nil: this process is known to be the only one that works, so whatever an earlier one held is free now. After a fault it may be
// called again.
func (q *Queue) Start(ctx context.Context, alone func(ctx context.Context) error) error {
	if q.works == nil {
		return errors.New("queue: there is nothing to work")
	}
	if q.db.Dialect() == store.SQLite {
		if err := q.Reserve(); err != nil {
			return err
		}
		if err := q.takeUp(ctx); err != nil {
			q.release()
			return fmt.Errorf("queue: taking up jobs left running: %w", err)
		}
		if alone != nil {
			if err := alone(ctx); err != nil {
				q.release()
				return err
			}
		}
	}
	if err := q.works.Start(context.WithoutCancel(ctx)); err != nil {
		q.release()
		return fmt.Errorf("queue: %w", q.db.Dialect().Translate(ctx, err))
	}
	events, _ := q.works.Subscribe(river.EventKindJobFailed, river.EventKindJobSnoozed) // until it is stopped
	go q.recall(events)
	return nil
}

// Stop takes no more jobs, waits for those running, cancels them after Options.StopWait and waits for that too, at most
// until ctx ends. Jobs that were cancelled, or had not ended by then, run again after the next start; the attempt is not counted.
func (q *Queue) Stop(ctx context.Context) error {
	if q.works == nil {
		return nil
	}
	q.stop.Do(func() { close(q.stops) })
	q.markStopping(ctx)
	if err := q.works.Stop(ctx); err != nil {
		return fmt.Errorf("queue: jobs are still running: %w", err)
	}
	q.release()
	return nil
}

// Stopping is closed once Stop was called: a job of many steps begins no more of them.
func (q *Queue) Stopping() <-chan struct{} { return q.stops }

func (q *Queue) release() {
	q.folder.Lock()
	defer q.folder.Unlock()
	if q.unlock != nil {
		q.unlock()
		q.unlock = nil
	}
}
