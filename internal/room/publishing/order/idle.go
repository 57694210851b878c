package order

import (
	"context"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
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
