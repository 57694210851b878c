package queue

import (
	"context"
	"encoding/json"
	"fmt"

	"renown/internal/floor/store"
)

// TakeBackTx ends the jobs that a dead process called node left running and returns them, for the caller to enqueue
// anew in the same transaction those that are still wanted. Should the process be alive after all, its results for these
// jobs are ignored. On SQLite there are none: Start has taken them up.
func (q *Queue) TakeBackTx(ctx context.Context, tx *store.Tx, node string) ([]Job, error) {
	if tx.Dialect() == store.SQLite {
		return nil, nil
	}
	return store.List(ctx, tx, scanOrphan, `
		UPDATE river_job SET state = 'cancelled', finalized_at = now()
		WHERE state = 'running' AND attempted_by[array_length(attempted_by, 1)] = $1
		RETURNING kind, queue, args::text, max_attempts`, node)
}

// Holders names the processes that have jobs running, dead ones among them. On SQLite nobody else can have any.
func (q *Queue) Holders(ctx context.Context) ([]string, error) {
	if q.db.Dialect() == store.SQLite {
		return nil, nil
	}
	return store.List(ctx, q.db.Read(), store.One[string], `
		SELECT DISTINCT attempted_by[array_length(attempted_by, 1)] FROM river_job WHERE state = 'running' AND attempted_by <> '{}'`)
}

func scanOrphan(row store.Row) (Job, error) {
	var j Job
	var encoded string
	if err := row.Scan(&j.Kind, &j.Queue, &encoded, &j.MaxAttempts); err != nil {
		return j, err
	}
	var p payload
	if err := json.Unmarshal([]byte(encoded), &p); err != nil {
		return j, fmt.Errorf("queue: arguments of a %s job: %w", j.Kind, err)
	}
	j.Args, j.UniqueKey = p.Args, p.Key
	return j, nil
}
