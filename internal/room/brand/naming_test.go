package brand_test

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"testing"

	"renown/internal/floor/store"
	"renown/internal/room/brand"
	"renown/internal/room/plan"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// another is the room as another process has it, which calls begin before each transaction and what that returns after it.
func (w *world) another(t *testing.T, options brand.Options, begin func() (end func())) (*brand.Brands, *store.DB) {
	t.Helper()
	db := storetest.OpenURL(t, w.url, store.WithClock(w.clock.Now))
	db.Trace(func(context.Context) func(error) {
		end := begin()
		return func(error) { end() }
	})
	return brand.New(db, plan.New(db, w.accounts, plan.Options{}), quietFindings(db), options), db
}

// Names are compiled before a transaction that others wait for: what it allocates itself does not follow them.
func TestNamesAreNotCompiledInTransactions(t *testing.T) { // not parallel: the counters are the program's
	var alone sync.Mutex
	eachWith(t, brand.Options{MaxNames: 1 << 30}, func(t *testing.T, w *world) {
		alone.Lock()
		defer alone.Unlock()
		me := w.caller(t, plan.Upper)
		b := w.brand(t, me)
		topic := w.topic(t, me, b.ID)
		prompt := w.prompt(t, me, topic, brand.Suggested)
		for i := range 20 {
			var names brand.Names
			for k := range 50 {
				names.Aliases = append(names.Aliases, fmt.Sprintf("%d-%d-zzzzzzzzzzzzzzzz", i, k))
			}
			must.Get(w.CreateCompetitor(t.Context(), me, b.ID, brand.CompetitorFields{Name: "c", Names: names}))(t)
		}
		for name, deed := range map[string]func(other *brand.Brands, db *store.DB) error{
			"create": func(other *brand.Brands, _ *store.DB) error {
				_, err := other.CreatePrompt(t.Context(), me, b.ID, question(topic.ID, brand.Suggested))
				return err
			},
			"update": func(other *brand.Brands, _ *store.DB) error {
				_, err := other.UpdatePrompt(t.Context(), me, prompt.ID, func(f *brand.PromptFields) { f.Text += "？" })
				return err
			},
			"several": func(other *brand.Brands, _ *store.DB) error {
				_, err := other.AddPrompts(t.Context(), me, b.ID,
					brand.DraftedTopic{ID: topic.ID, Prompts: []brand.PromptFields{{
						Text:   "问",
						Status: brand.Suggested,
					}}})
				return err
			},
			"status": func(other *brand.Brands, _ *store.DB) error {
				_, err := other.SetPrompts(t.Context(), me, b.ID, []string{prompt.ID}, brand.Archived)
				return err
			},
			"drafted": func(other *brand.Brands, db *store.DB) error {
				d, err := looked(t.Context(), other, b.ID, brand.Drafted{Topics: []brand.DraftedTopic{{
					ID:      topic.ID,
					Prompts: []brand.PromptFields{{Text: "草"}},
				}}})
				must.Do(t, err)
				return db.InTx(t.Context(), func(tx *store.Tx) error {
					_, err := other.AddDraftedTx(t.Context(), tx, me, b.ID, d)
					return err
				})
			},
			"competitor": func(other *brand.Brands, _ *store.DB) error {
				_, err := other.CreateCompetitor(t.Context(), me, b.ID, brand.CompetitorFields{Name: "d"})
				return err
			},
		} {
			var most uint64
			other, db := w.another(t, brand.Options{MaxNames: 1 << 30}, func() func() {
				before := allocated()
				return func() { most = max(most, allocated()-before) }
			})
			must.Do(t, deed(other, db))
			if t.Logf("%s: %d KiB", name, most>>10); most > 6<<20 {
				t.Errorf("%s: %d KiB were allocated within a transaction", name, most>>10)
			}
		}
	})
}

func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}

// Names that change between the look at a text and the transaction that stores it are those that count.
func TestRenamedMeanwhile(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		me := w.caller(t, plan.Upper)
		b := w.brand(t, me)
		topic := w.topic(t, me, b.ID)
		name := 0
		other, _ := w.another(t, brand.Options{}, func() func() {
			if name++; name%2 == 1 { // the second try finds the names as they are
				must.Get(w.Update(t.Context(), me, b.ID, func(p *brand.Profile) { p.Aliases = store.Texts{fmt.Sprintf("松烟%d号", name)} }))(t)
			}
			return func() {}
		})
		asked := question(topic.ID, brand.Suggested)
		asked.Text = "松烟1号怎么样？"
		made, err := other.CreatePrompt(t.Context(), me, b.ID, asked)
		if must.Do(t, err); !made.Branded || !slices.Equal(made.Types, []string{brand.Sentiment}) {
			t.Errorf("created: %+v", made)
		}
		changed, err := other.UpdatePrompt(t.Context(), me, made.ID, func(f *brand.PromptFields) { f.Text, f.Types = "松烟3号怎么样？", nil })
		if must.Do(t, err); !changed.Branded || !slices.Equal(changed.Types, []string{brand.Sentiment}) {
			t.Errorf("changed: %+v", changed)
		}
	})
}

// looked is a draft with which of its texts name the brand.
func looked(ctx context.Context, b *brand.Brands, brandID string, d brand.Drafted) (_ brand.Drafted, err error) {
	var texts []string
	for _, t := range d.Topics {
		for _, p := range t.Prompts {
			texts = append(texts, p.Text)
		}
	}
	d.Naming, err = b.Naming(ctx, brandID, texts)
	return d, err
}
