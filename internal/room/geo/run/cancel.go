package run

import (
	"context"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
)

// Cancel ends a run: nothing more is asked, answers already there stay. A run that has ended is RunEnded.
func (r *Runs) Cancel(ctx context.Context, who account.Caller, runID string) (_ Run, err error) {
	defer fault.Wrap(&err, "run.Cancel")

	err = r.db.InTx(ctx, func(tx *store.Tx) error {
		status, err := statusTx(ctx, tx, who, runID)
		if err != nil {
			return err
		}
		if Ended(status) {
			return fault.New(fault.RunEnded).With("status", status)
		}
		open, err := openPartsTx(ctx, tx, runID)
		if err != nil {
			return err
		}
		// A sub-task that is being asked keeps its node: the slot is given back when its answer arrives, and is not kept.
		if _, err := tx.Exec(ctx, `UPDATE tasks SET status = 'cancelled', ended_at = $2 WHERE run_id = $1 AND status IN ('queued', 'running')`, runID, tx.Now); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `UPDATE run_platforms SET status = 'cancelled', done = total WHERE run_id = $1 AND done < total`, runID); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `UPDATE runs SET status = 'cancelled', done = total, finished_at = $2 WHERE id = $1`, runID, tx.Now); err != nil {
			return err
		}
		if err := r.rooms.Brands.RunMovedTx(ctx, tx, runID, Cancelled, &tx.Now); err != nil {
			return err
		}
		r.options.Watch.runTx(tx, Cancelled)
		r.options.Watch.taskTx(tx, open...)
		if status == Queued {
			return nil // it held no room that others wait for
		}
		_, err = r.startTx(ctx, tx)
		return err
	})
	if err != nil {
		return Run{}, err
	}
	return r.Find(ctx, who, runID)
}

// openPartsTx is what a run's end leaves undone.
func openPartsTx(ctx context.Context, tx *store.Tx, runID string) ([]Ends, error) {
	return store.List(ctx, tx, func(row store.Row) (e Ends, err error) {
		e.Outcome = Cancelled
		err = row.Scan(&e.Platform, &e.Tasks)
		return e, err
	}, `SELECT platform, total - done FROM run_platforms WHERE run_id = $1 AND done < total`, runID)
}
