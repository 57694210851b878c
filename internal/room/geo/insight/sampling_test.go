package insight_test

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/room/geo/insight"
	"renown/internal/room/geo/run"
	"renown/internal/testkit/geotest"
	"renown/internal/tool/assistant"
)

var wanted = insight.Wanted{Precision: 0.05, Change: 0.1}

func TestSamplingRefused(t *testing.T) {
	t.Parallel()
	w := geotest.New(t, "sqlite", geotest.Options{})
	b, other := w.Brand(t, "云栖笔记"), w.Caller(t)
	if _, err := w.Insights.Sampling(t.Context(), other, b.ID, insight.Query{}, wanted); !fault.Is(err, fault.NoSuchThing) {
		t.Errorf("of another: %v", err)
	}
	if _, err := w.Insights.Sampling(t.Context(), b.Who, b.ID, insight.Query{From: "2026-01-02", To: "2026-01-01"}, wanted); !fault.Is(err, fault.Malformed) {
		t.Errorf("of no period: %v", err)
	}
	plan, err := w.Insights.Sampling(t.Context(), b.Who, b.ID, insight.Query{}, wanted)
	geotest.Must(t, err)
	if plan.Now.Visibility != nil || plan.These.Answers != nil || plan.LikeThese.Prompts != nil || plan.Detection.Answers != nil || !slices.Equal(plan.Advice, []string{"unknown"}) {
		t.Errorf("without answers: %+v", plan)
	}
}

// More precision takes more answers and more prompts, and cells are settled or say what they lack.
func TestSampling(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		b := monitored(t, w, "")
		known(w, 0.6, 0.4)
		for i := range 6 {
			w.Sim.Reseed(uint64(i))
			b.Run(t)
			w.Clock.Advance(day)
		}
		last := insight.Sampling{}
		for i, precision := range []float64{0.2, 0.1, 0.05, 0.02} {
			plan, err := w.Insights.Sampling(t.Context(), b.Who, b.ID, insight.Query{}, insight.Wanted{Precision: precision, Change: 2 * precision})
			geotest.Must(t, err)
			if plan.Now.Answers != 6*8*6 || plan.Now.Prompts != 8 || plan.Now.Platforms != 6 || plan.Now.Days != 6 || len(plan.Cells) != 48 || plan.LikeThese.Prompts == nil {
				t.Fatalf("%+v", plan.Now)
			}
			if i > 0 && (*plan.These.Answers <= *last.These.Answers || *plan.LikeThese.Prompts < *last.LikeThese.Prompts || *plan.Detection.Answers <= *last.Detection.Answers) {
				t.Errorf("precision %v: %+v after %+v", precision, plan, last)
			}
			last = plan
		}
		foretold(t, last)
		settled := 0
		for _, c := range last.Cells {
			if c.Settled {
				settled++
			}
			if c.Settled && c.More != nil || c.Settled != (*c.LowAlways > *last.Now.Visibility || *c.HighAlways < *last.Now.Visibility) || *c.LowAlways > *c.Low || *c.HighAlways < *c.High {
				t.Errorf("%+v", c)
			}
		}
		if settled != last.Settled {
			t.Errorf("%d settled, said %d", settled, last.Settled)
		}
	})
}

// foretold checks what things to do are said to bring: asking more narrows the interval of these questions, more prompts that of
// questions like these, and no number of answers gets below the floor.
func foretold(t *testing.T, plan insight.Sampling) {
	t.Helper()
	actions := []string{}
	for _, o := range plan.Options {
		actions = append(actions, o.Action)
	}
	if want := []string{"now", "more_runs", "more_samples", "more_prompts", "more_prompts"}; !slices.Equal(actions, want) {
		t.Fatalf("%v", actions)
	}
	now := plan.Options[0]
	if *now.Half != *plan.Now.Half || *now.HalfWide != *plan.Now.HalfWide || *now.Smallest != *plan.Now.Smallest || now.Answers != plan.Now.Answers {
		t.Errorf("now is %+v, not %+v", now, plan.Now)
	}
	for _, o := range plan.Options[1:3] {
		if *o.Half >= *now.Half || *o.Smallest >= *now.Smallest || *o.HalfWide > *now.HalfWide || o.Prompts != now.Prompts {
			t.Errorf("%+v after %+v", o, now)
		}
	}
	for i, o := range plan.Options[3:] {
		if o.Half != nil || *o.HalfWide >= *plan.Options[2].HalfWide || o.Prompts <= now.Prompts || i == 1 && o.Prompts != *plan.LikeThese.Prompts {
			t.Errorf("%+v", o)
		}
	}
	if len(plan.Curves) != 4 || plan.Curves[0].Prompts != 0 || plan.Curves[1].Prompts != int64(plan.Now.Prompts) {
		t.Fatalf("%d curves", len(plan.Curves))
	}
	for _, c := range plan.Curves {
		for i, p := range c.Points {
			if i > 0 && (p.Half >= c.Points[i-1].Half || p.Answers <= c.Points[i-1].Answers) {
				t.Errorf("curve of %d prompts rises at %v answers", c.Prompts, p.Answers)
			}
		}
	}
}

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
		_, err := w.Runs.Submit(t.Context(), b.Who, run.Request{BrandID: b.ID, Platforms: []string{"kimi"}, Mode: assistant.ModeChat, Origin: run.FromSchedule})
		geotest.Must(t, err)
		w.Work(t)
		after, v, s, c, _ := all(t, w, b.Who, b.ID, insight.Query{})
		if after.Indicators.Visibility.Denominator != 6 || before.Indicators.Visibility.Denominator != 6 || len(v.Items) != 6 || c.Totals != citations.Totals || s.Totals.Positive != sentiment.Totals.Positive {
			t.Errorf("a chat moved the figures of searches: %+v", after.Indicators.Visibility)
		}
		chat, v, _, c, errs := all(t, w, b.Who, b.ID, insight.Query{Mode: "chat"})
		if errs != [4]error{} || chat.Mode != "chat" || chat.Indicators.Visibility.Denominator != 3 || len(v.Items) != 3 || c.Totals.Answers != 3 {
			t.Errorf("%v: %+v", errs, chat.Indicators.Visibility)
		}
		app, v, _, c, errs := all(t, w, b.Who, b.ID, insight.Query{Surface: "app"})
		if errs != [4]error{} || app.Mode != "search" || app.Surface != "app" || app.Indicators.Visibility.Denominator != 0 || len(v.Items) != 0 || c.Totals.Answers != 0 {
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
		for i := range 3 {
			b.Prompt(t, topic, fmt.Sprintf("推荐几款办公软件，第 %d 问", i), "awareness")
		}
		known(w, 0.6, 0.4)
		_, err := w.Runs.Submit(t.Context(), b.Who, run.Request{BrandID: b.ID, Platforms: []string{"kimi"}, Samples: 4, Origin: run.FromSchedule})
		geotest.Must(t, err)
		w.Work(t)
		w.Sim.Reseed(7)
		b.Run(t, "qwen")
		o, v, _, c, errs := all(t, w, b.Who, b.ID, insight.Query{})
		if errs != [4]error{} || o.Indicators.Visibility.Denominator != 15 || c.Totals.Answers != 15 || len(v.Items) != 6 || o.Trend[0].Answers != 15 {
			t.Fatalf("%v: %d answers, %d items", errs, o.Indicators.Visibility.Denominator, len(v.Items))
		}
		mean := 0.0
		for _, item := range v.Items {
			if want := map[string]int64{"kimi": 4, "qwen": 1}[item.Platform]; item.Answers != want {
				t.Errorf("%s: %d answers", item.Platform, item.Answers)
			}
			mean += float64(item.Mentions) / float64(item.Answers) / 6
		}
		if got := *o.Trend[0].Visibility; math.Abs(got-mean) > 1e-9 {
			t.Errorf("the day's visibility is %v, the mean over cells %v", got, mean)
		}
	})
}
