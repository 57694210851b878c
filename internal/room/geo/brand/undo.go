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

// removable is a record that can be put back.
type removable interface {
	name() string
	of() string // the brand
	made() timestamp.Time
}

func (t Topic) name() string              { return t.Name }
func (t Topic) of() string                { return t.BrandID }
func (t Topic) made() timestamp.Time      { return t.CreatedAt }
func (p Prompt) name() string             { return p.Text }
func (p Prompt) of() string               { return p.BrandID }
func (p Prompt) made() timestamp.Time     { return p.CreatedAt }
func (c Competitor) name() string         { return c.Name }
func (c Competitor) of() string           { return c.BrandID }
func (c Competitor) made() timestamp.Time { return c.CreatedAt }

// taken is records of one brand as they were before a change.
type taken[T removable] struct {
	BrandID string        `json:"brand_id"`
	Rows    []undo.Row[T] `json:"rows"`
	At      int64         `json:"at"` // of the change, in Unix microseconds
}

// keepTx keeps records of one brand as they were before the change that the transaction makes.
func keepTx[T removable](ctx context.Context, tx *store.Tx, who account.Caller, kind undo.Kind, records []T) error {
	if len(records) == 0 || !undo.Wanted(ctx) {
		return nil
	}
	was := taken[T]{BrandID: records[0].of(), At: tx.Now.UnixMicro()}
	for _, one := range records {
		was.Rows = append(was.Rows, undo.RowOf(one, one.made()))
	}
	return undo.KeepTx(ctx, tx, undo.Change{SpaceID: who.SpaceID, UserID: who.UserID, Kind: kind, Name: records[0].name(), Count: len(records), Was: was})
}

// Restores says how changes of this room are undone.
func (b *Brands) Restores() map[undo.Kind]undo.Restore {
	return map[undo.Kind]undo.Restore{
		undo.TopicDeleted:       undo.Unpacked(b.restoreTopicsTx),
		undo.PromptsDeleted:     undo.Unpacked(b.restorePromptsTx),
		undo.PromptsChanged:     undo.Unpacked(b.revertPromptsTx),
		undo.CompetitorsDeleted: undo.Unpacked(b.restoreCompetitorsTx),
		undo.AnnotationDeleted:  undo.Unpacked(b.restoreAnnotationsTx),
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

func (b *Brands) restoreTopicsTx(ctx context.Context, tx *store.Tx, by undo.By, was taken[Topic]) error {
	if _, err := b.beginTx(ctx, tx, by.SpaceID, was.BrandID); err != nil {
		return err
	}
	if err := b.admitTopicsTx(ctx, tx, was.BrandID, len(was.Rows)); err != nil {
		return err
	}
	for _, row := range was.Rows {
		t := row.Record
		t.CreatedAt, t.UpdatedAt = row.MadeAt(), tx.Now
		if err := storeTopicTx(ctx, tx, t); err != nil {
			return err
		}
		if err := b.plans.StoreTx(ctx, tx, by.SpaceID, t.bytes()); err != nil {
			return err
		}
	}
	return nil
}

func (b *Brands) restorePromptsTx(ctx context.Context, tx *store.Tx, by undo.By, was taken[Prompt]) error {
	subscription, err := b.beginTx(ctx, tx, by.SpaceID, was.BrandID)
	if err != nil {
		return err
	}
	if err := b.AdmitPromptsTx(ctx, tx, was.BrandID, len(was.Rows)); err != nil {
		return err
	}
	var s switching
	topics := map[string]bool{}
	prompts := make([]Prompt, len(was.Rows))
	for i, row := range was.Rows {
		p := row.Record
		p.CreatedAt, p.UpdatedAt = row.MadeAt(), tx.Now
		if p.Status == Active {
			s.on++
		}
		if !topics[p.TopicID] {
			topics[p.TopicID] = true
			if err := undo.Orphaned(requireTopicTx(ctx, tx, was.BrandID, p.TopicID)); err != nil {
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
	if err := storePromptsTx(ctx, tx, by.SpaceID, prompts); err != nil {
		return err
	}
	if err := changedTx(ctx, tx, was.BrandID); err != nil { // answers show their texts again
		return err
	}
	return b.plans.StoreTx(ctx, tx, by.SpaceID, sum(prompts))
}

// revertPromptsTx gives prompts the fields that they had, unless one of them was changed since or is gone.
func (b *Brands) revertPromptsTx(ctx context.Context, tx *store.Tx, by undo.By, was taken[Prompt]) error {
	subscription, err := b.beginTx(ctx, tx, by.SpaceID, was.BrandID)
	if err != nil {
		return err
	}
	ids := make([]string, len(was.Rows))
	for i, row := range was.Rows {
		ids[i] = row.Record.ID
	}
	now, err := lockPromptsTx(ctx, tx, was.BrandID, ids)
	if err != nil {
		return undo.Orphaned(err)
	}
	var s switching
	grown := int64(0)
	for i, p := range now {
		before := was.Rows[i].Record
		if p.UpdatedAt.UnixMicro() != was.At {
			return undo.Changed()
		}
		if p.Status != Active && before.Status == Active {
			s.on++
		} else if p.Status == Active && before.Status != Active {
			s.off++
		}
		if p.TopicID != before.TopicID {
			if err := undo.Orphaned(requireTopicTx(ctx, tx, was.BrandID, before.TopicID)); err != nil {
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
	return b.plans.StoreTx(ctx, tx, by.SpaceID, grown)
}

func (b *Brands) restoreCompetitorsTx(ctx context.Context, tx *store.Tx, by undo.By, was taken[Competitor]) error {
	if _, err := b.beginTx(ctx, tx, by.SpaceID, was.BrandID); err != nil {
		return err
	}
	grown, bytes := 0, int64(0)
	for _, row := range was.Rows {
		c := row.Record
		c.CreatedAt, c.UpdatedAt = row.MadeAt(), tx.Now
		if err := b.admitCompetitorTx(ctx, tx, was.BrandID); err != nil {
			return err
		}
		if err := storeCompetitorTx(ctx, tx, c); err != nil {
			return err
		}
		grown, bytes = grown+c.size(c.Name), bytes+c.bytes()
	}
	if err := b.renamedTx(ctx, tx, was.BrandID, grown); err != nil {
		return err
	}
	return b.plans.StoreTx(ctx, tx, by.SpaceID, bytes)
}
