package run_test

import (
	"testing"
	"time"

	"renown/internal/room/geo/run"
)

// bare counts answers that do not say what they answer.
const bare = `SELECT count(*) FROM answers a JOIN tasks t ON t.id = a.id
	WHERE a.platform <> t.platform OR a.prompt_id <> t.prompt_id OR a.topic_id <> t.topic_id OR a.stage <> t.stage OR a.types <> t.types OR a.question <> t.prompt_text`

// A database of the schema before keeps everything, and the new columns and the latest runs are filled from what is there.
func TestUpgradeAnswers(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		who, brandID, _, _ := completed(t, w)
		w.clock.Advance(time.Hour)
		runID := w.accepted(t, who, brandID, "doubao")
		w.work(t)
		answers := w.number(t, `SELECT count(*) FROM answers`)
		for _, sql := range []string{
			`DROP INDEX answers_modeless`, `ALTER TABLE answers DROP COLUMN mode`, `DROP INDEX findings_modeless`, `ALTER TABLE findings DROP COLUMN mode`,
			`ALTER TABLE findings DROP COLUMN unknown`, `ALTER TABLE sheets DROP COLUMN cells`, `ALTER TABLE sheets DROP COLUMN rivals`, `DROP TABLE arrivals`, `ALTER TABLE tasks DROP COLUMN lost`, `DROP TABLE scheduled_use`, `DROP TABLE latest_runs`, `DROP INDEX answers_bare`, `ALTER TABLE answers DROP COLUMN question`, `ALTER TABLE answers DROP COLUMN types`,
			`ALTER TABLE answers DROP COLUMN stage`, `ALTER TABLE answers DROP COLUMN topic_id`, `ALTER TABLE answers DROP COLUMN prompt_id`,
			`ALTER TABLE answers DROP COLUMN platform`, `DELETE FROM schema_served WHERE version_id >= 14`, `DELETE FROM schema_version WHERE version_id >= 14`,
		} {
			w.exec(t, sql)
		}
		must(t, w.db.Migrate(t.Context()))
		if n := w.number(t, `SELECT count(*) FROM answers`); n != answers || answers == 0 {
			t.Errorf("%d answers, there were %d", n, answers)
		}
		if n := w.number(t, bare); n != 0 {
			t.Errorf("%d answers do not say what they answer", n)
		}
		b, err := w.brands.Find(t.Context(), who, brandID)
		must(t, err)
		if r := b.LastRun; r == nil || r.RunID != runID || r.Status != run.Completed || r.FinishedAt == nil {
			t.Errorf("the latest run is %+v", r)
		}
	})
}

// What a program of the schema before wrote after the migration is repaired at the next start: answers say what they answer, and
// brands know their latest run. What is right already stays as it is.
func TestReconcile(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		who, brandID, runID, _ := completed(t, w)
		if n := w.number(t, bare); n != 0 {
			t.Fatalf("%d answers do not say what they answer", n)
		}
		w.exec(t, `UPDATE answers SET platform = '', prompt_id = '', topic_id = '', stage = '', types = '[]', question = ''`)
		w.exec(t, `DELETE FROM latest_runs`)
		for range 2 {
			must(t, w.Reconcile(t.Context()))
			if n := w.number(t, bare); n != 0 {
				t.Errorf("%d answers were left", n)
			}
			b, err := w.brands.Find(t.Context(), who, brandID)
			must(t, err)
			if r := b.LastRun; r == nil || r.RunID != runID || r.Status != run.Completed || r.FinishedAt == nil {
				t.Errorf("the latest run is %+v", r)
			}
		}
	})
}
