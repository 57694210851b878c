package insight_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"renown/internal/room/insight"
	"renown/internal/room/run"
	"renown/internal/simulator"
	"renown/internal/testkit/geotest"
	"renown/internal/testkit/must"
)

func offered(t *testing.T, w *geotest.World, b *geotest.Watched) []run.Available {
	t.Helper()
	o := must.Get(w.Insights.Overview(t.Context(), b.Who, b.ID, insight.Query{}))(t)
	return o.AvailablePlatforms
}

// grown is a brand with some weeks of answers about notes, which name it or not.
func grown(t *testing.T, w *geotest.World) (b *geotest.Watched, topics []string) {
	t.Helper()
	w.Sim.Know(simulator.Brand{Name: "云栖笔记", Weight: 0.6, Terms: []string{"办公软件", "云栖"}}, simulator.Brand{Name: "石墨本", Weight: 0.5})
	b = w.Brand(t, "云栖笔记")
	b.Competitor(t, "石墨本")
	for i := range 2 {
		topic := b.Topic(t, fmt.Sprint("话题", i))
		topics = append(topics, topic)
		b.Prompt(t, topic, fmt.Sprintf("推荐办公软件 %d", i), "awareness", "visibility")
		b.Prompt(t, topic, fmt.Sprintf("云栖笔记这款办公软件怎么样？%d", i), "decision", "visibility", "sentiment")
		b.Prompt(t, topic, fmt.Sprintf("云栖笔记口碑如何？%d [sim:refusal]", i), "decision", "sentiment")
	}
	for i := range 5 {
		w.Sim.Reseed(uint64(i))
		b.Run(t, "kimi", "qwen", "doubao")
		w.Clock.Advance(8 * 24 * time.Hour)
	}
	return b, topics
}

var wide = insight.Query{From: "2025-12-01", To: "2026-12-31"}

// again has the history read anew, as by another version of the reader.
func again(t *testing.T, w *geotest.World) {
	t.Helper()
	w.Exec(t, `UPDATE readings SET version = version - 1`)
	must.Do(t, w.Brands.Renew(t.Context()))
	w.Reread(t)
}

// An answer that has nothing to do with the brand never raises its visibility or its share.
func TestUnrelated(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		b, topics := grown(t, w)
		before, _, _, _, _ := all(t, w, b.Who, b.ID, wide)
		b.Prompt(t, topics[0], "推荐几款跑鞋", "awareness")
		for i := range 3 {
			w.Sim.Know() // no platform knows either of them
			w.Sim.Reseed(uint64(100 + i))
			b.Run(t, "ernie")
			after, _, _, _, _ := all(t, w, b.Who, b.ID, wide)
			if *after.Indicators.Visibility.Value > *before.Indicators.Visibility.Value ||
				*after.Indicators.ShareOfVoice.Value > *before.Indicators.ShareOfVoice.Value {
				t.Errorf("raised from %+v to %+v", before.Indicators, after.Indicators)
			}
			if after.Indicators.Visibility.Denominator <= before.Indicators.Visibility.Denominator {
				t.Errorf("not counted: %+v", after.Indicators.Visibility)
			}
			w.Clock.Advance(time.Hour)
		}
	})
}

// Platforms that change their names only change places.
func TestPermuted(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		b, _ := grown(t, w)
		name := map[string]string{"kimi": "qwen", "qwen": "doubao", "doubao": "kimi"}
		o, _, s, _, _ := all(t, w, b.Who, b.ID, wide)
		for _, table := range []string{"tasks", "answers"} {
			w.Exec(t, `UPDATE `+table+
				` SET platform = CASE platform WHEN 'kimi' THEN 'qwen' WHEN 'qwen' THEN 'doubao' WHEN 'doubao' THEN 'kimi' ELSE platform END`)
		}
		again(t, w)
		after, _, afterS, _, _ := all(t, w, b.Who, b.ID, wide)
		if diff := cmp.Diff(o.Indicators, after.Indicators, alike); diff != "" {
			t.Errorf("the whole has changed: %s", diff)
		}
		was, tone := map[string]insight.Figures{}, map[string]insight.Tone{}
		for _, p := range o.Platforms {
			was[name[p.Platform]] = p.Figures
		}
		for _, p := range s.Platforms {
			tone[name[p.Platform]] = p.Tone
		}
		for _, p := range after.Platforms {
			if diff := cmp.Diff(was[p.Platform], p.Figures, alike); diff != "" {
				t.Errorf("%s: %s", p.Platform, diff)
			}
		}
		for _, p := range afterS.Platforms {
			if diff := cmp.Diff(tone[p.Platform], p.Tone, alike); diff != "" {
				t.Errorf("%s: %s", p.Platform, diff)
			}
		}
	})
}

// counts are the plain numbers of all four analyses, which add up.
func counts(t *testing.T, w *geotest.World, b *geotest.Watched, q insight.Query) (sum [20]int64) {
	t.Helper()
	o, v, s, c, errs := all(t, w, b.Who, b.ID, q)
	must.Equal(t, errs, [4]error{})
	in := o.Indicators
	sum = [20]int64{
		int64(in.Visibility.Numerator), in.Visibility.Denominator, int64(in.ShareOfVoice.Numerator), in.ShareOfVoice.Denominator,
		int64(in.AveragePosition.Numerator), in.Sentiment.Denominator, int64(in.CitationRate.Numerator), in.CitationRate.Denominator,
		s.Totals.Positive, s.Totals.Neutral, s.Totals.Negative, s.Totals.Unjudged,
		c.Totals.Answers, c.Totals.WithCitation, c.Totals.Citations, c.Totals.Own, c.Totals.Competitor,
		o.Excluded.Refused, o.Excluded.Failed,
	}
	for _, item := range v.Items {
		sum[19] += item.Answers
	}
	return sum
}

// Platforms, topics and periods part the whole: what they count adds up to it.
func TestParts(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		b, topics := grown(t, w)
		whole := counts(t, w, b, wide)
		if whole[1] == 0 || whole[9] == 0 || whole[14] == 0 || whole[17] == 0 {
			t.Fatalf("nothing to part: %v", whole)
		}
		parts := map[string][]insight.Query{}
		for _, p := range geotest.Platforms() {
			q := wide
			q.Platforms = []string{p}
			parts["platforms"] = append(parts["platforms"], q)
		}
		for _, topic := range topics {
			q := wide
			q.TopicIDs = []string{topic, "top_unknown"}
			parts["topics"] = append(parts["topics"], q)
		}
		parts["periods"] = []insight.Query{
			{From: "2025-12-01", To: "2026-01-13"},
			{From: "2026-01-14", To: "2026-01-31"},
			{From: "2026-02-01", To: "2026-12-31"},
		}
		for by, queries := range parts {
			var sum [20]int64
			for _, q := range queries {
				for i, n := range counts(t, w, b, q) {
					sum[i] += n
				}
			}
			if by == "periods" { // a cell is counted in every period
				sum[19] = whole[19]
			}
			if sum != whole {
				t.Errorf("by %s:\n%v\n%v", by, sum, whole)
			}
		}
	})
}

// The same answers some days later give the same figures some days later.
func TestShifted(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		b, _ := grown(t, w)
		const days = 47
		o, _, s, _, _ := all(t, w, b.Who, b.ID, wide)
		shift := func(date string) string {
			d := must.Get(time.Parse(time.DateOnly, date))(t)
			return d.AddDate(0, 0, days).Format(time.DateOnly)
		}
		for i := range o.Trend {
			o.Trend[i].Date = shift(o.Trend[i].Date)
		}
		for i := range s.Trend {
			s.Trend[i].Date = shift(s.Trend[i].Date)
		}
		w.Exec(t, `UPDATE answers SET answered_at = answered_at + $1`, (days * 24 * time.Hour).Microseconds())
		w.Clock.Advance(days * 24 * time.Hour)
		again(t, w)
		after, _, afterS, _, _ := all(t, w, b.Who, b.ID, insight.Query{From: shift(wide.From), To: shift(wide.To)})
		if diff := cmp.Diff(o.Trend, after.Trend) + cmp.Diff(o.Indicators, after.Indicators) +
			cmp.Diff(s.Trend, afterS.Trend) + cmp.Diff(s.Totals, afterS.Totals); diff != "" || len(o.Trend) != 5 {
			t.Errorf("%d days: %s", len(o.Trend), diff)
		}
	})
}
