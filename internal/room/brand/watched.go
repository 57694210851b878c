package brand

import (
	"context"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
)

// Watched is what a run asks about: a brand's enabled prompts and its topics.
type Watched struct {
	Brand   Brand
	Prompts []Prompt
	Topics  []Topic
}

// WatchedTx reads what a run asks about. One of another space is NotFound.
func (b *Brands) WatchedTx(ctx context.Context, tx *store.Tx, who account.Caller, brandID string) (w Watched, err error) {
	defer fault.Wrap(&err, "brand.WatchedTx")

	if w.Brand, err = findBrand(ctx, tx, who, brandID, ""); err != nil {
		return w, err
	}
	active := Active
	if w.Prompts, err = listPrompts(ctx, tx, brandID, PromptFilter{Status: &active}); err != nil {
		return w, err
	}
	w.Topics, err = store.List(ctx, tx, scanTopic, selectTopic+` WHERE t.brand_id = $1`, brandID)
	return w, err
}
