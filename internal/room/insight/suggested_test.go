package insight_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"renown/internal/floor/fault"
	"renown/internal/room/insight"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/geotest"
	"renown/internal/testkit/must"
)

func TestSuggestions(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		b, _ := grown(t, w)
		expect.Refuse(t, expect.Error(w.Insights.Suggestions(t.Context(), w.Caller(t), b.ID, wide)),
			fault.NoSuchThing, "another account's brand")
		expect.Refuse(t, expect.Error(w.Insights.Suggestions(t.Context(), b.Who, b.ID,
			insight.Query{From: "2026-01-02", To: "2026-01-01"})), fault.Malformed, "a period that is none")
		for _, q := range []insight.Query{{}, wide} {
			o := must.Get(w.Insights.Overview(t.Context(), b.Who, b.ID, q))(t)
			got, err := w.Insights.Suggestions(t.Context(), b.Who, b.ID, q)
			if diff := cmp.Diff(o.SuggestedCompetitors, got); diff != "" || err != nil {
				t.Errorf("%v (-overview +alone)\n%s", err, diff)
			}
		}
	})
}
