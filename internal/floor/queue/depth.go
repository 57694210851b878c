package queue

import (
	"context"
	"time"

	"renown/internal/floor/store"
)

// Depth is how many jobs of one kind are in one state.
type Depth struct {
	Kind  string
	State string // available, running, scheduled, retryable, pending, discarded: failed for good, or ProcessEnded: set aside
	Jobs  int64
	Late  time.Duration // how long the oldest of them has been due; 0 when none is, or when nothing waits in this state
}

// Depths counts what is not finished and what has failed for good, over all processes. It goes by an index, so that finished
// jobs cost nothing.
func (q *Queue) Depths(ctx context.Context) ([]Depth, error) {
	late := `CAST(EXTRACT(EPOCH FROM now() - min(scheduled_at)) AS DOUBLE PRECISION)`
	if q.db.Dialect() == store.SQLite {
		late = `(julianday('now') - julianday(min(scheduled_at))) * 86400.0`
	}
	return store.List(ctx, q.db.Read(), scanDepth, `SELECT kind, CASE WHEN state IN ('discarded', 'retryable')
		AND `+q.jobSQL().reason+` = '`+ProcessEnded+`'
			THEN '`+ProcessEnded+`' ELSE CAST(state AS TEXT) END, count(*), `+late+` FROM river_job
		WHERE state IN ('available', 'discarded', 'pending', 'retryable', 'running', 'scheduled') GROUP BY 1, 2 ORDER BY 1, 2`)
}

func scanDepth(row store.Row) (d Depth, err error) {
	var late float64 // seconds
	err = row.Scan(&d.Kind, &d.State, &d.Jobs, &late)
	if d.State == "available" || d.State == "scheduled" || d.State == "retryable" {
		d.Late = max(0, time.Duration(late*float64(time.Second)))
	}
	return d, err
}
