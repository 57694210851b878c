package brand

import (
	"context"
	"errors"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
)

// Named is somebody whom answers may name: the brand or a competitor.
type Named struct {
	ID, Name string
	Names
	URL *string // of its own site
}

// NamedTx lists the brand, first, and its competitors, and keeps them from being changed until the transaction ends:
// whoever changes names locks the brand.
func (b *Brands) NamedTx(ctx context.Context, tx *store.Tx, brandID string) ([]Named, error) {
	brand, err := scanNamed(tx.QueryRow(ctx, `SELECT id, name, aliases, exclusions, contexts, homepage_url FROM brands WHERE id = $1`+tx.ForUpdate(), brandID))
	if errors.Is(err, store.ErrNoRows) {
		return nil, fault.NotFound("brand", brandID)
	}
	if err != nil {
		return nil, err
	}
	competitors, err := store.List(ctx, tx, scanNamed, `SELECT id, name, aliases, exclusions, contexts, website_url FROM competitors
		WHERE brand_id = $1 ORDER BY created_at, id`, brandID)
	return append([]Named{brand}, competitors...), err
}

func scanNamed(row store.Row) (n Named, err error) {
	err = row.Scan(&n.ID, &n.Name, &n.Aliases, &n.Exclusions, &n.Contexts, &n.URL)
	return n, err
}

// lockTx locks a brand of the caller's space, before anything of it that answers are read with is changed.
func lockTx(ctx context.Context, tx *store.Tx, spaceID, brandID string) error {
	_, err := store.One[string](tx.QueryRow(ctx, `SELECT id FROM brands WHERE id = $1 AND space_id = $2`+tx.ForUpdate(), brandID, spaceID))
	if errors.Is(err, store.ErrNoRows) {
		return fault.NotFound("brand", brandID)
	}
	return err
}

// renamedTx tells those who read answers that names may have changed.
func (b *Brands) renamedTx(ctx context.Context, tx *store.Tx, brandID string) error {
	if b.options.Renamed == nil {
		return nil
	}
	return b.options.Renamed(ctx, tx, brandID)
}
