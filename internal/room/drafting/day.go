package drafting

import (
	"context"

	"renown/internal/floor/day"
	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/plan"
)

// A generation by a model costs the installation money, so an account has a number of them a day, over all its spaces.

// admitTx answers CapReached when the account has started its number of today. The caller holds the lock on the subscription.
func (g *Generations) admitTx(ctx context.Context, tx *store.Tx, owner string) error {
	from, to := day.Of(tx.Now.Time).Bounds()
	used, err := started(ctx, tx, owner, from)
	if err == nil && used >= g.perDay {
		err = fault.New(fault.CapReached).Why("generation_cap", g.perDay).With("limit", g.perDay).With("used", used).With("resets_at", to)
	}
	return err
}

func started(ctx context.Context, q store.Querier, owner string, from timestamp.Time) (int, error) {
	return store.One[int](q.QueryRow(ctx, `SELECT count(*) FROM generations
		WHERE brand_id IN (SELECT id FROM brands WHERE `+plan.Owned+`) AND created_at >= $2`, owner, from))
}

// Today tells how many generations an account has started today, in all its spaces, and how many it may.
func (g *Generations) Today(ctx context.Context, owner string) (used, limit int, err error) {
	defer fault.Wrap(&err, "drafting.Today")

	from := day.Of(g.db.Now().Time).Begin()
	used, err = started(ctx, g.db.Read(), owner, from)
	return used, g.perDay, err
}

// idleTx answers CapReached when a generation was started in a space today: with the space its trace would vanish, and the
// number of the day come back.
func (g *Generations) idleTx(ctx context.Context, tx *store.Tx, spaceID string) (err error) {
	defer fault.Wrap(&err, "drafting.idleTx")

	from, to := day.Of(tx.Now.Time).Bounds()
	n, err := store.One[int](tx.QueryRow(ctx, `SELECT count(*) FROM generations
		WHERE brand_id IN (SELECT id FROM brands WHERE space_id = $1) AND created_at >= $2`, spaceID, from))
	if err == nil && n > 0 {
		err = fault.New(fault.CapReached).Why("space_generated_today").With("limit", g.perDay).With("resets_at", to)
	}
	return err
}

// BrandIdleTx answers Generating while a generation of a brand is under way and, where the brand is to vanish, CapReached when one was
// started today, whose number would come back. One that was abandoned holds nothing up.
func (g *Generations) BrandIdleTx(ctx context.Context, tx *store.Tx, brandID string, vanishes bool) (err error) {
	defer fault.Wrap(&err, "drafting.BrandIdleTx")

	from, to := day.Of(tx.Now.Time).Bounds()
	var open, today int
	err = tx.QueryRow(ctx, `SELECT (SELECT count(*) FROM generations WHERE brand_id = $1 AND status IN ('queued', 'running')
		AND created_at > $3),
		(SELECT count(*) FROM generations WHERE brand_id = $1 AND created_at >= $2)`, brandID, from, tx.Now.Add(-abandoned)).Scan(&open, &today)
	switch {
	case err != nil:
		return err
	case open > 0:
		return fault.New(fault.GenerationRunning).Why("brand_generating")
	case today > 0 && vanishes:
		return fault.New(fault.CapReached).Why("brand_generated_today").With("limit", g.perDay).With("resets_at", to)
	}
	return nil
}
