package run_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/room/run"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// An export holds what the lists hold, also when it is more than is read at once; to another space it is empty.
func TestExportOfRuns(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		who, brandID, runID, _ := completed(t, w)
		export := func(who account.Caller) (runs []run.Run, answers []run.Evidence) {
			must.Do(t, w.ExportRuns(t.Context(), who, brandID, func(r run.Run) error {
				runs = append(runs, r)
				return nil
			}))
			must.Do(t, w.ExportAnswers(t.Context(), who, brandID, func(e run.Evidence) error {
				answers = append(answers, e)
				return nil
			}))
			return runs, answers
		}
		runs, answers := export(who)
		wantRuns, _, err := w.List(t.Context(), who, brandID, run.Paging{Number: 1, Size: 10})
		must.Do(t, err)
		want, _, err := w.Evidence(t.Context(), who, runID, run.EvidenceFilter{Paging: run.Paging{Number: 1, Size: 100}})
		must.Do(t, err)
		expect.Equal(t, len(want), 24, "answers")
		if diff := cmp.Diff(wantRuns, runs); diff != "" {
			t.Errorf("runs (-listed +exported)\n%s", diff)
		}
		if diff := cmp.Diff(want, answers); diff != "" {
			t.Errorf("answers (-listed +exported)\n%s", diff)
		}
		if runs, answers := export(w.caller(t, plan.Upper)); len(runs)+len(answers) != 0 {
			t.Errorf("another space exports %d runs and %d answers", len(runs), len(answers))
		}
	})
}
