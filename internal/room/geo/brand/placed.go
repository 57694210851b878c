package brand

import (
	"context"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
)

// placedMost is how many placed pages answers are held against, the newest first.
const placedMost = 2000

// PlacedTx keeps that a page was placed by an order of a space, by its canonical address without a scheme: answers that cite it
// from now on cite the space's brands. Nothing is read again, as nobody can have cited a page before it was there.
func (b *Brands) PlacedTx(ctx context.Context, tx *store.Tx, spaceID, page string) (err error) {
	defer fault.Wrap(&err, "brand.PlacedTx")

	n, err := tx.Exec(ctx, `INSERT INTO placed_pages (space_id, page, placed_at) VALUES ($1, $2, $3) ON CONFLICT (space_id, page) DO NOTHING`, spaceID, page, tx.Now)
	if err != nil || n == 0 {
		return err
	}
	brands, err := store.List(ctx, tx, store.One[string], `SELECT id FROM brands WHERE space_id = $1 ORDER BY id`+tx.ForUpdate(), spaceID)
	if err != nil || len(brands) == 0 {
		return err
	}
	pages, err := placed(ctx, tx, brands[0])
	if err != nil {
		return err
	}
	for _, brandID := range brands {
		if err := b.findings.PlacedTx(ctx, tx, brandID, pages); err != nil {
			return err
		}
	}
	return nil
}

// placed lists the pages that orders of a brand's space have placed.
func placed(ctx context.Context, q store.Querier, brandID string) ([]string, error) {
	return store.List(ctx, q, store.One[string], `SELECT page FROM placed_pages WHERE space_id = (SELECT space_id FROM brands WHERE id = $1)
		ORDER BY placed_at DESC, page LIMIT $2`, brandID, placedMost)
}
