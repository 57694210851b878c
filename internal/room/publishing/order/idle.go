package order

import (
	"context"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
)

// IdleTx answers OrderState while orders of a space are open: they hold points, and an outlet may be publishing them.
func (p *Orders) IdleTx(ctx context.Context, tx *store.Tx, spaceID string) (err error) {
	defer fault.Wrap(&err, "order.IdleTx")

	n, err := store.One[int](tx.QueryRow(ctx, `SELECT count(*) FROM orders WHERE space_id = $1 AND`+open, spaceID))
	if err == nil && n > 0 {
		err = fault.New(fault.OrderState).Why("space_ordering", n).With("orders", n)
	}
	return err
}

// OpenTx lists the open orders that a user pays for, the oldest first, a hundred at most.
func (p *Orders) OpenTx(ctx context.Context, tx *store.Tx, userID string) (_ []string, err error) {
	defer fault.Wrap(&err, "order.OpenTx")

	return store.List(ctx, tx, store.One[string], `SELECT id FROM orders WHERE payer_id = $1 AND`+open+` ORDER BY created_at, id LIMIT 100`, userID)
}

// LeaveTx takes the orders that a user pays for out of their account, with the revisions they were submitted with: operators
// still look them up. Points of an order that left are no longer anybody's.
func (p *Orders) LeaveTx(ctx context.Context, tx *store.Tx, userID string, to func() (account.Caller, error)) (err error) {
	defer fault.Wrap(&err, "order.LeaveTx")

	type used struct {
		content  string
		revision int64
	}
	list, err := store.List(ctx, tx, func(row store.Row) (u used, err error) {
		err = row.Scan(&u.content, &u.revision)
		return u, err
	}, `SELECT DISTINCT content_id, content_revision FROM orders WHERE payer_id = $1`, userID)
	if err != nil || len(list) == 0 {
		return err
	}
	gone, err := to()
	if err != nil {
		return err
	}
	revisions := map[string][]int64{}
	for _, u := range list {
		revisions[u.content] = append(revisions[u.content], u.revision)
	}
	if err := p.rooms.Contents.LeaveTx(ctx, tx, revisions, gone.SpaceID); err != nil {
		return err
	}
	if _, err = tx.Exec(ctx, `UPDATE order_inspections SET space_id = $2, declared_by = CASE WHEN declared_by = $1 THEN $3 ELSE declared_by END
		WHERE id IN (SELECT inspection_id FROM orders WHERE payer_id = $1)`, userID, gone.SpaceID, gone.UserID); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `UPDATE orders SET space_id = $2, payer_id = $3 WHERE payer_id = $1`, userID, gone.SpaceID, gone.UserID)
	return err
}

// UsedTx tells which revisions of a content orders were submitted with.
func (p *Orders) UsedTx(ctx context.Context, tx *store.Tx, contentID string) (_ []int64, err error) {
	defer fault.Wrap(&err, "order.UsedTx")

	return store.List(ctx, tx, store.One[int64], `SELECT DISTINCT content_revision FROM orders WHERE content_id = $1`, contentID)
}
