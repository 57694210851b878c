package brand

import (
	"context"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
)

// Ran is a new run of a brand as the brand notes it.
type Ran struct {
	RunID, Status string
	Due           *timestamp.Time // of a scheduled run
}

// RanTx notes a run that was created; one that is older than the one noted leaves nothing but its due time. On PostgreSQL the row
// is the last that a transaction about a run locks.
func (b *Brands) RanTx(ctx context.Context, tx *store.Tx, brandID string, r Ran) (err error) {
	defer fault.Wrap(&err, "brand.RanTx")

	_, err = tx.Exec(ctx, `INSERT INTO latest_runs (brand_id, run_id, status, created_at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (brand_id) DO UPDATE SET run_id = excluded.run_id, status = excluded.status,
			created_at = excluded.created_at, finished_at = NULL
		WHERE latest_runs.created_at <= excluded.created_at`, brandID, r.RunID, r.Status, tx.Now)
	if err != nil || r.Due == nil {
		return err
	}
	_, err = tx.Exec(ctx, `UPDATE latest_runs SET due_at = $2 WHERE brand_id = $1 AND (due_at IS NULL OR due_at < $2)`, brandID, *r.Due)
	return err
}

// RunMovedTx notes that a run has come into another state. A run that is not the latest of its brand leaves nothing.
func (b *Brands) RunMovedTx(ctx context.Context, tx *store.Tx, runID, status string, finished *timestamp.Time) (err error) {
	defer fault.Wrap(&err, "brand.RunMovedTx")

	_, err = tx.Exec(ctx, `UPDATE latest_runs SET status = $2, finished_at = $3 WHERE run_id = $1`, runID, status, finished)
	return err
}
