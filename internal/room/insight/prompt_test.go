package insight_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"renown/internal/floor/fault"
	"renown/internal/room/account"
	"renown/internal/room/insight"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/geotest"
)

func TestPromptsRefused(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		b, other := w.Brand(t, "云栖笔记"), w.Caller(t)
		for brandID, who := range map[string]account.Caller{b.ID: other, "brd_unknown": b.Who} {
			expect.Refuse(t, expect.Error(w.Insights.Visibility(t.Context(), who, brandID, insight.Query{})), fault.NoSuchThing, brandID)
		}
		expect.Refuse(t, expect.Error(w.Insights.Visibility(t.Context(), b.Who, b.ID,
			insight.Query{From: "2026-01-02", To: "2026-01-01"})), fault.Malformed, "a period that is none")
		if got, err := w.Insights.Visibility(t.Context(), b.Who, b.ID, insight.Query{}); err != nil ||
			got.ByPrompt == nil || len(got.ByPrompt) != 0 {
			t.Errorf("before anything was asked: %v, %v", got, err)
		}
	})
}

// Each prompt has the figures that a recount of its answers has; those without answers, that are only asked for
// sentiment, or that name the brand, have none.
func TestPrompts(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		b, topics := grown(t, w)
		b.Prompt(t, topics[0], "还没问过的问题", "awareness", "visibility")
		for _, q := range []insight.Query{{}, wide, {Platforms: []string{"kimi"}}, {TopicIDs: topics[:1]}} {
			e := expectedOf(t, w, b, namesNow(t, w, b), q)
			counted := e.now.visibility().counted()
			want := map[string]insight.Naming{}
			for _, prompt := range keys(counted, func(f taken) string { return f.prompt }) {
				want[prompt] = e.naming(counted.where(func(f taken) bool { return f.prompt == prompt }))
			}
			got, err := w.Insights.Visibility(t.Context(), b.Who, b.ID, q)
			if diff := cmp.Diff(want, got.ByPrompt); err != nil || diff != "" || len(q.TopicIDs) == 0 && len(got.ByPrompt) != 2 {
				t.Errorf("%+v: %v\n%s", q, err, diff)
			}
		}
	})
}
