package app_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"

	"renown/internal/app"
	"renown/internal/config"
	"renown/internal/room/brand"
	"renown/internal/room/run"
	"renown/internal/simulator"
	"renown/internal/simulator/story"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/storetest"
)

// eachDemo runs body against the program with the demo's account and brands.
func eachDemo(t *testing.T, role config.Role, body func(t *testing.T, a *app.App, d story.Demo)) {
	t.Helper()
	storetest.EachDialect(t, func(t *testing.T, dialect store.Dialect) {
		database := storetest.URL(t, dialect)
		s := apitest.Start(t, dialect, apitest.Options{Database: database, Settings: func(s *config.Settings) {
			s.Simulate, s.Role, s.DatabaseURL = &simulator.Options{Platforms: s.Catalogue.All()}, role, database
		}})
		d := must.Get(s.App.OpenDemo(context.Background(), "demo@example.com", "long enough a password"))(t)
		body(t, s.App, d)
	})
}

// runs reads a brand's history, newest first.
func runs(t *testing.T, a *app.App, d story.Demo, brandID string) []run.Run {
	t.Helper()
	list, _, err := a.Runs.List(context.Background(), d.Caller, brandID, run.Paging{Number: 1, Size: 100})
	must.Do(t, err)
	return list
}

// The past is made by the engine, a run a day and brand, dated as it should be; a second call finds it there. The second
// brand is the smaller one.
func TestHistory(t *testing.T) {
	t.Parallel()
	eachDemo(t, config.All, func(t *testing.T, a *app.App, d story.Demo) {
		const days = 2
		for range 2 {
			var told []int
			must.Do(t, a.History(context.Background(), d.Caller, d.BrandIDs[1:], days, func(done, total int) {
				expect.Equal(t, total, days, "in all")
				told = append(told, done)
			}))
			if !slices.Equal(told, []int{1, 2}) {
				t.Errorf("progress was told as %v", told)
			}
		}
		year, month, date := time.Now().In(timestamp.Beijing).Date()
		today := time.Date(year, month, date, 9, 0, 0, 0, timestamp.Beijing)
		list := runs(t, a, d, d.BrandIDs[1])
		must.Equal(t, len(list), days, "runs")
		for n, r := range list {
			at := today.AddDate(0, 0, -1-n)
			if r.Status != run.Completed || r.Trigger != run.FromSchedule || !r.CreatedAt.Equal(at) ||
				!r.FinishedAt.Equal(at) || len(r.Platforms) != 6 || r.Progress.Total != 3*6 {
				t.Errorf("the run of %v: %+v", at, r)
			}
		}
		expect.Equal(t,
			number(t, a,
				`SELECT count(*) FROM answers a JOIN runs r ON r.id = a.run_id LEFT JOIN answer_texts x ON x.answer_id = a.id AND x.at = r.created_at
					WHERE a.answered_at <> r.created_at OR COALESCE(x.text, '') = ''`), 0, "answers are not of their day")
		if n := number(t, a, `SELECT count(DISTINCT text) FROM answer_texts`); n < 30 {
			t.Errorf("the days are all alike: %d different answers", n)
		}
		runID, err := a.StartLive(context.Background(), d)
		if err != nil || runID == "" {
			t.Fatalf("the live run: %q, %v", runID, err)
		}
		eventually(t, "the live run is complete", func() bool {
			r, err := a.Runs.Find(context.Background(), d.Caller, runID)
			return err == nil && r.Status == run.Completed
		})
		if again, err := a.StartLive(context.Background(), d); again != "" || err != nil {
			t.Errorf("a second live run: %q, %v", again, err)
		}
	})
}

// The demo that is started again knows its brands although they were renamed, in either language, and although a brand of the visitor's
// bears a name of its own.
func TestDemoKnowsItsBrands(t *testing.T) {
	t.Parallel()
	eachDemo(t, config.API, func(t *testing.T, a *app.App, d story.Demo) {
		ctx := t.Context()
		rename := func(brandID, name string) string {
			t.Helper()
			return must.Get(a.Brands.Update(ctx, d.Caller, brandID, func(p *brand.Profile) { p.Name = name }))(t).ID
		}
		old := must.Get(a.Brands.Find(ctx, d.Caller, d.BrandIDs[0]))(t)
		rename(d.BrandIDs[0], "改了名")
		rename(d.BrandIDs[1], "Renamed")
		must.Get(a.Brands.Create(ctx, d.Caller, old.Profile))(t)
		for language, want := range map[string][]string{"zh": d.BrandIDs, "en": {d.BrandIDs[1], d.BrandIDs[0]}} {
			again := must.Get(a.OpenDemoAs(ctx, story.Login{
				Email:    "demo@example.com",
				Password: "long enough a password", Language: language,
			}))(t)
			expect.Same(t, again.BrandIDs, want, language)
		}
		expect.Equal(t, len(must.Get(a.Brands.List(ctx, d.Caller))(t)), 3, "brands")
	})
}

// An interrupted past goes on where it was when it is asked for again.
func TestHistoryInterrupted(t *testing.T) {
	t.Parallel()
	eachDemo(t, config.All, func(t *testing.T, a *app.App, d story.Demo) {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		err := a.History(ctx, d.Caller, d.BrandIDs[1:], 3, func(int, int) { cancel() })
		if !errors.Is(err, context.Canceled) {
			t.Fatalf("interrupted: %v", err)
		}
		must.Do(t, a.History(context.Background(), d.Caller, d.BrandIDs[1:], 3, func(int, int) {}))
		eventually(t, "all runs are complete", func() bool {
			return number(t, a, `SELECT count(*) FROM runs WHERE status = 'completed'`) == 3
		})
	})
}

// A run that waits while the past is filled in is not forgotten.
func TestHistoryBesideQueued(t *testing.T) {
	t.Parallel()
	eachDemo(t, config.API, func(t *testing.T, a *app.App, d story.Demo) {
		ctx := context.Background()
		must.Do(t, a.Runs.Suspend(ctx))
		other := newBusy(t, a, "other@example.com", 1)
		waiting := other.start(t, a)
		must.Do(t, a.Runs.Resume(ctx))
		must.Do(t, a.History(ctx, d.Caller, d.BrandIDs[1:], 1, func(int, int) {}))
		if r := other.progress(t, a, waiting); r.Status != run.Completed && r.Status != run.Queued {
			t.Errorf("it was started and is nobody's: %+v", r)
		}
		if list := runs(t, a, d, d.BrandIDs[1]); len(list) != 1 || list[0].Status != run.Completed {
			t.Errorf("got %+v", list)
		}
	})
}
