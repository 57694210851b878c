package catalogue

import (
	"context"
	"fmt"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
)

// ResealTx seals the outlets' secrets anew that are not under the newest key, and returns how many.
func (c *Catalogue) ResealTx(ctx context.Context, tx *store.Tx) (n int, err error) {
	defer fault.Wrap(&err, "catalogue.ResealTx")

	type row struct {
		id     string
		sealed []byte
	}
	rows, err := store.List(ctx, tx, func(s store.Row) (r row, err error) { return r, s.Scan(&r.id, &r.sealed) },
		`SELECT id, endpoint_secret FROM outlets WHERE endpoint_secret IS NOT NULL`+tx.ForUpdate())
	if err != nil {
		return 0, err
	}
	for _, row := range rows {
		again, renewed, err := c.options.Keys.Renew(string(row.sealed), aboutOutlet(row.id))
		if err != nil {
			return n, fmt.Errorf("%s: %w", row.id, err)
		}
		if !renewed {
			continue
		}
		if _, err := tx.Exec(ctx, `UPDATE outlets SET endpoint_secret = $2 WHERE id = $1`, row.id, []byte(again)); err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}
