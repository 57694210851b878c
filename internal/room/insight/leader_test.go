package insight_test

import (
	"testing"
	"time"

	"renown/internal/room/insight"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/geotest"
	"renown/internal/testkit/must"
)

// Prompt by prompt whom answers name adds up to the ranking, and the last week of competitors to a period of one week.
func TestLeadersAddUp(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		b, topics := grown(t, w)
		for _, q := range []insight.Query{{}, wide, {Platforms: []string{"kimi"}}, {TopicIDs: topics[:1]}} {
			page := must.Get(w.Insights.OverviewPage(t.Context(), b.Who, b.ID, q))(t)
			last := must.Get(time.Parse(time.DateOnly, page.Period.To))(t)
			lastWeek := q
			lastWeek.From, lastWeek.To = last.AddDate(0, 0, -6).Format(time.DateOnly), page.Period.To
			week := must.Get(w.Insights.OverviewPage(t.Context(), b.Who, b.ID, lastWeek))(t)
			var ours, answers int64
			theirs := make([]int64, len(page.Leaders.Rivals))
			for _, c := range page.Leaders.Cells {
				ours, answers = ours+c.Ours, answers+c.Answers
				for i, n := range c.Theirs {
					theirs[i] += n
				}
			}
			for _, st := range page.Competitors {
				expect.Equal(t, st.Answers, answers, "answers")
				if st.IsBrand {
					expect.Equal(t, st.Mentions, ours, "the brand is named")
				}
				for i, r := range page.Leaders.Rivals {
					if st.CompetitorID != nil && *st.CompetitorID == r.CompetitorID {
						expect.Equal(t, st.Mentions, theirs[i], r.Name)
					}
				}
			}
			for _, st := range week.Competitors {
				for _, r := range page.Leaders.Rivals {
					if st.CompetitorID != nil && *st.CompetitorID == r.CompetitorID {
						expect.Equal(t, r.Weeks[len(r.Weeks)-1], st.Mentions, r.Name+" in the last week")
					}
				}
			}
		}
	})
}
