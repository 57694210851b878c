package brand

import (
	"context"
	"slices"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/plan"
)

// counted selects the enabled prompts that count for the plan of the user $1: those of archived brands are at rest.
const counted = plan.Owned + ` AND status = 'active'
	AND NOT EXISTS (SELECT 1 FROM brands b WHERE b.id = prompts.brand_id AND b.archived_at IS NOT NULL)`

// Enabled tells how many prompts are enabled on the plan that the caller's space lives on, and how many it allows. All spaces
// of the plan's owner count together; archived brands do not.
func (b *Brands) Enabled(ctx context.Context, who account.Caller) (active, limit int64, err error) {
	defer fault.Wrap(&err, "brand.Enabled")

	subscription, err := b.plans.For(ctx, who.SpaceID)
	if err != nil {
		return 0, 0, err
	}
	active, err = store.One[int64](b.db.Read().QueryRow(ctx, `SELECT count(*) FROM prompts WHERE `+counted, subscription.UserID))
	return active, int64(subscription.Limits().ActivePrompts), err
}

// fitTx archives the newest enabled prompts of an account beyond what its plan allows, over all its spaces, and tells how many. The
// caller holds the lock on the subscription, which may be about to change.
func fitTx(ctx context.Context, tx *store.Tx, s plan.Subscription) (archived int64, err error) {
	defer fault.Wrap(&err, "brand.fitTx")

	return tx.Exec(ctx, `UPDATE prompts SET status = 'archived', updated_at = $2 WHERE status = 'active' AND id IN (
		SELECT id FROM prompts WHERE `+counted+` ORDER BY created_at, id LIMIT 1000000 OFFSET $3)`,
		s.UserID, tx.Now, s.Limits().ActivePrompts)
}

// holdsTx refuses a team that was handed over to whose plan cannot hold it beside their own: no prompts are archived by what another does.
func (b *Brands) holdsTx(ctx context.Context, tx *store.Tx, h account.Handover) error {
	subscription, err := b.plans.ForTx(ctx, tx, h.SpaceID)
	if err != nil {
		return err
	}
	beyond, err := fitTx(ctx, tx, subscription)
	if err != nil {
		return err
	}
	if limit := subscription.Limits().ActivePrompts; beyond > 0 {
		return fault.New(fault.PromptLimit).Why("handover_prompts", beyond).With("limit", limit).With("active", int64(limit)+beyond)
	}
	return b.plans.HoldsTx(ctx, tx, h.SpaceID)
}

// Title is a brand without its texts.
type Title struct {
	ID, Name      string
	ActivePrompts int64
}

// Titles lists the brands of the caller's space that are not archived, newest first, without their texts.
func (b *Brands) Titles(ctx context.Context, who account.Caller) (_ []Title, err error) {
	defer fault.Wrap(&err, "brand.Titles")

	list, err := store.List(ctx, b.db.Read(), func(row store.Row) (t Title, err error) {
		err = row.Scan(&t.ID, &t.Name, &t.ActivePrompts)
		return t, err
	}, `SELECT b.id, b.name, (SELECT count(*) FROM prompts WHERE brand_id = b.id AND status = 'active')
		FROM brands b WHERE b.space_id = $1 AND b.archived_at IS NULL ORDER BY b.created_at DESC, b.id DESC`, who.SpaceID)
	return slices.DeleteFunc(list, func(t Title) bool { return !who.Sees(t.ID) }), err
}
