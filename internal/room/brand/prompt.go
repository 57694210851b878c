package brand

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/plan"
)

// Statuses of a prompt. An active prompt is an enabled one. Any status may follow any.
const (
	Active    = "active"
	Suggested = "suggested"
	Archived  = "archived"
)

// Sources of prompts and competitors.
const (
	FromUser  = "user"
	FromAgent = "agent"
)

// Types of analysis a prompt's answers count for.
const (
	Visibility = "visibility"
	Sentiment  = "sentiment"
)

// PromptFields is what can be changed of a prompt.
type PromptFields struct {
	TopicID  string      `json:"topic_id"`
	Text     string      `json:"text"`
	Types    store.Texts `json:"types"` // empty: both, or sentiment alone when the text names the brand
	Stage    string      `json:"stage"`
	TagIDs   store.Texts `json:"tag_ids"`  // opaque strings of the caller
	Region   *string     `json:"region"`   // nil: the topic's
	Language *string     `json:"language"` // nil: the topic's
	Status   string      `json:"status"`
}

// Prompt is a question that is put to assistants.
type Prompt struct {
	ID      string `json:"id"`
	BrandID string `json:"brand_id"`
	PromptFields
	Branded   bool           `json:"branded"` // the text names the brand: it never counts for visibility
	Source    string         `json:"source"`
	CreatedAt timestamp.Time `json:"created_at"`
	UpdatedAt timestamp.Time `json:"updated_at"`
}

// PromptFilter narrows a list; empty fields do not. Topics add up, and what is no topic of the brand narrows nothing; a status
// that there is not lists nothing.
type PromptFilter struct {
	TopicIDs []string `json:"topic_id,omitempty"`
	Status   *string  `json:"status,omitempty"`
}

// PromptList is a list of prompts, whole or a page of it, with what it was narrowed to.
type PromptList struct {
	Prompts []Prompt
	Total   int64 // over all pages
	Filters PromptFilter
}

// Prompts lists a brand's prompts, newest first.
func (b *Brands) Prompts(ctx context.Context, who account.Caller, brandID string, filter PromptFilter) (prompts []Prompt, err error) {
	defer fault.Wrap(&err, "brand.Prompts")

	list, err := b.NarrowPrompts(ctx, who, brandID, filter, nil)
	return list.Prompts, err
}

// Prompt finds one prompt. One under a brand of another space is NotFound.
func (b *Brands) Prompt(ctx context.Context, who account.Caller, promptID string) (_ Prompt, err error) {
	defer fault.Wrap(&err, "brand.Prompt")

	p, err := findPrompt(ctx, b.db.Read(), who, promptID, "")
	if err != nil {
		return p, err
	}
	list := []Prompt{p}
	err = b.mark(ctx, p.BrandID, list)
	return list[0], err
}

func findPrompt(ctx context.Context, q store.Querier, who account.Caller, promptID, lock string) (Prompt, error) {
	p, err := scanPrompt(q.QueryRow(ctx, selectPrompt+` WHERE id = $1 AND space_id = $2`+lock, promptID, who.SpaceID))
	return p, store.NotFound(err, "prompt", promptID)
}

// NewPrompt is a prompt to be added.
type NewPrompt struct {
	PromptFields
	Source string
}

// CreatePrompt adds a prompt to a brand. A topic of another brand is NotFound; an active prompt past the limit of the plan is PromptLimit,
// one past the cap of the brand CapReached.
func (b *Brands) CreatePrompt(ctx context.Context, who account.Caller, brandID string, n NewPrompt) (prompt Prompt, err error) {
	defer fault.Wrap(&err, "brand.CreatePrompt")

	err = LookAgain(func() error {
		looked, err := b.Naming(ctx, brandID, []string{n.Text})
		if err != nil {
			return err
		}
		return b.db.InTx(ctx, func(tx *store.Tx) error {
			prompt, err = b.createPromptTx(ctx, tx, who, brandID, n, looked)
			return err
		})
	})
	return prompt, err
}

func (b *Brands) createPromptTx(ctx context.Context, tx *store.Tx, who account.Caller, brandID string, n NewPrompt,
	looked Naming,
) (prompt Prompt, err error) {
	// Locked also for a prompt that is not active: additions of one account wait for each other, so that a
	// generation sees every text it must not repeat.
	subscription, err := b.plans.ForTx(ctx, tx, who.SpaceID)
	if err != nil {
		return prompt, err
	}
	if err := requireBrand(ctx, tx, who, brandID); err != nil {
		return prompt, err
	}
	if err := requireTopicTx(ctx, tx, brandID, n.TopicID); err != nil {
		return prompt, err
	}
	if err := b.AdmitPromptsTx(ctx, tx, brandID, 1); err != nil {
		return prompt, err
	}
	if n.Status == Active {
		if err := admitActiveTx(ctx, tx, subscription, switching{on: 1}); err != nil {
			return prompt, err
		}
	}
	added, err := looked.insertTx(ctx, tx, who.SpaceID, brandID, n)
	if err != nil {
		return prompt, err
	}
	return added[0], b.plans.StoreTx(ctx, tx, who.SpaceID, added[0].bytes())
}

// requireTopicTx locks the topic, so that it cannot be deleted under a prompt that is being added.
func requireTopicTx(ctx context.Context, tx *store.Tx, brandID, topicID string) error {
	_, err := store.One[string](tx.QueryRow(ctx, `SELECT id FROM topics WHERE id = $1 AND brand_id = $2`+tx.ForUpdate(), topicID, brandID))
	return store.NotFound(err, "topic", topicID)
}

// switching is how many prompts are about to be enabled, and how many of the enabled ones are not to be any longer.
type switching struct{ on, off int }

// admitActiveTx decides whether so many more prompts may be enabled. The caller holds the lock on the subscription.
func admitActiveTx(ctx context.Context, tx *store.Tx, subscription plan.Subscription, s switching) error {
	active, err := activeTx(ctx, tx, subscription)
	if err != nil {
		return err
	}
	limit := subscription.Limits().ActivePrompts
	remaining := max(0, limit-active+s.off)
	if s.on <= remaining {
		return nil
	}
	f := fault.New(fault.PromptLimit).With("limit", limit).With("active", active).With("remaining", remaining)
	if remaining > 0 {
		f.Why("prompt_limit_several", remaining, s.on)
	}
	return f
}

// activeTx counts the enabled prompts on a plan, over all spaces of its owner.
func activeTx(ctx context.Context, tx *store.Tx, subscription plan.Subscription) (int, error) {
	return store.One[int](tx.QueryRow(ctx, `SELECT count(*) FROM prompts WHERE `+counted, subscription.UserID))
}

// tidy names each type once, and those of a prompt that does or does not name the brand where none is named.
func (f PromptFields) tidy(branded bool) PromptFields {
	var types store.Texts
	for _, t := range f.Types {
		if !slices.Contains(types, t) {
			types = append(types, t)
		}
	}
	if len(types) == 0 {
		types = byDefault(branded)
	}
	f.Types = types
	return f
}

// UpdatePrompt lets change alter the fields and stores them. Enabling past the limit of the plan is PromptLimit, a topic of
// another brand NotFound. A change that alters nothing leaves updated_at as it is.
func (b *Brands) UpdatePrompt(ctx context.Context, who account.Caller, promptID string,
	change func(*PromptFields),
) (prompt Prompt, err error) {
	defer fault.Wrap(&err, "brand.UpdatePrompt")

	err = LookAgain(func() error {
		seen, err := findPrompt(ctx, b.db.Read(), who, promptID, "")
		if err != nil {
			return err
		}
		change(&seen.PromptFields)
		looked, err := b.Naming(ctx, seen.BrandID, []string{seen.Text})
		if err != nil {
			return err
		}
		return b.db.InTx(ctx, func(tx *store.Tx) error {
			prompt, err = b.changePromptTx(ctx, tx, who, promptID, change, looked)
			return err
		})
	})
	return prompt, err
}

func (b *Brands) changePromptTx(ctx context.Context, tx *store.Tx, who account.Caller, promptID string,
	change func(*PromptFields), looked Naming,
) (prompt Prompt, err error) {
	// The subscription is locked before the prompt, as everywhere: two orders of locking would be a deadlock.
	subscription, err := b.plans.ForTx(ctx, tx, who.SpaceID)
	if err != nil {
		return prompt, err
	}
	if prompt, err = findPrompt(ctx, tx, who, promptID, tx.ForUpdate()); err != nil {
		return prompt, err
	}
	before := prompt.PromptFields
	change(&prompt.PromptFields)
	branded, err := looked.brandedTx(ctx, tx, prompt.BrandID, prompt.Text)
	if err != nil {
		return prompt, err
	}
	prompt.Branded = branded[0]
	prompt.PromptFields = prompt.tidy(prompt.Branded)
	if same(before, prompt.PromptFields) {
		return prompt, nil
	}
	if prompt.TopicID != before.TopicID {
		if err := requireTopicTx(ctx, tx, prompt.BrandID, prompt.TopicID); err != nil {
			return prompt, err
		}
	}
	if prompt.Status == Active && before.Status != Active {
		if err := admitActiveTx(ctx, tx, subscription, switching{on: 1}); err != nil {
			return prompt, err
		}
	}
	prompt.UpdatedAt = tx.Now
	if err := updatePromptTx(ctx, tx, prompt); err != nil {
		return prompt, err
	}
	return prompt, b.plans.StoreTx(ctx, tx, who.SpaceID, prompt.bytes()-before.bytes())
}

// DeletePrompt removes a prompt; answers already collected stay in the history.
func (b *Brands) DeletePrompt(ctx context.Context, who account.Caller, promptID string) (err error) {
	defer fault.Wrap(&err, "brand.DeletePrompt")

	return b.db.InTx(ctx, func(tx *store.Tx) error {
		prompt, err := findPrompt(ctx, tx, who, promptID, tx.ForUpdate())
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM prompts WHERE id = $1`, promptID); err != nil {
			return err
		}
		if err := changedTx(ctx, tx, prompt.BrandID); err != nil {
			return err
		}
		if err := keepTx(ctx, tx, who, PromptsDeleted, []Prompt{prompt}); err != nil {
			return err
		}
		return b.plans.StoreTx(ctx, tx, who.SpaceID, -prompt.bytes())
	})
}

// same tells whether a change altered nothing that shows: a nil list and an empty one are the same.
func same[T any](before, after T) bool {
	a, errA := json.Marshal(before)
	b, errB := json.Marshal(after)
	return errA == nil && errB == nil && bytes.Equal(a, b)
}
