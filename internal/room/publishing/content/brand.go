package content

import (
	"context"
	"errors"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
)

// Which of a space's things a list shows, beside the id of a brand.
const (
	AnyBrand = ""     // all
	NoBrand  = "none" // those of no brand
)

// ofBrand narrows contents c to the brand that parameter $2 names.
const ofBrand = ` AND ($2 = '' OR ($2 = 'none' AND c.brand_id IS NULL) OR c.brand_id = $2)`

// RequireBrand refuses a brand that is not of the space, as NotFound.
func RequireBrand(ctx context.Context, q store.Querier, spaceID, brandID string) (err error) {
	defer fault.Wrap(&err, "content.RequireBrand")

	_, err = store.One[string](q.QueryRow(ctx, `SELECT id FROM brands WHERE id = $1 AND space_id = $2`, brandID, spaceID))
	if errors.Is(err, store.ErrNoRows) {
		return fault.NotFound("brand", brandID)
	}
	return err
}

// brandFor is the brand that a new content is for: what is named, else the space's only one, else none.
func brandFor(ctx context.Context, tx *store.Tx, spaceID string, named *string) (*string, error) {
	if named != nil {
		return named, RequireBrand(ctx, tx, spaceID, *named)
	}
	list, err := store.List(ctx, tx, store.One[string], `SELECT id FROM brands WHERE space_id = $1 LIMIT 2`, spaceID)
	if err != nil || len(list) != 1 {
		return nil, err
	}
	return &list[0], nil
}

// Assign says for which brand of the space a content is, nil for none. Orders that were submitted stay as they are.
func (p *Contents) Assign(ctx context.Context, who account.Caller, contentID string, brandID *string) (c Content, err error) {
	defer fault.Wrap(&err, "content.Assign")

	err = p.db.InTx(ctx, func(tx *store.Tx) error {
		if c, err = p.LockTx(ctx, tx, who.SpaceID, contentID); err != nil {
			return err
		}
		if brandID != nil {
			if err := RequireBrand(ctx, tx, who.SpaceID, *brandID); err != nil {
				return err
			}
		}
		c.BrandID = brandID
		_, err := tx.Exec(ctx, `UPDATE contents SET brand_id = $2 WHERE id = $1`, c.ID, brandID)
		return err
	})
	return c, err
}
