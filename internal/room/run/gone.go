package run

import (
	"context"
	"slices"

	"renown/internal/floor/store"
)

// runPlatform names a platform's share of a run.
type runPlatform struct{ runID, platform string }

// gone lists unfinished shares of runs in progress whose platform is no longer in the catalogue: the operator has taken it
// out, and no process works on its sub-tasks.
func (r *Runs) gone(ctx context.Context, q store.Querier) ([]runPlatform, error) {
	list, err := store.List(ctx, q, func(row store.Row) (p runPlatform, err error) {
		err = row.Scan(&p.runID, &p.platform)
		return p, err
	}, `SELECT p.run_id, p.platform FROM runs r JOIN run_platforms p ON p.run_id = r.id
		WHERE r.status = 'running' AND p.done < p.total ORDER BY p.run_id, p.position`)
	return slices.DeleteFunc(list, func(p runPlatform) bool { return r.rooms.Assistants.Catalogue().Find(p.platform) != nil }), err
}

// leaveGoneTx leaves platforms that are gone out of the rest of their runs. The caller starts others in place of those that
// end by it.
func (r *Runs) leaveGoneTx(ctx context.Context, tx *store.Tx) error {
	list, err := r.gone(ctx, tx)
	if err != nil {
		return err
	}
	for _, p := range list {
		if err := lockRunsTx(ctx, tx, p.runID); err != nil {
			return err
		}
		if _, err := r.skipTx(ctx, tx, p.runID, p.platform, *takenOut); err != nil {
			return err
		}
	}
	return nil
}

var takenOut = &reason{"not_implemented", gone}
