package run

import (
	"context"
	"maps"
	"slices"
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
	notFound        = 404
	retiredCooldown = time.Hour // of a model that its platform calls gone: it rarely comes back
)

// circuit is a platform that faults have closed to us. It is open until then, and on trial afterwards.
type circuit struct {
	platform string
	class    assistant.Class // of the fault that opened it
	model    string          // that was asked then
	until    timestamp.Time
}

func (c circuit) open(now timestamp.Time) bool { return c.until.After(now.Time) }

// closes tells whether a model is left alone: what retired is the model, another one is asked.
func (c circuit) closes(model string, now timestamp.Time) bool {
	return c.open(now) && (c.class != assistant.Retired || c.model == model)
}

// circuits lists the platforms that are left alone or on trial.
func circuits(ctx context.Context, q store.Querier) (map[string]circuit, error) {
	list, err := store.List(ctx, q, func(row store.Row) (c circuit, err error) {
		err = row.Scan(&c.platform, &c.class, &c.model, &c.until)
		return c, err
	}, `SELECT platform, open_class, COALESCE(open_model, ''), open_until FROM platform_gates WHERE open_until IS NOT NULL`)
	found := make(map[string]circuit, len(list))
	for _, c := range list {
		found[c.platform] = c
	}
	return found, err
}

// noteAnswersTx counts that platforms have answered, and keeps by which model.
func (r *Runs) noteAnswersTx(ctx context.Context, tx *store.Tx, models map[string]string) error {
	marks, args := store.Among(slices.Sorted(maps.Keys(models)), 0)
	changed, err := store.List(ctx, tx, func(row store.Row) (platform string, err error) {
		var failed bool
		var model string
		if err = row.Scan(&platform, &failed, &model); !failed && model == models[platform] {
			platform = ""
		}
		return platform, err
	}, `SELECT platform, failures > 0 OR open_until IS NOT NULL, COALESCE(model, '') FROM platform_gates
		WHERE platform`+marks+` ORDER BY platform`, args...)
	for _, platform := range changed {
		if platform == "" || err != nil {
			continue
		}
		_, err = tx.Exec(ctx, `UPDATE platform_gates SET failures = 0, open_until = NULL, open_class = NULL, open_model = NULL, model = $2
			WHERE platform = $1`, platform, models[platform])
	}
	return err
}

// noMore tells whether a fault says that a model is no more: by the platform's words, or because it is not found and has
// answered before.
func (r *Runs) noMore(ctx context.Context, f *assistant.Fault) (bool, error) {
	if f == nil || f.Class != assistant.Config || f.Status != notFound || f.Model == "" {
		return false, nil
	}
	n, err := store.One[int64](r.db.Read().QueryRow(ctx,
		`SELECT count(*) FROM platform_gates WHERE platform = $1 AND model = $2`, f.Platform, f.Model))
	return n > 0, err
}

// noteTx counts how a question went. It tells whether the circuit is open by it.
func (r *Runs) noteTx(ctx context.Context, tx *store.Tx, platform string, class assistant.Class, model string) (open bool, err error) {
	switch {
	case class == "" || class.Recorded():
		_, err = tx.Exec(ctx, `UPDATE platform_gates SET failures = 0, open_until = NULL, open_class = NULL, open_model = NULL
			WHERE platform = $1 AND (failures > 0 OR open_until IS NOT NULL)`, platform)
		return false, err
	case !class.OpensCircuit() && !class.Counts():
		return false, nil
	}
	failures, err := store.One[int](tx.QueryRow(ctx,
		`UPDATE platform_gates SET failures = failures + 1 WHERE platform = $1 RETURNING failures`, platform))
	if err != nil || (failures < circuitFailures && !class.OpensCircuit()) {
		return false, err
	}
	cooldown := circuitCooldown
	if class == assistant.Retired {
		cooldown = retiredCooldown
	}
	_, err = tx.Exec(ctx, `UPDATE platform_gates SET open_until = $2, open_class = $3, open_model = $4 WHERE platform = $1`, platform,
		tx.Now.Add(cooldown), string(class), model)
	r.options.Watch.circuitTx(tx, platform, class)
	return true, err
}

func deref(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}
