package run_test

import (
	"testing"
	"time"

	"renown/internal/room/plan"
	"renown/internal/room/run"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// What is left takes as long as the pace of the last minutes says; before there is a pace, and afterwards, nothing is said.
func TestRemaining(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		who := w.caller(t, plan.Upper)
		runID := w.accepted(t, who, w.brand(t, who, questions(10)...), "doubao", "qwen")
		left := func() (time.Duration, bool) {
			t.Helper()
			d, known, err := w.Remaining(t.Context(), w.progress(t, who, runID))
			must.Do(t, err)
			return d, known
		}
		if d, known := left(); known {
			t.Errorf("at the start: %s", d)
		}
		w.clock.Advance(time.Hour) // the first answers came long ago: they tell nothing of the pace now
		storetest.Exec(t, w.db,
			`UPDATE tasks SET status = 'answered', ended_at = $2 WHERE id IN (SELECT id FROM tasks WHERE run_id = $1 ORDER BY id LIMIT 4)`, runID, w.clock.Now().Add(-50*time.Minute).UnixMicro())
		storetest.Exec(t, w.db, `UPDATE runs SET done = 4, answered = 4 WHERE id = $1`, runID)
		if d, known := left(); known {
			t.Errorf("after a standstill: %s", d)
		}
		storetest.Exec(t, w.db,
			`UPDATE tasks SET status = 'answered', ended_at = $2 WHERE id IN (SELECT id FROM tasks WHERE run_id = $1 AND ended_at IS NULL ORDER BY id LIMIT 8)`, runID, w.clock.Now().Add(-time.Minute).UnixMicro())
		storetest.Exec(t, w.db, `UPDATE runs SET done = 12, answered = 12 WHERE id = $1`, runID)
		if d, known := left(); !known || d != 5*time.Minute { // eight in five minutes, eight to go
			t.Errorf("eight to go: %s %t", d, known)
		}
		ended := w.progress(t, who, runID)
		ended.Status = run.Completed
		if d, known, err := w.Remaining(t.Context(), ended); known || err != nil {
			t.Errorf("after the end: %s (%v)", d, err)
		}
	})
}
