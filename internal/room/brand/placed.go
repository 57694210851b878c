package brand

import (
	"context"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/reading"
)

// placedMost is how many placed pages answers are held against, the newest first.
const placedMost = 2000

// Place is a page that an order placed, by its canonical address without a scheme.
type Place struct {
	SpaceID string
	BrandID *string // that it was placed for; nil: all of the space
	Page    string
	Since   timestamp.Time // when it was ordered: a citation since then is one of the brand; zero: nothing is read again
}

// PlacedTx keeps that a page was placed: answers that cite it cite its brand, also those that came before its address was entered. Said
// again of another brand, it is that one's.
func (b *Brands) PlacedTx(ctx context.Context, tx *store.Tx, p Place) (err error) {
	defer fault.Wrap(&err, "brand.PlacedTx")

	n, err := tx.Exec(ctx, `INSERT INTO placed_pages (space_id, page, placed_at, brand_id) VALUES ($1, $2, $3, $4)
		ON CONFLICT (space_id, page) DO UPDATE SET brand_id = excluded.brand_id
		WHERE coalesce(placed_pages.brand_id, '') <> coalesce(excluded.brand_id, '')`,
		p.SpaceID, p.Page, tx.Now, p.BrandID)
	if err != nil || n == 0 {
		return err
	}
	brands, err := store.List(ctx, tx, store.One[string], `SELECT id FROM brands WHERE space_id = $1 ORDER BY id`+tx.ForUpdate(), p.SpaceID)
	if err != nil {
		return err
	}
	for _, brandID := range brands {
		pages, err := placed(ctx, tx, brandID)
		if err != nil {
			return err
		}
		if err := b.findings.PlacedTx(ctx, tx, brandID, reading.Placing{Pages: pages, Page: p.Page, Since: p.Since}); err != nil {
			return err
		}
	}
	return nil
}

// placed lists the pages that were placed for a brand, or for its whole space.
func placed(ctx context.Context, q store.Querier, brandID string) ([]string, error) {
	return store.List(ctx, q, store.One[string], `SELECT page FROM placed_pages
		WHERE space_id = (SELECT space_id FROM brands WHERE id = $1) AND (brand_id IS NULL OR brand_id = $1)
		ORDER BY placed_at DESC, page LIMIT $2`, brandID, placedMost)
}
