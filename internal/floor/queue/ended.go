package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"renown/internal/floor/store"
)

const (
	// endsMost is how many attempts of a job may end with their process before it is set aside: one that ends each process
	// that works it would hold down all of them for ever. What only ran beside it may be set aside with it.
	endsMost = 3
	// ProcessEnded is the Reason of a job that was set aside.
	ProcessEnded = "process_ended"
	// markTime bounds noting what runs when a process stops: it takes from the time that jobs have to end.
	markTime = time.Second
)

// ended is an attempt whose process is gone.
type ended struct {
	Job
	id      int64
	attempt int
	payload payload
}

// TakeBackTx ends the jobs that a dead process called node left running and returns them, for the caller to enqueue
// anew in the same transaction those that are still wanted. Those that ended too many processes are set aside instead.
// Should the process be alive after all, its results for these jobs are ignored. On SQLite there are none: Start has
// taken them up.
func (q *Queue) TakeBackTx(ctx context.Context, tx *store.Tx, node string) (jobs []Job, err error) {
	if tx.Dialect() == store.SQLite {
		return nil, nil
	}
	list, err := q.endTx(ctx, tx, ` AND attempted_by[array_length(attempted_by, 1)] = $1`, node)
	for _, e := range list {
		if err == nil {
			_, err = tx.Exec(ctx, `UPDATE river_job SET state = 'cancelled', finalized_at = now() WHERE id = $1`, e.id)
			jobs = append(jobs, e.Job)
		}
	}
	return jobs, err
}

// takeUp makes jobs available that a process before this one left running, but for those that ended too many. The leader
// it left behind goes too, or periodic jobs would wait for its term to end.
func (q *Queue) takeUp(ctx context.Context) error {
	return q.db.InTx(ctx, func(tx *store.Tx) error {
		list, err := q.endTx(ctx, tx, ``)
		if err != nil {
			return err
		}
		for _, e := range list {
			if _, err := tx.Exec(ctx, `UPDATE river_job SET state = 'available', args = jsonb($2) WHERE id = $1`,
				e.id, e.encoded()); err != nil {
				return err
			}
		}
		_, err = tx.Exec(ctx, "DELETE FROM river_leader")
		return err
	})
}

// endTx counts the running attempts that also satisfy where as ended with their process. It sets aside the jobs that had too
// many of them, and returns the others as they were, but for the count.
func (q *Queue) endTx(ctx context.Context, tx *store.Tx, where string, args ...any) ([]ended, error) {
	t := q.jobSQL()
	scan := func(row store.Row) (ended, error) { return q.scanEnded(row) }
	list, err := store.List(ctx, tx, scan, `
		SELECT id, kind, `+t.args+`, max_attempts, attempt, `+t.us("attempted_at")+`
		FROM river_job WHERE state = 'running'`+where+` ORDER BY id`+tx.ForUpdate(), args...)
	if err != nil {
		return nil, err
	}
	goOn := list[:0]
	for _, e := range list {
		if e.lost < endsMost || q.kinds[e.Kind].CountsEnds {
			goOn = append(goOn, e)
		} else if err := q.setAsideTx(ctx, tx, e); err != nil {
			return nil, err
		}
	}
	return goOn, nil
}

func (q *Queue) scanEnded(row store.Row) (e ended, err error) {
	var encoded string
	var began int64
	if err := row.Scan(&e.id, &e.Kind, &encoded, &e.MaxAttempts, &e.attempt, &began); err != nil {
		return e, err
	}
	if err := json.Unmarshal([]byte(encoded), &e.payload); err != nil {
		return e, fmt.Errorf("queue: arguments of a %s job: %w", e.Kind, err)
	}
	if e.payload.Stopped != began {
		e.payload.Lost++
	}
	e.payload.Stopped = 0
	e.Args, e.UniqueKey, e.lost = e.payload.Args, e.payload.Key, e.payload.Lost
	return e, nil
}

// encoded are the arguments with the count.
func (e ended) encoded() string {
	text, err := json.Marshal(e.payload)
	if err != nil { // it was JSON before
		panic(err)
	}
	return string(text)
}

// setAsideTx discards a job with its reason, so that it is listed as failed and can be retried. A periodic one, whose next
// would come at the start, is put off to its next period instead: should it end the process again, that is once a period.
func (q *Queue) setAsideTx(ctx context.Context, tx *store.Tx, e ended) error {
	failed, err := json.Marshal(attemptError{
		At: time.Now().UTC(), Attempt: e.attempt, Reason: ProcessEnded,
		Error: fmt.Sprintf("%s: the process ended during %d attempts", ProcessEnded, e.lost),
	})
	if err != nil {
		return err
	}
	state, wait := "discarded", q.kinds[e.Kind].Every
	if e.UniqueKey == periodicKey && wait > 0 {
		state = "retryable"
	}
	tx.OnCommit(func() {
		q.options.Log.Error("job set aside: the process ended whenever it was worked", "kind", e.Kind, "attempts", e.lost,
			"about", strings.Join(about(e.payload.Args), ", "))
	})
	_, err = tx.Exec(ctx, q.jobSQL().aside, e.id, state, e.encoded(), string(failed), int64(wait/time.Second))
	return err
}

// markStopping notes which attempts run while this process stops in order: should they not end, they do not count as ended
// with it. A database that is away is not waited for.
func (q *Queue) markStopping(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, markTime)
	defer cancel()
	t := q.jobSQL()
	err := q.db.InTx(ctx, func(tx *store.Tx) error {
		_, err := tx.Exec(ctx, fmt.Sprintf(t.stopping, t.us("attempted_at")), q.works.ID())
		return err
	})
	if err != nil && !errors.Is(err, context.DeadlineExceeded) {
		q.options.Log.Warn("noting which jobs run while the process stops", slog.Any("error", err))
	}
}

// Holders names the processes that have jobs running, dead ones among them. On SQLite no other can have any.
func (q *Queue) Holders(ctx context.Context) ([]string, error) {
	if q.db.Dialect() == store.SQLite {
		return nil, nil
	}
	return store.List(ctx, q.db.Read(), store.One[string], `
		SELECT DISTINCT attempted_by[array_length(attempted_by, 1)] FROM river_job WHERE state = 'running' AND attempted_by <> '{}'`)
}
