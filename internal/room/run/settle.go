package run

import (
	"context"

	"renown/internal/floor/store"
)

// settled is how many sub-tasks of one platform have come to an end, and how.
type settled struct {
	runID, platform        string
	done, answered, failed int64
}

// settleTx moves the counters of the platform and of the run; the call that settles the last sub-task ends the run.
// It tells whether the run has ended by it.
func (r *Runs) settleTx(ctx context.Context, tx *store.Tx, s settled) (ended bool, err error) {
	_, err = tx.Exec(ctx, `UPDATE run_platforms SET done = done + $3, answered = answered + $4, failed = failed + $5,
			status = CASE WHEN done + $3 < total THEN status
			              WHEN answered + $4 > 0 THEN 'completed'
			              WHEN failed + $5 > 0 THEN 'failed'
			              ELSE 'skipped' END
		WHERE run_id = $1 AND platform = $2`, s.runID, s.platform, s.done, s.answered, s.failed)
	if err != nil {
		return false, err
	}
	var status string
	err = tx.QueryRow(ctx, `UPDATE runs SET done = done + $2, answered = answered + $3,
			status = CASE WHEN done + $2 < total THEN status WHEN answered + $3 > 0 THEN 'completed' ELSE 'failed' END,
			finished_at = CASE WHEN done + $2 < total THEN finished_at ELSE CAST($4 AS BIGINT) END
		WHERE id = $1 RETURNING status`, s.runID, s.done, s.answered, tx.Now).Scan(&status)
	ended = err == nil && Ended(status)
	if ended {
		r.options.Watch.runTx(tx, status)
		if err := r.rooms.Brands.RunMovedTx(ctx, tx, s.runID, status, &tx.Now); err != nil {
			return false, err
		}
		if err := r.tellTx(ctx, tx, s.runID); err != nil {
			return false, err
		}
		if err := r.checkFactsTx(ctx, tx, s.runID); err != nil {
			return false, err
		}
		err = r.rooms.Queue.EnqueueTx(ctx, tx, ReviewJob.Job(ReviewArgs{s.runID}))
	}
	return ended, err
}

// checkFactsTx has the answers of a run that has ended held against the facts of its brand.
func (r *Runs) checkFactsTx(ctx context.Context, tx *store.Tx, runID string) error {
	if r.rooms.Facts == nil {
		return nil
	}
	brandID, err := store.One[string](tx.QueryRow(ctx, `SELECT brand_id FROM runs WHERE id = $1`, runID))
	if err != nil {
		return err
	}
	return r.rooms.Facts.CompareTx(ctx, tx, brandID)
}

// skipTx leaves a platform out of the rest of a run. An answer that has come is still read, unless the platform is
// gone from the catalogue.
func (r *Runs) skipTx(ctx context.Context, tx *store.Tx, runID, platform string, why reason) (ended bool, err error) {
	which := `run_id = $1 AND platform = $2 AND status = 'queued'`
	if why.why != gone {
		which += ` AND NOT EXISTS (SELECT 1 FROM answers WHERE id = tasks.id)`
	}
	n, err := tx.Exec(ctx, `UPDATE tasks SET status = 'skipped', error = $3, error_class = $4, ended_at = $5 WHERE `+which,
		runID, platform, why.why, why.code, tx.Now)
	if err != nil || n == 0 {
		return false, err
	}
	_, err = tx.Exec(ctx,
		`UPDATE run_platforms SET reason = $3, reason_code = $4 WHERE run_id = $1 AND platform = $2`, runID, platform,
		why.why, why.code)
	if err != nil {
		return false, err
	}
	if err := r.dropEndedTx(ctx, tx, runID); err != nil {
		return false, err
	}
	r.options.Watch.taskTx(tx, Ends{Platform: platform, Outcome: Skipped, Fault: why.code, Tasks: n})
	return r.settleTx(ctx, tx, settled{runID: runID, platform: platform, done: n})
}
