package run

import (
	"context"
	"time"

	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
)

// holdsSlot finds the sub-tasks h that have a slot: a node holds them, and their answer has not come yet. The lookup
// is no EXISTS, which PostgreSQL
// would join: there are more answers than sub-tasks that are held.
const holdsSlot = `h.node IS NOT NULL AND h.surface = 'api' AND (SELECT a.id FROM answers a WHERE a.id = h.id) IS NULL`

// platformState is what the row of a platform and its sub-tasks say.
type platformState struct {
	platform string
	next     timestamp.Time // when the next request may be made
	taken    int            // slots
}

// lockPlatformsTx locks the rows of the platforms of sub-tasks, as far as they have limits, and counts the slots that
// are taken. The row is what all
// processes queue for; a slot is a sub-task, so none can be lost with its sub-task.
func (r *Runs) lockPlatformsTx(ctx context.Context, tx *store.Tx, ask []*held, seen platformRows) (map[string]*platformState, error) {
	var platforms []string // in one order: ask is sorted by them
	for i, t := range ask {
		platform := t.question.Platform
		if i > 0 && ask[i-1].question.Platform == platform {
			continue
		}
		if !seen.known[platform] {
			if _, err := tx.Exec(ctx,
				`INSERT INTO platform_gates (platform) VALUES ($1) ON CONFLICT (platform) DO NOTHING`,
				platform); err != nil {
				return nil, err
			}
		}
		slots, perMinute := r.options.Limits(platform)
		if _, trial := seen.closed[platform]; trial || slots > 0 || perMinute > 0 {
			platforms = append(platforms, platform)
		}
	}
	if len(platforms) == 0 {
		return nil, nil
	}
	marks, args := store.Among(platforms, 0)
	if tx.ForUpdate() != "" {
		if _, err := store.List(ctx, tx, store.One[string], `SELECT platform FROM platform_gates WHERE platform`+
			marks+` ORDER BY platform`+tx.ForUpdate(), args...); err != nil {
			return nil, err
		}
	}
	// A statement of its own: only now does it see what was taken while this one waited for the rows.
	locked := make(map[string]*platformState, len(platforms))
	err := store.Each(ctx, tx, func(row store.Row) error {
		var g platformState
		err := row.Scan(&g.platform, &g.next, &g.taken)
		locked[g.platform] = &g
		return err
	}, `SELECT g.platform, g.next_at, (SELECT count(*) FROM tasks h WHERE `+holdsSlot+
		` AND h.platform = g.platform) FROM platform_gates g WHERE g.platform`+marks, args...)
	return locked, err
}

// takeSlotsTx takes so many of a platform's slots, and requests of its pace, over the whole installation, or fails with a delay. A
// platform that is tried again after it was left alone has one slot.
func (r *Runs) takeSlotsTx(ctx context.Context, tx *store.Tx, g platformState, want int, trial bool) error {
	slots, perMinute := r.options.Limits(g.platform)
	if trial {
		slots = 1
	}
	if slots > 0 && want > slots-g.taken {
		return delay{g.platform, fullWait}
	}
	if perMinute == 0 {
		return nil
	}
	next := g.next
	for interval := time.Minute / time.Duration(perMinute); want > 0; want-- {
		late := tx.Now.Sub(next.Time)
		if late < 0 {
			return delay{g.platform, -late}
		}
		if late > interval {
			late = 0 // after a pause the pace begins anew
		}
		next = tx.Now.Add(interval - late)
	}
	_, err := tx.Exec(ctx, `UPDATE platform_gates SET next_at = $2 WHERE platform = $1`, g.platform, next)
	return err
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
