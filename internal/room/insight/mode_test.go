package insight_test

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"renown/internal/room/insight"
	"renown/internal/room/run"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/geotest"
	"renown/internal/testkit/must"
	"renown/internal/tool/assistant"
)

// A run in another mode never moves the figures of searches, nor those of days before.
func TestModesApart(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		b := w.Brand(t, "云栖笔记")
		topic := b.Topic(t, "选购")
		for i := range 3 {
			b.Prompt(t, topic, fmt.Sprintf("推荐几款办公软件，第 %d 问", i), "awareness")
		}
		b.Run(t, "kimi", "qwen")
		w.Clock.Advance(time.Hour)
		before, _, sentiment, citations, _ := all(t, w, b.Who, b.ID, insight.Query{})
		_, err := w.Runs.Submit(t.Context(), b.Who, run.Request{
			BrandID: b.ID, Platforms: []string{"kimi"},
			Mode: assistant.ModeChat, Origin: run.FromSchedule,
		})
		must.Do(t, err)
		w.Work(t)
		after, v, s, c, _ := all(t, w, b.Who, b.ID, insight.Query{})
		if after.Indicators.Visibility.Denominator != 6 || before.Indicators.Visibility.Denominator != 6 ||
			len(v.Items) != 6 || c.Totals != citations.Totals || s.Totals.Positive != sentiment.Totals.Positive {
			t.Errorf("a chat moved the figures of searches: %+v", after.Indicators.Visibility)
		}
		chat, v, _, c, errs := all(t, w, b.Who, b.ID, insight.Query{Mode: "chat"})
		if errs != [4]error{} || chat.Mode != "chat" || chat.Indicators.Visibility.Denominator != 3 ||
			len(v.Items) != 3 || c.Totals.Answers != 3 {
			t.Errorf("%v: %+v", errs, chat.Indicators.Visibility)
		}
		app, v, _, c, errs := all(t, w, b.Who, b.ID, insight.Query{Surface: "app"})
		if errs != [4]error{} || app.Mode != "search" || app.Surface != "app" ||
			app.Indicators.Visibility.Denominator != 0 || len(v.Items) != 0 || c.Totals.Answers != 0 {
			t.Errorf("what was asked by the interface counts for apps: %v, %+v", errs, app.Indicators.Visibility)
		}
		again(t, w)
		if o, _, _, _, _ := all(t, w, b.Who, b.ID, insight.Query{}); o.Indicators.Visibility.Denominator != 6 {
			t.Errorf("after reading again: %+v", o.Indicators.Visibility)
		}
	})
}

// Several answers of a cell on one day all count, in one cell; the day's rate weighs each cell once.
func TestSamplesInFigures(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		b := w.Brand(t, "云栖笔记")
		topic := b.Topic(t, "选购")
		for i := range 8 { // so that ten of a day name the brand
			b.Prompt(t, topic, fmt.Sprintf("推荐几款办公软件，第 %d 问", i), "awareness")
		}
		w.Known(0.6, 0.4)
		_, err := w.Runs.Submit(t.Context(), b.Who, run.Request{
			BrandID: b.ID, Platforms: []string{"kimi"},
			Samples: 4, Origin: run.FromSchedule,
		})
		must.Do(t, err)
		w.Work(t)
		w.Sim.Reseed(7)
		b.Run(t, "qwen")
		o, v, s, c, errs := all(t, w, b.Who, b.ID, insight.Query{})
		if errs != [4]error{} || o.Indicators.Visibility.Denominator != 40 || c.Totals.Answers != 40 ||
			len(v.Items) != 16 || o.Trend[0].Answers != 40 {
			t.Fatalf("%v: %d answers, %d items", errs, o.Indicators.Visibility.Denominator, len(v.Items))
		}
		mean := 0.0
		for _, item := range v.Items {
			expect.Equal(t, item.Answers, map[string]int64{"kimi": 4, "qwen": 1}[item.Platform], item.Platform, "answers")
			mean += float64(item.Mentions) / float64(item.Answers) / 16
		}
		if got := *o.Trend[0].Visibility; math.Abs(got-mean) > 1e-9 {
			t.Errorf("the day's visibility is %v, the mean over cells %v", got, mean)
		}
		tone := s.Trend[0]
		if score, total := *tone.Score, *s.Totals.Score; score == total || score != *o.Trend[0].Sentiment ||
			*tone.NegativeShare != *o.Trend[0].NegativeShare || score < *tone.Low || score > *tone.High {
			t.Errorf("the day's tone is %+v beside %v in the overview; all answers together have %v", tone, *o.Trend[0].Sentiment, total)
		}
	})
}

// What several answers a day tell is said alike wherever the same rate stands: among the indicators, in the ranking,
// on its platform, by topic and
// in the sampling plan.
func TestSamplesInIntervals(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		b := w.Brand(t, "云栖笔记")
		topic := b.Topic(t, "选购")
		for i := range 3 {
			b.Prompt(t, topic, fmt.Sprintf("推荐几款办公软件，第 %d 问", i), "awareness")
		}
		for day := range 4 {
			w.Known(float64(day%2), 0.4) // the answers of a day repeat each other
			_, err := w.Runs.Submit(t.Context(), b.Who, run.Request{
				BrandID: b.ID, Platforms: []string{"kimi"},
				Samples: 4, Origin: run.FromSchedule,
			})
			must.Do(t, err)
			w.Work(t)
			w.Clock.Advance(24 * time.Hour)
		}
		o, v, _, _, errs := all(t, w, b.Who, b.ID, insight.Query{})
		ours := slices.IndexFunc(o.Competitors, func(s insight.Standing) bool { return s.IsBrand })
		want := o.Indicators.Visibility
		if errs != [4]error{} || want.Denominator != 48 || want.Numerator != 24 || want.Variance < 2*0.25/48 {
			t.Fatalf("%v: %+v", errs, want)
		}
		for where, got := range map[string]insight.Interval{
			"in the ranking": o.Competitors[ours].Interval, "on the platform": o.Platforms[0].Interval,
			"by topic": v.ByTopic[0].Interval, "by stage": v.ByStage[0].Interval, "over all prompts": v.ByPlatform["kimi"].Interval,
		} {
			expect.Equal(t, [2]float64{*got.Low, *got.High}, [2]float64{*want.Low, *want.High}, where)
		}
		cell := v.Items[0].Cell
		if cell.X != 16 || cell.DaysAsked != 4 || cell.Dispersion < 2 {
			t.Errorf("a cell of 16 answers on four days is %+v", cell)
		}
	})
}
