package reading_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"renown/internal/floor/day"
	"renown/internal/floor/store"
	"renown/internal/room/brand"
	"renown/internal/room/insight"
	"renown/internal/room/reading"
	"renown/internal/simulator"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/geotest"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
	"renown/internal/tool/answer"
)

// read is a brand with a few hundred answers over two months, two of which failed at each run.
func read(t *testing.T, w *geotest.World, runs int) *geotest.Watched {
	t.Helper()
	w.Sim.Know(simulator.Brand{Name: "云栖笔记", Weight: 0.7, Site: "yunqi.example"},
		simulator.Brand{Name: "石墨本", Weight: 0.6, Site: "shimo.example"})
	b := w.Brand(t, "云栖笔记")
	b.Competitor(t, "协云")
	for _, name := range []string{"选购", "口碑"} {
		topic := b.Topic(t, name)
		b.Prompt(t, topic, name+"：推荐几款办公软件", "awareness", "visibility")
		b.Prompt(t, topic, name+"：云栖笔记这款软件怎么样？", "decision", "sentiment")
		b.Prompt(t, topic, name+"：哪些协作软件值得推荐？", "consideration")
		b.Prompt(t, topic, name+"：企业软件有哪些？[sim:filter*]", "awareness")
	}
	for i := range runs {
		w.Sim.Reseed(uint64(i))
		b.Run(t, "kimi", "qwen")
		w.Clock.Advance(17 * 24 * time.Hour / 4)
	}
	return b
}

// dump is everything that was found about a brand in one of its readings, without the generation.
func dump(t *testing.T, w *geotest.World, brandID, status string) map[string]any {
	t.Helper()
	rows := w.Rows(t, 18, `SELECT f.answer_id, f.version, f.state, f.mentions, f.position, f.sentiment, f.score, f.sentence, f.judge, f.others, f.sources, f.suggested,
			f.platform, f.prompt_id, f.topic_id, f.kinds, f.at, f.brand_id
		FROM findings f JOIN readings r ON r.brand_id = f.brand_id AND r.generation = f.generation
		WHERE r.brand_id = $1 AND r.status = $2 ORDER BY f.answer_id`, brandID, status)
	return map[string]any{"findings": rows, "days": days(t, w, brandID, status)}
}

// days are a reading's, by day and platform.
func days(t *testing.T, w *geotest.World, brandID, status string) map[string]*reading.Sheet {
	t.Helper()
	out := map[string]*reading.Sheet{}
	must.Do(t, store.Each(context.Background(), w.DB.Read(), func(row store.Row) error {
		var day int64
		var platform string
		var parts [4][]byte
		if err := row.Scan(&day, &platform, &parts[0], &parts[1], &parts[2], &parts[3]); err != nil {
			return err
		}
		sheet, err := reading.Unpack(parts)
		out[fmt.Sprint(day, platform)] = sheet
		return err
	}, `SELECT d.day, d.platform, d.cells, d.rivals, d.sources, d.reach FROM days d
		JOIN readings r ON r.brand_id = d.brand_id AND r.generation = d.generation WHERE r.brand_id = $1 AND r.status = $2`, brandID, status))
	return out
}

// rebuild begins a reading with the same names, as another version of the reader would.
func rebuild(t *testing.T, w *geotest.World, brandID string) {
	t.Helper()
	w.Exec(t, `UPDATE readings SET version = version - 1 WHERE brand_id = $1 AND status = 'current'`, brandID)
	must.Do(t, w.Brands.Renew(context.Background()))
}

func differ(t *testing.T, what string, want, got any) {
	t.Helper()
	must.Same(t, got, want, what)
}

// alone checks that nothing but the reading in use is left.
func alone(t *testing.T, w *geotest.World, brandID string) {
	t.Helper()
	for _, table := range []string{"readings", "findings", "days", "months"} {
		must.Equal(t, w.Number(t, `SELECT count(*) FROM `+table+
			` WHERE brand_id = $1 AND generation <> (SELECT generation FROM readings WHERE brand_id = $1 AND status = 'current')`, brandID), 0, "rows of other readings are left in", table)
	}
}

// Reading again with the same names and the same reader changes nothing, months included.
func TestRereadSame(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		b := read(t, w, 14)
		before := dump(t, w, b.ID, "current")
		must.Equal(t, len(before["findings"].([]string)), 14*2*6, "findings")
		rebuild(t, w, b.ID)
		w.Reread(t)
		after := dump(t, w, b.ID, "current")
		differ(t, "read again", before, after)
		alone(t, w, b.ID)
		must.Do(t, w.Findings.Reread(t.Context(), b.ID))
		differ(t, "nothing to do", after, dump(t, w, b.ID, "current"))
		if list := w.Rereads(); len(list) != 0 {
			t.Errorf("enqueued: %v", list)
		}
		kept := w.Number(t, `SELECT count(*) FROM months`)
		want := analysed(t, w, b)
		w.Exec(t, `DELETE FROM months`)
		differ(t, "without months", want, analysed(t, w, b))
		b.Run(t, "kimi", "qwen") // begins a day, and so brings two months of each platform back
		if again := w.Number(t, `SELECT count(*) FROM months`); kept < 4 || again != 4 {
			t.Errorf("%d months are kept, %d come back", kept, again)
		}
	})
}

// analysed is what the analyses say of all that a brand was ever asked.
func analysed(t *testing.T, w *geotest.World, b *geotest.Watched) (all []any) {
	t.Helper()
	now := w.Clock.Now()
	q := insight.Query{From: now.AddDate(0, -2, 0).Format("2006-01") + "-01", To: now.Format(time.DateOnly)}
	room := insight.New(w.DB, w.Brands, w.Runs, nil)
	add := func(v any, err error) {
		must.Do(t, err)
		all = append(all, v)
	}
	o, err := room.Overview(t.Context(), b.Who, b.ID, q)
	add(o, err)
	v, err := room.Visibility(t.Context(), b.Who, b.ID, q)
	add(v, err)
	s, err := room.Sentiment(t.Context(), b.Who, b.ID, q)
	add(s, err)
	c, err := room.Citations(t.Context(), b.Who, b.ID, q)
	add(c, err)
	return all
}

// Changes that no answer is read by begin nothing.
func TestRenamedNothing(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		b := w.Brand(t, "云栖笔记")
		b.Competitor(t, "协云") // before anything was read
		if list := w.Rereads(); len(list) != 0 {
			t.Fatalf("enqueued before anything was read: %v", list)
		}
		b.Prompt(t, b.Topic(t, "选购"), "推荐办公软件", "awareness")
		b.Run(t, "kimi")
		must.Get(w.Brands.Update(t.Context(), b.Who, b.ID, func(p *brand.Profile) { p.Introduction = "另一段介绍" }))(t)
		if list := w.Rereads(); len(list) != 0 || w.Number(t, `SELECT count(*) FROM readings`) != 1 {
			t.Errorf("enqueued: %v", list)
		}
	})
}

// figuresOf is what analyses say.
func figuresOf(t *testing.T, w *geotest.World, b *geotest.Watched) []any {
	t.Helper()
	ctx := context.Background()
	overview := must.Get(w.Insights.Overview(ctx, b.Who, b.ID, insight.Query{From: "2026-01-01", To: "2026-12-31"}))(t)
	overview.Rereading, overview.ReadAnewOn = nil, nil // when it was read is no figure
	sentiment := must.Get(w.Insights.Sentiment(ctx, b.Who, b.ID, insight.Query{From: "2026-01-01", To: "2026-12-31"}))(t)
	citations := must.Get(w.Insights.Citations(ctx, b.Who, b.ID, insight.Query{From: "2026-01-01", To: "2026-12-31"}))(t)
	overview.Revision, sentiment.Revision, citations.Revision = "", "", "" // they tell progress too
	return []any{overview, sentiment, citations}
}

// Between steps everybody sees the old figures, after the last one the new; each step may be the last of its process.
// What arrives meanwhile is in both.
func TestRereadAtomic(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		ctx := t.Context()
		b := read(t, w, 20)
		b.Rename(t, "石墨本", "云栖笔记")
		b.Competitor(t, "客澜")
		w.Rereads()
		old := figuresOf(t, w, b)
		total := w.Number(t, `SELECT count(*) FROM answers WHERE brand_id = $1`, b.ID)
		steps := 0
		for more := true; more; steps++ {
			if !cmp.Equal(old, figuresOf(t, w, b)) {
				t.Fatalf("step %d shows: %s", steps, cmp.Diff(old, figuresOf(t, w, b)))
			}
			p := must.Get(reading.ProgressOf(ctx, w.DB.Read(), b.ID))(t)
			if p == nil || p.Done != min(total, int64(steps*reading.RereadBatch)) && p.Done != p.Total {
				t.Fatalf("step %d of %d answers: %+v", steps, total, p)
			}
			if steps == 1 {
				b.Run(t, "kimi") // with two failures
				old = figuresOf(t, w, b)
			}
			more = must.Get(w.Findings.RereadSome(ctx, b.ID))(t)
		}
		if steps < 4 {
			t.Fatalf("only %d steps", steps)
		}
		fresh := figuresOf(t, w, b)
		if cmp.Equal(old, fresh) {
			t.Fatal("nothing has changed")
		}
		must.Do(t, w.Findings.Reread(ctx, b.ID))
		alone(t, w, b.ID)
		before := dump(t, w, b.ID, "current")
		rebuild(t, w, b.ID)
		w.Reread(t)
		differ(t, "read again from the beginning", before, dump(t, w, b.ID, "current"))
		differ(t, "figures", fresh, figuresOf(t, w, b))
	})
}

// An answer to an old question that comes while a history is read again, before that has come to it, is counted once.
func TestRereadLate(t *testing.T) {
	t.Parallel()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		y, ctx := newYearOn(t, d), t.Context()
		list := y.insertAnswers(t, reading.RereadBatch+20)
		rebuild(t, y.World, y.b.ID)
		must.Get(y.Findings.RereadSome(ctx, y.b.ID))(t)
		one := list[3]
		one.Model, one.Finish, one.Mode = "m", "stop", reading.SearchMode
		y.Clock.Set(one.At.Time)
		late := must.Get(y.Findings.Prepare(ctx, one))(t)
		must.Do(t, y.DB.InTx(ctx, func(tx *store.Tx) error { return y.Findings.RecordTx(ctx, tx, late) }))
		y.Reread(t)
		got := dump(t, y.World, y.b.ID, "current")
		if n := len(got["findings"].([]string)); n != len(list) {
			t.Fatalf("%d findings of %d answers", n, len(list))
		}
		rebuild(t, y.World, y.b.ID)
		y.Reread(t)
		differ(t, "read again", dump(t, y.World, y.b.ID, "current"), got)
	})
}

// A change of names while another is being read drops what was half done.
func TestRereadOvertaken(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		b := read(t, w, 20)
		b.Rename(t, "石墨本")
		must.Get(w.Findings.RereadSome(t.Context(), b.ID))(t)
		b.Rename(t, "协云办公")
		must.Get(w.Findings.RereadSome(t.Context(), b.ID))(t)
		b.Rename(t, "云栖笔记") // as in the reading in use, but that may not be known by now
		w.Reread(t)
		alone(t, w, b.ID)
		got := dump(t, w, b.ID, "current")
		rebuild(t, w, b.ID)
		w.Reread(t)
		differ(t, "read again", got, dump(t, w, b.ID, "current"))
	})
}

// Two at a time do the work once.
func TestRereadTwice(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		b := read(t, w, 20)
		want := dump(t, w, b.ID, "current")
		rebuild(t, w, b.ID)
		var group sync.WaitGroup
		errs := make([]error, 3)
		for i := range errs {
			group.Go(func() { errs[i] = w.Findings.Reread(context.Background(), b.ID) })
		}
		group.Wait()
		for _, err := range errs {
			must.Do(t, err)
		}
		differ(t, "read by three", want, dump(t, w, b.ID, "current"))
		alone(t, w, b.ID)
	})
}

// What was purged keeps what was found in it, less competitors that are no longer watched.
func TestRereadPurged(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		b := read(t, w, 6)
		want := dump(t, w, b.ID, "current")
		purged := must.Get(w.Findings.Purge(t.Context(), 0))(t)
		if purged == 0 {
			t.Fatal("nothing was purged")
		}
		rebuild(t, w, b.ID)
		w.Reread(t)
		differ(t, "purged", want, dump(t, w, b.ID, "current"))

		b.Rename(t, "谁也没提过的名字")
		rivals := must.Get(w.Brands.Competitors(t.Context(), b.Who, b.ID))(t)
		must.Do(t, w.Brands.DeleteCompetitor(t.Context(), b.Who, rivals[0].ID))
		w.Reread(t)
		named := `SELECT count(*) FROM findings WHERE brand_id = $1 AND position IS NOT NULL`
		if got := w.Number(t, named, b.ID); got == 0 {
			t.Error("what was found of the brand is gone")
		}
		expect.Equal(t, w.Number(t, `SELECT count(*) FROM findings WHERE brand_id = $1 AND others <> '[]'`, b.ID), 0,
			"findings name a competitor that is gone")
	})
}

// At start whatever was read by another version, or not at all, or not to the end, is read.
func TestRenew(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		ctx := t.Context()
		b, other := read(t, w, 4), w.Brand(t, "没有回答的品牌")
		want := dump(t, w, b.ID, "current")
		must.Do(t, w.Brands.Renew(ctx))
		if list := w.Rereads(); len(list) != 0 {
			t.Fatalf("everything is up to date, enqueued: %v", list)
		}
		w.Exec(t, `DELETE FROM readings WHERE brand_id = $1`, b.ID)
		must.Equal(t, w.Number(t, `SELECT count(*) FROM findings`)+w.Number(t, `SELECT count(*) FROM days`), 0,
			"rows outlive their reading")
		for range 2 { // begun, and begun again before it was done
			must.Do(t, w.Brands.Renew(ctx))
		}
		list := w.Rereads()
		if !slices.Contains(list, b.ID) || slices.Contains(list, other.ID) {
			t.Fatalf("enqueued: %v", list)
		}
		overview := must.Get(w.Insights.Overview(ctx, b.Who, b.ID, insight.Query{}))(t)
		if overview.Indicators.Visibility.Value != nil || overview.Rereading == nil || overview.Rereading.Total != 4*2*6 {
			t.Errorf("before it is read: %+v, %+v", overview.Indicators.Visibility, overview.Rereading)
		}
		must.Do(t, w.Findings.Reread(ctx, b.ID))
		differ(t, "never read", want, dump(t, w, b.ID, "current"))

		anew := func() *string { return must.Get(w.Insights.Overview(ctx, b.Who, b.ID, insight.Query{}))(t).ReadAnewOn }
		if on := anew(); on != nil {
			t.Errorf("read anew on %s by the same reader", *on)
		}
		w.Exec(t, `UPDATE readings SET version = $1`, answer.Version-1)
		must.Do(t, w.Brands.Renew(ctx))
		if list := w.Rereads(); len(list) != 1 {
			t.Fatalf("enqueued: %v", list)
		}
		must.Get(w.Findings.RereadSome(ctx, b.ID))(t)
		must.Do(t, w.Brands.Renew(ctx)) // stopped in the middle
		w.Reread(t)
		differ(t, "another version", want, dump(t, w, b.ID, "current"))
		alone(t, w, b.ID)
		taken := day.Of(w.DB.Now().Time).String()
		w.Clock.Advance(3 * 24 * time.Hour)
		b.Rename(t, "云栖笔记本") // read again by the same reader
		w.Reread(t)
		if on := anew(); on == nil || *on != taken {
			t.Errorf("read anew on %v, want %s", on, taken)
		}
	})
}

// Answers that are deleted after they were listed are passed over.
func TestRereadDeleted(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		b := read(t, w, 14)
		rebuild(t, w, b.ID)
		w.Rereads()
		step := w.Findings.RereadSteps(b.ID)
		must.Get(step(t.Context()))(t)
		w.Exec(t, `DELETE FROM tasks WHERE id IN (SELECT id FROM answers WHERE brand_id = $1 AND id < (SELECT before_id FROM readings WHERE status = 'building')
			ORDER BY id DESC LIMIT 60)`, b.ID)
		for more := true; more; {
			more = must.Get(step(t.Context()))(t)
		}
		unread := `SELECT count(*) FROM answers a WHERE NOT EXISTS (SELECT 1 FROM findings f JOIN readings r ON r.brand_id = f.brand_id AND r.generation = f.generation
			WHERE f.answer_id = a.id AND r.status = 'current')`
		if left := w.Number(t, `SELECT count(*) FROM answers`); left != 14*2*6-60 || w.Number(t, unread) != 0 {
			t.Errorf("%d answers are left, %d of them unread", left, w.Number(t, unread))
		}
		expect.Equal(t, w.Number(t, `SELECT count(*) FROM readings WHERE status = 'building'`), 0, "the reading is not complete")
	})
}

// Nothing is read for a brand that is gone.
func TestRereadGone(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		b := read(t, w, 2)
		b.Rename(t, "石墨本")
		w.Exec(t, `DELETE FROM brands WHERE id = $1`, b.ID)
		w.Reread(t)
		must.Do(t, w.Brands.Renew(t.Context()))
		for _, table := range strings.Fields("readings findings days failures") {
			expect.Equal(t, w.Number(t, `SELECT count(*) FROM `+table), 0, "rows are left in", table)
		}
	})
}

// What a model judged stays as it is: no model is asked again. Of a brand that is no longer named nothing stays.
func TestRereadJudged(t *testing.T) {
	t.Parallel()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		var asked atomic.Int32
		w := geotest.New(t, d, geotest.Options{Judge: func(_ context.Context, text string) (string, error) {
			asked.Add(1)
			_, shown, _ := strings.Cut(text, "<<<\n")
			sentence, _, _ := strings.Cut(shown, "\n")
			judge := func(name string, score float64) map[string]any {
				return map[string]any{"name": name, "label": "negative", "score": score, "sentence": sentence}
			}
			b, err := json.Marshal(map[string]any{"judgements": []any{judge("云栖笔记", -0.25), judge("协云", -0.5)}})
			return string(b), err
		}})
		w.Sim.Know(simulator.Brand{Name: "云栖笔记", Weight: 5}, simulator.Brand{Name: "协云", Weight: 5})
		b := w.Brand(t, "云栖笔记")
		b.Competitor(t, "协云")
		b.Prompt(t, b.Topic(t, "选购"), "推荐几款办公软件", "awareness")
		b.Run(t)
		want, before := dump(t, w, b.ID, "current"), asked.Load()
		byModel := `SELECT count(*) FROM findings f JOIN readings r ON r.brand_id = f.brand_id AND r.generation = f.generation AND r.status = 'current' WHERE `
		if n := w.Number(t, byModel+
			`f.judge = 'model' AND f.score = -2500 AND f.others LIKE '%"score":-0.5,"judge":"model"%'`); n != 6 ||
			before != 6 {
			t.Fatalf("%d of 6 answers were judged by the model, which was asked %d times", n, before)
		}
		rebuild(t, w, b.ID)
		w.Reread(t)
		differ(t, "judged by a model", want, dump(t, w, b.ID, "current"))
		b.Rename(t, "谁也没提过的名字")
		w.Reread(t)
		if n := w.Number(t, byModel+`f.sentiment IS NOT NULL`); n != 0 || asked.Load() != before {
			t.Errorf("%d findings judge a brand that is not named; asked %d times more", n, asked.Load()-before)
		}
	})
}

// An answer that was read with the names as they were before is not read again while others wait for the transaction that stores it: the
// reading that was opened meanwhile comes to it by itself.
func TestRecordAfterRename(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		ctx := t.Context()
		b := read(t, w, 1)
		var k reading.Kept
		row := w.DB.Read().QueryRow(ctx,
			`SELECT run_id, platform, prompt_id, topic_id, text, question FROM answers a`+reading.Texts+` WHERE brand_id = $1 ORDER BY id LIMIT 1`, b.ID)
		must.Do(t, row.Scan(&k.RunID, &k.Platform, &k.PromptID, &k.TopicID, &k.Text, &k.Question))
		failed, err := store.One[string](w.DB.Read().QueryRow(ctx,
			`SELECT id FROM tasks WHERE run_id = $1 AND status = 'failed' ORDER BY id LIMIT 1`, k.RunID))
		must.Do(t, err) // it has no answer yet
		k.ID, k.BrandID, k.Mode, k.Types = failed, b.ID, "search", []string{"visibility"}
		k.Citations, k.Queries, k.Usage = "[]", "[]", "{}"
		prepared := must.Get(w.Findings.Prepare(ctx, reading.Answered{Task: k.Task, Text: k.Text, Question: k.Question}))(t)
		b.Rename(t, "石墨本")
		must.Do(t, w.DB.InTx(ctx, func(tx *store.Tx) error {
			if err := w.Findings.KeepTx(ctx, tx, 1, k); err != nil {
				return err
			}
			return w.Findings.RecordTx(ctx, tx, prepared)
		}))
		const found = `SELECT count(*) FROM findings f JOIN readings r ON r.brand_id = f.brand_id AND r.generation = f.generation WHERE f.answer_id = $1 AND r.status = `
		expect.Equal(t, w.Number(t, found+`'current'`, failed), 1, "times in the reading in use")
		expect.Equal(t, w.Number(t, found+`'building'`, failed), 0, "times in the one that was opened meanwhile")
		w.Reread(t)
		expect.Equal(t, w.Number(t, found+`'current'`, failed), 1, "times after reading again")
		alone(t, w, b.ID)
		got := dump(t, w, b.ID, "current")
		rebuild(t, w, b.ID)
		w.Reread(t)
		differ(t, "read again from the beginning", got, dump(t, w, b.ID, "current"))
	})
}
