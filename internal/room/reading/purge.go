package reading

import (
	"context"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
)

// purgeBatch bounds a purge's transactions: writers wait for each other on the embedded database.
const purgeBatch = store.AmongMost

// selectKept finds answers whose texts are due, by the index that holds no others.
const selectKept = `SELECT id, answered_at FROM answers WHERE answered_at >= $1 AND answered_at < $2 AND (text IS NOT NULL OR raw IS NOT NULL)
	ORDER BY answered_at LIMIT $3`

// Purge forgets the texts, raw replies and screenshots of answers older than age. What was found in them, their
// sources and all counts stay.
func (f *Findings) Purge(ctx context.Context, age time.Duration) (purged int64, err error) {
	defer fault.Wrap(&err, "reading.Purge")

	var from timestamp.Time // where the next look begins: PostgreSQL keeps what was purged in the index until it is vacuumed
	until := f.db.Now().Add(-age)
	for {
		ids, err := store.List(ctx, f.db.Read(), func(row store.Row) (id string, err error) {
			err = row.Scan(&id, &from)
			return id, err
		}, selectKept, from, until, purgeBatch)
		if err != nil || len(ids) == 0 {
			return purged, err
		}
		n, err := f.forget(ctx, ids)
		if purged += n; err != nil {
			return purged, err
		}
	}
}

func (f *Findings) forget(ctx context.Context, ids []string) (n int64, err error) {
	marks, args := store.Among(ids, 0)
	err = f.db.InTx(ctx, func(tx *store.Tx) error {
		n, err = tx.Exec(ctx,
			`UPDATE answers SET text = NULL, text_raw = NULL, reasoning = NULL, raw = NULL, screen = NULL WHERE id`+
				marks, args...)
		return err
	})
	return n, err
}
