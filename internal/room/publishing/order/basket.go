package order

import (
	"context"
	"encoding/json"
	"errors"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
)

// BasketMost is how many outlets a basket holds.
const BasketMost = 100

// Basket lists the outlets that the caller has chosen in the space and not ordered yet, the one chosen first in front.
func (p *Orders) Basket(ctx context.Context, who account.Caller) (_ []string, err error) {
	defer fault.Wrap(&err, "order.Basket")

	return basket(p.db.Read().QueryRow(ctx, `SELECT media_ids FROM baskets WHERE space_id = $1 AND user_id = $2`, who.SpaceID, who.UserID))
}

// ChangeBasket lets change alter the caller's basket; of two at once the second sees what the first left. What is over BasketMost is
// dropped.
func (p *Orders) ChangeBasket(ctx context.Context, who account.Caller, change func([]string) []string) (err error) {
	defer fault.Wrap(&err, "order.ChangeBasket")

	return p.db.InTx(ctx, func(tx *store.Tx) error {
		if _, err := tx.Exec(ctx, `INSERT INTO baskets (space_id, user_id, media_ids, updated_at) VALUES ($1, $2, '[]', $3) ON CONFLICT (space_id, user_id) DO NOTHING`,
			who.SpaceID, who.UserID, tx.Now); err != nil {
			return err
		}
		ids, err := basket(tx.QueryRow(ctx, `SELECT media_ids FROM baskets WHERE space_id = $1 AND user_id = $2`+tx.ForUpdate(), who.SpaceID, who.UserID))
		if err != nil {
			return err
		}
		ids = change(ids)
		text, err := json.Marshal(ids[:min(len(ids), BasketMost)])
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `UPDATE baskets SET media_ids = $3, updated_at = $4 WHERE space_id = $1 AND user_id = $2`, who.SpaceID, who.UserID, string(text), tx.Now)
		return err
	})
}

func basket(row store.Row) (ids []string, err error) {
	var text string
	if err = row.Scan(&text); errors.Is(err, store.ErrNoRows) {
		return nil, nil
	}
	if err == nil {
		err = json.Unmarshal([]byte(text), &ids)
	}
	return ids, err
}
