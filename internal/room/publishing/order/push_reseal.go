package order

import (
	"context"
	"fmt"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/tool/secretbox"
)

// Reseal seals anew what is not under the newest key, outlets' secrets and orders' tokens, and returns how many that were.
// After it older keys can be taken out of the configuration.
func (p *Orders) Reseal(ctx context.Context) (n int, err error) {
	defer fault.Wrap(&err, "order.Reseal")

	if !p.rooms.Post.Keys.Ready() {
		return 0, secretbox.ErrNoKey
	}
	err = p.db.InTx(ctx, func(tx *store.Tx) error {
		secrets, err := p.rooms.Catalogue.ResealTx(ctx, tx)
		if err != nil {
			return err
		}
		tokens, err := p.resealTokensTx(ctx, tx)
		n = secrets + tokens
		return err
	})
	return n, err
}

func (p *Orders) resealTokensTx(ctx context.Context, tx *store.Tx) (n int, err error) {
	type row struct {
		id     string
		sealed []byte
	}
	rows, err := store.List(ctx, tx, func(s store.Row) (r row, err error) { return r, s.Scan(&r.id, &r.sealed) },
		`SELECT id, callback_token FROM orders WHERE status = 'publishing' AND callback_token IS NOT NULL`+tx.ForUpdate())
	if err != nil {
		return 0, err
	}
	for _, row := range rows {
		again, renewed, err := p.rooms.Post.Keys.Renew(string(row.sealed), aboutOrder(row.id))
		if err != nil {
			return n, fmt.Errorf("%s: %w", row.id, err)
		}
		if !renewed {
			continue
		}
		if _, err := tx.Exec(ctx, `UPDATE orders SET callback_token = $2 WHERE id = $1`, row.id, []byte(again)); err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}
