package app

import (
	"context"

	"renown/internal/floor/store"
)

// idle refuses while a space has runs, generations or orders that must not vanish with it. Whoever submits one locks the subscription
// first, so none begins until tx ends.
func (a *App) idle(ctx context.Context, tx *store.Tx, spaceID string) error {
	subscription, err := a.Plans.ForTx(ctx, tx, spaceID)
	if err != nil {
		return err
	}
	if err := a.Runs.IdleTx(ctx, tx, spaceID, subscription); err != nil {
		return err
	}
	if err := a.Generations.IdleTx(ctx, tx, spaceID); err != nil {
		return err
	}
	return a.Orders.IdleTx(ctx, tx, spaceID)
}
