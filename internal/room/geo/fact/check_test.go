package fact_test

import (
	"testing"

	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/geo/fact"
	"renown/internal/testkit/geotest"
)

// Answers that name the brand are held against its facts; a fact that changes has them read again, one that goes takes its verdicts along.
func TestAccuracy(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		ctx := t.Context()
		b := w.Brand(t, "青禾咖啡")
		topic := b.Topic(t, "门店")
		b.Prompt(t, topic, "青禾咖啡有多少家店？", "usage")
		b.Run(t, "doubao", "deepseek")
		geotest.Must(t, w.DB.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `UPDATE findings SET position = 1 WHERE brand_id = $1`, b.ID)
			if err == nil {
				_, err = tx.Exec(ctx, `UPDATE answers SET text = CASE WHEN platform = 'doubao' THEN '青禾咖啡有 500 家门店。' ELSE '据说青禾咖啡有 500 家门店。' END WHERE brand_id = $1`, b.ID)
			}
			return err
		}))
		jobs := 0
		facts := fact.New(w.DB, w.Plans, w.Brands, queue.Gather(w.DB, func(list []queue.Job) { jobs += len(list) }))
		one, err := facts.Create(ctx, b.Who, b.ID, fact.Fields{Attribute: "门店数", Value: "412", Unit: "家", SourceURL: day("https://qinghe.example/q3")})
		geotest.Must(t, err)
		if jobs != 1 {
			t.Errorf("%d jobs after a change", jobs)
		}
		look := func(numerator, judged, total int64) fact.Accuracy {
			t.Helper()
			geotest.Must(t, facts.Check(ctx, b.ID))
			geotest.Must(t, facts.Check(ctx, b.ID)) // twice changes nothing
			a, err := facts.Accuracy(ctx, b.Who, b.ID, fact.Query{Page: fact.Page{Number: 1, Size: 20}})
			geotest.Must(t, err)
			if a.Contradicted.Numerator != numerator || a.Judged.Numerator != judged || a.Contradicted.Denominator != 2 || a.Total != total || a.Pending != 0 {
				t.Errorf("%+v", a)
			}
			return a
		}
		a := look(1, 1, 1)
		if c := a.Contradictions[0]; c.Platform != "doubao" || *c.Said != "500 家" || c.Expected != "412 家" || *c.Sentence != "青禾咖啡有 500 家门店。" {
			t.Errorf("%+v", c)
		}
		if len(a.Platforms) != 2 || len(a.Facts) != 1 || a.Facts[0].Numerator != 1 || a.Facts[0].Low == nil {
			t.Errorf("%+v", a)
		}
		_, err = facts.Update(ctx, b.Who, one.ID, func(f *fact.Fields) { f.Value = "500" })
		geotest.Must(t, err)
		if a, err := facts.Accuracy(ctx, b.Who, b.ID, fact.Query{Page: fact.Page{Number: 1, Size: 20}}); err != nil || a.Pending != 2 {
			t.Errorf("what is to be read again is not said: %+v, %v", a.Pending, err)
		}
		look(0, 1, 0)
		geotest.Must(t, facts.Delete(ctx, b.Who, one.ID))
		geotest.Must(t, facts.Check(ctx, b.ID))
		if n := w.Number(t, `SELECT count(*) FROM claims`); n != 0 {
			t.Errorf("%d claims without a fact", n)
		}
		if _, err := facts.Accuracy(ctx, account.Caller{SpaceID: "spc_other"}, b.ID, fact.Query{Page: fact.Page{Number: 1, Size: 20}}); err == nil {
			t.Error("another space reads it")
		}
	})
}
