package run_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/plan"
	"renown/internal/room/reading"
	"renown/internal/room/run"
	"renown/internal/testkit/await"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
	"renown/internal/tool/assistant"
)

// Another account's brand, a team's and none at all read the same.
func TestForeignBrand(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		me, other := w.caller(t, plan.Upper), w.caller(t, plan.Upper)
		team := must.Get(w.accounts.CreateTeam(t.Context(), me.UserID, "市场部"))(t)
		for _, brandID := range []string{
			w.brand(t, other, "问"),
			w.brand(t, account.Caller{UserID: me.UserID, SpaceID: team}, "问"), "brd_none",
		} {
			_, err := w.submit(me, brandID)
			refused(t, err, fault.NoSuchThing, map[string]any{"resource": "brand", "id": brandID})
		}
		must.Equal(t, w.number(t, `SELECT count(*) FROM runs`), 0, "runs exist")
	})
}

// Who submits a run does not wait for those who store answers of its brand. The embedded database has one writer anyway.
func TestSubmitBesideStoring(t *testing.T) {
	t.Parallel()
	w := newWorld(t, store.Postgres, options{})
	who := w.caller(t, plan.Upper)
	brandID := w.brand(t, who, questions(2)...)
	w.accepted(t, who, brandID)
	w.work(t)
	w.clock.Advance(24 * time.Hour)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	must.Do(t, w.db.InTx(ctx, func(tx *store.Tx) error {
		locked, err := store.List(ctx, tx, store.One[int64], `SELECT generation FROM readings WHERE brand_id = $1`+tx.ForUpdate(), brandID)
		if err != nil || len(locked) != 1 {
			return fmt.Errorf("%d readings: %w", len(locked), err)
		}
		_, err = w.Submit(ctx, who, run.Request{BrandID: brandID, Origin: run.FromAPI})
		return err
	}))
}

// Of many simultaneous submissions of one account exactly one is accepted, whatever they ask for.
func TestSimultaneous(t *testing.T) {
	t.Parallel()
	const n = 200
	for _, c := range []struct {
		name  string
		nodes int
		d     store.Dialect
	}{{"sqlite", 1, store.SQLite}, {"postgres", 1, store.Postgres}, {"postgres, three processes", 3, store.Postgres}} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, c.d, options{})
			nodes := []*node{w.node}
			for len(nodes) < c.nodes {
				nodes = append(nodes, w.another(t))
			}
			who := w.caller(t, plan.Upper)
			brands := []string{w.brand(t, who, questions(3)...), w.brand(t, who, questions(3)...)}
			modes := assistant.Modes()
			errs := make([]error, n)
			await.AtOnce(n, func(i int) {
				_, errs[i] = nodes[i%len(nodes)].Submit(t.Context(), who, run.Request{
					BrandID: brands[i%2], Platforms: all[:1+i%6], Mode: modes[i%3], Origin: run.FromAPI,
				})
			})
			accepted := 0
			for i, err := range errs {
				switch f := fault.As(err); {
				case err == nil:
					accepted++
				case f == nil || f.Code != fault.Duplicate && f.Code != fault.RunGap:
					t.Errorf("submission %d: %v", i, err)
				}
			}
			if runs := w.number(t, `SELECT count(*) FROM runs`); accepted != 1 || runs != 1 {
				t.Errorf("%d were accepted, %d runs exist", accepted, runs)
			}
			w.sound(t)
		})
	}
}

// Everything is created at once: enabled prompts × platforms, with the texts as they are now, region and language the
// topic's where the prompt has none.
func TestSubTasks(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		who := w.caller(t, plan.Standard)
		brandID := w.brand(t, who)
		topic := must.Get(w.brands.CreateTopic(t.Context(), who, brandID, brand.TopicFields{Name: "海外", Region: "SG", Language: "en"}))(t)
		fields := brand.PromptFields{TopicID: topic.ID, Stage: "decision", Types: store.Texts{"visibility"}, Status: brand.Active}
		plain, own, off := fields, fields, fields
		plain.Text = "the topic's"
		own.Text, own.Region, own.Language = "its own", new("US"), new("fr")
		off.Text, off.Status = "suggested", brand.Suggested
		for _, f := range []brand.PromptFields{plain, own, off} {
			must.Get(w.brands.CreatePrompt(t.Context(), who, brandID, brand.NewPrompt{PromptFields: f, Source: brand.FromUser}))(t)
		}
		runID := w.accepted(t, who, brandID)
		type row struct{ platform, text, region, language, stage, types, status string }
		rows, err := store.List(t.Context(), w.db.Read(), func(r store.Row) (x row, err error) {
			err = r.Scan(&x.platform, &x.text, &x.region, &x.language, &x.stage, &x.types, &x.status)
			return x, err
		}, `SELECT platform, prompt_text, region, language, stage, types, status FROM tasks WHERE run_id = $1 ORDER BY platform, prompt_text`, runID)
		must.Do(t, err)
		var want []row
		for _, platform := range []string{"deepseek", "doubao", "qwen"} {
			want = append(want, row{platform, "its own", "US", "fr", "decision", `["visibility"]`, "queued"},
				row{platform, "the topic's", "SG", "en", "decision", `["visibility"]`, "queued"})
		}
		if diff := cmp.Diff(want, rows, cmp.AllowUnexported(row{})); diff != "" {
			t.Error(diff)
		}
		got := w.progress(t, who, runID)
		started := timestamp.Of(storetest.Start)
		whole := run.Run{
			ID: runID, BrandID: brandID, Status: run.Running, Mode: "search", Surface: "api", Trigger: run.FromAPI,
			Samples: 1, Progress: run.Progress{Total: 6},
			CreatedAt: started, StartedAt: &started, Platforms: []run.Platform{
				{Platform: "doubao", Name: "豆包", Status: run.Running, Total: 2},
				{Platform: "deepseek", Name: "DeepSeek", Status: run.Running, Total: 2},
				{Platform: "qwen", Name: "通义千问", Status: run.Running, Total: 2},
			},
		}
		expect.Same(t, got, whole)
	})
}

// A run goes on with what it began with: prompts edited, archived or deleted, the tier lowered, the subscription expired.
func TestChangesDuringRun(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		who := w.caller(t, plan.Upper)
		texts := questions(3)
		brandID := w.brand(t, who, texts...)
		runID := w.accepted(t, who, brandID)
		prompts, err := w.brands.Prompts(t.Context(), who, brandID, brand.PromptFilter{})
		must.Do(t, err)
		must.Get(w.brands.UpdatePrompt(t.Context(), who, prompts[0].ID, func(f *brand.PromptFields) { f.Text = "改过的问题" }))(t)
		must.Get(w.brands.UpdatePrompt(t.Context(), who, prompts[1].ID, func(f *brand.PromptFields) { f.Status = brand.Archived }))(t)
		must.Do(t, w.brands.DeletePrompt(t.Context(), who, prompts[2].ID))
		yesterday := timestamp.Of(w.clock.Now().Add(-24 * time.Hour))
		must.Get(w.plans.Set(t.Context(), who.UserID, plan.Change{Tier: new(plan.Standard), ExpiresAt: &yesterday}))(t)
		w.work(t)
		if r := w.statusIs(t, who, runID, run.Completed); len(r.Platforms) != 6 || r.Progress.Done != 18 {
			t.Fatalf("got %+v", r)
		}
		for _, platform := range all {
			for _, text := range texts {
				if n := w.sim.Asked(platform, text); n != 1 {
					t.Errorf("%s was asked %q %d times", platform, text, n)
				}
			}
		}
		expect.Equal(t,
			w.number(t, `SELECT count(*) FROM answers a`+reading.KeptTexts+` WHERE run_id = $1 AND x.raw IS NOT NULL`,
				runID), 18, "answers were kept")
		w.clock.Advance(24 * time.Hour)
		_, err = w.submit(who, brandID)
		refused(t, err, fault.Expired, map[string]any{"expired_at": yesterday})
		w.sound(t)
	})
}

// What a run costs the caller does not depend on the assistants: nothing is asked before Submit returns.
func TestSubmitAsksNobody(t *testing.T) {
	t.Parallel()
	each(t, options{latency: time.Hour}, func(t *testing.T, w *world) {
		who := w.caller(t, plan.Upper)
		w.accepted(t, who, w.brand(t, who, questions(20)...))
		if n, tasks := w.sim.Total(), len(w.take()); n != 0 || tasks != 120 {
			t.Fatalf("%d questions were asked, %d sub-tasks enqueued", n, tasks)
		}
	})
}

// Prompt by prompt, so that all platforms begin at once.
func TestOrderOfSubTasks(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		who := w.caller(t, plan.Standard)
		w.accepted(t, who, w.brand(t, who, questions(4)...))
		tasks := w.take()
		for i := 0; i < len(tasks); i += 3 {
			got := fmt.Sprint(tasks[i].Platform, tasks[i+1].Platform, tasks[i+2].Platform)
			expect.Equal(t, got, "doubaodeepseekqwen", "from", i)
		}
	})
}
