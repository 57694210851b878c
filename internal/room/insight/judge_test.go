package insight_test

import (
	"context"
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"

	"renown/internal/floor/store"
	"renown/internal/room/insight"
	"renown/internal/simulator"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/geotest"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// A model that now and then does not answer leaves judgements of both judges in one period. Means, shares, trend and competitors
// rest on those of one, the other's are counted apart, and a period before is compared by the same judge or not at all.
func TestJudgesApart(t *testing.T) {
	t.Parallel()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		asked, answers := 0, func(int) bool { return false }
		w := geotest.New(t, d, geotest.Options{Judge: func(_ context.Context, text string) (string, error) {
			asked++
			_, rest, listed := strings.Cut(text, "云栖笔记**")
			if !listed || !answers(asked) {
				return "", nil
			}
			sentence, _, _ := strings.Cut(rest, "\n")
			sentence = "云栖笔记**" + sentence
			score := []float64{-1, -0.9}[asked/2%2] // alike they would make no mean
			b, err := json.Marshal(map[string]any{"judgements": []any{
				map[string]any{"name": "云栖笔记", "label": "negative", "score": score, "sentence": sentence},
				map[string]any{"name": "协云", "label": "negative", "score": score, "sentence": sentence},
			}})
			return string(b), err
		}})
		w.Sim.Know(simulator.Brand{Name: "云栖笔记", Weight: 5}, simulator.Brand{Name: "协云", Weight: 5})
		b := w.Brand(t, "云栖笔记")
		b.Competitor(t, "协云")
		topic := b.Topic(t, "选购")
		for _, who := range []string{"学生", "教师", "律师", "医生", "会计", "销售", "程序员", "设计师"} { // so that a day has ten by either judge
			b.Prompt(t, topic, "给"+who+"推荐几款办公软件", "awareness")
		}
		day := func(back int) string {
			return w.Clock.Now().Add(8*time.Hour).AddDate(0, 0, -back).Format(time.DateOnly)
		}
		for _, phase := range []func(int) bool{
			func(int) bool { return false },
			func(n int) bool { return n%3 == 0 },
			func(n int) bool { return n%3 != 0 },
		} {
			answers = phase
			for range 2 {
				b.Run(t)
				w.Clock.Advance(24 * time.Hour)
			}
		}
		for name, c := range map[string]struct {
			q        insight.Query
			used     string
			compared bool
		}{
			"offline alone":        {insight.Query{From: day(6), To: day(5)}, "offline", false},
			"some by the model":    {insight.Query{From: day(4), To: day(3)}, "offline", true},
			"most by the model":    {insight.Query{From: day(2), To: day(1)}, "model", true},
			"a day after":          {insight.Query{From: day(0), To: day(0)}, "", true},
			"all, more by offline": {insight.Query{From: day(6), To: day(1)}, "offline", false},
		} {
			byOneJudge(t, w, b, c.q, c.used)
			o := must.Get(w.Insights.Overview(t.Context(), b.Who, b.ID, c.q))(t)
			expect.Equal(t, o.Indicators.Sentiment.Previous != nil, c.compared, name, "compared is")
		}
	})
}

// byOneJudge counts judgements in the findings themselves.
func byOneJudge(t *testing.T, w *geotest.World, b *geotest.Watched, q insight.Query, used string) {
	t.Helper()
	at := func(day string, plus int) int64 {
		from := must.Get(time.ParseInLocation(time.DateOnly, day, time.FixedZone("UTC+8", 8*3600)))(t)
		return from.AddDate(0, 0, plus).UnixMicro()
	}
	of := func(what, judge string) int64 {
		return w.Number(t, `SELECT COALESCE(`+what+
			`, 0) FROM findings WHERE brand_id = $1 AND judge = $2 AND at >= $3 AND at < $4 AND position IS NOT NULL`,
			b.ID, judge, at(q.From, 0), at(q.To, 1))
	}
	page := must.Get(w.Insights.SentimentPage(t.Context(), b.Who, b.ID, q))(t)
	o := must.Get(w.Insights.OverviewPage(t.Context(), b.Who, b.ID, q))(t)
	if o.Judges.Offline != of("count(*)", "offline") || o.Judges.Model != of("count(*)", "model") {
		t.Errorf("%s to %s: judges %+v", q.From, q.To, o.Judges)
	}
	if used == "" {
		if o.Judges.Used != nil || page.Totals.Score != nil || page.Judges != o.Judges {
			t.Errorf("nothing was judged: %+v, %v", o.Judges, page.Totals)
		}
		return
	}
	other := map[string]string{"offline": "model", "model": "offline"}[used]
	n, mean := of("count(*)", used), float64(of("sum(score)", used))/10_000
	mean /= float64(n)
	if o.Judges.Used == nil || *o.Judges.Used != used || page.Totals.JudgedOtherwise != of("count(*)", other) {
		t.Errorf("%s to %s: %+v, otherwise %d, want %s", q.From, q.To, o.Judges, page.Totals.JudgedOtherwise, used)
	}
	if got := page.Totals.Positive + page.Totals.Neutral + page.Totals.Negative; got != n ||
		math.Abs(*page.Totals.Score-mean) > 1e-9 || math.Abs(*o.Indicators.Sentiment.Value-mean) > 1e-9 ||
		o.Indicators.Sentiment.Denominator != n {
		t.Errorf("%s to %s: mean %v of %d, want %v of %d", q.From, q.To, *page.Totals.Score, got, mean, n)
	}
	sum, days, otherwise := 0.0, 0.0, int64(0)
	for _, d := range page.Trend {
		if d.Score != nil {
			k := float64(d.Positive + d.Neutral + d.Negative)
			sum, days = sum+*d.Score*k, days+k
		}
		otherwise += d.JudgedOtherwise
	}
	if math.Abs(sum/days-mean) > 1e-9 || otherwise != page.Totals.JudgedOtherwise {
		t.Errorf("%s to %s: the trend adds up to %v and %d", q.From, q.To, sum/days, otherwise)
	}
	for _, r := range page.Competitors {
		expect.Equal(t, (used == "model"), (r.Score != nil && *r.Score <= -0.9), q.From, "to", q.To, r.Name, r.Score,
			"is not by", used, "alone")
	}
	curve := 0.0
	for _, d := range o.Curve {
		if e := d.Day.Sentiment; e.Value != nil {
			curve += *e.Value * float64(e.N)
		}
	}
	if math.Abs(curve/float64(n)-mean) > 1e-9 {
		t.Errorf("%s to %s: the curve adds up to %v", q.From, q.To, curve/float64(n))
	}
}
