package run_test

import (
	"testing"

	"renown/internal/floor/fault"
	"renown/internal/room/plan"
	"renown/internal/room/run"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// Failed questions of the latest run are put again within it: counters, quota and what is left out are as if they had not
// failed, and each is asked a bounded number of times.
func TestAskAgain(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		who, _, runID, _ := completed(t, w)
		_, err := w.AskAgain(t.Context(), w.caller(t, plan.Upper), runID)
		refused(t, err, fault.NoSuchThing, map[string]any{"resource": "run", "id": runID})
		ended := must.Get(w.Find(t.Context(), who, runID))(t)
		failed := func() int64 { return w.number(t, `SELECT COALESCE(sum(failed), 0) FROM failures`) }
		n := must.Get(w.Again(t.Context(), who, runID))(t)
		if n != 6 || failed() != 6 || ended.Status != run.Completed {
			t.Fatalf("%d to ask again, %d failed, %s", n, failed(), ended.Status)
		}
		must.Do(t, w.brands.Archive(t.Context(), who, ended.BrandID, true))
		for what, err := range map[string]error{
			"again": func() error { _, err := w.AskAgain(t.Context(), who, runID); return err }(),
			"a run": func() error { _, err := w.submit(who, ended.BrandID); return err }(),
		} {
			if f := fault.As(err); f == nil || f.Code != fault.BrandArchived || f.Detail["archived_at"] == nil {
				t.Errorf("%s of a brand at rest: %v", what, err)
			}
		}
		must.Do(t, w.brands.Archive(t.Context(), who, ended.BrandID, false))
		used := w.number(t, `SELECT count(*) FROM runs`)
		again := must.Get(w.AskAgain(t.Context(), who, runID))(t)
		if again.Status != run.Running || again.Progress.Done != 18 || failed() != 0 {
			t.Errorf("%+v, %d failed", again, failed())
		}
		twice := must.Get(w.AskAgain(t.Context(), who, runID))(t)
		expect.Equal(t, twice.Progress, again.Progress, "asked twice:", twice)
		w.work(t)
		over := must.Get(w.Find(t.Context(), who, runID))(t)
		if over.Status != run.Completed || over.Progress != ended.Progress || failed() != 0 ||
			w.number(t, `SELECT count(*) FROM runs`) != used {
			t.Errorf("%+v, %d failed", over, failed())
		}
		for _, p := range over.Platforms {
			if p.Status != run.Completed || p.Answered != p.Total || p.Failed != 0 {
				t.Errorf("%+v", p)
			}
		}
		_, err = w.AskAgain(t.Context(), who, runID)
		refused(t, err, fault.RunEnded, map[string]any{"status": run.Completed})
		if n, err = w.Again(t.Context(), who, runID); n != 0 || err != nil {
			t.Errorf("still %d to ask, %v", n, err)
		}
	})
}
