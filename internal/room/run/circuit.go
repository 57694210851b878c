package run

import (
	"context"
	"time"

	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/tool/assistant"
)

// When a platform is left alone by all processes: after one fault that concerns its account, or several in a row of the
// kind that passes. Afterwards one question at a time tries it, until one succeeds.
const (
	circuitFailures = 5
	circuitCooldown = time.Minute
)

// circuit is a platform that faults have closed to us. It is open until then, and on trial afterwards.
type circuit struct {
	platform string
	class    assistant.Class // of the fault that opened it
	until    timestamp.Time
}

func (c circuit) open(now timestamp.Time) bool { return c.until.After(now.Time) }

// circuits lists the platforms that are left alone or on trial.
func circuits(ctx context.Context, q store.Querier) (map[string]circuit, error) {
	list, err := store.List(ctx, q, func(row store.Row) (c circuit, err error) {
		err = row.Scan(&c.platform, &c.class, &c.until)
		return c, err
	}, `SELECT platform, open_class, open_until FROM platform_gates WHERE open_until IS NOT NULL`)
	found := make(map[string]circuit, len(list))
	for _, c := range list {
		found[c.platform] = c
	}
	return found, err
}

// noteAnswersTx counts that platforms have answered.
func (r *Runs) noteAnswersTx(ctx context.Context, tx *store.Tx, platforms []string) error {
	marks, args := store.Among(platforms, 0)
	failed, err := store.List(ctx, tx, store.One[string],
		`SELECT platform FROM platform_gates WHERE (failures > 0 OR open_until IS NOT NULL) AND platform`+marks+
			` ORDER BY platform`, args...)
	for _, platform := range failed {
		if _, err := r.noteTx(ctx, tx, platform, ""); err != nil {
			return err
		}
	}
	return err
}

// noteTx counts how a question went. It tells whether the circuit is open by it.
func (r *Runs) noteTx(ctx context.Context, tx *store.Tx, platform string, class assistant.Class) (open bool, err error) {
	switch {
	case class == "" || class.Recorded():
		_, err = tx.Exec(ctx,
			`UPDATE platform_gates SET failures = 0, open_until = NULL, open_class = NULL WHERE platform = $1 AND (failures > 0 OR open_until IS NOT NULL)`, platform)
		return false, err
	case !class.OpensCircuit() && !class.Counts():
		return false, nil
	}
	failures, err := store.One[int](tx.QueryRow(ctx,
		`UPDATE platform_gates SET failures = failures + 1 WHERE platform = $1 RETURNING failures`, platform))
	if err != nil || (failures < circuitFailures && !class.OpensCircuit()) {
		return false, err
	}
	_, err = tx.Exec(ctx, `UPDATE platform_gates SET open_until = $2, open_class = $3 WHERE platform = $1`, platform,
		tx.Now.Add(circuitCooldown), string(class))
	r.options.Watch.circuitTx(tx, platform, class)
	return true, err
}
