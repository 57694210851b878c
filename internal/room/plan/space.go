package plan

import (
	"context"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
)

// A space lives on its owner's plan, and all spaces of one owner share its limits, quota and points: a team is no way to
// have more of them. Members bring nothing of their own.

const selectFor = `SELECT ` + columns + ` FROM subscriptions s
	JOIN spaces p ON p.owner_id = s.user_id WHERE p.id = $1`

// Owned selects, from a table with a column space_id, what belongs to the spaces of the user $1.
const Owned = `space_id IN (SELECT id FROM spaces WHERE owner_id = $1)`

// For returns the subscription that a space lives on.
func (p *Plans) For(ctx context.Context, spaceID string) (_ Subscription, err error) {
	defer fault.Wrap(&err, "plan.For")

	return findFor(ctx, p.db.Read(), spaceID, "")
}

// ForTx is For inside the caller's transaction, with the subscription locked, so that what is decided by it stays decided. The space
// stays too: one that was deleted while the lock was waited for is NotFound, one that was handed over lives on its new owner's plan.
func (p *Plans) ForTx(ctx context.Context, tx *store.Tx, spaceID string) (s Subscription, err error) {
	defer fault.Wrap(&err, "plan.ForTx")

	lock := tx.ForUpdateOf("s", "p")
	if s, err = findFor(ctx, tx, spaceID, lock); fault.Is(err, fault.NoSuchThing) {
		return findFor(ctx, tx, spaceID, lock) // a row whose owner changed during the wait is left out
	}
	return s, err
}

func findFor(ctx context.Context, q store.Querier, spaceID, lock string) (Subscription, error) {
	s, err := scan(q.QueryRow(ctx, selectFor+lock, spaceID))
	return s, store.NotFound(err, "space", spaceID)
}
