package brand

import (
	"context"
	"errors"
	"reflect"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/tool/answer"
)

// mark tells which prompts, all of one brand, name the brand by the names that answers are read with now. It is no part of a
// transaction: names are compiled for it.
func (b *Brands) mark(ctx context.Context, brandID string, prompts []Prompt) error {
	texts := make([]string, len(prompts))
	for i := range prompts {
		texts[i] = prompts[i].Text
	}
	n, err := b.Naming(ctx, brandID, texts)
	for i := range prompts {
		prompts[i].Branded = n.of[prompts[i].Text]
	}
	return err
}

// Naming is which texts name a brand, by the names that it had when they were looked at. A transaction takes it from before and looks
// whether the names are still the same: compiling them takes too long within it.
type Naming struct {
	names []answer.Entity
	of    map[string]bool
}

// errRenamed means that names or a text are others than those that were looked at: look again.
var errRenamed = errors.New("names or text have changed meanwhile")

// Naming looks at texts. Readers are kept, so that a text takes microseconds.
func (b *Brands) Naming(ctx context.Context, brandID string, texts []string) (n Naming, err error) {
	defer fault.Wrap(&err, "brand.Naming")

	if len(texts) == 0 {
		return n, nil
	}
	if n.names, err = readEntities(ctx, b.db.Read(), brandID); err != nil {
		return n, err
	}
	n.of = make(map[string]bool, len(texts))
	for i, named := range b.findings.Branded(n.names, texts) {
		n.of[texts[i]] = named
	}
	return n, nil
}

// Names tells whether a text that was looked at names the brand.
func (n Naming) Names(text string) bool { return n.of[text] }

// brandedTx tells which of the texts, all of which were looked at, name the brand.
func (n *Naming) brandedTx(ctx context.Context, tx *store.Tx, brandID string, texts ...string) ([]bool, error) {
	names, err := readEntities(ctx, tx, brandID)
	if err != nil {
		return nil, err
	}
	list := make([]bool, len(texts))
	for i, text := range texts {
		named, known := n.of[text]
		if !known || i == 0 && !reflect.DeepEqual(names, n.names) {
			return nil, errRenamed
		}
		list[i] = named
	}
	return list, nil
}

// looks bounds how often a change is tried because names changed meanwhile.
const looks = 5

// LookAgain calls try, which looks at texts and then stores them, until names do not change in between.
func LookAgain(try func() error) error {
	for range looks {
		if err := try(); !errors.Is(err, errRenamed) {
			return err
		}
	}
	return fault.New(fault.Unavailable).Because(errRenamed)
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
