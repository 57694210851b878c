package run

import (
	"context"

	"renown/internal/floor/day"
	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/plan"
)

// idleTx answers RunInFlight while runs of a space are waiting or under way, and RunGap while some count for the quota of
// its owner: with the space their trace would vanish, and the quota come back. subscription is the owner's, locked by
// the caller, so that nothing is submitted meanwhile.
func (r *Runs) idleTx(ctx context.Context, tx *store.Tx, spaceID string) (err error) {
	defer fault.Wrap(&err, "run.idleTx")

	flying, err := store.One[int](tx.QueryRow(ctx,
		`SELECT count(*) FROM runs WHERE space_id = $1 AND status IN ('queued', 'running')`, spaceID))
	if err != nil {
		return err
	}
	if flying > 0 {
		return fault.New(fault.RunInFlight).Why("space_running", flying).With("runs", flying)
	}
	subscription, err := r.rooms.Plans.ForTx(ctx, tx, spaceID)
	if err != nil {
		return err
	}
	return countsTx(ctx, tx, `space_id = $1`, spaceID, subscription)
}

// countsTx answers RunGap while one of the runs that where selects by id counts for the day or for the gap, and until when.
func countsTx(ctx context.Context, tx *store.Tx, where, id string, subscription plan.Subscription) error {
	from, to := day.Of(tx.Now.Time).Bounds()
	gap := subscription.Limits().RunGap
	var counted int
	var last *timestamp.Time
	err := tx.QueryRow(ctx, `SELECT count(*), max(created_at) FROM runs WHERE `+where+
		` AND (created_at >= $2 OR created_at > $3) AND`+counts,
		id, from, tx.Now.Add(-gap)).Scan(&counted, &last)
	if err != nil || counted == 0 {
		return err
	}
	refused, wait := fault.New(fault.RunGap).With("runs", counted), last.Add(gap).Sub(tx.Now.Time)
	if last.Before(from.Time) {
		return refused.Why("ran_lately").After(wait)
	}
	return refused.Why("ran_today").After(max(wait, to.Sub(tx.Now.Time)))
}

// countedTx lists the runs that count for a user's quota of today, in all their spaces, the oldest first, a hundred at most.
func countedTx(ctx context.Context, tx *store.Tx, owner string) (_ []string, err error) {
	defer fault.Wrap(&err, "run.countedTx")

	from := day.Of(tx.Now.Time).Begin()
	return store.List(ctx, tx, store.One[string], `SELECT id FROM runs WHERE `+plan.Owned+` AND created_at >= $2 AND`+counts+`
		ORDER BY created_at, id LIMIT 100`, owner, from)
}

// BrandIdleTx answers RunInFlight while a run of a brand waits or is under way and, where the brand is to vanish, RunGap while one counts
// for the quota of its owner, which would come back with it. Then subscription is the owner's, else nil; it is locked
// by the caller, so that
// nothing is submitted meanwhile.
func (r *Runs) BrandIdleTx(ctx context.Context, tx *store.Tx, brandID string, subscription *plan.Subscription) (err error) {
	defer fault.Wrap(&err, "run.BrandIdleTx")

	flying, err := store.One[int](tx.QueryRow(ctx,
		`SELECT count(*) FROM runs WHERE brand_id = $1 AND status IN ('queued', 'running')`, brandID))
	if err != nil {
		return err
	}
	if flying > 0 {
		return fault.New(fault.RunInFlight).Why("brand_running").With("runs", flying)
	}
	if subscription == nil {
		return nil
	}
	return countsTx(ctx, tx, `brand_id = $1`, brandID, *subscription)
}

// MoveTx puts the runs of a brand into the space where the brand now is.
func (r *Runs) MoveTx(ctx context.Context, tx *store.Tx, brandID, to string) (err error) {
	defer fault.Wrap(&err, "run.MoveTx")

	_, err = tx.Exec(ctx, `UPDATE runs SET space_id = $2 WHERE brand_id = $1`, brandID, to)
	return err
}
