package brand

import (
	"context"

	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/floor/undo"
	"renown/internal/room/account"
	"renown/internal/room/plan"
)

// What is put back is held to the limits of today: those of the plan and of the brand, the lock on the subscription first, as everywhere.

// Changes of this room that can be undone.
const (
	TopicDeleted       undo.Kind = "topic_deleted"
	PromptsDeleted     undo.Kind = "prompts_deleted"
	PromptsChanged     undo.Kind = "prompts_changed"
	CompetitorsDeleted undo.Kind = "competitors_deleted"
	AnnotationDeleted  undo.Kind = "annotation_deleted"
)

// removable is a record that can be put back.
type removable interface {
	name() string
	made() timestamp.Time
}

func (t Topic) name() string              { return t.Name }
func (t Topic) made() timestamp.Time      { return t.CreatedAt }
func (p Prompt) name() string             { return p.Text }
func (p Prompt) made() timestamp.Time     { return p.CreatedAt }
func (c Competitor) name() string         { return c.Name }
func (c Competitor) made() timestamp.Time { return c.CreatedAt }

// keepTx keeps records of one brand as they were before the change that the transaction makes.
func keepTx[T removable](ctx context.Context, tx *store.Tx, who account.Caller, kind undo.Kind, records []T) error {
	if len(records) == 0 || !undo.Wanted(ctx) {
		return nil
	}
	was := make([]undo.Row[T], len(records))
	for i, one := range records {
		was[i] = undo.RowOf(one, one.made())
	}
	return undo.KeepTx(ctx, tx, undo.Change{
		SpaceID: who.SpaceID, UserID: who.UserID, Kind: kind, Name: records[0].name(), Count: len(records), Was: was,
	})
}

// Restores says how changes of this room are undone.
func (b *Brands) Restores() map[undo.Kind]undo.Restore {
	return map[undo.Kind]undo.Restore{
		TopicDeleted:       undo.Unpacked(b.restoreTopicsTx),
		PromptsDeleted:     undo.Unpacked(b.restorePromptsTx),
		PromptsChanged:     undo.Unpacked(b.revertPromptsTx),
		CompetitorsDeleted: undo.Unpacked(b.restoreCompetitorsTx),
		AnnotationDeleted:  undo.Unpacked(b.restoreAnnotationsTx),
	}
}

// beginTx locks the subscription and then the brand, which must still be in the space.
func (b *Brands) beginTx(ctx context.Context, tx *store.Tx, spaceID, brandID string) (plan.Subscription, error) {
	subscription, err := b.plans.ForTx(ctx, tx, spaceID)
	if err != nil {
		return subscription, err
	}
	return subscription, undo.Orphaned(lockTx(ctx, tx, spaceID, brandID))
}

func (b *Brands) restoreTopicsTx(ctx context.Context, tx *store.Tx, of undo.Undoing, was []undo.Row[Topic]) error {
	if _, err := b.beginTx(ctx, tx, of.SpaceID, was[0].Record.BrandID); err != nil {
		return err
	}
	if err := b.admitTopicsTx(ctx, tx, was[0].Record.BrandID, len(was)); err != nil {
		return err
	}
	for _, row := range was {
		t := row.Record
		t.CreatedAt, t.UpdatedAt = row.MadeAt(), tx.Now
		if err := storeTopicTx(ctx, tx, t); err != nil {
			return err
		}
		if err := b.plans.StoreTx(ctx, tx, of.SpaceID, t.bytes()); err != nil {
			return err
		}
	}
	return nil
}

func (b *Brands) restorePromptsTx(ctx context.Context, tx *store.Tx, of undo.Undoing, was []undo.Row[Prompt]) error {
	subscription, err := b.beginTx(ctx, tx, of.SpaceID, was[0].Record.BrandID)
	if err != nil {
		return err
	}
	if err := b.AdmitPromptsTx(ctx, tx, was[0].Record.BrandID, len(was)); err != nil {
		return err
	}
	var s switching
	topics := map[string]bool{}
	prompts := make([]Prompt, len(was))
	for i, row := range was {
		p := row.Record
		p.CreatedAt, p.UpdatedAt = row.MadeAt(), tx.Now
		if p.Status == Active {
			s.on++
		}
		if !topics[p.TopicID] {
			topics[p.TopicID] = true
			if err := undo.Orphaned(requireTopicTx(ctx, tx, was[0].Record.BrandID, p.TopicID)); err != nil {
				return err
			}
		}
		prompts[i] = p
	}
	if s.on > 0 {
		if err := admitActiveTx(ctx, tx, subscription, s); err != nil {
			return err
		}
	}
	if err := storePromptsTx(ctx, tx, of.SpaceID, prompts); err != nil {
		return err
	}
	if err := changedTx(ctx, tx, was[0].Record.BrandID); err != nil { // answers show their texts again
		return err
	}
	return b.plans.StoreTx(ctx, tx, of.SpaceID, sum(prompts))
}

// revertPromptsTx gives prompts the fields that they had, unless one of them was changed since or is gone.
func (b *Brands) revertPromptsTx(ctx context.Context, tx *store.Tx, of undo.Undoing, was []undo.Row[Prompt]) error {
	subscription, err := b.beginTx(ctx, tx, of.SpaceID, was[0].Record.BrandID)
	if err != nil {
		return err
	}
	ids := make([]string, len(was))
	for i, row := range was {
		ids[i] = row.Record.ID
	}
	now, err := lockPromptsTx(ctx, tx, was[0].Record.BrandID, ids)
	if err != nil {
		return undo.Orphaned(err)
	}
	var s switching
	grown := int64(0)
	for i, p := range now {
		before := was[i].Record
		if !p.UpdatedAt.Equal(of.MadeAt.Time) {
			return undo.Changed()
		}
		if p.Status != Active && before.Status == Active {
			s.on++
		} else if p.Status == Active && before.Status != Active {
			s.off++
		}
		if p.TopicID != before.TopicID {
			if err := undo.Orphaned(requireTopicTx(ctx, tx, was[0].Record.BrandID, before.TopicID)); err != nil {
				return err
			}
		}
		grown += before.bytes() - p.bytes()
		now[i].PromptFields, now[i].UpdatedAt = before.PromptFields, tx.Now
	}
	if s.on > 0 {
		if err := admitActiveTx(ctx, tx, subscription, s); err != nil {
			return err
		}
	}
	for _, p := range now {
		if err := updatePromptTx(ctx, tx, p); err != nil {
			return err
		}
	}
	return b.plans.StoreTx(ctx, tx, of.SpaceID, grown)
}

func (b *Brands) restoreCompetitorsTx(ctx context.Context, tx *store.Tx, of undo.Undoing, was []undo.Row[Competitor]) error {
	if _, err := b.beginTx(ctx, tx, of.SpaceID, was[0].Record.BrandID); err != nil {
		return err
	}
	grown, bytes := 0, int64(0)
	for _, row := range was {
		c := row.Record
		c.CreatedAt, c.UpdatedAt = row.MadeAt(), tx.Now
		if err := b.admitCompetitorTx(ctx, tx, was[0].Record.BrandID); err != nil {
			return err
		}
		if err := storeCompetitorTx(ctx, tx, c); err != nil {
			return err
		}
		grown, bytes = grown+b.weight(c.Name, c.Names), bytes+c.bytes()
	}
	if err := b.renamedTx(ctx, tx, was[0].Record.BrandID, grown); err != nil {
		return err
	}
	return b.plans.StoreTx(ctx, tx, of.SpaceID, bytes)
}
