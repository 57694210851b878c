// Package geotest gives tests the rooms of monitoring over a fresh database, with a clock that stands still and a simulator
// behind the platforms. Nothing happens by itself: what was enqueued waits until the test works it off.
package geotest

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"time"

	"renown/internal/floor/id"
	"renown/internal/floor/limit"
	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/event"
	"renown/internal/room/export"
	"renown/internal/room/insight"
	"renown/internal/room/insight/detail"
	"renown/internal/room/insight/proof"
	"renown/internal/room/plan"
	"renown/internal/room/reading"
	"renown/internal/room/run"
	"renown/internal/room/run/runtime"
	"renown/internal/simulator"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
	"renown/internal/tool/assistant"
)

// Options say how a world is built. The zero value has no judge and a simulator that always cites.
type Options struct {
	Judge     reading.Judge
	WallClock bool
	Catalogue func(*assistant.Platform) // changes each entry; such a world asks the platforms by their keys, not the simulator
}

// World is the rooms over one database.
type World struct {
	URL      string
	DB       *store.DB
	Clock    *storetest.Clock
	Sim      *simulator.Simulator
	Client   *assistant.Client
	Accounts *account.Accounts
	Events   *event.Events
	Plans    *plan.Plans
	Brands   *brand.Brands
	Findings *reading.Findings
	Runs     *run.Runs
	Insights *insight.Insights
	Details  *detail.Details
	Proofs   *proof.Proofs
	Bulk     *export.Tables

	mu      sync.Mutex
	tasks   []run.TaskRef
	rereads []string
	checks  []string
	ended   []string
	users   int
}

// Each runs body as parallel subtests, one for each engine.
func Each(t *testing.T, o Options, body func(t *testing.T, w *World)) {
	t.Helper()
	for _, d := range storetest.Dialects {
		t.Run(string(d), func(t *testing.T) {
			t.Parallel()
			body(t, New(t, d, o))
		})
	}
}

// delivered is the catalogue as it is shipped, without keys.
var delivered = sync.OnceValue(func() *assistant.Catalogue {
	c, err := assistant.Load(assistant.Override{}, func(string) string { return "" })
	if err != nil {
		panic(err)
	}
	return c
})

// Platforms lists the catalogue in its order.
func Platforms() []string {
	var list []string
	for _, p := range delivered().All() {
		list = append(list, p.ID)
	}
	return list
}

// New builds the rooms on one engine.
func New(t testing.TB, d store.Dialect, o Options) *World {
	t.Helper()
	w := &World{URL: storetest.URL(t, d), Clock: storetest.NewClock()}
	var opts []store.Option
	if !o.WallClock {
		opts = append(opts, store.WithClock(w.Clock.Now))
	}
	w.DB = storetest.OpenURL(t, w.URL, opts...)
	w.Sim = simulator.New(simulator.Options{Platforms: delivered().All(), SearchAlways: true})
	settings, catalogue := assistant.Settings{Simulator: w.Sim}, delivered()
	if o.Catalogue != nil {
		settings.Simulator, catalogue = nil, catalogue.With(o.Catalogue)
	}
	w.Client = assistant.New(catalogue, settings)
	t.Cleanup(w.Client.Close)
	w.build(o)
	return w
}

// oneByOne lets a test's judge count without a lock: answers are read several at once.
func oneByOne(judge reading.Judge) reading.Judge {
	if judge == nil {
		return nil
	}
	var mu sync.Mutex
	return func(ctx context.Context, text string) (string, error) {
		mu.Lock()
		defer mu.Unlock()
		return judge(ctx, text)
	}
}

func (w *World) build(o Options) {
	jobs := queue.Gather(w.DB, w.gather)
	w.Accounts = account.New(w.DB, limit.New(w.DB), account.Options{MaxKeys: 50, PasswordMemory: 64})
	w.Plans = plan.New(w.DB, w.Accounts, plan.Options{})
	w.Events = event.New(w.DB, event.Options{Queue: jobs})
	w.Findings = reading.New(w.DB, reading.Options{Queue: jobs, Judge: oneByOne(o.Judge)})
	w.Brands = brand.New(w.DB, w.Plans, w.Findings, brand.Options{MaxBrands: 100, Events: w.Events})
	w.Runs = run.New(w.DB, run.Rooms{
		Runtimes: runtime.New(w.DB, w.Accounts, w.Client.Catalogue().IDs), Plans: w.Plans, Brands: w.Brands,
		Findings: w.Findings, Assistants: w.Client, Queue: jobs, Events: w.Events,
	}, run.Options{Node: id.New("node", time.Now()), Capacity: 8, Limits: func(string) (int, int) { return 0, 0 }})
	w.Insights = insight.New(w.DB, w.Brands, w.Runs, w.Events)
	w.Details = detail.New(w.DB, w.Insights)
	w.Proofs = proof.New(w.DB, w.Insights)
	w.Bulk = export.New(w.DB, w.Brands)
}

func (w *World) gather(jobs []queue.Job) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, j := range jobs {
		if asked := run.Asked(j); asked != nil {
			w.tasks = append(w.tasks, asked...)
			continue
		}
		var about struct {
			BrandID string `json:"brand_id"`
			RunID   string `json:"run_id"`
		}
		encoded, err := json.Marshal(j.Args)
		if err == nil {
			err = json.Unmarshal(encoded, &about)
		}
		switch {
		case err != nil:
			panic(err)
		case j.Kind == "reread":
			w.rereads = append(w.rereads, about.BrandID)
		case j.Kind == "fact_check":
			w.checks = append(w.checks, about.BrandID)
		case j.Kind == "event": // tests that need the events read the tables
		case j.Kind == "review":
			w.ended = append(w.ended, about.RunID)
		default:
			panic("a job of an unexpected kind: " + j.Kind)
		}
	}
}

func take[E any](w *World, list *[]E) []E {
	w.mu.Lock()
	defer w.mu.Unlock()
	taken := *list
	*list = nil
	return taken
}

// Tasks removes and returns the sub-tasks that were enqueued.
func (w *World) Tasks() []run.TaskRef { return take(w, &w.tasks) }

// Rereads removes and returns the brands whose history was to be read again.
func (w *World) Rereads() []string { return take(w, &w.rereads) }

// Checks removes and returns the brands whose answers were to be held against their facts.
func (w *World) Comparisons() []string { return take(w, &w.checks) }

// Ended removes and returns the runs that have ended.
func (w *World) Ended() []string { return take(w, &w.ended) }

// Work executes all sub-tasks that are enqueued, together. Waits are not waited for.
func (w *World) Work(t must.Tester) {
	t.Helper()
	for tasks := w.Tasks(); len(tasks) > 0; tasks = w.Tasks() {
		ids := make([]string, len(tasks))
		for i, task := range tasks {
			ids[i] = task.ID
		}
		for again := time.Duration(1); again > 0; {
			again = must.Get(w.Runs.ExecuteAll(context.Background(), ids))(t)
		}
	}
}

// Reread reads again whatever is to be read again.
func (w *World) Reread(t must.Tester) {
	t.Helper()
	for _, brandID := range w.Rereads() {
		must.Do(t, w.Findings.Reread(context.Background(), brandID))
	}
}

// Exec changes the database behind the rooms' backs.
func (w *World) Exec(t must.Tester, sql string, args ...any) {
	t.Helper()
	storetest.Exec(t, w.DB, sql, args...)
}

// Number reads one figure from the database.
func (w *World) Number(t must.Tester, sql string, args ...any) int64 {
	t.Helper()
	return must.Get(store.One[int64](w.DB.Read().QueryRow(context.Background(), sql, args...)))(t)
}

// Rows reads a query as lines of text, in their order.
func (w *World) Rows(t must.Tester, columns int, sql string, args ...any) []string {
	t.Helper()
	rows, err := store.List(context.Background(), w.DB.Read(), func(row store.Row) (string, error) {
		values, targets := make([]any, columns), make([]any, columns)
		for i := range values {
			targets[i] = &values[i]
		}
		err := row.Scan(targets...)
		return fmt.Sprint(values...), err
	}, sql, args...)
	must.Do(t, err)
	return rows
}
