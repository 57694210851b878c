package fact_test

import (
	"reflect"
	"testing"
	"time"

	"renown/internal/floor/day"
	"renown/internal/floor/queue"
	"renown/internal/room/fact"
	"renown/internal/room/reading"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/geotest"
	"renown/internal/testkit/must"
)

// Days, and months that are over, are kept as sums, which are those of their answers: after a change of facts, half
// way through reading again,
// and narrowed to a platform or a topic.
func TestDays(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		ctx, b := t.Context(), w.Brand(t, "青禾咖啡")
		topics := []string{b.Topic(t, "门店"), b.Topic(t, "口味")}
		for _, topic := range topics {
			b.Prompt(t, topic, "青禾咖啡怎么样？"+topic, "usage")
		}
		w.Clock.Set(time.Date(2027, 2, 27, 4, 0, 0, 0, time.UTC)) // two days of a month that is over then, one of the next
		for range 3 {
			b.Run(t, "doubao", "deepseek")
			w.Clock.Advance(24 * time.Hour)
		}
		b.Run(t, "doubao", "deepseek") // today
		w.Exec(t, `UPDATE findings SET position = 1`)
		w.Exec(t,
			`UPDATE answer_texts SET text = CASE WHEN (SELECT platform FROM answers WHERE id = answer_id) = 'doubao' THEN '青禾咖啡有 500 家门店。有人说青禾咖啡有 600 家门店。青禾咖啡有 700 家门店。' ELSE '青禾咖啡有 412 家门店。' END`)
		facts := fact.New(w.DB, w.Plans, w.Brands, queue.Gather(w.DB, func([]queue.Job) {}), nil)
		one, err := facts.Create(ctx, b.Who, b.ID, fact.Fields{
			Attribute: "门店数", Value: "412", Unit: "家",
			SourceURL: new("https://qinghe.example/q3"),
		})
		must.Do(t, err)

		today := day.Of(w.Clock.Now())
		days := func() int64 { return w.Number(t, `SELECT count(*) FROM compared_days`) }
		sums := func() (list []*fact.Sums) {
			t.Helper()
			for _, e := range []fact.Extent{{}, {Platforms: []string{"doubao"}}, {TopicIDs: topics[:1]}, {Mode: "chat"}} {
				e.BrandID, e.From, e.To = b.ID, (today - 40).Begin(), (today + 1).Begin()
				if e.Mode == "" {
					e.Mode = reading.SearchMode
				}
				for _, daily := range []bool{false, true} {
					s := must.Get(fact.Sum(ctx, w.DB.Read(), e, daily))(t)
					list = append(list, s)
				}
			}
			return list
		}
		same := func(when string, want int64) {
			t.Helper()
			expect.Equal(t, days(), want, when, "days and months are kept")
			kept := sums()
			w.Exec(t, `DELETE FROM compared_days`)
			if counted := sums(); !reflect.DeepEqual(kept, counted) {
				t.Errorf("%s: kept %+v, counted %+v", when, kept[1], counted[1])
			}
			if all := kept[1]; len(all.Cells) != 16 || all.Cells[0].Answers != 1 || len(kept[7].Cells) != 0 {
				t.Errorf("%s: %+v", when, all)
			}
		}
		check := func() { t.Helper(); must.Do(t, facts.Compare(ctx, b.ID)) }
		check()
		if n := sums()[0].Contradictions(fact.Which{FactID: one.ID}); n == 0 ||
			n != w.Number(t, `SELECT count(*) FROM claims WHERE verdict = 'contradicts'`) {
			t.Errorf("%d contradictions", n)
		}
		same("checked", 5)
		check()
		same("added up again", 5)
		check()
		must.Get(facts.Update(ctx, b.Who, one.ID, func(f *fact.Fields) { f.Value = "500" }))(t)
		same("a fact has changed", 5)
		check()
		must.Get(facts.Update(ctx, b.Who, one.ID, func(f *fact.Fields) { f.Value = "600" }))(t)
		pieces := fact.New(w.DB, w.Plans, w.Brands, queue.Gather(w.DB, func([]queue.Job) {}), nil).InPieces()
		for range 5 { // all of today's, and one of yesterday's
			must.Do(t, pieces.Jobs()[0].Handle(ctx, queue.Delivery{Args: []byte(`{"brand_id":"` + b.ID + `"}`), Attempt: 1}))
		}
		same("half read again", 3)
		check()
		same("read again to the end", 5)
		check()
		must.Do(t, facts.Delete(ctx, b.Who, one.ID))
		check()
		expect.Equal(t, days(), 0, "days without facts")
	})
}
