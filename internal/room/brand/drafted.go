package brand

import (
	"context"
	"errors"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
)

// Drafted is what a generation adds to a brand.
type Drafted struct {
	Topics      []DraftedTopic
	Competitors []CompetitorFields
	Naming      Naming // of the texts of all prompts
}

// DraftedTopic is a topic with prompts. ID names the existing topic that the prompts join; empty means a new one.
type DraftedTopic struct {
	ID string
	TopicFields
	Prompts []PromptFields
}

// Owner finds for background work whose brand it is: the caller who may do everything with it. Faults: NoSuchThing; AccountDisabled, as
// its jobs rest.
func (b *Brands) Owner(ctx context.Context, brandID string) (_ account.Caller, err error) {
	defer fault.Wrap(&err, "brand.Owner")

	var who account.Caller
	var disabled bool
	err = b.db.Read().QueryRow(ctx, `SELECT s.id, s.owner_id, `+account.OwnerDisabled+` FROM brands b
		JOIN spaces s ON s.id = b.space_id WHERE b.id = $1`, brandID).
		Scan(&who.SpaceID, &who.UserID, &disabled)
	if errors.Is(err, store.ErrNoRows) {
		return who, fault.NotFound("brand", brandID)
	}
	if err == nil && disabled {
		err = fault.New(fault.AccountDisabled)
	}
	return who, err
}

// NameOf reads a brand's name for background work.
func (b *Brands) NameOf(ctx context.Context, brandID string) (_ string, err error) {
	defer fault.Wrap(&err, "brand.NameOf")

	name, err := store.One[string](b.db.Read().QueryRow(ctx, `SELECT name FROM brands WHERE id = $1`, brandID))
	return name, store.NotFound(err, "brand", brandID)
}

// Existing is what a brand holds already, in one snapshot.
type Existing struct {
	Brand       Brand        `json:"brand"`
	Topics      []Topic      `json:"topics"`
	Prompts     []Prompt     `json:"prompts"`
	Competitors []Competitor `json:"competitors"`
	Annotations []Annotation `json:"annotations"`
}

// Existing reads a brand with all it holds.
func (b *Brands) Existing(ctx context.Context, who account.Caller, brandID string) (have Existing, err error) {
	defer fault.Wrap(&err, "brand.Existing")

	err = b.db.View(ctx, func(q store.Querier) error {
		if have, err = existing(ctx, q, who, brandID, func(string) string { return "" }); err != nil {
			return err
		}
		have.Annotations, err = store.List(ctx, q, scanAnnotation, selectAnnotation+` WHERE a.brand_id = $1 ORDER BY a.day, a.id`, brandID)
		return err
	})
	if err != nil {
		return have, err
	}
	return have, b.mark(ctx, brandID, have.Prompts)
}

// ExistingTx is Existing inside the caller's transaction, while nothing can be added and no topic deleted: additions
// refer to the brand and wait for the lock that is taken on it here. The subscription is locked first, as everywhere.
func (b *Brands) ExistingTx(ctx context.Context, tx *store.Tx, who account.Caller, brandID string) (_ Existing, err error) {
	defer fault.Wrap(&err, "brand.ExistingTx")

	if _, err := b.plans.ForTx(ctx, tx, who.SpaceID); err != nil {
		return Existing{}, err
	}
	return existing(ctx, tx, who, brandID, func(alias string) string { return tx.ForUpdateOf(alias) })
}

// existing reads a brand with all it holds. lock gives the suffix that locks the rows of a table by its alias.
func existing(ctx context.Context, q store.Querier, who account.Caller, brandID string,
	lock func(alias string) string,
) (have Existing, err error) {
	if have.Brand, err = findBrand(ctx, q, who, brandID, lock("b")); err != nil {
		return have, err
	}
	have.Topics, err = store.List(ctx, q, scanTopic, selectTopic+` WHERE t.brand_id = $1 ORDER BY t.created_at, t.id`+lock("t"), brandID)
	if err != nil {
		return have, err
	}
	if have.Prompts, err = listPrompts(ctx, q, brandID, PromptFilter{}); err != nil {
		return have, err
	}
	have.Competitors, err = store.List(ctx, q, scanCompetitor, selectCompetitor+
		` WHERE c.brand_id = $1 ORDER BY c.created_at, c.id`, brandID)
	return have, err
}

// Added is how much of a draft was new to the brand.
type Added struct{ Topics, Competitors int }

// AddDraftedTx stores what was drafted: prompts as suggested, all of it as made by the agent. Topics or prompts past a cap of
// the brand are CapReached; competitors for which it has no room, or no room for their names, are left out. The caller holds
// the lock on the subscription, and looks again where the naming is no longer right.
func (b *Brands) AddDraftedTx(ctx context.Context, tx *store.Tx, who account.Caller, brandID string, d Drafted) (added Added, err error) {
	defer fault.Wrap(&err, "brand.AddDraftedTx")

	for _, t := range d.Topics {
		if t.ID == "" {
			added.Topics++
		}
		if t.ID, err = b.topicTx(ctx, tx, who.SpaceID, brandID, t); err != nil {
			return added, err
		}
		if err := b.AdmitPromptsTx(ctx, tx, brandID, len(t.Prompts)); err != nil {
			return added, err
		}
		prompts := make([]NewPrompt, len(t.Prompts))
		for i, p := range t.Prompts {
			p.TopicID, p.Status = t.ID, Suggested
			prompts[i] = NewPrompt{p, FromAgent}
		}
		stored, err := d.Naming.insertTx(ctx, tx, who.SpaceID, brandID, prompts...)
		if err != nil {
			return added, err
		}
		if err := b.plans.StoreTx(ctx, tx, who.SpaceID, sum(stored)); err != nil {
			return added, err
		}
	}
	added.Competitors, err = b.addCompetitorsTx(ctx, tx, who.SpaceID, brandID, d.Competitors)
	return added, err
}

// addCompetitorsTx adds of the drafted competitors those for which there is room, and returns how many.
func (b *Brands) addCompetitorsTx(ctx context.Context, tx *store.Tx, spaceID, brandID string, drafted []CompetitorFields) (int, error) {
	if len(drafted) == 0 {
		return 0, nil
	}
	named, err := b.NamedTx(ctx, tx, brandID)
	if err != nil {
		return 0, err
	}
	before, grown := len(named), int64(0)
	for _, c := range drafted {
		with := append(named, Named{Name: c.Name, Names: c.Names})
		if len(with)-1 > b.options.MaxCompetitors || b.admitNames(with, 1) != nil {
			break
		}
		if _, err := insertCompetitorTx(ctx, tx, brandID, c, FromAgent); err != nil {
			return 0, err
		}
		named = with
		grown += c.bytes()
	}
	if len(named) == before {
		return 0, nil
	}
	if err := b.plans.StoreTx(ctx, tx, spaceID, grown); err != nil {
		return 0, err
	}
	return len(named) - before, b.renamedTx(ctx, tx, brandID, 0)
}
