package finding

import (
	"context"
	"strings"

	"renown/internal/store"
)

const (
	clearFindings = 1000 // rows a transaction deletes
	clearSpans    = 10   // days or months of figures a transaction deletes
)

// clear deletes, little by little, what belongs to readings that are no longer in use.
func (f *Findings) clear(ctx context.Context, brandID string) error {
	for {
		generation, err := store.List(ctx, f.db.Read(), store.One[int64], `SELECT generation FROM readings WHERE brand_id = $1 AND status = 'old' ORDER BY generation LIMIT 1`, brandID)
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
	n, err := tx.Exec(ctx, `DELETE FROM findings WHERE generation = $2 AND answer_id IN (
		SELECT answer_id FROM findings WHERE brand_id = $1 AND generation = $2 LIMIT $3)`, brandID, generation, clearFindings)
	if err != nil || n > 0 {
		return n > 0, err
	}
	for _, t := range tables {
		n, err := tx.Exec(ctx, `DELETE FROM `+t.name+` WHERE brand_id = $1 AND generation = $2 AND span <= (SELECT max(span) FROM (
			SELECT DISTINCT span FROM `+t.name+` WHERE brand_id = $1 AND generation = $2 ORDER BY span LIMIT $3) AS first)`, brandID, generation, clearSpans)
		if err != nil || n > 0 {
			return n > 0, err
		}
	}
	_, err = tx.Exec(ctx, `DELETE FROM readings WHERE brand_id = $1 AND generation = $2 AND status = 'old'`, brandID, generation)
	return false, err
}

// carryFailedTx takes over from the current reading how many sub-tasks failed. It holds all of them, those that failed
// while the other was being built included.
func carryFailedTx(ctx context.Context, tx *store.Tx, brandID string, generation int64) error {
	t := figuresTable
	zeros := strings.Repeat("0, ", len(t.sums)-3) // failed, empty and refused come last
	_, err := tx.Exec(ctx, `INSERT INTO figures (brand_id, generation, `+strings.Join(t.keys, ", ")+`, `+strings.Join(t.sums, ", ")+`)
		SELECT f.brand_id, CAST($2 AS BIGINT), f.span, f.platform, f.topic_id, f.kinds, `+zeros+`f.failed, 0, 0
		FROM figures f JOIN readings r ON r.brand_id = f.brand_id AND r.generation = f.generation AND r.status = 'current'
		WHERE f.brand_id = $1 AND f.failed > 0
		ON CONFLICT (brand_id, generation, `+strings.Join(t.keys, ", ")+`) DO UPDATE SET failed = excluded.failed`, brandID, generation)
	return err
}
