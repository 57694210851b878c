package run

import (
	"context"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/plan"
)

// useKept is how long the use of a day is kept; a period is a week at most.
const useKept = 15 * 24 * time.Hour

// period returns the bounds of the period that holds a due time: the Beijing day where the tier is monitored daily, else the week.
func period(tier plan.Tier, due time.Time) (from, to timestamp.Time) {
	if tier.Limits().Daily {
		return timestamp.Day(due)
	}
	return timestamp.Week(due)
}

// scheduledTx decides about a run of the plan's own monitoring: one a brand in a period, counted by the last one whatever the
// schedule was changed to, and for the account no more sub-tasks than the plan's prompts × platforms. It books what it lets
// through. The caller holds the lock on the subscription. Faults: Duplicate, CapReached.
func scheduledTx(ctx context.Context, tx *store.Tx, n newRun, subscription plan.Subscription) error {
	from, to := period(subscription.Tier, n.in.Due.Time)
	earlier, err := store.One[int](tx.QueryRow(ctx, `SELECT count(*) FROM runs WHERE brand_id = $1 AND due_at IS NOT NULL AND due_at >= $2 AND due_at < $3`, n.in.BrandID, from, to))
	if err != nil {
		return err
	}
	if earlier > 0 {
		return fault.New(fault.Duplicate)
	}
	used, err := store.One[int](tx.QueryRow(ctx, `SELECT CAST(COALESCE(sum(tasks), 0) AS BIGINT) FROM scheduled_use WHERE user_id = $1 AND day >= $2 AND day < $3`, subscription.UserID, from, to))
	if err != nil {
		return err
	}
	limits, tasks := subscription.Tier.Limits(), len(n.Prompts)*len(n.platforms)
	if limit := limits.ActivePrompts * limits.Platforms; used+tasks > limit {
		return fault.New(fault.CapReached).With("limit", limit).With("used", used)
	}
	day, _ := timestamp.Day(n.in.Due.Time)
	if _, err := tx.Exec(ctx, `DELETE FROM scheduled_use WHERE user_id = $1 AND day < $2`, subscription.UserID, day.Add(-useKept)); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `INSERT INTO scheduled_use (user_id, day, tasks) VALUES ($1, $2, $3)
		ON CONFLICT (user_id, day) DO UPDATE SET tasks = scheduled_use.tasks + excluded.tasks`, subscription.UserID, day, tasks)
	return err
}
