package brand_test

import (
	"slices"
	"testing"

	"renown/internal/floor/store"
	"renown/internal/room/brand"
	"renown/internal/room/plan"
	"renown/internal/testkit/must"
)

// A prompt that names the brand, by name, alias or product line, says so wherever it is read, and counts for sentiment alone
// unless its types are given. It is told by the names of now.
func TestBranded(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		me := w.caller(t, plan.Upper)
		b, err := w.Create(t.Context(), me, brand.Profile{
			Name: "松烟", Introduction: "墨", ProductType: "other",
			Names: brand.Names{Aliases: store.Texts{"Songyan"}, ProductLines: store.Texts{"漱金"}},
		})
		must.Do(t, err)
		topic := must.Get(w.CreateTopic(t.Context(), me, b.ID, brand.TopicFields{Name: "选购", Region: "CN", Language: "zh"}))(t)
		create := func(text string, types ...string) brand.Prompt {
			t.Helper()
			p, err := w.CreatePrompt(t.Context(), me, b.ID, brand.NewPrompt{
				PromptFields: brand.PromptFields{
					TopicID: topic.ID, Text: text, Types: types, Stage: "awareness",
					Status: brand.Suggested,
				}, Source: brand.FromUser,
			})
			must.Do(t, err)
			return p
		}
		both, tone := []string{brand.Visibility, brand.Sentiment}, []string{brand.Sentiment}
		for _, c := range []struct {
			text    string
			types   []string
			branded bool
			want    []string
		}{
			{"学书法用什么墨？", nil, false, both},
			{"松烟的墨怎么样？", nil, true, tone},
			{"songyan ink review", nil, true, tone},
			{"漱金适合画画吗？", []string{}, true, tone},
			{"松烟和别家比？", both, true, both}, // as it was asked for; it still counts for no visibility
			{"哪家的墨好？", tone, false, tone},
		} {
			p := create(c.text, c.types...)
			read := must.Get(w.Prompt(t.Context(), me, p.ID))(t)
			if p.Branded != c.branded || read.Branded != c.branded || !slices.Equal(p.Types, c.want) {
				t.Errorf("%s: %v, read %v, %v", c.text, p.Branded, read.Branded, p.Types)
			}
		}
		plain := create("画画用什么墨？")
		named, err := w.UpdatePrompt(t.Context(), me, plain.ID, func(f *brand.PromptFields) { f.Text = "松烟好用吗？" })
		if must.Do(t, err); !named.Branded || !slices.Equal(named.Types, both) {
			t.Errorf("changed: %+v", named)
		}
		emptied, err := w.UpdatePrompt(t.Context(), me, plain.ID, func(f *brand.PromptFields) { f.Types = store.Texts{} })
		if must.Do(t, err); !slices.Equal(emptied.Types, tone) {
			t.Errorf("types emptied: %+v", emptied)
		}
		must.Get(w.Update(t.Context(), me, b.ID, func(p *brand.Profile) { p.Name, p.Aliases, p.ProductLines = "青禾", nil, nil }))(t)
		list := must.Get(w.Prompts(t.Context(), me, b.ID, brand.PromptFilter{}))(t)
		page, err := w.NarrowPrompts(t.Context(), me, b.ID, brand.PromptFilter{}, &brand.Paging{Number: 1, Size: 100})
		must.Do(t, err)
		set := must.Get(w.SetPrompts(t.Context(), me, b.ID, []string{plain.ID}, brand.Archived))(t)
		for _, p := range append(append(list, page.Prompts...), set...) {
			if p.Branded {
				t.Errorf("%s names a brand that is called otherwise", p.Text)
			}
		}
	})
}
