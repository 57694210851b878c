package reading

import (
	"context"

	"renown/internal/floor/store"
)

const (
	clearFindings = 1000 // rows a transaction deletes
	clearDays     = 10   // days of figures a transaction deletes
)

// clear deletes, little by little, what belongs to readings that are no longer in use.
func (f *Findings) clear(ctx context.Context, brandID string) error {
	for {
		generation, err := store.List(ctx, f.db.Read(), store.One[int64],
			`SELECT generation FROM readings WHERE brand_id = $1 AND status = 'old' ORDER BY generation LIMIT 1`,
			brandID)
		if err != nil || len(generation) == 0 {
			return err
		}
		if err := f.clearReading(ctx, brandID, generation[0]); err != nil {
			return err
		}
	}
}

func (f *Findings) clearReading(ctx context.Context, brandID string, generation int64) error {
	for more := true; more; {
		err := f.db.InTx(ctx, func(tx *store.Tx) error {
			var err error
			more, err = clearSomeTx(ctx, tx, brandID, generation)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// clearSomeTx deletes a part; the reading itself goes last, when nothing is left of it.
func clearSomeTx(ctx context.Context, tx *store.Tx, brandID string, generation int64) (more bool, err error) {
	for _, part := range []struct {
		sql   string
		limit int
	}{
		{`DELETE FROM findings WHERE generation = $2 AND answer_id IN (SELECT answer_id FROM findings WHERE brand_id = $1 AND generation = $2 LIMIT $3)`, clearFindings},
		{`DELETE FROM days WHERE brand_id = $1 AND generation = $2 AND day <= (SELECT max(day) FROM (
			SELECT DISTINCT day FROM days WHERE brand_id = $1 AND generation = $2 ORDER BY day LIMIT $3) AS first)`, clearDays},
	} {
		n, err := tx.Exec(ctx, part.sql, brandID, generation, part.limit)
		if err != nil || n > 0 {
			return n > 0, err
		}
	}
	_, err = tx.Exec(ctx, `DELETE FROM readings WHERE brand_id = $1 AND generation = $2 AND status = 'old'`, brandID, generation)
	return false, err
}
