package export_test

import (
	"bytes"
	"testing"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/room/export"
	"renown/internal/simulator"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/geotest"
	"renown/internal/testkit/must"
)

// A tag names the bytes: it is another when they are, and the same as long as days that are over stay as they are.
func TestBulkTag(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		w.Sim.Know(simulator.Brand{Name: "云栖笔记", Weight: 0.6, Terms: []string{"云笔记"}})
		b := w.Brand(t, "云栖笔记")
		b.Prompt(t, b.Topic(t, "选型"), "哪款云笔记好用？", "awareness")
		b.Run(t)
		open := func(table string, to string) *export.File {
			t.Helper()
			return must.Get(w.Bulk.Open(t.Context(), b.Who, b.ID,
				export.Query{Table: table, Format: "parquet", From: "2026-01-05", To: to}))(t)
		}
		today := open("answers", "2026-01-05")
		expect.Equal(t, today.Tag, "", "a day that is filling has the tag")
		w.Clock.Advance(24 * time.Hour)
		must.Do(t, today.Write(t.Context(), &bytes.Buffer{})) // its day ended meanwhile
		tags := map[string]string{}
		same := func(when string, want ...string) {
			t.Helper()
			for _, table := range w.Bulk.Names() {
				tag := open(table, "2026-01-05").Tag
				kept := tags[table] == tag
				tags[table] = tag
				for _, name := range want {
					if name == table {
						kept = !kept
					}
				}
				if !kept {
					t.Errorf("%s: the tag of %s", when, table)
				}
			}
		}
		same("at first", w.Bulk.Names()...)
		same("again")
		second := b.Run(t)
		same("answers of another day")
		w.Exec(t, `DELETE FROM answer_texts`) // as when texts are no longer kept
		same("texts are gone", "answers", "claims")

		late := open("daily", "2026-01-05")
		must.Do(t, late.Unchanged(t.Context()))
		w.Exec(t, `UPDATE answers SET answered_at = answered_at - $1 WHERE run_id = $2`, (24 * time.Hour).Microseconds(), second)
		w.Exec(t, `UPDATE findings SET at = at - $1 WHERE answer_id IN (SELECT id FROM answers WHERE run_id = $2)`,
			(24 * time.Hour).Microseconds(), second)
		must.Do(t, late.Write(t.Context(), &bytes.Buffer{}))
		expect.Refuse(t, late.Unchanged(t.Context()), fault.Unavailable, "answers that were stored late")
		same("answers that were stored late", w.Bulk.Names()...)

		file, changed := open("answers", "2026-01-05"), false
		err := file.Write(t.Context(), writing(func() {
			if !changed {
				changed = true
				b.Rename(t, "云栖", "云栖笔记")
				w.Reread(t)
			}
		}))
		expect.Refuse(t, err, fault.Unavailable, "read again while it was written")
		same("another name", w.Bulk.Names()...)
	})
}

// writing does something at each write.
type writing func()

func (w writing) Write(p []byte) (int, error) { w(); return len(p), nil }
