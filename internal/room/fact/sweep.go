package fact

import (
	"context"
	"errors"
	"strconv"

	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
)

// sweep is a look at the answers of a brand with one sheet. One that comes to the end of them says so in fact_sheets:
// the next with the same sheet begins there.
type sweep struct {
	*Sheet
	brandID string
	mark    string         // sheet and reading
	since   timestamp.Time // answers before were read with this sheet
	begun   timestamp.Time
	changes int64 // of what is kept, as far as this look knows
}

func (f *Facts) sweepOf(ctx context.Context, brandID string, s *Sheet) (*sweep, error) {
	w := &sweep{Sheet: s, brandID: brandID, begun: f.db.Now()}
	var generation int64
	var swept string
	var at timestamp.Time
	err := f.db.View(ctx, func(q store.Querier) error {
		err := q.QueryRow(ctx, `SELECT generation FROM readings WHERE brand_id = $1 AND status = 'current'`, brandID).Scan(&generation)
		if err != nil {
			return err
		}
		return q.QueryRow(ctx, `SELECT swept, swept_at, changes FROM fact_sheets WHERE brand_id = $1`,
			brandID).Scan(&swept, &at, &w.changes)
	})
	if err != nil && !errors.Is(err, store.ErrNoRows) {
		return nil, err
	}
	w.mark = s.ID + "/" + strconv.FormatInt(generation, 10)
	if swept == w.mark {
		w.since = at.Add(-lateMost)
	}
	return w, nil
}

// end notes that all answers were read, unless another job kept something meanwhile: then it is not known what.
func (w *sweep) end(ctx context.Context, f *Facts) error {
	return f.db.InTx(ctx, func(tx *store.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE fact_sheets SET swept = $2, swept_at = $3 WHERE brand_id = $1
			AND changes = $4`, w.brandID, w.mark, w.begun, w.changes)
		return err
	})
}
