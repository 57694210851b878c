package finding

import (
	"context"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
)

// purgeBatch bounds a purge's transactions: writers wait for each other on the embedded database.
const purgeBatch = 500

// Purge forgets the texts, raw replies and screenshots of answers older than age. What was found in them, their sources and all counts stay.
func (f *Findings) Purge(ctx context.Context, age time.Duration) (purged int64, err error) {
	defer fault.Wrap(&err, "finding.Purge")

	return f.db.InBatches(ctx, purgeBatch, func(tx *store.Tx) (int64, error) {
		return tx.Exec(ctx, `UPDATE answers SET text = NULL, text_raw = NULL, reasoning = NULL, raw = NULL, screen = NULL WHERE id IN (
			SELECT id FROM answers WHERE answered_at < $1 AND (text IS NOT NULL OR raw IS NOT NULL) ORDER BY answered_at LIMIT $2)`,
			tx.Now.Add(-age), purgeBatch)
	})
}
