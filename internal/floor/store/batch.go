package store

import "context"

// InBatches takes a step again and again, each in a transaction of its own, until one changes fewer rows than a batch
// has; it counts them all. Many rows at once would keep other writers of the embedded database waiting.
func (db *DB) InBatches(ctx context.Context, batch int64, step func(tx *Tx) (rows int64, err error)) (all int64, err error) {
	for {
		var n int64
		err := db.InTx(ctx, func(tx *Tx) (err error) {
			n, err = step(tx)
			return err
		})
		if err != nil {
			return all, err
		}
		if all += n; n < batch {
			return all, nil
		}
	}
}
