package run

import (
	"context"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/geo/brand"
	"renown/internal/room/geo/finding"
)

// reconcileBatch bounds a transaction: writers wait for each other on the embedded database.
const reconcileBatch = 500

// Reconcile repairs, at the start, what a program of the schema before wrote after the migration: answers that do not say what
// they answer, and brands whose latest run it did not note.
func (r *Runs) Reconcile(ctx context.Context) (err error) {
	defer fault.Wrap(&err, "run.Reconcile")

	for more := true; more; {
		err := r.db.InTx(ctx, func(tx *store.Tx) (err error) {
			more, err = r.completeSomeTx(ctx, tx)
			return err
		})
		if err != nil {
			return err
		}
	}
	return r.noteLatest(ctx)
}

func (r *Runs) completeSomeTx(ctx context.Context, tx *store.Tx) (more bool, err error) {
	type bare struct {
		finding.Task
		question string
	}
	list, err := store.List(ctx, tx, func(row store.Row) (b bare, err error) {
		var types store.Texts
		var surface string
		err = row.Scan(&b.ID, &b.Platform, &b.PromptID, &b.TopicID, &b.Stage, &types, &b.question, &b.Mode, &surface)
		b.Types, b.Mode = types, finding.Key(surface, b.Mode)
		return b, err
	}, `SELECT a.id, t.platform, t.prompt_id, t.topic_id, t.stage, t.types, t.prompt_text, r.mode, t.surface FROM answers a JOIN tasks t ON t.id = a.id JOIN runs r ON r.id = t.run_id
		WHERE a.platform = '' OR a.mode = '' LIMIT $1`, reconcileBatch)
	if err != nil {
		return false, err
	}
	for _, b := range list {
		if err := r.rooms.Findings.CompleteTx(ctx, tx, b.Task, b.question); err != nil {
			return false, err
		}
	}
	return len(list) == reconcileBatch, nil
}

// noteLatest notes the latest run of every brand for which another one, or none, is noted.
func (r *Runs) noteLatest(ctx context.Context) error {
	type latest struct {
		brandID string
		brand.Ran
	}
	list, err := store.List(ctx, r.db.Read(), func(row store.Row) (l latest, err error) {
		err = row.Scan(&l.brandID, &l.RunID, &l.Status, &l.FinishedAt, &l.CreatedAt, &l.Due)
		return l, err
	}, `SELECT r.brand_id, r.id, r.status, r.finished_at, r.created_at, (SELECT max(due_at) FROM runs WHERE brand_id = r.brand_id)
		FROM brands b JOIN runs r ON r.id = (SELECT id FROM runs WHERE brand_id = b.id AND surface = 'api' ORDER BY created_at DESC, id DESC LIMIT 1)
		LEFT JOIN latest_runs l ON l.brand_id = b.id WHERE l.run_id IS NULL OR l.run_id <> r.id OR l.status <> r.status`)
	if err != nil {
		return err
	}
	for _, l := range list {
		err := r.db.InTx(ctx, func(tx *store.Tx) error { return r.rooms.Brands.RanTx(ctx, tx, l.brandID, l.Ran) })
		if err != nil {
			return err
		}
	}
	return nil
}
