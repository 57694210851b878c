package run

import (
	"cmp"
	"context"
	"slices"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
)

// A node that works beats every beatEvery; one that was not seen for deadAfter is dead, and its work is taken back.
const (
	BeatEvery  = 5 * time.Second
	SweepEvery = 2 * time.Second
	deadAfter  = 15 * time.Second
)

// Alone takes up everything that earlier processes held. It is called at the start of a process that is known to be the
// only one, on an embedded database.
func (r *Runs) Alone(ctx context.Context) (err error) {
	defer fault.Wrap(&err, "run.Alone")

	return r.db.InTx(ctx, func(tx *store.Tx) error {
		if _, err := freeTx(ctx, tx, `node IS NOT NULL AND surface = 'api'`); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM nodes WHERE id <> $1`, r.options.Node); err != nil { // they hold nothing
			return err
		}
		if err := r.leaveGoneTx(ctx, tx); err != nil {
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

// Leave ends this process's part in order: the others need not wait for it to be declared dead.
func (r *Runs) Leave(ctx context.Context) (err error) {
	defer fault.Wrap(&err, "run.Leave")

	return r.db.InTx(ctx, func(tx *store.Tx) error {
		_, err := tx.Exec(ctx, `DELETE FROM nodes WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM tasks WHERE node = $1)`, r.options.Node)
		return err
	})
}

// Sweep ends the runs of disabled accounts, gives to others what dead processes held and what this one lost hold of, leaves
// out platforms that are gone, and starts queued runs for which there is room.
func (r *Runs) Sweep(ctx context.Context) (err error) {
	defer fault.Wrap(&err, "run.Sweep")

	idle, err := r.nothingToSweep(ctx)
	if err != nil || idle {
		return err
	}
	if err := r.EndDisabled(ctx); err != nil {
		return err
	}
	start := func(ctx context.Context, tx *store.Tx) error {
		_, err := r.startTx(ctx, tx)
		return err
	}
	// Each by itself: together they would take locks out of order.
	for _, step := range []func(context.Context, *store.Tx) error{
		r.takeDeadTx, r.takeLostTx, r.takeLapsedTx,
		r.leaveGoneTx, r.leaveAwayTx, start,
	} {
		if err := r.db.InTx(ctx, func(tx *store.Tx) error { return step(ctx, tx) }); err != nil {
			return err
		}
	}
	return nil
}

// nothingToSweep is a cheap look: most of the time there is no dead node, no queued run, and nothing goes on of which something could
// be lost or gone.
func (r *Runs) nothingToSweep(ctx context.Context) (bool, error) {
	q := r.db.Read()
	var due, underWay int
	err := q.QueryRow(ctx, `SELECT (SELECT count(*) FROM nodes WHERE seen_at < $1) + (SELECT count(*) FROM runs WHERE status = 'queued')
			+ (SELECT count(*) FROM runs WHERE status = 'running' AND `+account.OwnerDisabled+`),
		(SELECT count(*) FROM runs WHERE status = 'running') + (SELECT count(*) FROM tasks WHERE node = $2)
		+ (SELECT count(*) FROM tasks WHERE lease_until IS NOT NULL)`, r.db.Now().Add(-deadAfter), r.options.Node).Scan(&due, &underWay)
	if err != nil || due > 0 {
		return false, err
	}
	if underWay == 0 {
		return true, nil
	}
	lost, err := r.lost(ctx, q)
	if err != nil || len(lost) > 0 {
		return false, err
	}
	inApps, err := r.toSweepInApps(ctx, q)
	if err != nil || inApps {
		return false, err
	}
	gone, err := r.gone(ctx, q)
	return len(gone) == 0, err
}

// takeDeadTx takes back the work of nodes that have not been seen for a while.
func (r *Runs) takeDeadTx(ctx context.Context, tx *store.Tx) error {
	if !r.heartbeat.steady(tx.Now.Time) {
		return nil
	}
	dead, err := store.List(ctx, tx, store.One[string], `SELECT id FROM nodes WHERE seen_at < $1 AND id <> $2`+tx.ForUpdate(),
		tx.Now.Add(-deadAfter), r.options.Node)
	if err != nil {
		return err
	}
	for _, node := range dead {
		if err := r.takeBackTx(ctx, tx, node); err != nil {
			return err
		}
	}
	return nil
}

// takeBackTx frees what a dead node held and enqueues it anew, also what only waited for a slot.
func (r *Runs) takeBackTx(ctx context.Context, tx *store.Tx, node string) error {
	lost, err := freeTx(ctx, tx, `node = $1`, node)
	if err != nil {
		return err
	}
	waiting, err := r.takeJobsTx(ctx, tx, node)
	if err != nil {
		return err
	}
	if err := r.enqueueOnceTx(ctx, tx, append(lost, waiting...)); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `DELETE FROM nodes WHERE id = $1`, node)
	return err
}

// freeTx takes sub-tasks and their slots from their holders. Those that were being asked wait again, and are counted.
func freeTx(ctx context.Context, tx *store.Tx, which string, args ...any) ([]TaskRef, error) {
	return store.List(ctx, tx, scanRef, `UPDATE tasks SET status = CASE WHEN status = 'running' THEN 'queued' ELSE status END, node = NULL,
			lost = lost + CASE WHEN status = 'running' THEN 1 ELSE 0 END
		WHERE `+which+` RETURNING id, platform`, args...)
}

// enqueueOnceTx leaves out platforms that are gone: there is no worker for them.
func (r *Runs) enqueueOnceTx(ctx context.Context, tx *store.Tx, tasks []TaskRef) error {
	slices.SortFunc(tasks, func(a, b TaskRef) int { return cmp.Compare(a.ID, b.ID) })
	once := slices.DeleteFunc(slices.Compact(tasks), func(t TaskRef) bool { return r.rooms.Assistants.Catalogue().Find(t.Platform) == nil })
	if len(once) == 0 {
		return nil
	}
	return r.askTx(ctx, tx, once)
}
