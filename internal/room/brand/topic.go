package brand

import (
	"context"

	"renown/internal/floor/fault"
	"renown/internal/floor/id"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
)

// TopicFields is what a user says about a topic.
type TopicFields struct {
	Name        string  `json:"name"`
	Description *string `json:"description"`
	Region      string  `json:"region"`
	Language    string  `json:"language"`
}

// Topic is a group of prompts of one brand.
type Topic struct {
	ID      string `json:"id"`
	BrandID string `json:"brand_id"`
	TopicFields
	PromptCount int64          `json:"prompt_count"`
	CreatedAt   timestamp.Time `json:"created_at"`
	UpdatedAt   timestamp.Time `json:"updated_at"`
}

const selectTopic = `
	SELECT t.id, t.brand_id, t.name, t.description, t.region, t.language, t.created_at, t.updated_at,
	       (SELECT count(*) FROM prompts WHERE topic_id = t.id)
	FROM topics t`

func scanTopic(row store.Row) (t Topic, err error) {
	err = row.Scan(&t.ID, &t.BrandID, &t.Name, &t.Description, &t.Region, &t.Language, &t.CreatedAt, &t.UpdatedAt, &t.PromptCount)
	return t, err
}

// Topics lists a brand's topics, newest first.
func (b *Brands) Topics(ctx context.Context, who account.Caller, brandID string) (topics []Topic, err error) {
	defer fault.Wrap(&err, "brand.Topics")

	err = b.viewBrand(ctx, who, brandID, func(q store.Querier) error {
		topics, err = store.List(ctx, q, scanTopic, selectTopic+` WHERE t.brand_id = $1`+newestFirst(`t`), brandID)
		return err
	})
	return topics, err
}

// Topic finds one topic. One under a brand of another space is NotFound.
func (b *Brands) Topic(ctx context.Context, who account.Caller, topicID string) (_ Topic, err error) {
	defer fault.Wrap(&err, "brand.Topic")

	return findTopic(ctx, b.db.Read(), who, topicID, "")
}

func findTopic(ctx context.Context, q store.Querier, who account.Caller, topicID, lock string) (Topic, error) {
	t, err := scanTopic(q.QueryRow(ctx, selectTopic+`
		WHERE t.id = $1 AND EXISTS (SELECT 1 FROM brands b WHERE b.id = t.brand_id AND b.space_id = $2)`+lock, topicID, who.SpaceID))
	return t, store.NotFound(err, "topic", topicID)
}

// requireBrand answers NotFound unless the brand is in the caller's space.
func requireBrand(ctx context.Context, q store.Querier, who account.Caller, brandID string) error {
	_, err := store.One[string](q.QueryRow(ctx, `SELECT id FROM brands WHERE id = $1 AND space_id = $2`, brandID, who.SpaceID))
	return store.NotFound(err, "brand", brandID)
}

// CreateTopic adds a topic to a brand. Past the cap it is CapReached.
func (b *Brands) CreateTopic(ctx context.Context, who account.Caller, brandID string, fields TopicFields) (topic Topic, err error) {
	defer fault.Wrap(&err, "brand.CreateTopic")

	err = b.db.InTx(ctx, func(tx *store.Tx) error {
		if _, err := b.plans.ForTx(ctx, tx, who.SpaceID); err != nil { // additions of one account wait for each other here
			return err
		}
		if err := requireBrand(ctx, tx, who, brandID); err != nil {
			return err
		}
		if err := b.admitTopicsTx(ctx, tx, brandID, 1); err != nil {
			return err
		}
		if topic, err = insertTopicTx(ctx, tx, brandID, fields); err != nil {
			return err
		}
		return b.plans.StoreTx(ctx, tx, who.SpaceID, fields.bytes())
	})
	return topic, err
}

func insertTopicTx(ctx context.Context, tx *store.Tx, brandID string, fields TopicFields) (Topic, error) {
	t := Topic{ID: id.New("top", tx.Now.Time), BrandID: brandID, TopicFields: fields, CreatedAt: tx.Now, UpdatedAt: tx.Now}
	return t, storeTopicTx(ctx, tx, t)
}

func storeTopicTx(ctx context.Context, tx *store.Tx, t Topic) error {
	_, err := tx.Exec(ctx, `INSERT INTO topics (id, brand_id, name, description, region, language, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`, t.ID, t.BrandID, t.Name, t.Description, t.Region, t.Language, t.CreatedAt, t.UpdatedAt)
	if err != nil {
		return err
	}
	return changedTx(ctx, tx, t.BrandID)
}

// UpdateTopic lets change alter the fields and stores them. A change that alters nothing leaves updated_at as it is.
func (b *Brands) UpdateTopic(ctx context.Context, who account.Caller, topicID string, change func(*TopicFields)) (topic Topic, err error) {
	defer fault.Wrap(&err, "brand.UpdateTopic")

	err = b.db.InTx(ctx, func(tx *store.Tx) error {
		if _, err := b.plans.ForTx(ctx, tx, who.SpaceID); err != nil {
			return err
		}
		if topic, err = findTopic(ctx, tx, who, topicID, tx.ForUpdate()); err != nil {
			return err
		}
		before := topic.TopicFields
		change(&topic.TopicFields)
		if same(before, topic.TopicFields) {
			return nil
		}
		topic.UpdatedAt = tx.Now
		_, err := tx.Exec(ctx, `UPDATE topics SET name = $2, description = $3, region = $4, language = $5, updated_at = $6 WHERE id = $1`,
			topicID, topic.Name, topic.Description, topic.Region, topic.Language, tx.Now)
		if err != nil {
			return err
		}
		if err := changedTx(ctx, tx, topic.BrandID); err != nil {
			return err
		}
		return b.plans.StoreTx(ctx, tx, who.SpaceID, topic.bytes()-before.bytes())
	})
	return topic, err
}

// DeleteTopic removes an empty topic; one that still has prompts is TopicNotEmpty.
func (b *Brands) DeleteTopic(ctx context.Context, who account.Caller, topicID string) (err error) {
	defer fault.Wrap(&err, "brand.DeleteTopic")

	return b.db.InTx(ctx, func(tx *store.Tx) error {
		topic, err := findTopic(ctx, tx, who, topicID, tx.ForUpdate())
		if err != nil {
			return err
		}
		// Counted only once the topic is locked: adding a prompt to it takes that lock.
		prompts, err := store.One[int](tx.QueryRow(ctx, `SELECT count(*) FROM prompts WHERE topic_id = $1`, topicID))
		if err != nil {
			return err
		}
		if prompts > 0 {
			return fault.New(fault.TopicNotEmpty).With("prompt_count", prompts)
		}
		if _, err = tx.Exec(ctx, `DELETE FROM topics WHERE id = $1`, topicID); err != nil {
			return err
		}
		if err := changedTx(ctx, tx, topic.BrandID); err != nil {
			return err
		}
		if err := keepTx(ctx, tx, who, TopicDeleted, []Topic{topic}); err != nil {
			return err
		}
		return b.plans.StoreTx(ctx, tx, who.SpaceID, -topic.bytes())
	})
}
