package brand

import (
	"context"
	"errors"

	"renown/internal/floor/store"
	"renown/internal/tool/answer"
)

// mark tells which prompts, all of one brand, name the brand by the names that answers are read with now.
func (b *Brands) mark(ctx context.Context, q store.Querier, brandID string, prompts []Prompt) error {
	texts := make([]string, len(prompts))
	for i := range prompts {
		texts[i] = prompts[i].Text
	}
	branded, err := b.branded(ctx, q, brandID, texts)
	for i := range prompts {
		prompts[i].Branded = err == nil && branded[i]
	}
	return err
}

// branded tells which texts name the brand. Readers are kept, so that a text takes microseconds.
func (b *Brands) branded(ctx context.Context, q store.Querier, brandID string, texts []string) ([]bool, error) {
	if len(texts) == 0 {
		return nil, nil
	}
	names, err := readEntities(ctx, q, brandID)
	if err != nil {
		return nil, err
	}
	return b.findings.Branded(names, texts), nil
}

// readEntities lists the brand, first, and its competitors, without keeping them from being changed. Of a brand that is gone
// there are none.
func readEntities(ctx context.Context, q store.Querier, brandID string) ([]answer.Entity, error) {
	named, err := readNamed(ctx, q, brandID, "")
	if errors.Is(err, store.ErrNoRows) {
		return nil, nil
	}
	return entities(named), err
}

// byDefault are the types of a prompt that names none: a question that names the brand tells nothing about its visibility.
func byDefault(branded bool) store.Texts {
	if branded {
		return store.Texts{Sentiment}
	}
	return store.Texts{Visibility, Sentiment}
}
