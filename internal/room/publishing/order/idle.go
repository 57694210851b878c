package order

import (
	"context"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/publishing/content"
)

// hear subscribes to what becomes of accounts, teams and contents.
func (p *Orders) hear() {
	accounts := p.rooms.Plans.Accounts
	accounts.TeamEnds.Add(idleTx)
	accounts.Leaving.Add(func(ctx context.Context, tx *store.Tx, l *account.Leaving) (err error) {
		l.Busy["orders"], err = openTx(ctx, tx, l.UserID)
		return err
	})
	accounts.Left.Add(p.leaveTx)
	p.rooms.Contents.Trimming.Add(func(ctx context.Context, tx *store.Tx, t *content.Trim) (err error) {
		t.Used, err = store.List(ctx, tx, store.One[int64],
			`SELECT DISTINCT content_revision FROM orders WHERE content_id = $1`, t.ContentID)
		return err
	})
}

// idleTx answers OrderState while orders of a space are open: they hold points, and an outlet may be publishing them.
func idleTx(ctx context.Context, tx *store.Tx, spaceID string) (err error) {
	defer fault.Wrap(&err, "order.idleTx")

	n, err := store.One[int](tx.QueryRow(ctx, `SELECT count(*) FROM orders WHERE space_id = $1 AND`+open, spaceID))
	if err == nil && n > 0 {
		err = fault.New(fault.OrderState).Why("space_ordering", n).With("orders", n)
	}
	return err
}

// openTx lists the open orders that a user pays for, the oldest first, a hundred at most.
func openTx(ctx context.Context, tx *store.Tx, userID string) (_ []string, err error) {
	defer fault.Wrap(&err, "order.openTx")

	return store.List(ctx, tx, store.One[string], `SELECT id FROM orders WHERE payer_id = $1 AND`+open+` ORDER BY created_at, id
		LIMIT 100`, userID)
}

// leaveTx takes the orders that a user pays for out of their account, with the revisions they were submitted with:
// operators still look them up. Points of an order that left belong to no account.
func (p *Orders) leaveTx(ctx context.Context, tx *store.Tx, l *account.Leaving) (err error) {
	defer fault.Wrap(&err, "order.leaveTx")

	type used struct {
		content  string
		revision int64
	}
	list, err := store.List(ctx, tx, func(row store.Row) (u used, err error) {
		err = row.Scan(&u.content, &u.revision)
		return u, err
	}, `SELECT DISTINCT content_id, content_revision FROM orders WHERE payer_id = $1`, l.UserID)
	if err != nil || len(list) == 0 {
		return err
	}
	gone, err := p.rooms.Plans.Accounts.GoneTx(ctx, tx)
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
		WHERE id IN (SELECT inspection_id FROM orders WHERE payer_id = $1)`, l.UserID, gone.SpaceID, gone.UserID); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `UPDATE orders SET space_id = $2, payer_id = $3 WHERE payer_id = $1`, l.UserID, gone.SpaceID, gone.UserID)
	return err
}
