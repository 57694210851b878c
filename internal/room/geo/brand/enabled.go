package brand

import (
	"context"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/plan"
)

// counted selects the enabled prompts that count for the plan of the user $1: those of archived brands are at rest.
const counted = plan.Owned + ` AND status = 'active' AND NOT EXISTS (SELECT 1 FROM brands b WHERE b.id = prompts.brand_id AND b.archived_at IS NOT NULL)`

// Enabled tells how many prompts are enabled on the plan that the caller's space lives on, and how many it allows. All spaces
// of the plan's owner count together; archived brands do not.
func (b *Brands) Enabled(ctx context.Context, who account.Caller) (active, limit int64, err error) {
	defer fault.Wrap(&err, "brand.Enabled")

	subscription, err := b.plans.For(ctx, who.SpaceID)
	if err != nil {
		return 0, 0, err
	}
	active, err = store.One[int64](b.db.Read().QueryRow(ctx, `SELECT count(*) FROM prompts WHERE `+counted, subscription.UserID))
	return active, int64(subscription.Tier.Limits().ActivePrompts), err
}

// FitTx archives the newest enabled prompts of an account beyond what its plan allows, over all its spaces, and tells how many. The
// caller holds the lock on the subscription, which may be about to change.
func (b *Brands) FitTx(ctx context.Context, tx *store.Tx, s plan.Subscription) (archived int64, err error) {
	defer fault.Wrap(&err, "brand.FitTx")

	return tx.Exec(ctx, `UPDATE prompts SET status = 'archived', updated_at = $2 WHERE status = 'active' AND id IN (
		SELECT id FROM prompts WHERE `+counted+` ORDER BY created_at, id LIMIT 1000000 OFFSET $3)`,
		s.UserID, tx.Now, s.Tier.Limits().ActivePrompts)
}

// Fit does so for every account that has more enabled prompts than its plan allows: an older program let a plan move down and left
// them all enabled.
func (b *Brands) Fit(ctx context.Context) (err error) {
	defer fault.Wrap(&err, "brand.Fit")

	owners, err := store.List(ctx, b.db.Read(), store.One[string], `SELECT s.owner_id FROM prompts p JOIN spaces s ON s.id = p.space_id
		WHERE p.status = 'active' GROUP BY s.owner_id HAVING count(*) > $1`, plan.Trial.Limits().ActivePrompts)
	if err != nil {
		return err
	}
	for _, owner := range owners {
		err := b.db.InTx(ctx, func(tx *store.Tx) error {
			subscription, err := b.plans.OfTx(ctx, tx, owner)
			if err == nil {
				_, err = b.FitTx(ctx, tx, subscription)
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Title is a brand without its texts.
type Title struct {
	ID, Name      string
	ActivePrompts int64
}

// Titles lists the brands of the caller's space that are not archived, newest first, without their texts.
func (b *Brands) Titles(ctx context.Context, who account.Caller) (_ []Title, err error) {
	defer fault.Wrap(&err, "brand.Titles")

	return store.List(ctx, b.db.Read(), func(row store.Row) (t Title, err error) {
		err = row.Scan(&t.ID, &t.Name, &t.ActivePrompts)
		return t, err
	}, `SELECT b.id, b.name, (SELECT count(*) FROM prompts WHERE brand_id = b.id AND status = 'active')
		FROM brands b WHERE b.space_id = $1 AND b.archived_at IS NULL ORDER BY b.created_at DESC, b.id DESC`, who.SpaceID)
}
