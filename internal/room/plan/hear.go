package plan

import (
	"context"
	"slices"

	"renown/internal/floor/store"
	"renown/internal/room/account"
)

// hear subscribes to what becomes of accounts and teams. Runs and orders are submitted under the lock of the
// subscription, so none begins once it is taken here, before any other lock; several are taken in the order of their
// accounts.
func (p *Plans) hear() {
	lock := func(ctx context.Context, tx *store.Tx, userIDs ...string) error {
		for _, id := range slices.Sorted(slices.Values(userIDs)) {
			if _, err := p.OfTx(ctx, tx, id); err != nil {
				return err
			}
		}
		return nil
	}
	p.Accounts.HandingOver.Add(func(ctx context.Context, tx *store.Tx, h account.Handover) error {
		return lock(ctx, tx, h.OwnerID, h.MemberID)
	})
	p.Accounts.Leaving.Add(func(ctx context.Context, tx *store.Tx, l *account.Leaving) error { return lock(ctx, tx, l.UserID) })
	p.Accounts.TeamEnds.Add(func(ctx context.Context, tx *store.Tx, spaceID string) error {
		_, err := p.ForTx(ctx, tx, spaceID)
		return err
	})
	p.Accounts.Left.Add(func(ctx context.Context, tx *store.Tx, l *account.Leaving) error {
		_, err := trialTx(ctx, tx, l.Mailbox) // the next account of this mailbox begins without a trial
		return err
	})
}
