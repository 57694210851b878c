package brand

import (
	"context"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/plan"
)

// Enabled tells how many prompts are enabled on the plan that the caller's space lives on, and how many it allows. All spaces
// of the plan's owner count together.
func (b *Brands) Enabled(ctx context.Context, who account.Caller) (active, limit int64, err error) {
	defer fault.Wrap(&err, "brand.Enabled")

	subscription, err := b.plans.For(ctx, who.SpaceID)
	if err != nil {
		return 0, 0, err
	}
	active, err = store.One[int64](b.db.Read().QueryRow(ctx, `SELECT count(*) FROM prompts WHERE `+plan.Owned+` AND status = 'active'`, subscription.UserID))
	return active, int64(subscription.Tier.Limits().ActivePrompts), err
}
