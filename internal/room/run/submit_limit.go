package run

import (
	"context"
	"errors"

	"renown/internal/floor/day"
	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/plan"
)

// counts selects the runs that use up quota: the caller's own, less those that ended without anything having been asked.
const counts = ` origin <> 'schedule' AND NOT (asked = 0 AND status IN ('completed', 'failed', 'cancelled'))`

// limitsTx looks at the limits that count the caller's own submissions: duplicate, daily number, minimum gap.
func limitsTx(ctx context.Context, tx *store.Tx, n newRun, subscription plan.Subscription) error {
	limits := subscription.Limits()
	if err := duplicateTx(ctx, tx, n); err != nil {
		return err
	}
	from, to := day.Of(tx.Now.Time).Bounds()
	used, err := usedRuns(ctx, tx, subscription.UserID, from)
	if err != nil {
		return err
	}
	if used >= limits.RunsPerDay {
		return fault.New(fault.DailyLimit).With("limit", limits.RunsPerDay).With("used", used).With("resets_at",
			to).After(to.Sub(tx.Now.Time))
	}
	next, err := nextRun(ctx, tx, subscription, tx.Now)
	if err == nil && next != nil {
		err = fault.New(fault.RunGap).With("next_allowed_at", *next).After(next.Sub(tx.Now.Time))
	}
	return err
}

// usedRuns counts what an account has used of its daily number, in all its spaces.
func usedRuns(ctx context.Context, q store.Querier, owner string, from timestamp.Time) (int, error) {
	return store.One[int](q.QueryRow(ctx, `SELECT count(*) FROM runs WHERE `+plan.Owned+` AND created_at >= $2 AND`+counts, owner, from))
}

// nextRun is when the minimum gap after an account's last run has passed; nil when it has.
func nextRun(ctx context.Context, q store.Querier, s plan.Subscription, now timestamp.Time) (*timestamp.Time, error) {
	gap := s.Limits().RunGap
	last, err := store.One[*timestamp.Time](q.QueryRow(ctx, `SELECT max(created_at) FROM runs WHERE `+plan.Owned+
		` AND created_at > $2 AND`+counts,
		s.UserID, now.Add(-gap)))
	if err != nil || last == nil {
		return nil, err
	}
	next := last.Add(gap)
	return &next, nil
}

func duplicateTx(ctx context.Context, tx *store.Tx, n newRun) error {
	earlier, err := store.One[string](tx.QueryRow(ctx, `SELECT id FROM runs
		WHERE space_id = $1 AND brand_id = $2 AND selection = $3 AND created_at > $4 AND origin <> 'schedule'
		ORDER BY created_at DESC, id DESC LIMIT 1`, n.who.SpaceID, n.in.BrandID, n.selection(), tx.Now.Add(-duplicateWithin)))
	if errors.Is(err, store.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	return fault.New(fault.Duplicate).With("run_id", earlier)
}

// inFlightTx refuses a second run of a brand on the same surface.
func inFlightTx(ctx context.Context, tx *store.Tx, in Request) error {
	var runID, status string
	err := tx.QueryRow(ctx,
		`SELECT id, status FROM runs WHERE brand_id = $1 AND surface = $2 AND status IN ('queued', 'running')`,
		in.BrandID, in.Surface).Scan(&runID, &status)
	if errors.Is(err, store.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	return fault.New(fault.RunInFlight).With("run_id", runID).With("status", status)
}
