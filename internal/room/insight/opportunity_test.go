package insight_test

import (
	"fmt"
	"testing"

	"renown/internal/floor/fault"
	"renown/internal/room/insight"
	"renown/internal/simulator"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/geotest"
	"renown/internal/testkit/must"
)

// A topic in which a competitor is named far more often is found, with its prompts and sources; where no competitor
// is ahead nothing is.
func TestOpportunities(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		b, other := w.Brand(t, "云栖笔记"), w.Caller(t)
		expect.Refuse(t, expect.Error(w.Insights.Opportunities(t.Context(), other, b.ID, insight.Query{})), fault.NoSuchThing, "of another")
		none := must.Get(w.Insights.Opportunities(t.Context(), b.Who, b.ID, insight.Query{}))(t)
		if len(none.Items) != 0 || none.Items == nil || none.Compared != 0 {
			t.Errorf("before any answer: %+v", none)
		}
		topic := b.Topic(t, "选购")
		rival := b.Competitor(t, "石墨本")
		var deleted string
		for i := range 6 {
			deleted = b.Prompt(t, topic, fmt.Sprintf("推荐几款办公软件，第 %d 问", i), "awareness")
		}
		w.Sim.Know(simulator.Brand{Name: "云栖笔记", Weight: 0.5}, simulator.Brand{Name: "石墨本", Weight: 0.5})
		b.Run(t, "doubao", "deepseek", "qwen")
		even := must.Get(w.Insights.Opportunities(t.Context(), b.Who, b.ID, insight.Query{}))(t)
		for _, o := range even.Items {
			t.Errorf("nobody is ahead: %+v", o)
		}
		w.Clock.Advance(31 * day)
		w.Sim.Know(simulator.Brand{Name: "云栖笔记", Weight: 0.02}, simulator.Brand{Name: "石墨本", Weight: 0.95})
		b.Run(t, "doubao", "deepseek", "qwen")
		must.Do(t, w.Brands.DeletePrompt(t.Context(), b.Who, deleted))
		out := must.Get(w.Insights.Opportunities(t.Context(), b.Who, b.ID, insight.Query{}))(t)
		if len(out.Items) == 0 || out.Compared == 0 {
			t.Fatalf("%+v", out)
		}
		o := out.Items[0]
		if o.Basis != insight.OfTopic || o.Topic.TopicID != topic || o.Topic.Name != "选购" ||
			o.Theirs.CompetitorID != rival || o.Gain.Of != 15 || o.Gain.Low <= 0 || o.Gain.Low > o.Gain.Answers ||
			o.Gain.High < o.Gain.Answers {
			t.Errorf("%+v", o)
		}
		if len(o.Prompts) == 0 || len(o.Answers) == 0 || len(o.Channels) == 0 || len(o.Pages) == 0 {
			t.Errorf("without evidence: %+v", o)
		}
		for _, p := range o.Prompts {
			if p.PromptID == deleted || p.Text == "" {
				t.Errorf("a deleted prompt: %+v", p)
			}
			for _, c := range p.Platforms {
				if c.Theirs.Count <= c.Ours.Count || c.Ours.High == nil || c.Theirs.Low == nil {
					t.Errorf("%+v", c)
				}
			}
		}
	})
}

// How often the brand is named has one interval, in opportunities as in the analysis of visibility: of a topic, and
// of a prompt on a platform. Where
// a day's answers repeat each other it is wider than their number alone makes it.
func TestOpportunityIntervals(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		b := w.Brand(t, "云栖笔记")
		topic := b.Topic(t, "选购")
		b.Competitor(t, "石墨本")
		for i := range 6 {
			b.Prompt(t, topic, fmt.Sprintf("推荐几款办公软件，第 %d 问", i), "awareness")
		}
		w.Sim.Know(simulator.Brand{Name: "云栖笔记", Weight: 0.3}, simulator.Brand{Name: "石墨本", Weight: 0.9})
		for range 6 { // of a day: the simulator answers all alike
			for range 3 {
				b.Run(t, "doubao", "deepseek", "qwen")
			}
			w.Clock.Advance(day)
		}
		seen := must.Get(w.Insights.Visibility(t.Context(), b.Who, b.ID, insight.Query{}))(t)
		out := must.Get(w.Insights.Opportunities(t.Context(), b.Who, b.ID, insight.Query{}))(t)
		if len(out.Items) == 0 || out.Items[0].Basis != insight.OfTopic {
			t.Fatalf("%+v", out.Items)
		}
		o := out.Items[0]
		share := func(n insight.Naming) insight.Share {
			return insight.Share{Count: n.Mentions, Of: n.Answers, Rate: n.Rate, Interval: n.Interval}
		}
		expect.Same(t, o.Ours, share(seen.ByTopic[0].Naming), "the topic")
		if plain := insight.ShareOf(o.Ours.Count, o.Ours.Of); *o.Ours.High-*o.Ours.Low <= *plain.High-*plain.Low {
			t.Errorf("%d of %d: %.3f to %.3f although answers repeat each other, without %.3f to %.3f", o.Ours.Count,
				o.Ours.Of, *o.Ours.Low, *o.Ours.High, *plain.Low, *plain.High)
		}
		cells := map[[2]string]insight.Naming{}
		for _, i := range seen.Items {
			cells[[2]string{i.PromptID, i.Platform}] = i.Naming
		}
		compared := 0
		for _, p := range o.Prompts {
			for _, c := range p.Platforms {
				expect.Same(t, c.Ours, share(cells[[2]string{p.PromptID, c.Platform}]), p.Text, "on", c.Platform)
				compared++
			}
		}
		if compared == 0 {
			t.Error("no prompt was compared")
		}
	})
}
