package run

import (
	"context"
	"time"

	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
)

// takeSlotsTx takes up to so many of a platform's slots, and requests of its pace, over the whole installation. The row of the
// platform is what all processes queue for; a slot is a sub-task that a node holds, so none can be lost with its sub-task.
// A platform that is tried again after it was left alone has one slot. wait is when it is worth asking again for those it has not got.
func (r *Runs) takeSlotsTx(ctx context.Context, tx *store.Tx, platform string, want int, gates gates) (got int, wait time.Duration, err error) {
	slots, perMinute := r.options.Limits(platform)
	if _, trial := gates.closed[platform]; trial {
		slots = 1
	}
	if !gates.known[platform] {
		if _, err := tx.Exec(ctx, `INSERT INTO platform_gates (platform) VALUES ($1) ON CONFLICT (platform) DO NOTHING`, platform); err != nil {
			return 0, 0, err
		}
	}
	if slots == 0 && perMinute == 0 {
		return want, 0, nil
	}
	next, taken, err := takenTx(ctx, tx, platform)
	if err != nil {
		return 0, 0, err
	}
	if slots > 0 && want > slots-taken {
		want, wait = max(0, slots-taken), fullWait
	}
	if perMinute == 0 || want == 0 {
		return want, wait, nil
	}
	for interval := time.Minute / time.Duration(perMinute); got < want; got++ {
		late := tx.Now.Sub(next.Time)
		if late < 0 {
			wait = -late
			break
		}
		if late > interval {
			late = 0 // after a pause the pace begins anew
		}
		next = tx.Now.Add(interval - late)
	}
	if got > 0 {
		_, err = tx.Exec(ctx, `UPDATE platform_gates SET next_at = $2 WHERE platform = $1`, platform, next)
	}
	return got, wait, err
}

// takenTx locks the row of a platform and counts its slots that are taken.
func takenTx(ctx context.Context, tx *store.Tx, platform string) (next timestamp.Time, taken int, err error) {
	const count = `SELECT count(*) FROM tasks WHERE node IS NOT NULL AND surface = 'api' AND platform = $1`
	if tx.ForUpdate() == "" { // the transaction has the database to itself
		err = tx.QueryRow(ctx, `SELECT next_at, (`+count+`) FROM platform_gates WHERE platform = $1`, platform).Scan(&next, &taken)
		return next, taken, err
	}
	next, err = store.One[timestamp.Time](tx.QueryRow(ctx, `SELECT next_at FROM platform_gates WHERE platform = $1`+tx.ForUpdate(), platform))
	if err != nil {
		return next, 0, err
	}
	// A statement of its own: only now does it see what was taken while this one waited for the row.
	taken, err = store.One[int](tx.QueryRow(ctx, count, platform))
	return next, taken, err
}

// fullWait is how soon a worker looks again for a slot; it adds jitter. What other processes leave is announced nowhere.
const fullWait = 50 * time.Millisecond

// spendTx takes from the pace the further requests that a question has cost.
func (r *Runs) spendTx(ctx context.Context, tx *store.Tx, platform string, requests int) error {
	_, perMinute := r.options.Limits(platform)
	if perMinute == 0 || requests <= 0 {
		return nil
	}
	_, err := tx.Exec(ctx, `UPDATE platform_gates SET next_at = next_at + $2 WHERE platform = $1`, platform,
		(time.Minute / time.Duration(perMinute) * time.Duration(requests)).Microseconds())
	return err
}
