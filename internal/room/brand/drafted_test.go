package brand_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"renown/internal/floor/store"
	"renown/internal/room/brand"
	"renown/internal/room/plan"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// What is drafted arrives whole or not at all: prompts suggested whatever the draft says, everything as the agent's.
func TestDrafted(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		me := w.caller(t, plan.Standard)
		h := w.household(t, me)
		draft := brand.Drafted{
			Topics: []brand.DraftedTopic{
				{ID: h.topic.ID, Prompts: []brand.PromptFields{{Text: "一", Stage: "awareness", Status: brand.Active}}},
				{TopicFields: brand.TopicFields{Name: "新", Region: "CN", Language: "zh"}, Prompts: []brand.PromptFields{
					{Text: "二", Types: store.Texts{brand.Sentiment}}, {Text: "三"},
				}},
			},
			Competitors: []brand.CompetitorFields{{Name: "石径笔记", Names: brand.Names{Aliases: store.Texts{"Shijing"}}}},
		}
		draft, err := looked(t.Context(), w.Brands, h.brand.ID, draft)
		must.Do(t, err)
		failed := errors.New("failed")
		add := func(end error) (added brand.Added, err error) {
			err = w.db.InTx(t.Context(), func(tx *store.Tx) error {
				if _, err := w.ExistingTx(t.Context(), tx, me, h.brand.ID); err != nil {
					return err
				}
				added, err = w.AddDraftedTx(t.Context(), tx, me, h.brand.ID, draft)
				return errors.Join(err, end)
			})
			return added, err
		}
		before, err := w.Existing(t.Context(), me, h.brand.ID)
		must.Do(t, err)
		if _, err := add(failed); !errors.Is(err, failed) {
			t.Fatal(err)
		}
		after := must.Get(w.Existing(t.Context(), me, h.brand.ID))(t)
		if diff := cmp.Diff(before, after, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("a draft that was rolled back left something:\n%s", diff)
		}
		w.clock.Advance(time.Second) // what is added at one moment is in any order
		added := must.Get(add(nil))(t)
		if after, err = w.Existing(t.Context(), me, h.brand.ID); err != nil || added != (brand.Added{Topics: 1, Competitors: 1}) {
			t.Fatal(added, err)
		}
		if want := (brand.Counts{Topics: 2, Prompts: 4, ActivePrompts: 1, Competitors: 2}); after.Brand.Counts != want {
			t.Errorf("counts %+v, want %+v", after.Brand.Counts, want)
		}
		for _, p := range after.Prompts[:3] {
			if p.Source != brand.FromAgent || p.Status != brand.Suggested || len(p.Types) == 0 {
				t.Errorf("drafted %+v", p)
			}
		}
		if c := after.Competitors[1]; c.Source != brand.FromAgent || c.Name != "石径笔记" || c.Aliases[0] != "Shijing" {
			t.Errorf("drafted %+v", c)
		}
	})
}

// While a draft is being stored nothing is added beside it, by whomever, so that it repeats nothing.
func TestNothingAddedMeanwhile(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		me, colleague := w.caller(t, plan.Standard), w.caller(t, plan.Standard)
		me = w.inTeam(t, me)
		colleague.SpaceID = me.SpaceID
		h := w.household(t, me)
		must.Do(t, w.db.InTx(t.Context(), func(tx *store.Tx) error {
			must.Get(w.ExistingTx(t.Context(), tx, me, h.brand.ID))(t)
			for name, add := range map[string]func(ctx context.Context) error{
				"prompt": func(ctx context.Context) error {
					_, err := w.CreatePrompt(ctx, colleague, h.brand.ID, question(h.topic.ID, brand.Suggested))
					return err
				},
				"topic": func(ctx context.Context) error {
					_, err := w.CreateTopic(ctx, colleague, h.brand.ID, brand.TopicFields{Name: "meanwhile"})
					return err
				},
				"competitor": func(ctx context.Context) error {
					_, err := w.CreateCompetitor(ctx, colleague, h.brand.ID, brand.CompetitorFields{Name: "meanwhile"})
					return err
				},
			} {
				ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
				expect.Is(t, add(ctx), context.DeadlineExceeded, "a", name, "did not wait")
				cancel()
			}
			return nil
		}))
		have := must.Get(w.Existing(t.Context(), me, h.brand.ID))(t)
		if want := (brand.Counts{Topics: 1, Prompts: 1, ActivePrompts: 1, Competitors: 1}); have.Brand.Counts != want {
			t.Errorf("counts %+v, want %+v", have.Brand.Counts, want)
		}
	})
}
