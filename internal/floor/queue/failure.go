package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/riverqueue/river"

	"renown/internal/floor/audit"
	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
)

// Failure is a job that did not succeed. discarded: all attempts were used up, or it was set aside; cancelled: it was given up;
// retryable: it will be tried again at NextAt. The library forgets cancelled ones after a day, discarded ones after a week.
type Failure struct {
	Ref         string          `json:"ref"` // names this job and never another
	Kind        string          `json:"kind"`
	State       string          `json:"state"`
	Attempt     int             `json:"attempt"`
	MaxAttempts int             `json:"max_attempts"`
	FailedAt    timestamp.Time  `json:"failed_at"`
	NextAt      *timestamp.Time `json:"next_at"`
	Reason      *string         `json:"reason"` // ProcessEnded: set aside, or put off, because the process ended with it; else null
	Error       string          `json:"error"`  // of the last attempt, harmless
	About       []string        `json:"about"`  // "name id" of what the job is about; its other arguments are not shown
}

// KindCount is how many jobs of a kind have failed.
type KindCount struct {
	Kind  string `json:"kind"`
	Count int64  `json:"count"`
}

// FailureFilter narrows Failures. The zero kind is all kinds.
type FailureFilter struct {
	Kind   string
	Paging store.Paging
}

// Failures is a page of failed jobs, the latest first, and what there is beside it.
type Failures struct {
	States map[string]int64 // all jobs by state
	Kinds  []KindCount      // failed jobs of all kinds, by name
	Total  int64            // that the filter finds
	Jobs   []Failure
}

// jobSQL is how the library's table is read on an engine.
type jobSQL struct {
	failed, micros, lastError, reason, args string
	aside, stopping                         string // statements of ended.go
}

// attemptError is how the end of an attempt is kept: as the library does it, and Reason.
type attemptError struct {
	At      time.Time `json:"at"`
	Attempt int       `json:"attempt"`
	Error   string    `json:"error"`
	Trace   string    `json:"trace"`
	Reason  string    `json:"reason,omitempty"`
}

func (q *Queue) jobSQL() jobSQL {
	// A job that was taken back from a dead process is cancelled too, but not by its last attempt.
	const failed = `(state IN ('discarded', 'retryable') OR (state = 'cancelled' AND %s = attempt))`
	if q.db.Dialect() == store.SQLite {
		return jobSQL{
			failed:    fmt.Sprintf(failed, `json_extract(errors, '$[#-1].attempt')`),
			micros:    `CAST(round(unixepoch(%s, 'subsec') * 1000) AS BIGINT) * 1000`,
			lastError: `coalesce(json_extract(errors, '$[#-1]'), '{}')`,
			reason:    `json_extract(errors, '$[#-1].reason')`, args: `json(args)`,
			aside: `UPDATE river_job SET state = $2, args = jsonb($3), errors = jsonb_insert(coalesce(errors, jsonb('[]')), '$[#]', jsonb($4)),
				finalized_at = CASE WHEN $2 = 'discarded' THEN datetime('now', 'subsec') END,
				scheduled_at = CASE WHEN $2 = 'discarded' THEN scheduled_at ELSE datetime('now', 'subsec', $5 || ' seconds') END WHERE id = $1`,
			stopping: `UPDATE river_job SET args = jsonb_set(args, '$.stopped', %s) WHERE state = 'running' AND $1 <> ''`,
		}
	}
	return jobSQL{
		failed:    fmt.Sprintf(failed, `CAST(errors[array_upper(errors, 1)]->>'attempt' AS BIGINT)`),
		micros:    `CAST(extract(epoch FROM %s) * 1000000 AS BIGINT)`,
		lastError: `coalesce(CAST(errors[array_upper(errors, 1)] AS TEXT), '{}')`, reason: `errors[array_upper(errors, 1)]->>'reason'`,
		args: `CAST(args AS TEXT)`,
		aside: `UPDATE river_job SET state = CAST(CAST($2 AS TEXT) AS river_job_state), args = CAST($3 AS JSONB),
			errors = array_append(errors, CAST($4 AS JSONB)), finalized_at = CASE WHEN $2 = 'discarded' THEN now() END,
			scheduled_at = CASE WHEN $2 = 'discarded' THEN scheduled_at ELSE now() + $5 * INTERVAL '1 second' END WHERE id = $1`,
		stopping: `UPDATE river_job SET args = jsonb_set(args, '{stopped}', to_jsonb(%s))
			WHERE state = 'running' AND attempted_by[array_length(attempted_by, 1)] = $1`,
	}
}

func (t jobSQL) us(column string) string { return fmt.Sprintf(t.micros, column) }

// Failures lists the jobs that failed, and counts what there was at that moment.
func (q *Queue) Failures(ctx context.Context, f FailureFilter) (out Failures, err error) {
	t := q.jobSQL()
	err = q.db.View(ctx, func(db store.Querier) error {
		states, err := store.List(ctx, db, scanCount, `SELECT CAST(state AS TEXT), count(*) FROM river_job GROUP BY state`)
		if err != nil {
			return err
		}
		out.States = map[string]int64{}
		for _, s := range states {
			out.States[s.Kind] = s.Count
		}
		if out.Kinds, err = store.List(ctx, db, scanCount, `SELECT kind, count(*) FROM river_job WHERE `+t.failed+` GROUP BY kind
			ORDER BY kind`); err != nil {
			return err
		}
		out.Jobs, err = store.List(ctx, db, scanFailure, `
			SELECT id, `+t.us("created_at")+`, kind, CAST(state AS TEXT), attempt, max_attempts, `+t.us("coalesce(attempted_at, created_at)")+`,
				`+t.us("scheduled_at")+`, `+t.lastError+`, `+t.args+`
			FROM river_job WHERE `+t.failed+` AND ($1 = '' OR kind = $1)
			ORDER BY coalesce(attempted_at, created_at) DESC, id DESC LIMIT $2 OFFSET $3`, f.Kind, f.Paging.Size, f.Paging.Offset())
		return err
	})
	for _, k := range out.Kinds {
		if f.Kind == "" || f.Kind == k.Kind {
			out.Total += k.Count
		}
	}
	return out, err
}

func scanCount(row store.Row) (c KindCount, err error) { return c, row.Scan(&c.Kind, &c.Count) }

func scanFailure(row store.Row) (f Failure, err error) {
	var id, created int64
	var attempted, next timestamp.Time
	var lastError, args string
	if err := row.Scan(&id, &created, &f.Kind, &f.State, &f.Attempt, &f.MaxAttempts, &attempted, &next, &lastError, &args); err != nil {
		return f, err
	}
	var last attemptError
	var p payload
	if err := errors.Join(json.Unmarshal([]byte(lastError), &last), json.Unmarshal([]byte(args), &p)); err != nil {
		return f, fmt.Errorf("queue: a failed %s job: %w", f.Kind, err)
	}
	f.Ref, f.Error, f.About, f.FailedAt = refOf(id, created), harmless(last.Error), about(p.Args), attempted
	if !last.At.IsZero() {
		f.FailedAt = timestamp.Of(last.At)
	}
	if f.State == "retryable" {
		f.NextAt = &next
	}
	if last.Reason != "" {
		f.Reason = &last.Reason
	}
	return f, nil
}

// refOf names a job by its number and when it was made: SQLite gives the numbers of deleted jobs to new ones.
func refOf(id, created int64) string { return fmt.Sprintf("%d-%d", id, created) }

// lockTx locks a job that has failed. Any other is NotFound: another operator was quicker, or it was never there.
func (q *Queue) lockTx(ctx context.Context, tx *store.Tx, ref string) (id int64, err error) {
	first, second, _ := strings.Cut(ref, "-")
	id, err = strconv.ParseInt(first, 10, 64)
	created, err2 := strconv.ParseInt(second, 10, 64)
	if err != nil || err2 != nil {
		return 0, fault.NotFound("job", ref)
	}
	t := q.jobSQL()
	err = tx.QueryRow(ctx, `SELECT id FROM river_job WHERE id = $1 AND `+t.us("created_at")+` = $2
		AND `+t.failed+tx.ForUpdate(), id, created).Scan(&id)
	return id, store.NotFound(err, "job", ref)
}

// Retry makes a failed job run again now, with one more attempt when it had used up all. It answers NotFound when the job
// is not among the failed ones any more, and Duplicate when another with its UniqueKey is under way.
func (q *Queue) Retry(ctx context.Context, ref string) error {
	err := q.db.InTx(ctx, func(tx *store.Tx) error {
		id, err := q.lockTx(ctx, tx, ref)
		if err != nil {
			return err
		}
		if blocked, err := q.blockedTx(ctx, tx, id); err != nil || blocked {
			return errors.Join(err, errBlocked)
		}
		if err := q.retryTx(ctx, tx, id); err != nil {
			return err
		}
		return audit.WriteTx(ctx, tx, audit.JobRetried, audit.About{Subject: ref})
	})
	if errors.Is(err, errBlocked) || errors.Is(err, store.ErrUnique) {
		return fault.New(fault.Duplicate).Why("job_queued")
	}
	return err
}

var errBlocked = errors.New("another job with the same key is under way")

// blockedTx tells whether a job may not run because another with its UniqueKey is under way.
func (q *Queue) blockedTx(ctx context.Context, tx *store.Tx, id int64) (bool, error) {
	return store.One[bool](tx.QueryRow(ctx, `
		SELECT EXISTS (SELECT 1 FROM river_job j JOIN river_job other ON other.unique_key = j.unique_key AND other.id <> j.id
			WHERE j.id = $1 AND other.state IN ('available', 'pending', 'retryable', 'running', 'scheduled'))`, id))
}

const (
	retryBatch = 200 // jobs that one transaction makes available
	retryTries = 10  // of a batch, while others enqueue jobs with the same UniqueKeys
)

// RetryAll retries every failed job of a kind and says how many. Those that another with the same UniqueKey makes
// superfluous stay as they are.
func (q *Queue) RetryAll(ctx context.Context, kind string) (retried int, err error) {
	t := q.jobSQL()
	ids, err := store.List(ctx, q.db.Read(), store.One[int64], `SELECT id FROM river_job WHERE kind = $1 AND `+
		t.failed+` ORDER BY id`, kind)
	if err != nil {
		return 0, err
	}
	for len(ids) > 0 {
		n := min(len(ids), retryBatch)
		done, err := q.retrySome(ctx, kind, ids[:n])
		for tries := 1; errors.Is(err, store.ErrUnique) && tries < retryTries; tries++ { // what was enqueued meanwhile is seen now
			done, err = q.retrySome(ctx, kind, ids[:n])
		}
		if err != nil {
			return retried, err
		}
		retried, ids = retried+done, ids[n:]
	}
	return retried, nil
}

func (q *Queue) retrySome(ctx context.Context, kind string, ids []int64) (done int, err error) {
	t := q.jobSQL()
	err = q.db.InTx(ctx, func(tx *store.Tx) error {
		done = 0
		for _, id := range ids {
			err := tx.QueryRow(ctx, `SELECT id FROM river_job WHERE id = $1 AND kind = $2 AND `+t.failed+tx.ForUpdate(), id, kind).Scan(&id)
			if errors.Is(err, store.ErrNoRows) {
				continue
			}
			if err != nil {
				return err
			}
			blocked, err := q.blockedTx(ctx, tx, id)
			if err != nil {
				return err
			}
			if blocked {
				continue
			}
			if err := q.retryTx(ctx, tx, id); err != nil {
				return err
			}
			done++
		}
		if done == 0 {
			return nil
		}
		return audit.WriteTx(ctx, tx, audit.JobsRetried, audit.About{Detail: []string{kind, strconv.Itoa(done)}})
	})
	return done, err
}

// retrier makes a job available through the library, in the caller's transaction.
func retrier[T any](c *river.Client[T], raw func(*store.Tx) T) func(context.Context, *store.Tx, int64) (string, error) {
	return func(ctx context.Context, tx *store.Tx, id int64) (queue string, err error) {
		job, err := c.JobRetryTx(ctx, raw(tx), id)
		if err != nil {
			return "", err
		}
		return job.Queue, nil
	}
}

// retryTx makes a job available, and tells of it once that is committed.
func (q *Queue) retryTx(ctx context.Context, tx *store.Tx, id int64) error {
	queue, err := q.retry(ctx, tx, id)
	if err != nil {
		return tx.Dialect().Translate(ctx, err)
	}
	if q.bell == nil { // the library tells of what is inserted alone
		_, err = tx.Exec(ctx, `SELECT pg_notify(concat(current_schema(), '.', CAST($1 AS TEXT)), $2)`, insertTopic, insertPayload(queue))
		return err
	}
	tx.OnCommit(func() { q.bell.ring(queue) })
	_, err = tx.Exec(ctx, `INSERT INTO river_notification (topic, payload)
		VALUES ($1, $2)`, insertTopic, insertPayload(queue)) // another process works
	return err
}

// Discard deletes a failed job: whatever it was to do is not done. It answers NotFound as Retry does.
func (q *Queue) Discard(ctx context.Context, ref string) error {
	return q.db.InTx(ctx, func(tx *store.Tx) error {
		id, err := q.lockTx(ctx, tx, ref)
		if err != nil {
			return err
		}
		if _, err = tx.Exec(ctx, `DELETE FROM river_job WHERE id = $1`, id); err != nil {
			return err
		}
		return audit.WriteTx(ctx, tx, audit.JobDiscarded, audit.About{Subject: ref})
	})
}
