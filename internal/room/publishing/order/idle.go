package order

import (
	"context"
	"fmt"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
)

// IdleTx answers OrderState while orders of a space are open: they hold points, and an outlet may be publishing them.
func (p *Orders) IdleTx(ctx context.Context, tx *store.Tx, spaceID string) error {
	open, err := store.One[int](tx.QueryRow(ctx, `SELECT count(*) FROM orders
		WHERE space_id = $1 AND status IN ('awaiting_review', 'needs_revision', 'publishing')`, spaceID))
	if err == nil && open > 0 {
		err = fault.New(fault.OrderState).Say(fmt.Sprintf("空间里有 %d 个订单还没有结果，占用着积分：先撤回，或等它们发布", open),
			fmt.Sprintf("%d orders of the space are open and hold points: withdraw them, or wait until they are published", open)).With("orders", open)
	}
	return err
}
