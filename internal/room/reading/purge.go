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

// selectDue finds texts that are due, the oldest first.
const selectDue = `SELECT answer_id, at FROM answer_texts WHERE at >= $1 AND at < $2 ORDER BY at LIMIT $3`

// Purge forgets the texts, raw replies and screenshots of answers older than age. What was found in them, their sources and all
// counts stay. It counts those that it forgot one by one, not those of whole months.
func (f *Findings) Purge(ctx context.Context, age time.Duration) (purged int64, err error) {
	defer fault.Wrap(&err, "reading.Purge")

	var from timestamp.Time // where the next look begins: PostgreSQL keeps what was deleted in the index until it is vacuumed
	until := f.db.Now().Add(-age)
	if err := f.db.DropMonths(ctx, "answer_texts", until); err != nil {
		return 0, err
	}
	for {
		ids, err := store.List(ctx, f.db.Read(), func(row store.Row) (id string, err error) {
			err = row.Scan(&id, &from)
			return id, err
		}, selectDue, from, until, purgeBatch)
		if err != nil || len(ids) == 0 {
			return purged, err
		}
		marks, args := store.Among(ids, 1)
		err = f.db.InTx(ctx, func(tx *store.Tx) error {
			n, err := tx.Exec(ctx, `DELETE FROM answer_texts WHERE at < $1 AND answer_id`+marks, append([]any{until}, args...)...)
			purged += n
			return err
		})
		if err != nil {
			return purged, err
		}
	}
}
