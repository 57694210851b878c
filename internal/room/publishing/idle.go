package publishing

import (
	"context"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
)

// IdleTx answers OrderState while orders of a space are open: they hold points, and an outlet may be publishing them.
func (p *Publishing) IdleTx(ctx context.Context, tx *store.Tx, spaceID string) error {
	open, err := store.One[int](tx.QueryRow(ctx, `SELECT count(*) FROM orders
		WHERE space_id = $1 AND status IN ('awaiting_review', 'needs_revision', 'publishing')`, spaceID))
	if err == nil && open > 0 {
		err = fault.New(fault.OrderState).Why("space_ordering", open).With("orders", open)
	}
	return err
}
