package brand

import (
	"context"
	"slices"

	"renown/internal/floor/audit"
	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
)

// Archive lets a brand rest, or puts it back. At rest it is asked nothing, nothing is drafted for it, its prompts count for no limit and it
// stands in no menu; all that was collected stays and can be read. A run that is under way ends as it would. Putting it back is PromptLimit
// when the plan has no place for all its enabled prompts.
func (b *Brands) Archive(ctx context.Context, who account.Caller, brandID string, archived bool) (err error) {
	defer fault.Wrap(&err, "brand.Archive")

	return b.db.InTx(ctx, func(tx *store.Tx) error {
		subscription, err := b.plans.ForTx(ctx, tx, who.SpaceID)
		if err != nil {
			return err
		}
		found, err := b.FindTx(ctx, tx, who, brandID)
		if err != nil || (found.ArchivedAt != nil) == archived {
			return err
		}
		deed, sql := audit.BrandArchived, `UPDATE brands SET archived_at = $2 WHERE id = $1`
		if !archived {
			deed, sql = audit.BrandRestored, `UPDATE brands SET archived_at = NULL, scheduled_since = $2 WHERE id = $1`
			if err := admitActiveTx(ctx, tx, subscription, switching{on: int(found.Counts.ActivePrompts)}); err != nil {
				if f := fault.As(err); f != nil && f.Code == fault.PromptLimit {
					return f.Why("brand_restore_limit", found.Counts.ActivePrompts, f.Detail["remaining"])
				}
				return err
			}
		}
		if _, err := tx.Exec(ctx, sql, brandID, tx.Now); err != nil {
			return err
		}
		return audit.WriteTx(ctx, tx, deed, audit.About{UserID: who.UserID, Subject: brandID})
	})
}

// RequireLive is BrandArchived for a brand at rest: nothing is asked or written for it.
func (b Brand) RequireLive() error {
	if b.ArchivedAt == nil {
		return nil
	}
	return fault.New(fault.BrandArchived).With("archived_at", *b.ArchivedAt)
}

// Archived lists the archived brands of the caller's space, the newest first.
func (b *Brands) Archived(ctx context.Context, who account.Caller) (_ []Title, err error) {
	defer fault.Wrap(&err, "brand.Archived")

	list, err := store.List(ctx, b.db.Read(), func(row store.Row) (t Title, err error) {
		err = row.Scan(&t.ID, &t.Name)
		return t, err
	}, `SELECT id, name FROM brands WHERE space_id = $1 AND archived_at IS NOT NULL ORDER BY archived_at DESC, id DESC`, who.SpaceID)
	return slices.DeleteFunc(list, func(t Title) bool { return !who.Sees(t.ID) }), err
}

// MoveTx puts a brand into another space of the same owner, with its prompts and placed pages. A full space is CapReached. The caller
// sees to it that both have one owner, whose plan is locked, and that nothing of the brand is under way.
func (b *Brands) MoveTx(ctx context.Context, tx *store.Tx, who account.Caller, brandID, to string) (err error) {
	defer fault.Wrap(&err, "brand.MoveTx")

	held, err := b.heldTx(ctx, tx, who, brandID)
	if err != nil {
		return err
	}
	count, err := store.One[int](tx.QueryRow(ctx, `SELECT count(*) FROM brands WHERE space_id = $1`, to))
	if err == nil && count >= b.options.MaxBrands {
		err = fault.New(fault.CapReached).Why("brand_cap", b.options.MaxBrands).With("limit", b.options.MaxBrands)
	}
	if err != nil {
		return err
	}
	for _, sql := range []string{
		`UPDATE brands SET space_id = $2 WHERE id = $1`,
		`UPDATE prompts SET space_id = $2 WHERE brand_id = $1`,
		`DELETE FROM placed_pages WHERE brand_id = $1 AND page IN (SELECT page FROM placed_pages WHERE space_id = $2)`,
		`UPDATE placed_pages SET space_id = $2 WHERE brand_id = $1`,
	} {
		if _, err := tx.Exec(ctx, sql, brandID, to); err != nil {
			return err
		}
	}
	if err := b.plans.StoreTx(ctx, tx, who.SpaceID, -held); err != nil {
		return err
	}
	return b.plans.StoreTx(ctx, tx, to, held)
}

// DeleteTx erases a brand with everything that hangs on it: prompts, answers, facts, campaigns, share links. Contents and orders stay, of
// no brand. The caller sees to it that nothing of it is under way.
func (b *Brands) DeleteTx(ctx context.Context, tx *store.Tx, who account.Caller, brandID string) (err error) {
	defer fault.Wrap(&err, "brand.DeleteTx")

	held, err := b.heldTx(ctx, tx, who, brandID)
	if err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `DELETE FROM brands WHERE id = $1`, brandID); err != nil {
		return err
	}
	return b.plans.StoreTx(ctx, tx, who.SpaceID, -held)
}

// heldTx locks a brand and tells how many bytes its own records count.
func (b *Brands) heldTx(ctx context.Context, tx *store.Tx, who account.Caller, brandID string) (int64, error) {
	found, err := b.FindTx(ctx, tx, who, brandID)
	if err != nil {
		return 0, err
	}
	topics, err := store.List(ctx, tx, scanTopic, selectTopic+` WHERE t.brand_id = $1`, brandID)
	if err != nil {
		return 0, err
	}
	prompts, err := store.List(ctx, tx, scanPrompt, selectPrompt+` WHERE brand_id = $1`, brandID)
	if err != nil {
		return 0, err
	}
	competitors, err := store.List(ctx, tx, scanCompetitor, selectCompetitor+` WHERE c.brand_id = $1`, brandID)
	return found.bytes() + sum(topics) + sum(prompts) + sum(competitors), err
}
