package publishing

import (
	"context"
	"fmt"

	"renown/internal/floor/store"
	"renown/internal/tool/secretbox"
)

// Reseal seals anew what is not under the newest key, and returns how many secrets that were. After it older keys can be
// taken out of the configuration.
func (p *Publishing) Reseal(ctx context.Context) (n int, err error) {
	if !p.rooms.Post.Keys.Ready() {
		return 0, secretbox.ErrNoKey
	}
	err = p.db.InTx(ctx, func(tx *store.Tx) error {
		secrets, err := p.resealTx(ctx, tx, resealing{
			`SELECT id, endpoint_secret FROM media WHERE endpoint_secret IS NOT NULL`,
			`UPDATE media SET endpoint_secret = $2 WHERE id = $1`, aboutOutlet,
		})
		if err != nil {
			return err
		}
		tokens, err := p.resealTx(ctx, tx, resealing{
			`SELECT id, callback_token FROM orders WHERE status = 'publishing' AND callback_token IS NOT NULL`,
			`UPDATE orders SET callback_token = $2 WHERE id = $1`, aboutOrder,
		})
		n = secrets + tokens
		return err
	})
	return n, err
}

type resealing struct {
	find, write string
	about       func(id string) string
}

func (p *Publishing) resealTx(ctx context.Context, tx *store.Tx, r resealing) (n int, err error) {
	type row struct {
		id     string
		sealed []byte
	}
	rows, err := store.List(ctx, tx, func(s store.Row) (r row, err error) {
		err = s.Scan(&r.id, &r.sealed)
		return r, err
	}, r.find+tx.ForUpdate())
	if err != nil {
		return 0, err
	}
	for _, row := range rows {
		if !p.rooms.Post.Keys.Stale(string(row.sealed)) {
			continue
		}
		text, err := p.rooms.Post.Keys.Open(string(row.sealed), r.about(row.id))
		if err != nil {
			return 0, fmt.Errorf("%s: %w", row.id, err)
		}
		sealed, err := p.sealed(text, r.about(row.id))
		if err != nil {
			return 0, err
		}
		if _, err := tx.Exec(ctx, r.write, row.id, sealed); err != nil {
			return 0, err
		}
		n++
	}
	return n, nil
}
