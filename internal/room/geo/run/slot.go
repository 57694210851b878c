package run

import (
	"context"
	"errors"
	"time"

	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/tool/assistant"
)

// When a platform is left alone: after one fault that concerns its account, or several in a row of the kind that passes.
const (
	circuitFailures = 5
	circuitCooldown = time.Minute
)

// takeSlotTx takes one of a platform's slots and one request of its pace, over the whole installation. The row of the
// platform is what all processes queue for; a slot is a sub-task that a node holds, so none can be lost with its sub-task.
// wait is 0 when there was a slot, else when it is worth asking again.
func (r *Runs) takeSlotTx(ctx context.Context, tx *store.Tx, platform string) (wait time.Duration, err error) {
	slots, perMinute := r.options.Limits(platform)
	if _, err := tx.Exec(ctx, `INSERT INTO platform_gates (platform) VALUES ($1) ON CONFLICT (platform) DO NOTHING`, platform); err != nil {
		return 0, err
	}
	if slots == 0 && perMinute == 0 {
		return 0, nil
	}
	next, err := store.One[timestamp.Time](tx.QueryRow(ctx, `SELECT next_at FROM platform_gates WHERE platform = $1`+tx.ForUpdate(), platform))
	if err != nil {
		return 0, err
	}
	// A statement of its own: only now does it see what was taken while this one waited for the row.
	taken, err := store.One[int](tx.QueryRow(ctx, `SELECT count(*) FROM tasks WHERE node IS NOT NULL AND platform = $1`, platform))
	if err != nil {
		return 0, err
	}
	if slots > 0 && taken >= slots {
		return fullWait, nil
	}
	if perMinute == 0 {
		return 0, nil
	}
	late := tx.Now.Sub(next.Time)
	if late < 0 {
		return -late, nil
	}
	interval := time.Minute / time.Duration(perMinute)
	if late > interval {
		late = 0 // after a pause the pace begins anew
	}
	_, err = tx.Exec(ctx, `UPDATE platform_gates SET next_at = $2 WHERE platform = $1`, platform, tx.Now.Add(interval-late))
	return 0, err
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

// openTx returns the class of the fault that has a platform left alone now, or nothing.
func openTx(ctx context.Context, tx *store.Tx, platform string) (assistant.Class, error) {
	class, err := store.One[assistant.Class](tx.QueryRow(ctx, `SELECT open_class FROM platform_gates WHERE platform = $1 AND open_until > $2`, platform, tx.Now))
	if errors.Is(err, store.ErrNoRows) {
		return "", nil
	}
	return class, err
}

// noteTx counts how a call went, for the circuit that all processes share. It tells whether the circuit is open now.
func noteTx(ctx context.Context, tx *store.Tx, platform string, class assistant.Class) (open bool, err error) {
	switch {
	case class == "" || class.Recorded():
		_, err = tx.Exec(ctx, `UPDATE platform_gates SET failures = 0, open_until = NULL, open_class = NULL WHERE platform = $1 AND (failures > 0 OR open_until IS NOT NULL)`, platform)
		return false, err
	case !class.OpensCircuit() && !class.Counts():
		return false, nil
	}
	failures, err := store.One[int](tx.QueryRow(ctx, `UPDATE platform_gates SET failures = failures + 1 WHERE platform = $1 RETURNING failures`, platform))
	if err != nil || (failures < circuitFailures && !class.OpensCircuit()) {
		return false, err
	}
	_, err = tx.Exec(ctx, `UPDATE platform_gates SET open_until = $2, open_class = $3 WHERE platform = $1`, platform, tx.Now.Add(circuitCooldown), string(class))
	return true, err
}
