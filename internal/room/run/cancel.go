package run

import (
	"context"
	"errors"

	"renown/internal/floor/audit"
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
		return r.cancelTx(ctx, tx, runID, status)
	})
	if err != nil {
		return Run{}, err
	}
	return r.Find(ctx, who, runID)
}

// CancelAny cancels a run of whichever account, for operators.
func (r *Runs) CancelAny(ctx context.Context, runID string) (err error) {
	defer fault.Wrap(&err, "run.CancelAny")

	return r.db.InTx(ctx, func(tx *store.Tx) error {
		status, err := store.One[string](tx.QueryRow(ctx, `SELECT status FROM runs WHERE id = $1`+tx.ForUpdate(), runID))
		if errors.Is(err, store.ErrNoRows) {
			return fault.NotFound("run", runID)
		}
		if err != nil {
			return err
		}
		if err := r.cancelTx(ctx, tx, runID, status); err != nil {
			return err
		}
		owner, err := store.One[string](tx.QueryRow(ctx,
			`SELECT s.owner_id FROM runs r JOIN spaces s ON s.id = r.space_id WHERE r.id = $1`, runID))
		if err != nil {
			return err
		}
		return audit.WriteTx(ctx, tx, audit.RunCancelled, audit.About{UserID: owner, Subject: runID})
	})
}

// EndDisabled cancels the runs of disabled accounts that have not ended, those that wait first: none is started in place of another.
func (r *Runs) EndDisabled(ctx context.Context) (err error) {
	defer fault.Wrap(&err, "run.EndDisabled")

	for _, status := range []string{Queued, Running} {
		open, err := store.List(ctx, r.db.Read(), store.One[string], `SELECT id FROM runs WHERE status = '`+status+
			`' AND `+account.OwnerDisabled+` ORDER BY id`)
		if err != nil {
			return err
		}
		for _, runID := range open {
			if err := r.CancelAny(ctx, runID); err != nil && !fault.Is(err, fault.RunEnded) && !fault.Is(err, fault.NoSuchThing) {
				return err
			}
		}
	}
	return nil
}

// cancelTx ends a run that the transaction has locked in this status.
func (r *Runs) cancelTx(ctx context.Context, tx *store.Tx, runID, status string) error {
	if Ended(status) {
		return fault.New(fault.RunEnded).With("status", status)
	}
	open, err := openPartsTx(ctx, tx, runID)
	if err != nil {
		return err
	}
	// A sub-task that is being asked keeps its node: the slot is given back when its answer arrives, and is not kept.
	if _, err := tx.Exec(ctx,
		`UPDATE tasks SET status = 'cancelled', ended_at = $2 WHERE run_id = $1 AND status IN ('queued', 'running')`,
		runID, tx.Now); err != nil {
		return err
	}
	if err := r.dropEndedTx(ctx, tx, runID); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx,
		`UPDATE run_platforms SET status = 'cancelled', done = total WHERE run_id = $1 AND done < total`,
		runID); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `UPDATE runs SET status = 'cancelled', done = total, finished_at = $2 WHERE id = $1`,
		runID, tx.Now); err != nil {
		return err
	}
	if err := r.rooms.Brands.RunMovedTx(ctx, tx, runID, Cancelled, &tx.Now); err != nil {
		return err
	}
	if err := r.tellTx(ctx, tx, runID); err != nil {
		return err
	}
	r.options.Watch.runTx(tx, Cancelled)
	r.options.Watch.taskTx(tx, open...)
	if status == Queued {
		return nil // it held no room that others wait for
	}
	_, err = r.startTx(ctx, tx)
	return err
}

// OpenRun is a run that has not ended, for operators: whose it is and how far it has come.
type OpenRun struct {
	Run
	OwnerID string `json:"owner_id"` // who pays for it
	Owner   string `json:"owner"`    // the address
}

// Open lists the runs of all accounts that have not ended, oldest first, at most this many.
func (r *Runs) Open(ctx context.Context, limit int) (_ []OpenRun, err error) {
	defer fault.Wrap(&err, "run.Open")

	list, err := store.List(ctx, r.db.Read(), func(row store.Row) (o OpenRun, err error) {
		err = row.Scan(append(o.targets(), &o.OwnerID, &o.Owner)...)
		return o, err
	}, `SELECT `+runColumns+`, u.id, u.email FROM runs r JOIN spaces s ON s.id = r.space_id JOIN users u ON u.id = s.owner_id
		WHERE r.status IN ('queued', 'running') ORDER BY r.created_at, r.id LIMIT $1`, limit)
	if err != nil {
		return nil, err
	}
	for i := range list {
		if list[i].Platforms, err = platformsOf(ctx, r.db.Read(), list[i].ID); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// openPartsTx is what a run's end leaves undone.
func openPartsTx(ctx context.Context, tx *store.Tx, runID string) ([]Ends, error) {
	return store.List(ctx, tx, func(row store.Row) (e Ends, err error) {
		e.Outcome = Cancelled
		err = row.Scan(&e.Platform, &e.Tasks)
		return e, err
	}, `SELECT platform, total - done FROM run_platforms WHERE run_id = $1 AND done < total`, runID)
}
