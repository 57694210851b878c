package insight_test

import (
	"math"
	"testing"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/room/insight"
	"renown/internal/simulator"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/geotest"
	"renown/internal/testkit/must"
)

func TestCurveRefused(t *testing.T) {
	t.Parallel()
	w := geotest.New(t, "sqlite", geotest.Options{})
	b, other := w.Brand(t, "云栖笔记"), w.Caller(t)
	expect.Refuse(t, expect.Error(w.Insights.OverviewPage(t.Context(), other, b.ID, insight.Query{})),
		fault.NoSuchThing, "curve of another")
	expect.Refuse(t, expect.Error(w.Insights.SentimentPage(t.Context(), other, b.ID, insight.Query{})),
		fault.NoSuchThing, "keys of another")
	expect.Refuse(t, expect.Error(w.Insights.OverviewPage(t.Context(), b.Who, b.ID,
		insight.Query{From: "2026-01-02", To: "2026-01-01"})), fault.Malformed, "curve of no period")
}

// A week is what an overview of its seven days says, but for its interval, which knows how much answers vary in the
// whole time, and the week before is that of the period before.
func TestCurve(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		w.Sim.Know(simulator.Brand{Name: "云栖笔记", Weight: 0.6, Terms: []string{"云笔记"}},
			simulator.Brand{Name: "石墨文档", Weight: 0.5, Terms: []string{"云笔记"}})
		b := w.Brand(t, "云栖笔记", "云栖")
		topic := b.Topic(t, "选型")
		b.Prompt(t, topic, "哪款云笔记好用？", "awareness")
		b.Prompt(t, topic, "团队用什么笔记？", "decision", "visibility")
		b.Competitor(t, "石墨文档")
		for range 12 {
			b.Run(t)
			w.Clock.Advance(24 * time.Hour)
		}
		today := w.Clock.Now().Add(8 * time.Hour).Format(time.DateOnly) // in Beijing
		from := w.Clock.Now().Add(8*time.Hour).AddDate(0, 0, -4).Format(time.DateOnly)
		page := must.Get(w.Insights.OverviewPage(t.Context(), b.Who, b.ID, insight.Query{From: from, To: today}))(t)
		curve := page.Curve
		if len(curve) != 5 || curve[0].Date != from || curve[4].Date != today {
			t.Fatalf("days %+v", curve)
		}
		if curve[4].Day.Visibility.Value != nil || curve[4].Day.Visibility.N != 0 {
			t.Error("a day without answers has figures")
		}
		for _, day := range curve {
			last := must.Get(time.Parse(time.DateOnly, day.Date))(t)
			for _, c := range []struct {
				name string
				got  insight.Estimates
				days [2]int
			}{{"day", day.Day, [2]int{0, 0}}, {"week", day.Week, [2]int{6, 0}}, {"before", day.Before, [2]int{11, 5}}} {
				o, err := w.Insights.Overview(t.Context(), b.Who, b.ID, insight.Query{
					From: last.AddDate(0, 0, -c.days[0]).Format(time.DateOnly), To: last.AddDate(0, 0, -c.days[1]).Format(time.DateOnly),
				})
				must.Do(t, err)
				in := o.Indicators
				same(t, day.Date+" "+c.name+" visibility", c.got.Visibility, in.Visibility)
				same(t, day.Date+" "+c.name+" share of voice", c.got.ShareOfVoice, in.ShareOfVoice)
				same(t, day.Date+" "+c.name+" position", c.got.AveragePosition, in.AveragePosition)
				same(t, day.Date+" "+c.name+" sentiment", c.got.Sentiment, in.Sentiment)
				same(t, day.Date+" "+c.name+" citation rate", c.got.CitationRate, in.CitationRate)
			}
		}
	})
}

func same(t *testing.T, name string, got insight.Estimate, want insight.Indicator) {
	t.Helper()
	equal := func(a, b *float64) bool { return (a == nil) == (b == nil) && (a == nil || math.Abs(*a-*b) < 1e-9) }
	if got.N != want.Denominator || !equal(got.Value, want.Value) {
		t.Errorf("%s: %+v, want %+v", name, got, want)
	}
	if got.Value != nil && (got.Low == nil || *got.Low > *got.Value+1e-9 || *got.High < *got.Value-1e-9) {
		t.Errorf("%s: the interval does not hold the value: %+v", name, got)
	}
}

// The key figures of tone and sources are those of the analyses they belong to.
func TestKeys(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		w.Sim.Know(simulator.Brand{Name: "云栖笔记", Weight: 0.6, Terms: []string{"云笔记"}},
			simulator.Brand{Name: "石墨文档", Weight: 0.5, Terms: []string{"云笔记"}})
		b := w.Brand(t, "云栖笔记", "云栖")
		topic := b.Topic(t, "选型")
		b.Prompt(t, topic, "哪款云笔记好用？", "awareness")
		b.Prompt(t, topic, "云栖笔记怎么样？", "decision", "sentiment")
		for range 3 {
			b.Run(t)
			w.Clock.Advance(24 * time.Hour)
		}
		sources := must.Get(w.Insights.CitationsPage(t.Context(), b.Who, b.ID, insight.Query{}))(t)
		keys := sources.Keys
		o, _, s, c, errs := all(t, w, b.Who, b.ID, insight.Query{})
		for _, err := range errs {
			must.Do(t, err)
		}
		judged := s.Totals.Positive + s.Totals.Neutral + s.Totals.Negative
		if judged == 0 || c.Totals.Citations == 0 {
			t.Fatalf("nothing to compare: %+v, %+v", s.Totals, c.Totals)
		}
		expect.Same(t, keys.Score, o.Indicators.Sentiment, "score")
		for name, pair := range map[string][2]int64{
			"positive": {int64(keys.Positive.Numerator), s.Totals.Positive}, "neutral": {int64(keys.Neutral.Numerator), s.Totals.Neutral},
			"negative": {int64(keys.Negative.Numerator), s.Totals.Negative}, "judged": {keys.Neutral.Denominator, judged},
			"own site": {int64(keys.OwnSite.Numerator), int64(o.Indicators.OwnSiteRate.Numerator)},
			"own":      {int64(keys.OwnCitationRate.Numerator), int64(keys.OwnSite.Numerator + keys.Placed.Numerator)}, // none is in both
			"citing":   {int64(keys.CitationRate.Numerator), c.Totals.WithCitation},
			"answers":  {keys.CitationRate.Denominator, c.Totals.Answers},
			"named":    {keys.Named, judged + s.Totals.Unjudged},
		} {
			expect.Equal(t, pair[0], pair[1], name)
		}
	})
}

// Voices hold each sentence of a tone once, and count every answer that says it.
func TestVoices(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		b, _ := grown(t, w)
		expect.Refuse(t, expect.Error(w.Insights.SentimentPage(t.Context(), w.Caller(t), b.ID, wide)),
			fault.NoSuchThing, "voices about another's brand")
		s := must.Get(w.Insights.SentimentPage(t.Context(), b.Who, b.ID, wide))(t)
		for tone, want := range map[string]int64{
			"positive": s.Totals.Positive, "neutral": s.Totals.Neutral,
			"negative": s.Totals.Negative, "nothing": 0,
		} {
			seen, answers := map[string]bool{}, int64(0)
			for _, v := range s.Voices[tone] {
				if seen[v.Sentence] || v.Sentiment != tone {
					t.Errorf("%s: %+v", tone, v)
				}
				seen[v.Sentence] = true
				answers += v.Answers
			}
			expect.Equal(t, answers, want, tone, "answers")
		}
	})
}
