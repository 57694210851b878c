package run_test

import (
	"testing"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/room/geo/run"
	"renown/internal/room/plan"
)

// Failed questions of the latest run are put again within it: counters, quota and what is left out are as if they had not
// failed, and each is asked a bounded number of times.
func TestAskAgain(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		who, brandID, runID, _ := completed(t, w)
		_, err := w.AskAgain(t.Context(), w.caller(t, plan.Upper), runID)
		refused(t, err, fault.NoSuchThing, map[string]any{"resource": "run", "id": runID})
		ended, err := w.Find(t.Context(), who, runID)
		must(t, err)
		failed := func() int64 { return w.number(t, `SELECT COALESCE(sum(failed), 0) FROM failures WHERE span > 1000000`) }
		n, err := w.Again(t.Context(), who, runID)
		must(t, err)
		if n != 6 || failed() != 6 || ended.Status != run.Completed {
			t.Fatalf("%d to ask again, %d failed, %s", n, failed(), ended.Status)
		}
		used := w.number(t, `SELECT count(*) FROM runs`)
		again, err := w.AskAgain(t.Context(), who, runID)
		must(t, err)
		if again.Status != run.Running || again.Progress.Done != 18 || failed() != 0 {
			t.Errorf("%+v, %d failed", again, failed())
		}
		twice, err := w.AskAgain(t.Context(), who, runID)
		must(t, err)
		if twice.Progress != again.Progress {
			t.Errorf("asked twice: %+v", twice)
		}
		w.work(t)
		over, err := w.Find(t.Context(), who, runID)
		must(t, err)
		if over.Status != ended.Status || over.Progress != ended.Progress || failed() != 6 || w.number(t, `SELECT count(*) FROM runs`) != used {
			t.Errorf("%+v, before %+v, %d failed", over, ended, failed())
		}
		for i, p := range over.Platforms {
			if p.Status != ended.Platforms[i].Status || p.Done != p.Total || p.Failed != ended.Platforms[i].Failed {
				t.Errorf("%+v", p)
			}
		}
		for range 9 {
			if n, err = w.Again(t.Context(), who, runID); n == 0 || err != nil {
				break
			}
			_, err := w.AskAgain(t.Context(), who, runID)
			must(t, err)
			w.work(t)
		}
		if n != 0 {
			t.Errorf("still %d to ask", n)
		}
		_, err = w.AskAgain(t.Context(), who, runID)
		refused(t, err, fault.RunEnded, map[string]any{"status": run.Completed})
		w.clock.Advance(48 * time.Hour)
		w.accepted(t, who, brandID)
		if n, err = w.Again(t.Context(), who, runID); n != 0 || err != nil {
			t.Errorf("an older run: %d, %v", n, err)
		}
	})
}
