package detail_test

import (
	"encoding/json"
	"slices"
	"testing"

	"renown/internal/floor/fault"
	"renown/internal/room/insight"
	"renown/internal/room/insight/detail"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/geotest"
	"renown/internal/testkit/must"
)

// searched gives every answer of a platform the searches of one text, behind the rooms' backs.
func searched(t *testing.T, w *geotest.World, b *geotest.Watched, platform string, queries ...string) {
	t.Helper()
	text := must.Get(json.Marshal(append([]string{}, queries...)))(t)
	w.Exec(t, `UPDATE answers SET queries = $1 WHERE brand_id = $2 AND platform = $3`, string(text), b.ID, platform)
}

func TestSearches(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		b, other := w.Brand(t, "云栖笔记"), w.Caller(t)
		expect.Refuse(t, expect.Error(w.Details.Searches(t.Context(), other, b.ID, insight.Query{})), fault.NoSuchThing, "of another")
		none := must.Get(w.Details.Searches(t.Context(), b.Who, b.ID, insight.Query{}))(t)
		if none.Totals.Searched.Rate != nil || len(none.Items) != 0 || none.Items == nil || none.Platforms == nil ||
			none.Prompts == nil || none.Terms.Kept == nil {
			t.Errorf("before any answer: %+v", none)
		}
		topic := b.Topic(t, "选购")
		first := b.Prompt(t, topic, "团队协作笔记软件哪个好", "awareness")
		b.Prompt(t, topic, "适合学生的笔记软件", "awareness")
		w.Known(0.6, 0.4)
		b.Run(t, "doubao", "deepseek", "qwen")
		searched(t, w, b, "doubao", "团队协作笔记软件 推荐", "推荐 团队协作 笔记软件！", "云栖笔记怎么样", "  ")
		searched(t, w, b, "deepseek", "笔记软件 推荐 团队协作")
		searched(t, w, b, "qwen")
		w.Clock.Advance(1) // what is asked next is of another revision
		b.Run(t, "kimi")
		searched(t, w, b, "kimi")

		out := must.Get(w.Details.Searches(t.Context(), b.Who, b.ID, insight.Query{}))(t)
		if got := out.Totals; got.Searched.Count != 4 || got.Searched.Of != 4 || got.Searches != 6 ||
			got.NamedSearched.Of != 4 || got.NamedUnsearched.Of != 0 {
			t.Errorf("%+v", got)
		}
		for _, p := range out.Platforms {
			if tells := p.Platform == "doubao" || p.Platform == "deepseek"; p.Disclosed != tells || p.Answers != 2 ||
				!tells && p.Searched.Of != 0 {
				t.Errorf("%+v", p)
			}
		}
		if len(out.Items) != 2 || out.Total != 2 || out.Truncated || len(out.Prompts) != 2 {
			t.Fatalf("%+v", out.Items)
		}
		s := out.Items[0]
		if s.Times != 4 || len(s.Platforms) != 2 || len(s.Prompts) != 2 || s.Branded || s.PromptID != nil ||
			s.Contrast != detail.ContrastFew || s.TopicID() != topic || s.Named.Of != 4 {
			t.Errorf("%+v", s)
		}
		if s.Prompts[0].PromptID == first && (!slices.Equal(s.Added, []string{"推荐"}) || slices.Contains(s.Kept, "推荐") || len(s.Kept) < 3) {
			t.Errorf("kept %q, added %q, dropped %q", s.Kept, s.Added, s.Dropped)
		}
		if brand := out.Items[1]; !brand.Branded || brand.Contrast != detail.ContrastNever || brand.Times != 2 {
			t.Errorf("%+v", brand)
		}
		made := b.Prompt(t, topic, "推荐团队协作笔记软件", "awareness")
		out = must.Get(w.Details.Searches(t.Context(), b.Who, b.ID, insight.Query{}))(t)
		if out.Items[0].PromptID == nil || *out.Items[0].PromptID != made {
			t.Errorf("%+v", out.Items[0])
		}
		again := must.Get(w.Details.Searches(t.Context(), b.Who, b.ID, insight.Query{Platforms: []string{"deepseek"}}))(t)
		if len(again.Items) != 1 || again.Items[0].PromptID == nil || *again.Items[0].PromptID != made || again.Items[0].Times != 2 {
			t.Errorf("%+v", again.Items)
		}
	})
}
