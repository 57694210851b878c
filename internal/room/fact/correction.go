package fact

import (
	"context"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/tool/address"
)

// Correction is that a page was asked to correct what it says against a fact. The user asks; the program sends nothing.
type Correction struct {
	FactID      string
	Page        string // canonical, with https://
	RequestedAt timestamp.Time
	CorrectedAt *timestamp.Time // nil: it was not seen corrected
}

// correctionsMost bounds the pages of a brand.
const correctionsMost = 2000

// Corrections lists the pages of a brand that were asked. Faults: NotFound.
func (f *Facts) Corrections(ctx context.Context, who account.Caller, brandID string) (list []Correction, err error) {
	defer fault.Wrap(&err, "fact.Corrections")

	if _, err := f.brands.FindIn(ctx, f.db.Read(), who, brandID); err != nil {
		return nil, err
	}
	return store.List(ctx, f.db.Read(), func(row store.Row) (c Correction, err error) {
		err = row.Scan(&c.FactID, &c.Page, &c.RequestedAt, &c.CorrectedAt)
		return c, err
	}, `SELECT fact_id, page, requested_at, corrected_at FROM corrections WHERE brand_id = $1 ORDER BY fact_id, page`, brandID)
}

// Ask notes that a page was asked now, again or for the first time, or that it was seen corrected now. Faults: NotFound, Malformed for
// an address that is none, CapReached.
func (f *Facts) Ask(ctx context.Context, who account.Caller, factID, page string, corrected bool) (err error) {
	defer fault.Wrap(&err, "fact.Ask")

	key, ok := address.Canonical(page)
	if !ok {
		return fault.Value("page must be an address", page, "body", "page")
	}
	return f.db.InTx(ctx, func(tx *store.Tx) error {
		one, err := find(ctx, tx, who, factID)
		if err != nil {
			return err
		}
		n, err := store.One[int64](tx.QueryRow(ctx, `SELECT count(*) FROM corrections WHERE brand_id = $1`, one.BrandID))
		if err != nil {
			return err
		}
		if n >= correctionsMost {
			return fault.New(fault.CapReached).With("limit", correctionsMost)
		}
		var seen *timestamp.Time
		if corrected {
			seen = &tx.Now
		}
		_, err = tx.Exec(ctx, `INSERT INTO corrections (brand_id, fact_id, page, requested_at, corrected_at) VALUES ($1, $2, $3, $4, $5)
			ON CONFLICT (brand_id, fact_id, page) DO UPDATE SET corrected_at = excluded.corrected_at,
			requested_at = CASE WHEN excluded.corrected_at IS NULL THEN excluded.requested_at ELSE corrections.requested_at END`,
			one.BrandID, factID, "https://"+key, tx.Now, seen)
		return err
	})
}
