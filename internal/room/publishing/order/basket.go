package order

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/undo"
	"renown/internal/room/account"
)

// BasketMost is how many outlets a basket holds.
const BasketMost = 100

// Basket lists the outlets that the caller has chosen in the space and not ordered yet, the one chosen first in front.
func (p *Orders) Basket(ctx context.Context, who account.Caller) (_ []string, err error) {
	defer fault.Wrap(&err, "order.Basket")

	return basket(p.db.Read().QueryRow(ctx, `SELECT outlet_ids FROM baskets WHERE space_id = $1 AND user_id = $2`, who.SpaceID, who.UserID))
}

// ChangeBasket lets change alter the caller's basket; of two at once the second sees what the first left. What is over BasketMost is
// dropped.
func (p *Orders) ChangeBasket(ctx context.Context, who account.Caller, change func([]string) []string) (err error) {
	defer fault.Wrap(&err, "order.ChangeBasket")

	return p.db.InTx(ctx, func(tx *store.Tx) error {
		if _, err := tx.Exec(ctx, `INSERT INTO baskets (space_id, user_id, outlet_ids, updated_at) VALUES ($1, $2, '[]', $3)
			ON CONFLICT (space_id, user_id) DO NOTHING`,
			who.SpaceID, who.UserID, tx.Now); errors.Is(err, store.ErrForeignKey) {
			return fault.NotFound("space", who.SpaceID) // deleted meanwhile
		} else if err != nil {
			return err
		}
		ids, err := basket(tx.QueryRow(ctx, `SELECT outlet_ids FROM baskets WHERE space_id = $1
			AND user_id = $2`+tx.ForUpdate(), who.SpaceID, who.UserID))
		if err != nil {
			return err
		}
		before := slices.Clone(ids)
		ids = change(ids)
		ids = ids[:min(len(ids), BasketMost)]
		if err := putBasketTx(ctx, tx, who.SpaceID, who.UserID, ids); err != nil {
			return err
		}
		gone := slices.DeleteFunc(slices.Clone(before), func(id string) bool { return slices.Contains(ids, id) })
		if len(gone) == 0 {
			return nil
		}
		return undo.KeepTx(ctx, tx, undo.Change{
			SpaceID: who.SpaceID, UserID: who.UserID, Kind: BasketReduced, Count: len(gone), Own: true, Was: before,
		})
	})
}

func putBasketTx(ctx context.Context, tx *store.Tx, spaceID, userID string, ids []string) error {
	text, err := json.Marshal(ids)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `UPDATE baskets SET outlet_ids = $3, updated_at = $4 WHERE space_id = $1
		AND user_id = $2`, spaceID, userID, string(text), tx.Now)
	return err
}

// Changes of this room that can be undone.
const (
	BasketReduced undo.Kind = "basket_reduced"
	Assigned      undo.Kind = "orders_assigned"
)

// Restores says how changes of this room are undone.
func (p *Orders) Restores() map[undo.Kind]undo.Restore {
	return map[undo.Kind]undo.Restore{BasketReduced: undo.Unpacked(restoreBasketTx), Assigned: undo.Unpacked(p.revertTx)}
}

// restoreBasketTx fills a basket with the outlets that it held, unless it was changed since.
func restoreBasketTx(ctx context.Context, tx *store.Tx, of undo.Undoing, was []string) error {
	at, err := store.One[int64](tx.QueryRow(ctx, `SELECT updated_at FROM baskets
		WHERE space_id = $1 AND user_id = $2`+tx.ForUpdate(), of.SpaceID, of.UserID))
	if errors.Is(err, store.ErrNoRows) || err == nil && at != of.MadeAt.UnixMicro() {
		return undo.Changed()
	}
	if err != nil {
		return err
	}
	return putBasketTx(ctx, tx, of.SpaceID, of.UserID, was)
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
