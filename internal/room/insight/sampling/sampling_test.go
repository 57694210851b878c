package sampling_test

import (
	"slices"
	"testing"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/room/insight"
	"renown/internal/room/insight/sampling"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/geotest"
	"renown/internal/testkit/must"
)

var wanted = sampling.Wanted{Precision: 0.05, Change: 0.1}

const day = 24 * time.Hour

func TestSamplingRefused(t *testing.T) {
	t.Parallel()
	w := geotest.New(t, "sqlite", geotest.Options{})
	b, other := w.Brand(t, "云栖笔记"), w.Caller(t)
	expect.Refuse(t, expect.Error(wanted.Plan(t.Context(), w.Insights, other, b.ID, insight.Query{})), fault.NoSuchThing, "of another")
	expect.Refuse(t, expect.Error(wanted.Plan(t.Context(), w.Insights, b.Who, b.ID,
		insight.Query{From: "2026-01-02", To: "2026-01-01"})), fault.Malformed, "of no period")
	plan := must.Get(wanted.Plan(t.Context(), w.Insights, b.Who, b.ID, insight.Query{}))(t)
	if plan.Now.Visibility != nil || plan.These.Answers != nil || plan.LikeThese.Prompts != nil ||
		plan.Detection.Answers != nil || !slices.Equal(plan.Advice, []string{"unknown"}) {
		t.Errorf("without answers: %+v", plan)
	}
}

// More precision takes more answers and more prompts, and cells are settled or say what they lack.
func TestSampling(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		b := w.Monitored(t, "")
		w.Known(0.6, 0.4)
		for i := range 6 {
			w.Sim.Reseed(uint64(i))
			b.Run(t)
			w.Clock.Advance(day)
		}
		last := sampling.Plan{}
		for i, precision := range []float64{0.2, 0.1, 0.05, 0.02} {
			plan, err := (sampling.Wanted{Precision: precision, Change: 2 * precision}).Plan(t.Context(), w.Insights,
				b.Who, b.ID, insight.Query{})
			must.Do(t, err)
			if plan.Now.Answers != 6*8*6 || plan.Now.Prompts != 8 || plan.Now.Platforms != 6 || plan.Now.Days != 6 ||
				len(plan.Cells) != 48 || plan.LikeThese.Prompts == nil {
				t.Fatalf("%+v", plan.Now)
			}
			if i > 0 && (*plan.These.Answers <= *last.These.Answers ||
				*plan.LikeThese.Prompts < *last.LikeThese.Prompts ||
				*plan.Detection.Answers <= *last.Detection.Answers) {
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
			if c.Settled && c.More != nil || c.Settled != (*c.LowAlways > *last.Now.Visibility ||
				*c.HighAlways < *last.Now.Visibility) || *c.LowAlways > *c.Low || *c.HighAlways < *c.High {
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
func foretold(t *testing.T, plan sampling.Plan) {
	t.Helper()
	actions := []string{}
	for _, o := range plan.Options {
		actions = append(actions, o.Action)
	}
	if want := []string{"now", "more_runs", "more_samples", "more_prompts", "more_prompts"}; !slices.Equal(actions, want) {
		t.Fatalf("%v", actions)
	}
	now := plan.Options[0]
	if *now.Half != *plan.Now.Half || *now.HalfWide != *plan.Now.HalfWide || *now.Smallest != *plan.Now.Smallest ||
		now.Answers != plan.Now.Answers {
		t.Errorf("now is %+v, not %+v", now, plan.Now)
	}
	for _, o := range plan.Options[1:3] {
		if *o.Half >= *now.Half || *o.Smallest >= *now.Smallest || *o.HalfWide > *now.HalfWide || o.Prompts != now.Prompts {
			t.Errorf("%+v after %+v", o, now)
		}
	}
	for i, o := range plan.Options[3:] {
		if o.Half != nil || *o.HalfWide >= *plan.Options[2].HalfWide || o.Prompts <= now.Prompts || i == 1 &&
			o.Prompts != *plan.LikeThese.Prompts {
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
