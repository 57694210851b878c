package insight_test

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"testing"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/brand"
	"renown/internal/room/insight"
	"renown/internal/room/run"
	"renown/internal/simulator"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/geotest"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// Answers are stored while runs are submitted, names change and the history is read again: there is no
// deadlock, and in the end every figure is right.
func TestConcurrent(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		const runs = 4
		ctx := context.Background()
		w.Sim.Know(simulator.Brand{Name: "云栖笔记", Weight: 0.6}, simulator.Brand{Name: "石墨本", Weight: 0.6})
		b := w.Brand(t, "云栖笔记")
		topic := b.Topic(t, "选购")
		for i := range 6 {
			b.Prompt(t, topic, fmt.Sprintf("推荐办公软件 %d", i), "awareness")
		}
		b.Prompt(t, topic, "推荐协作软件 [sim:filter*]", "awareness")
		fixed := b.Competitor(t, "协云")
		var group sync.WaitGroup
		each := func(times int, do func(i int) error) {
			group.Go(func() {
				for i := range times {
					if err := do(i); err != nil {
						t.Error(err)
						return
					}
				}
			})
		}
		execute := func() error {
			for _, task := range w.Tasks() {
				for again := time.Duration(1); again > 0; {
					var err error
					if again, err = w.Runs.Execute(ctx, task.ID); err != nil {
						return err
					}
				}
			}
			return nil
		}
		for range 2 { // both submit and both work
			each(runs/2, func(int) error {
				for {
					if err := execute(); err != nil {
						return err
					}
					_, err := w.Runs.Submit(ctx, b.Who, run.Request{BrandID: b.ID, Origin: run.FromSchedule})
					if f := fault.As(err); f == nil || f.Code != fault.RunInFlight {
						w.Clock.Advance(19 * 24 * time.Hour)
						return err
					}
				}
			})
			each(20, func(int) error { return w.Findings.Reread(ctx, b.ID) })
		}
		each(15, func(i int) error {
			_, err := w.Brands.Update(ctx, b.Who, b.ID, func(p *brand.Profile) { p.Aliases = store.Texts{fmt.Sprint("别名", i%3)} })
			return err
		})
		each(15, func(i int) error {
			c, err := w.Brands.CreateCompetitor(ctx, b.Who, b.ID, brand.CompetitorFields{Name: fmt.Sprint("竞品", i)})
			if err != nil {
				return err
			}
			return w.Brands.DeleteCompetitor(ctx, b.Who, c.ID)
		})
		each(15, func(i int) error {
			_, err := w.Brands.UpdateCompetitor(ctx, b.Who, fixed,
				func(f *brand.CompetitorFields) { f.Name = rivalNames[i%len(rivalNames)] })
			return err
		})
		each(15, func(int) error {
			_, err := w.Insights.Overview(ctx, b.Who, b.ID, insight.Query{})
			return err
		})
		group.Wait()
		w.Work(t)
		must.Do(t, w.Findings.Reread(ctx, b.ID))
		expect.Equal(t, w.Number(t, `SELECT count(*) FROM answers`), runs*6*6, "answers")
		compare(t, w, b, namesNow(t, w, b), wide)
		if w.DB.Dialect() == store.Postgres {
			quiet(t, w)
		}
	})
}

// quiet checks that the server had no deadlock to resolve. Its processes tell when they end.
func quiet(t *testing.T, w *geotest.World) {
	t.Helper()
	must.Do(t, w.DB.Close())
	w.DB = storetest.OpenURL(t, w.URL)
	for w.Number(t,
		`SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`) > 0 {
		runtime.Gosched()
	}
	expect.Equal(t, w.Number(t, `SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`), 0, "deadlocks")
}
