package brand

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/event"
	"renown/internal/room/plan"
	"renown/internal/tool/answer"
)

// Everything of a brand that grows has a ceiling. What is above one already, because a setting was lowered, stays, may
// shrink, and does not grow.

// Options are the settings of the room. Zero is the default that stands beside it.
type Options struct {
	MaxBrands      int // per space: 100
	MaxTopics      int // per brand, as the next two: 1,000
	MaxPrompts     int // 5,000
	MaxCompetitors int // 100
	MaxNames       int // bytes of all spellings by which answers are read, of the brand and its competitors together: 256 KiB

	Events *event.Events // is told of names that two share; nil: not told
}

func (o Options) filled() Options {
	for field, value := range map[*int]int{
		&o.MaxBrands: 100, &o.MaxTopics: 1000, &o.MaxPrompts: 5000,
		&o.MaxCompetitors: 100, &o.MaxNames: 256 << 10,
	} {
		if *field == 0 {
			*field = value
		}
	}
	return o
}

// roomTx tells whether a brand has room for so many more rows of a table. The caller holds the lock on the subscription, as all
// do who add to a brand.
func roomTx(ctx context.Context, tx *store.Tx, table, brandID string, limit, more int) (bool, error) {
	if more == 0 {
		return true, nil
	}
	count, err := store.One[int](tx.QueryRow(ctx, `SELECT count(*) FROM `+table+` WHERE brand_id = $1`, brandID))
	return count+more <= limit, err
}

func (b *Brands) admitTopicsTx(ctx context.Context, tx *store.Tx, brandID string, more int) error {
	limit := b.options.MaxTopics
	if ok, err := roomTx(ctx, tx, "topics", brandID, limit, more); err != nil || ok {
		return err
	}
	return fault.New(fault.CapReached).Why("topic_cap", limit).With("limit", limit)
}

// AdmitPromptsTx answers CapReached when a brand has no room for so many more prompts. The caller holds the lock on the subscription.
func (b *Brands) AdmitPromptsTx(ctx context.Context, tx *store.Tx, brandID string, more int) (err error) {
	defer fault.Wrap(&err, "brand.AdmitPromptsTx")

	limit := b.options.MaxPrompts
	if ok, err := roomTx(ctx, tx, "prompts", brandID, limit, more); err != nil || ok {
		return err
	}
	return fault.New(fault.CapReached).Why("prompt_cap", limit).With("limit", limit)
}

func (b *Brands) admitCompetitorTx(ctx context.Context, tx *store.Tx, brandID string) error {
	limit := b.options.MaxCompetitors
	if ok, err := roomTx(ctx, tx, "competitors", brandID, limit, 1); err != nil || ok {
		return err
	}
	return fault.New(fault.CapReached).Why("competitor_cap", limit).With("limit", limit)
}

// weightsBytes bounds what is remembered of weights: some thousands, of weightBytes each.
const weightsBytes, weightBytes = 1 << 20, 200

// weight is how many bytes of spellings a reader of answers has to look for. It is remembered: to find it all spellings are made.
func (b *Brands) weight(name string, n Names) int {
	e := n.Entity("", name, nil)
	key := sha256.Sum256(fmt.Appendf(nil, "%q", e))
	return b.weights.Get(string(key[:]), func() int { return answer.Weight(&e) })
}

// weigh finds the weights of a brand's names before a transaction needs them.
func (b *Brands) weigh(ctx context.Context, brandID string) error {
	named, err := readNamed(ctx, b.db.Read(), brandID, "")
	if errors.Is(err, store.ErrNoRows) {
		return nil
	}
	for _, n := range named {
		b.weight(n.Name, n.Names)
	}
	return err
}

// admitNames answers CapReached when the names of a brand and its competitors, which have grown by so many bytes, are too many.
func (b *Brands) admitNames(named []Named, grown int) error {
	if grown <= 0 {
		return nil
	}
	total := 0
	for _, n := range named {
		total += b.weight(n.Name, n.Names)
	}
	if total <= b.options.MaxNames {
		return nil
	}
	return fault.New(fault.CapReached).Why("names_cap", b.options.MaxNames>>10).With("limit", b.options.MaxNames)
}

// What each record counts towards what its account stores.

func (p Profile) bytes() int64 {
	return plan.Bytes(p.Name, p.Introduction, p.ProductType, p.MarketingGoal, p.HomepageURL, p.Keywords, p.SellingPoints, p.CoreAudience,
		p.Aliases, p.Exclusions, p.Contexts, p.ProductLines, p.Domains)
}

func (f TopicFields) bytes() int64 { return plan.Bytes(f.Name, f.Description, f.Region, f.Language) }

func (f PromptFields) bytes() int64 {
	return plan.Bytes(f.Text, f.Types, f.Stage, f.TagIDs, f.Region, f.Language)
}

func (f CompetitorFields) bytes() int64 {
	return plan.Bytes(f.Name, f.Aliases, f.Exclusions, f.Contexts, f.ProductLines, f.Domains, f.WebsiteURL, f.LogoIcon, f.Description)
}

// sum is what several records count together.
func sum[T interface{ bytes() int64 }](list []T) (total int64) {
	for _, one := range list {
		total += one.bytes()
	}
	return total
}
