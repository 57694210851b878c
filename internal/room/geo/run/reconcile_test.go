package run_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"renown/internal/room/geo/run"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
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
			`DROP TABLE latest_runs`, `DROP INDEX answers_bare`, `DROP INDEX answers_listed`, `ALTER TABLE answers DROP COLUMN question`, `ALTER TABLE answers DROP COLUMN types`,
			`ALTER TABLE answers DROP COLUMN stage`, `ALTER TABLE answers DROP COLUMN topic_id`, `ALTER TABLE answers DROP COLUMN prompt_id`,
			`ALTER TABLE answers DROP COLUMN platform`, `DELETE FROM schema_served WHERE version_id = 14`,
		} {
			storetest.Exec(t, w.db, sql)
		}
		w.migrate(t, "00014_answers.sql")
		if n := w.number(t, `SELECT count(*) FROM answers`); n != answers || answers == 0 {
			t.Errorf("%d answers, there were %d", n, answers)
		}
		expect.Equal(t, w.number(t, bare), 0, "answers do not say what they answer")
		b := must.Get(w.brands.Find(t.Context(), who, brandID))(t)
		if r := b.LastRun; r == nil || r.RunID != runID || r.Status != run.Completed || r.FinishedAt == nil {
			t.Errorf("the latest run is %+v", r)
		}
	})
}

// migrate does again what one migration does; what came after it stays as it is.
func (w *world) migrate(t *testing.T, file string) {
	t.Helper()
	text := must.Get(os.ReadFile(filepath.Join("../../../floor/store/migrations", file)))(t)
	up, _, _ := strings.Cut(string(text), "-- +goose Down")
	lines := slices.DeleteFunc(strings.Split(up, "\n"), func(line string) bool { return strings.HasPrefix(line, "--") })
	for sql := range strings.SplitSeq(strings.Join(lines, "\n"), ";\n") {
		if strings.TrimSpace(sql) != "" {
			storetest.Exec(t, w.db, sql)
		}
	}
}

// What a program of the schema before wrote after the migration is repaired at the next start: answers say what they answer, and
// brands know their latest run. What is right already stays as it is.
func TestReconcile(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		who, brandID, runID, _ := completed(t, w)
		must.Equal(t, w.number(t, bare), 0, "answers do not say what they answer")
		storetest.Exec(t, w.db, `UPDATE answers SET platform = '', prompt_id = '', topic_id = '', stage = '', types = '[]', question = ''`)
		storetest.Exec(t, w.db, `DELETE FROM latest_runs`)
		for range 2 {
			must.Do(t, w.Reconcile(t.Context()))
			expect.Equal(t, w.number(t, bare), 0, "answers were left")
			b := must.Get(w.brands.Find(t.Context(), who, brandID))(t)
			if r := b.LastRun; r == nil || r.RunID != runID || r.Status != run.Completed || r.FinishedAt == nil {
				t.Errorf("the latest run is %+v", r)
			}
		}
	})
}
