package fact_test

import (
	"encoding/json"
	"testing"
	"time"

	"renown/internal/floor/queue"
	"renown/internal/room/fact"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/geotest"
	"renown/internal/testkit/must"
)

// Once all answers were read, a check looks at new ones alone: one whose verdicts are taken away by hand, as nothing
// does, is not missed. It
// looks at all of them when facts change, when the reading of names does, and when another sheet was used meanwhile.
func TestSwept(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		ctx := t.Context()
		b := watched(t, w, "青禾咖啡有 500 家门店。", "青禾咖啡共有 600 家门店。")
		facts := fact.New(w.DB, w.Plans, w.Brands, queue.Gather(w.DB, func([]queue.Job) {}), nil)
		one, err := facts.Create(ctx, b.Who, b.ID, fact.Fields{
			Attribute: "门店数", Value: "412", Unit: "家",
			SourceURL: new("https://qinghe.example/q3"),
		})
		must.Do(t, err)
		change := func(value string) {
			t.Helper()
			must.Get(facts.Update(ctx, b.Who, one.ID, func(f *fact.Fields) { f.Value = value }))(t)
		}
		forget := func() { // the verdicts on the oldest answer
			t.Helper()
			w.Exec(t, `DELETE FROM compared_answers WHERE answer_id = (SELECT min(id) FROM answers)`)
		}
		look := func(when string, want int64) {
			t.Helper()
			must.Do(t, facts.Compare(ctx, b.ID))
			expect.Equal(t, w.Number(t, `SELECT count(*) FROM compared_answers`), want, when, "answers are checked")
			if n := w.Number(t, `SELECT count(DISTINCT sheet) FROM compared_answers`); n != 1 {
				t.Errorf("%s: with %d sheets", when, n)
			}
		}
		w.Clock.Advance(2 * time.Hour)
		look("at first", 2)
		forget()
		b.Run(t, "doubao", "deepseek")
		w.Exec(t, `UPDATE findings SET position = 1`)
		look("after a second run", 3)
		look("again", 3)
		change("413")
		look("after a change", 4)

		forget()
		look("nothing has changed", 3)
		w.Exec(t, `UPDATE fact_sheets SET swept = replace(swept, '/', '/9')`)
		look("another reading", 4)

		w.Clock.Advance(2 * time.Hour)
		look("later", 4)
		change("414")
		args, _ := json.Marshal(map[string]string{"brand_id": b.ID})
		pieces := fact.New(w.DB, w.Plans, w.Brands, queue.Gather(w.DB, func([]queue.Job) {}), nil).InPieces()
		must.Do(t, pieces.Jobs()[0].Handle(ctx, queue.Delivery{Args: args, Attempt: 1}))
		change("413")
		look("there and back", 4)
	})
}
