package run

import (
	"context"
	"time"

	"renown/internal/floor/day"
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
		return day.Of(due).Bounds()
	}
	return day.Of(due).Week().Bounds()
}

// scheduledTx decides about a run of the plan's own monitoring: one a brand in a period, counted by the last one whatever the
// schedule was changed to, and for the account no more sub-tasks than the plan's prompts × platforms. It returns how many of the
// wanted samples there is room for, at least one, and books what it lets through. The caller holds the lock on the
// subscription. Faults: Duplicate, CapReached.
func scheduledTx(ctx context.Context, tx *store.Tx, n newRun, subscription plan.Subscription) (samples int64, err error) {
	from, to := period(subscription.Tier, n.in.Due.Time)
	earlier, err := store.One[int](tx.QueryRow(ctx,
		`SELECT count(*) FROM runs WHERE brand_id = $1 AND due_at IS NOT NULL AND due_at >= $2 AND due_at < $3`,
		n.in.BrandID, from, to))
	if err != nil {
		return 0, err
	}
	if earlier > 0 {
		return 0, fault.New(fault.Duplicate)
	}
	used, err := store.One[int64](tx.QueryRow(ctx,
		`SELECT CAST(COALESCE(sum(tasks), 0) AS BIGINT) FROM scheduled_use WHERE user_id = $1 AND day >= $2 AND day < $3`, subscription.UserID, from, to))
	if err != nil {
		return 0, err
	}
	limits := subscription.Limits()
	limit := int64(limits.ActivePrompts * limits.Platforms)
	samples = min(n.in.Samples, (limit-used)/n.questions())
	if samples < 1 {
		return 0, fault.New(fault.CapReached).With("limit", limit).With("used", used)
	}
	due := day.Of(n.in.Due.Time).Begin()
	if _, err := tx.Exec(ctx, `DELETE FROM scheduled_use WHERE user_id = $1 AND day < $2`, subscription.UserID,
		due.Add(-useKept)); err != nil {
		return 0, err
	}
	_, err = tx.Exec(ctx, `INSERT INTO scheduled_use (user_id, day, tasks) VALUES ($1, $2, $3)
		ON CONFLICT (user_id, day) DO UPDATE SET tasks = scheduled_use.tasks + excluded.tasks`, subscription.UserID, due, samples*n.questions())
	return samples, err
}
