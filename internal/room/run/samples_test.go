package run_test

import (
	"testing"

	"renown/internal/floor/fault"
	"renown/internal/room/brand"
	"renown/internal/room/plan"
	"renown/internal/room/run"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// A prompt is asked several times on the upper tier alone, and each time is a sub-task of its own that is answered once.
func TestSamples(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		for _, tier := range []plan.Tier{plan.Trial, plan.Standard} {
			who := w.caller(t, tier)
			brandID := w.brand(t, who, "问")
			_, err := w.Submit(t.Context(), who, run.Request{BrandID: brandID, Samples: 2, Origin: run.FromAPI})
			known := fault.As(err)
			if known == nil || known.Code != fault.Malformed {
				t.Fatalf("%s: %v", tier, err)
			}
			want := &fault.ValueFault{Loc: []any{"body", "samples"}, Rule: "samples above 1 is not part of this plan", Input: int64(2)}
			expect.Same(t, known.Value, want)
			expect.Equal(t, w.number(t, `SELECT count(*) FROM runs WHERE brand_id = $1`, brandID), 0, "a refused run was stored")
			if r := w.progress(t, who, w.accepted(t, who, brandID)); r.Samples != 1 || r.Progress.Total != 3 {
				t.Errorf("%s: by default %d samples, %d sub-tasks", tier, r.Samples, r.Progress.Total)
			}
		}

		who := w.caller(t, plan.Upper)
		brandID := w.brand(t, who, "一", "二")
		ask := func(samples int64) (run.Submitted, error) {
			return w.Submit(t.Context(), who, run.Request{
				BrandID: brandID, Platforms: []string{"doubao", "kimi"},
				Samples: samples, Origin: run.FromAPI,
			})
		}
		out := must.Get(ask(3))(t)
		if _, err := ask(5); !fault.Is(err, fault.Duplicate) { // a duplicate is told by platforms and mode alone
			t.Errorf("the same with other samples: %v", err)
		}
		w.work(t)
		r := w.statusIs(t, who, out.RunID, run.Completed)
		if r.Samples != 3 || r.Progress.Done != 12 || r.Progress.Total != 12 {
			t.Errorf("%d samples, %+v", r.Samples, r.Progress)
		}
		for _, p := range r.Platforms {
			if p.Done != 6 || p.Answered != 6 || p.Total != 6 {
				t.Errorf("%+v", p)
			}
		}
		expect.Equal(t, w.number(t, `SELECT count(*) FROM answers WHERE run_id = $1`, out.RunID), 12, "answers")
		most := w.number(t,
			`SELECT max(n) FROM (SELECT count(*) AS n FROM tasks WHERE run_id = $1 GROUP BY prompt_id, platform) c`,
			out.RunID)
		least := w.number(t,
			`SELECT min(n) FROM (SELECT count(*) AS n FROM tasks WHERE run_id = $1 GROUP BY prompt_id, platform) c`,
			out.RunID)
		if most != 3 || least != 3 {
			t.Errorf("a cell was asked %d to %d times", least, most)
		}
		_, total, err := w.Evidence(t.Context(), who, out.RunID, run.EvidenceFilter{Paging: run.Paging{Number: 1, Size: 100}})
		if must.Do(t, err); total != 12 {
			t.Errorf("%d answers are listed", total)
		}
		w.sound(t)
	})
}

// A schedule asks as often as it says while the account's scheduled sub-tasks of the period have room, and at least once: samples
// never stop the monitoring. On a smaller plan it asks once.
func TestScheduledSamples(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		w.clock.Set(at(5, 9, 0))
		who := w.caller(t, plan.Upper)
		scheduled := func(brandID string, day int) run.Run {
			t.Helper()
			w.tick(t, at(day, 10, 0))
			runs, _, err := w.List(t.Context(), who, brandID, run.Paging{Number: 1, Size: 1})
			must.Do(t, err)
			if len(runs) == 0 || runs[0].Trigger != run.FromSchedule {
				t.Fatalf("%+v", runs)
			}
			w.work(t)
			return runs[0]
		}
		brandID := w.brand(t, who, ten[:4]...)
		w.schedule(t, who, brandID, at(5, 9, 30), &brand.Schedule{Hour: 10, Samples: 5})
		if r := scheduled(brandID, 5); r.Samples != 5 || r.Progress.Total != 120 { // 4 × 6 × 5: all there is
			t.Errorf("%d samples, %d sub-tasks", r.Samples, r.Progress.Total)
		}
		other := w.brand(t, who, ten[:5]...)
		w.schedule(t, who, other, at(5, 10, 30), &brand.Schedule{Hour: 10, Samples: 2})
		w.schedule(t, who, brandID, at(5, 10, 30), nil)
		if r := scheduled(other, 6); r.Samples != 2 || r.Progress.Total != 60 {
			t.Errorf("%d samples, %d sub-tasks", r.Samples, r.Progress.Total)
		}
		w.schedule(t, who, brandID, at(6, 10, 30), &brand.Schedule{Hour: 12, Samples: 4})
		w.tick(t, at(6, 12, 0)) // 60 of 120 are left for 4 × 6
		runs, _, err := w.List(t.Context(), who, brandID, run.Paging{Number: 1, Size: 1})
		must.Do(t, err)
		if runs[0].Samples != 2 || runs[0].Progress.Total != 48 {
			t.Errorf("what is left: %d samples, %d sub-tasks", runs[0].Samples, runs[0].Progress.Total)
		}
		w.work(t)
		standard := plan.Standard
		must.Get(w.plans.Set(t.Context(), who.UserID, plan.Change{Tier: &standard}))(t)
		if r := scheduled(other, 14); r.Samples != 1 {
			t.Errorf("on the smaller plan: %d samples", r.Samples)
		}
	})
}
