package brand

import (
	"context"
	"slices"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/plan"
)

// What is changed together is one decision: all of it or nothing, under one lock. An id that is repeated counts once, one
// that is not of the brand is NotFound, and no ids change nothing.

// bulkMax is how many ids or prompts one call takes. The contract says the same.
const bulkMax = store.AmongMost

// SetPrompts gives prompts of a brand the status and returns them, in the order of ids. Those that have it already stay as
// they are. When the plan has no place for all that would be enabled, it is PromptLimit.
func (b *Brands) SetPrompts(ctx context.Context, who account.Caller, brandID string, ids []string,
	status string,
) (prompts []Prompt, err error) {
	defer fault.Wrap(&err, "brand.SetPrompts")

	err = b.changePrompts(ctx, who, brandID, ids, func(tx *store.Tx, subscription plan.Subscription, ids []string) error {
		if prompts, err = lockPromptsTx(ctx, tx, brandID, ids); err != nil {
			return err
		}
		before := slices.DeleteFunc(slices.Clone(prompts), func(p Prompt) bool { return p.Status == status })
		if err := setStatusTx(ctx, tx, subscription, prompts, func(Prompt) string { return status }); err != nil {
			return err
		}
		return keepTx(ctx, tx, who, PromptsChanged, before)
	})
	if err != nil {
		return nil, err
	}
	return prompts, b.mark(ctx, brandID, prompts)
}

// EditPrompts lets change alter topic, stage or tags of prompts of a brand; text and status have ways of their own. Those that it leaves
// as they are stay so. A topic of another brand is NotFound.
func (b *Brands) EditPrompts(ctx context.Context, who account.Caller, brandID string, ids []string,
	change func(*PromptFields),
) (err error) {
	defer fault.Wrap(&err, "brand.EditPrompts")

	return b.changePrompts(ctx, who, brandID, ids, func(tx *store.Tx, _ plan.Subscription, ids []string) error {
		prompts, err := lockPromptsTx(ctx, tx, brandID, ids)
		if err != nil {
			return err
		}
		var before []Prompt
		grown, known := int64(0), map[string]bool{}
		for _, p := range prompts {
			was := p
			p.TagIDs = slices.Clone(p.TagIDs)
			change(&p.PromptFields)
			if same(was.PromptFields, p.PromptFields) {
				continue
			}
			if p.TopicID != was.TopicID && !known[p.TopicID] {
				known[p.TopicID] = true
				if err := requireTopicTx(ctx, tx, brandID, p.TopicID); err != nil {
					return err
				}
			}
			p.UpdatedAt = tx.Now
			if err := updatePromptTx(ctx, tx, p); err != nil {
				return err
			}
			before, grown = append(before, was), grown+p.bytes()-was.bytes()
		}
		if err := keepTx(ctx, tx, who, PromptsChanged, before); err != nil {
			return err
		}
		return b.plans.StoreTx(ctx, tx, who.SpaceID, grown)
	})
}

// ChoosePrompts enables these prompts of a brand and makes its other enabled ones suggestions. When the plan has no place
// for all of them, it is PromptLimit.
func (b *Brands) ChoosePrompts(ctx context.Context, who account.Caller, brandID string, ids []string) (err error) {
	defer fault.Wrap(&err, "brand.ChoosePrompts")

	return b.changePrompts(ctx, who, brandID, ids, func(tx *store.Tx, subscription plan.Subscription, ids []string) error {
		enabled, err := store.List(ctx, tx, store.One[string], `SELECT id FROM prompts WHERE brand_id = $1 AND status = 'active'
			ORDER BY id`, brandID)
		if err != nil {
			return err
		}
		prompts, err := lockPromptsTx(ctx, tx, brandID, distinct(append(ids, enabled...)))
		if err != nil {
			return err
		}
		return setStatusTx(ctx, tx, subscription, prompts, func(p Prompt) string {
			if slices.Contains(ids, p.ID) {
				return Active
			}
			return Suggested
		})
	})
}

// DeletePrompts removes prompts of a brand; answers already collected stay in the history. It returns the ids, each once.
func (b *Brands) DeletePrompts(ctx context.Context, who account.Caller, brandID string, ids []string) (deleted []string, err error) {
	defer fault.Wrap(&err, "brand.DeletePrompts")

	err = b.changePrompts(ctx, who, brandID, ids, func(tx *store.Tx, _ plan.Subscription, ids []string) error {
		if deleted = ids; len(ids) == 0 {
			return nil
		}
		prompts, err := lockPromptsTx(ctx, tx, brandID, ids)
		if err != nil {
			return err
		}
		marks, args := store.Among(ids, 0)
		if _, err := tx.Exec(ctx, `DELETE FROM prompts WHERE id`+marks, args...); err != nil {
			return err
		}
		if err := changedTx(ctx, tx, brandID); err != nil {
			return err
		}
		if err := keepTx(ctx, tx, who, PromptsDeleted, prompts); err != nil {
			return err
		}
		return b.plans.StoreTx(ctx, tx, who.SpaceID, -sum(prompts))
	})
	return deleted, err
}

// AddPrompts adds prompts of the caller's under topics of a brand, which are made unless their ID names one. Those to be
// enabled for which the plan has no place are kept as suggestions; it returns how many. Past a cap of the brand it is CapReached.
func (b *Brands) AddPrompts(ctx context.Context, who account.Caller, brandID string, topics ...DraftedTopic) (suggested int, err error) {
	defer fault.Wrap(&err, "brand.AddPrompts")

	if err := bounded(len(textsOf(topics...))); err != nil {
		return 0, err
	}
	err = LookAgain(func() error {
		n, err := b.Naming(ctx, brandID, textsOf(topics...))
		if err != nil {
			return err
		}
		return b.changePrompts(ctx, who, brandID, nil, func(tx *store.Tx, subscription plan.Subscription, _ []string) error {
			suggested = 0
			for _, topic := range topics {
				over, err := b.addPromptsTx(ctx, tx, adding{who, brandID, topic, n, subscription})
				if err != nil {
					return err
				}
				suggested += over
			}
			return nil
		})
	})
	return suggested, err
}

func textsOf(topics ...DraftedTopic) (texts []string) {
	for _, t := range topics {
		for _, p := range t.Prompts {
			texts = append(texts, p.Text)
		}
	}
	return texts
}

// adding is what AddPrompts adds.
type adding struct {
	who          account.Caller
	brandID      string
	topic        DraftedTopic
	naming       Naming
	subscription plan.Subscription
}

func (b *Brands) addPromptsTx(ctx context.Context, tx *store.Tx, a adding) (suggested int, err error) {
	if err := b.AdmitPromptsTx(ctx, tx, a.brandID, len(a.topic.Prompts)); err != nil {
		return 0, err
	}
	topicID, err := b.topicTx(ctx, tx, a.who.SpaceID, a.brandID, a.topic)
	if err != nil {
		return 0, err
	}
	active, err := activeTx(ctx, tx, a.subscription)
	if err != nil {
		return 0, err
	}
	added := make([]NewPrompt, len(a.topic.Prompts))
	for i, p := range a.topic.Prompts {
		if p.TopicID = topicID; p.Status == Active {
			if active++; active > a.subscription.Limits().ActivePrompts {
				p.Status = Suggested
				suggested++
			}
		}
		added[i] = NewPrompt{p, FromUser}
	}
	prompts, err := a.naming.insertTx(ctx, tx, a.who.SpaceID, a.brandID, added...)
	if err != nil {
		return 0, err
	}
	return suggested, b.plans.StoreTx(ctx, tx, a.who.SpaceID, sum(prompts))
}

// topicTx is the id of the topic that is named, or of a new one.
func (b *Brands) topicTx(ctx context.Context, tx *store.Tx, spaceID, brandID string, topic DraftedTopic) (string, error) {
	if topic.ID != "" {
		return topic.ID, requireTopicTx(ctx, tx, brandID, topic.ID)
	}
	if err := b.admitTopicsTx(ctx, tx, brandID, 1); err != nil {
		return "", err
	}
	made, err := insertTopicTx(ctx, tx, brandID, topic.TopicFields)
	if err != nil {
		return "", err
	}
	return made.ID, b.plans.StoreTx(ctx, tx, spaceID, made.bytes())
}

// changePrompts runs work on prompts of a brand with the subscription locked first, as everywhere.
func (b *Brands) changePrompts(ctx context.Context, who account.Caller, brandID string, ids []string,
	work func(tx *store.Tx, subscription plan.Subscription, ids []string) error,
) error {
	if err := bounded(len(ids)); err != nil {
		return err
	}
	return b.db.InTx(ctx, func(tx *store.Tx) error {
		subscription, err := b.plans.ForTx(ctx, tx, who.SpaceID)
		if err != nil {
			return err
		}
		if err := requireBrand(ctx, tx, who, brandID); err != nil {
			return err
		}
		return work(tx, subscription, distinct(ids))
	})
}

// lockPromptsTx finds prompts of a brand and locks them, always in the same order, so that two calls never wait for each other.
func lockPromptsTx(ctx context.Context, tx *store.Tx, brandID string, ids []string) ([]Prompt, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	marks, args := store.Among(ids, 1)
	found, err := store.List(ctx, tx, scanPrompt, selectPrompt+` WHERE brand_id = $1 AND id`+marks+`
		ORDER BY id`+tx.ForUpdate(), append([]any{brandID}, args...)...)
	if err != nil {
		return nil, err
	}
	byID := make(map[string]Prompt, len(found))
	for _, p := range found {
		byID[p.ID] = p
	}
	prompts := make([]Prompt, len(ids))
	for i, id := range ids {
		p, ok := byID[id]
		if !ok {
			return nil, fault.NotFound("prompt", id)
		}
		prompts[i] = p
	}
	return prompts, nil
}

// setStatusTx gives each of the prompts, which are locked, the status that it is to have.
func setStatusTx(ctx context.Context, tx *store.Tx, subscription plan.Subscription, prompts []Prompt, wanted func(Prompt) string) error {
	var s switching
	changed := map[string][]string{} // ids by new status
	for i := range prompts {
		p := &prompts[i]
		status := wanted(*p)
		switch {
		case status == p.Status:
			continue
		case status == Active:
			s.on++
		case p.Status == Active:
			s.off++
		}
		p.Status, p.UpdatedAt = status, tx.Now
		changed[status] = append(changed[status], p.ID)
	}
	if s.on > 0 {
		if err := admitActiveTx(ctx, tx, subscription, s); err != nil {
			return err
		}
	}
	for status, ids := range changed {
		marks, args := store.Among(ids, 2)
		if _, err := tx.Exec(ctx, `UPDATE prompts SET status = $1, updated_at = $2
			WHERE id`+marks, append([]any{status, tx.Now}, args...)...); err != nil {
			return err
		}
	}
	return nil
}

func bounded(n int) error {
	if n <= bulkMax {
		return nil
	}
	return fault.New(fault.Malformed).Why("bulk_max", bulkMax)
}

// distinct is the list with each id once, where it stands first.
func distinct(ids []string) []string {
	seen, list := make(map[string]bool, len(ids)), make([]string, 0, len(ids))
	for _, id := range ids {
		if !seen[id] {
			seen[id] = true
			list = append(list, id)
		}
	}
	return list
}
