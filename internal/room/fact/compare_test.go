package fact_test

import (
	"encoding/json"
	"strings"
	"testing"

	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/fact"
	"renown/internal/room/insight"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/geotest"
	"renown/internal/testkit/must"
)

// watched is a brand with an answer on each of two platforms that says what is given.
func watched(t *testing.T, w *geotest.World, doubao, deepseek string) *geotest.Watched {
	t.Helper()
	b := w.Brand(t, "青禾咖啡")
	b.Prompt(t, b.Topic(t, "门店"), "青禾咖啡有多少家店？", "usage")
	b.Run(t, "doubao", "deepseek")
	must.Do(t, w.DB.InTx(t.Context(), func(tx *store.Tx) error {
		_, err := tx.Exec(t.Context(),
			`UPDATE findings SET position = 1, sources = '[{"url":"https://a.example/1","title":null,"domain":"a.example","class":"media","channel":"a.example","cited":true},{"url":"https://b.example/2","title":null,"domain":"b.example","class":"media","channel":"b.example","cited":true}]' WHERE brand_id = $1`, b.ID)
		if err == nil {
			_, err = tx.Exec(t.Context(), `UPDATE answer_texts SET text = (SELECT CASE WHEN platform = 'doubao' THEN $2 ELSE $3 END FROM answers
				WHERE id = answer_id) WHERE answer_id IN (SELECT id FROM answers WHERE brand_id = $1)`, b.ID, doubao, deepseek)
		}
		if err == nil {
			_, err = tx.Exec(t.Context(), `UPDATE answers SET citations = CASE WHEN platform = 'doubao' THEN '[{"url":"a.example/1"},{"url":"b.example/2","at":[[14,14]]}]' ELSE '[]' END WHERE brand_id = $1`, b.ID)
		}
		return err
	}))
	return b
}

var page = fact.Paging{Number: 1, Size: 20}

// Answers that name the brand are held against its facts; a fact that changes has them read again, one that goes takes its verdicts along.
func TestAccuracy(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		ctx := t.Context()
		b := watched(t, w, "青禾咖啡有 500 家门店。", "据说青禾咖啡有 500 家门店。")
		facts := fact.New(w.DB, w.Plans, w.Brands, queue.Gather(w.DB, func([]queue.Job) {}), nil)
		one, err := facts.Create(ctx, b.Who, b.ID, fact.Fields{
			Attribute: "门店数", Value: "412", Unit: "家",
			SourceURL: new("https://qinghe.example/q3"),
		})
		must.Do(t, err)
		if o, err := w.Insights.Overview(ctx, b.Who, b.ID, insight.Query{}); err != nil || o.Contradicted != nil {
			t.Errorf("a figure before anything was read: %+v, %v", o.Contradicted, err)
		}
		look := func(numerator, judged float64, total int64) insight.Truth {
			t.Helper()
			must.Do(t, facts.Compare(ctx, b.ID))
			must.Do(t, facts.Compare(ctx, b.ID)) // twice changes nothing
			a := must.Get(w.Insights.Accuracy(ctx, b.Who, b.ID, insight.Query{}, fact.Which{}, page))(t)
			if a.Contradicted.Numerator != numerator || a.Judged.Numerator != judged ||
				a.Contradicted.Denominator != 2 || a.Total != total || a.Pending != 0 {
				t.Errorf("%+v", a)
			}
			return a
		}
		a := look(1, 1, 1)
		if c := a.Contradictions[0]; c.Platform != "doubao" || *c.Said != "500 家" || c.Expected != "412 家" ||
			*c.Sentence != "青禾咖啡有 500 家门店。" {
			t.Errorf("%+v", c)
		} else if !c.Beside || len(c.Citations) != 1 || c.Citations[0].Domain != "b.example" {
			t.Errorf("cited beside the sentence: %v %+v", c.Beside, c.Citations)
		}
		if len(a.Platforms) != 2 || len(a.Facts) != 1 || a.Facts[0].Numerator != 1 || a.Facts[0].Low == nil ||
			len(a.Prompts) != 1 || a.Prompts[0].Text != "青禾咖啡有多少家店？" {
			t.Errorf("%+v", a)
		}
		if o, err := w.Insights.Overview(ctx, b.Who, b.ID, insight.Query{}); err != nil || o.Contradicted == nil ||
			o.Contradicted.Numerator != 1 || *o.Contradicted.Low <= 0 {
			t.Errorf("the overview says nothing of it: %+v, %v", o.Contradicted, err)
		}
		must.Get(facts.Update(ctx, b.Who, one.ID, func(f *fact.Fields) { f.Value = "500" }))(t)
		if a, err := w.Insights.Accuracy(ctx, b.Who, b.ID, insight.Query{}, fact.Which{}, page); err != nil || a.Pending != 2 {
			t.Errorf("what is to be read again is not said: %+v, %v", a.Pending, err)
		}
		look(0, 1, 0)
		must.Do(t, facts.Delete(ctx, b.Who, one.ID))
		must.Do(t, facts.Compare(ctx, b.ID))
		expect.Equal(t, w.Number(t, `SELECT count(*) FROM claims`), 0, "claims without a fact")
		if _, err := w.Insights.Accuracy(ctx, account.Caller{SpaceID: "spc_other"}, b.ID, insight.Query{}, fact.Which{}, page); err == nil {
			t.Error("another space reads it")
		}
	})
}

// A fact that two answers contradict is told once; the jobs of a brand take one place in the line, and one that
// is not finished comes again at its end.
func TestTold(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		ctx := t.Context()
		b := watched(t, w, "青禾咖啡有 500 家门店。", "青禾咖啡共有 600 家门店。")
		var jobs []queue.Job
		facts := fact.New(w.DB, w.Plans, w.Brands, queue.Gather(w.DB,
			func(list []queue.Job) { jobs = append(jobs, list...) }), w.Events).InPieces()
		one, err := facts.Create(ctx, b.Who, b.ID, fact.Fields{
			Attribute: "门店数", Value: "412", Unit: "家",
			SourceURL: new("https://qinghe.example/q3"),
		})
		must.Do(t, err)
		_, err = facts.Create(ctx, b.Who, b.ID, fact.Fields{Attribute: "创立年份", Value: "2016", SourceURL: new("https://qinghe.example/us")})
		must.Do(t, err)
		expect.Equal(t, len(jobs), 1, "jobs wait after two changes")
		told := func() (alerts, events int64) {
			return w.Number(t, `SELECT count(*) FROM alerts WHERE kind = 'fact_contradicted'`),
				w.Number(t, `SELECT count(*) FROM events WHERE type = 'fact.contradicted'`)
		}
		args, _ := json.Marshal(jobs[0].Args)
		for done := 0; done < len(jobs) && done < 10; done++ {
			if alerts, _ := told(); done == 1 && alerts != 0 {
				t.Error("one answer is told of")
			}
			must.Do(t, facts.Jobs()[0].Handle(ctx, queue.Delivery{Args: args, Attempt: 1}))
		}
		if len(jobs) != 3 { // two answers, and a look that finds none
			t.Errorf("%d jobs for two answers", len(jobs))
		}
		if alerts, events := told(); alerts != 1 || events != 1 {
			t.Errorf("%d alerts, %d events", alerts, events)
		}
		o := must.Get(w.Insights.Overview(ctx, b.Who, b.ID, insight.Query{}))(t)
		if f := o.Alerts[0].Figures.Facts; len(f) != 1 || f[0].FactID != one.ID || f[0].Answers != 2 ||
			strings.Join(f[0].Platforms, " ") != "deepseek doubao" {
			t.Errorf("%+v", f)
		}
		// Another change has everything read again, and tells nothing again.
		must.Get(facts.Update(ctx, b.Who, one.ID, func(f *fact.Fields) { f.Terms = store.Texts{"店面"} }))(t)
		must.Do(t, facts.Compare(ctx, b.ID))
		if alerts, events := told(); alerts != 1 || events != 1 {
			t.Errorf("again: %d alerts, %d events", alerts, events)
		}
		// Another value is another fact; it joins the alert of the day.
		must.Get(facts.Update(ctx, b.Who, one.ID, func(f *fact.Fields) { f.Value = "413" }))(t)
		must.Do(t, facts.Compare(ctx, b.ID))
		if alerts, events := told(); alerts != 1 || events != 2 {
			t.Errorf("another value: %d alerts, %d events", alerts, events)
		}
	})
}

// Once a history was read again with other names, the answers that name the brand then are held against its facts,
// without waiting for a run.
func TestComparedAfterRereading(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		ctx := t.Context()
		b := watched(t, w, "青禾咖啡有 500 家门店。", "禾禾馆有 600 家门店。")
		facts := fact.New(w.DB, w.Plans, w.Brands, queue.Gather(w.DB, func([]queue.Job) {}), nil)
		must.Get(facts.Create(ctx, b.Who, b.ID, fact.Fields{
			Attribute: "门店数", Value: "412", Unit: "家",
			SourceURL: new("https://qinghe.example/q3"),
		}))(t)
		w.Exec(t, `UPDATE findings SET position = NULL WHERE platform = 'deepseek'`)
		must.Do(t, facts.Compare(ctx, b.ID))
		look := func(when string, wrong float64, of int64) {
			t.Helper()
			a := must.Get(w.Insights.Accuracy(ctx, b.Who, b.ID, insight.Query{}, fact.Which{}, page))(t)
			if a.Contradicted.Numerator != wrong || a.Contradicted.Denominator != of || a.Pending != 0 {
				t.Errorf("%s: %v of %d, %d to be read", when, a.Contradicted.Numerator, a.Contradicted.Denominator, a.Pending)
			}
		}
		look("before", 1, 1)
		named := func(aliases ...string) {
			t.Helper()
			must.Get(w.Brands.Update(ctx, b.Who, b.ID, func(p *brand.Profile) { p.Aliases = aliases }))(t)
			w.Reread(t)
			for _, brandID := range w.Comparisons() {
				args := must.Get(json.Marshal(map[string]string{"brand_id": brandID}))(t)
				must.Do(t, facts.Jobs()[0].Handle(ctx, queue.Delivery{Args: args, Attempt: 1}))
			}
		}
		named("禾禾馆")
		look("with another name", 2, 2)
		named()
		look("without it", 1, 1)

		other := w.Brand(t, "没有事实的品牌")
		args := must.Get(json.Marshal(map[string]string{"brand_id": other.ID}))(t)
		must.Do(t, facts.Jobs()[0].Handle(ctx, queue.Delivery{Args: args, Attempt: 1}))
		expect.Equal(t, w.Number(t, `SELECT count(*) FROM fact_sheets WHERE brand_id = $1`, other.ID), 0, "sheets of a brand without facts")
	})
}
