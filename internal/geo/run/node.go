package run

import (
	"context"
	"time"

	"renown/internal/store"
)

// A node that works beats every beatEvery; one that was not seen for deadAfter is dead, and its work is taken back.
const (
	BeatEvery  = 5 * time.Second
	SweepEvery = 2 * time.Second
	deadAfter  = 15 * time.Second
)

// Beat tells the others that this process lives.
func (r *Runs) Beat(ctx context.Context) error {
	return r.db.InTx(ctx, func(tx *store.Tx) error {
		_, err := tx.Exec(ctx, `INSERT INTO nodes (id, seen_at) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at`,
			r.options.Node, tx.Now)
		return err
	})
}

// Alone takes up everything that earlier processes held. It is called at the start of a process that is known to be the
// only one, on an embedded database.
func (r *Runs) Alone(ctx context.Context) error {
	return r.db.InTx(ctx, func(tx *store.Tx) error {
		if _, err := tx.Exec(ctx, `UPDATE tasks SET status = 'queued' WHERE node IS NOT NULL AND status = 'running'`); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `UPDATE tasks SET node = NULL WHERE node IS NOT NULL`); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `UPDATE platform_gates SET inflight = 0`); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM nodes`); err != nil {
			return err
		}
		running, err := store.List(ctx, tx, store.One[string], `SELECT id FROM runs WHERE status = 'running'`)
		if err != nil {
			return err
		}
		for _, runID := range running { // a sub-task may get a second job by this; it finds the work done
			if err := r.enqueueTx(ctx, tx, runID); err != nil {
				return err
			}
		}
		_, err = r.startTx(ctx, tx)
		return err
	})
}

// Leave ends this process's part in order: nobody need wait for it to be declared dead.
func (r *Runs) Leave(ctx context.Context) error {
	return r.db.InTx(ctx, func(tx *store.Tx) error {
		_, err := tx.Exec(ctx, `DELETE FROM nodes WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM tasks WHERE node = $1)`, r.options.Node)
		return err
	})
}

// Sweep gives to others what dead processes held, and starts queued runs for which there is room.
func (r *Runs) Sweep(ctx context.Context) error {
	idle, err := r.nothingToSweep(ctx)
	if err != nil || idle {
		return err
	}
	return r.db.InTx(ctx, func(tx *store.Tx) error {
		dead, err := store.List(ctx, tx, store.One[string], `SELECT id FROM nodes WHERE seen_at < $1`+tx.ForUpdate(), tx.Now.Add(-deadAfter))
		if err != nil {
			return err
		}
		for _, node := range dead {
			if err := r.takeBackTx(ctx, tx, node); err != nil {
				return err
			}
		}
		_, err = r.startTx(ctx, tx)
		return err
	})
}

// nothingToSweep is a cheap look: most of the time there is neither a dead node nor a queued run.
func (r *Runs) nothingToSweep(ctx context.Context) (bool, error) {
	n, err := store.One[int](r.db.Read().QueryRow(ctx, `SELECT (SELECT count(*) FROM nodes WHERE seen_at < $1)
		+ (SELECT count(*) FROM runs WHERE status = 'queued')`, r.db.Now().Add(-deadAfter)))
	return n == 0, err
}

// takeBackTx frees the places of a dead node and enqueues its sub-tasks anew, also those that only waited for a place.
func (r *Runs) takeBackTx(ctx context.Context, tx *store.Tx, node string) error {
	lost, err := store.List(ctx, tx, scanRef, `UPDATE tasks SET status = 'queued' WHERE node = $1 AND status = 'running' RETURNING id, platform`, node)
	if err != nil {
		return err
	}
	placed, err := store.List(ctx, tx, scanRef, `UPDATE tasks SET node = NULL WHERE node = $1 RETURNING id, platform`, node)
	if err != nil {
		return err
	}
	for _, t := range placed {
		if err := leavePlacesTx(ctx, tx, t.Platform, 1); err != nil {
			return err
		}
	}
	waiting, err := r.rooms.TakeBack(ctx, tx, node)
	if err != nil {
		return err
	}
	if err := r.enqueueOnceTx(ctx, tx, append(lost, waiting...)); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `DELETE FROM nodes WHERE id = $1`, node)
	return err
}

func (r *Runs) enqueueOnceTx(ctx context.Context, tx *store.Tx, tasks []TaskRef) error {
	seen := map[string]bool{}
	var once []TaskRef
	for _, t := range tasks {
		if !seen[t.ID] {
			seen[t.ID] = true
			once = append(once, t)
		}
	}
	if len(once) == 0 {
		return nil
	}
	return r.rooms.Enqueue(ctx, tx, once)
}
