package insight_test

import (
	"fmt"
	"testing"

	"renown/internal/floor/fault"
	"renown/internal/room/geo/insight"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/geotest"
	"renown/internal/testkit/must"
	"renown/internal/tool/assistant/simulator"
)

// A topic in which a competitor is named far more often is found, with its prompts and sources; where nobody is ahead nothing is.
func TestOpenings(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		b, other := w.Brand(t, "云栖笔记"), w.Caller(t)
		expect.Refuse(t, expect.Error(w.Insights.Openings(t.Context(), other, b.ID, insight.Query{})), fault.NoSuchThing, "of another")
		none := must.Get(w.Insights.Openings(t.Context(), b.Who, b.ID, insight.Query{}))(t)
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
		even := must.Get(w.Insights.Openings(t.Context(), b.Who, b.ID, insight.Query{}))(t)
		for _, o := range even.Items {
			t.Errorf("nobody is ahead: %+v", o)
		}
		w.Clock.Advance(31 * day)
		w.Sim.Know(simulator.Brand{Name: "云栖笔记", Weight: 0.02}, simulator.Brand{Name: "石墨本", Weight: 0.95})
		b.Run(t, "doubao", "deepseek", "qwen")
		must.Do(t, w.Brands.DeletePrompt(t.Context(), b.Who, deleted))
		out := must.Get(w.Insights.Openings(t.Context(), b.Who, b.ID, insight.Query{}))(t)
		if len(out.Items) == 0 || out.Compared == 0 {
			t.Fatalf("%+v", out)
		}
		o := out.Items[0]
		if o.Basis != insight.OfTopic || o.Topic.TopicID != topic || o.Topic.Name != "选购" || o.Theirs.CompetitorID != rival || o.Gain.Of != 15 || o.Gain.Low <= 0 || o.Gain.Low > o.Gain.Answers || o.Gain.High < o.Gain.Answers {
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
