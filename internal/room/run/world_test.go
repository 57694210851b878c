package run_test

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"renown/internal/floor/fault"
	"renown/internal/floor/id"
	"renown/internal/floor/limit"
	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/plan"
	"renown/internal/room/reading"
	"renown/internal/room/run"
	"renown/internal/room/run/runtime"
	"renown/internal/simulator"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
	"renown/internal/tool/assistant"
)

// world is the room over a fresh database, with a clock that stands still and a simulator behind the platforms. Nothing is
// asked by itself: what was enqueued waits for work.
type world struct {
	*node
	url      string
	clock    *storetest.Clock
	accounts *account.Accounts
	plans    *plan.Plans
	brands   *brand.Brands
	sim      *simulator.Simulator
	origin   string // of the simulator, when it has a socket
	options  options

	mu       sync.Mutex
	enqueued []run.TaskRef
	users    int
	jobs     *queue.Queue // nil: what is enqueued is gathered
}

// node is one process that works on the database.
type node struct {
	*run.Runs
	name   string
	db     *store.DB
	client *assistant.Client
}

// options say how a world is built. The zero value has room for eight runs and no limits at the platforms.
type options struct {
	capacity  int
	slots     int // at each platform
	perMinute int
	latency   time.Duration
	wallClock bool
	seen      func(simulator.Request)
	socket    bool                      // the simulator is reached over loopback, with a key, as a platform is
	judge     reading.Judge             // is called whenever an answer is read
	catalogue func(*assistant.Platform) // changes each entry; without it and socket the simulator stands in for all of them
}

func each(t *testing.T, o options, body func(t *testing.T, w *world)) {
	t.Helper()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		body(t, newWorld(t, d, o))
	})
}

func newWorld(t testing.TB, d store.Dialect, o options) *world {
	t.Helper()
	if o.capacity == 0 {
		o.capacity = 8
	}
	w := &world{url: storetest.URL(t, d), clock: storetest.NewClock(), options: o}
	w.sim = simulator.New(simulator.Options{
		Platforms: delivered().All(), Latency: simulator.Latency{Mean: o.latency},
		Seen: o.seen, SearchAlways: true,
	})
	if o.socket {
		origin, stop, err := w.sim.Start("127.0.0.1:0")
		must.Do(t, err)
		w.origin = origin
		t.Cleanup(func() {
			ctx, cancel := context.WithTimeout(context.Background(), time.Second)
			defer cancel()
			_ = stop(ctx) // hanging is one of its faults
		})
	}
	w.node = w.open(t)
	w.accounts = account.New(w.db, limit.New(w.db), account.Options{MaxKeys: 50, PasswordMemory: 64})
	w.plans = plan.New(w.db, w.accounts, plan.Options{})
	_, findings := w.findings(w.node)
	w.brands = brand.New(w.db, w.plans, findings, brand.Options{MaxBrands: 100})
	w.Runs = w.room(w.node, w.plans, w.brands)
	return w
}

// another is a second process on the same database; on SQLite that cannot work at the same time, and never does here.
func (w *world) another(t testing.TB) *node {
	t.Helper()
	n := w.open(t)
	accounts := account.New(n.db, limit.New(n.db), account.Options{MaxKeys: 50, PasswordMemory: 64})
	plans := plan.New(n.db, accounts, plan.Options{})
	_, findings := w.findings(n)
	n.Runs = w.room(n, plans, brand.New(n.db, plans, findings, brand.Options{MaxBrands: 100}))
	return n
}

// delivered is the catalogue as it is shipped, without keys.
var delivered = sync.OnceValue(func() *assistant.Catalogue {
	c, err := assistant.Load(assistant.Override{}, func(string) string { return "" })
	if err != nil {
		panic(err)
	}
	return c
})

// withoutKeys is a process that could not ask any platform.
func (w *world) withoutKeys(t testing.TB) *node {
	t.Helper()
	before := w.options
	defer func() { w.options = before }()
	w.options.socket, w.options.catalogue = false, func(*assistant.Platform) {}
	return w.another(t)
}

func (w *world) open(t testing.TB) *node {
	t.Helper()
	var opts []store.Option
	if !w.options.wallClock {
		opts = append(opts, store.WithClock(w.clock.Now))
	}
	settings, catalogue := assistant.Settings{Simulator: w.sim}, delivered()
	if w.options.socket {
		settings.Simulator, catalogue = nil, catalogue.With(w.reachable)
	}
	if w.options.catalogue != nil {
		settings.Simulator, catalogue = nil, catalogue.With(w.options.catalogue)
	}
	n := &node{name: id.New("node", time.Now()), db: storetest.OpenURL(t, w.url, opts...), client: assistant.New(catalogue, settings)}
	t.Cleanup(n.client.Close)
	return n
}

// reachable makes the simulator's socket the platform's address.
func (w *world) reachable(p *assistant.Platform) {
	u, err := url.Parse(p.BaseURL)
	if err != nil {
		panic(err)
	}
	p.BaseURL, p.Key, p.AllowPrivate, p.RequestsPerMinute = w.origin+"/"+p.ID+u.Path, assistant.NewSecret("key"), true, 0
}

// findings is what a node reads answers with; what it enqueues is gathered.
func (w *world) findings(n *node) (*queue.Queue, *reading.Findings) {
	jobs := w.jobs
	if jobs == nil {
		jobs = queue.Gather(n.db, w.gather)
	}
	return jobs, reading.New(n.db, reading.Options{Queue: jobs, Judge: w.options.judge})
}

// runtimes is the room of the browsers that ask in apps.
func (n *node) runtimes() *runtime.Runtimes {
	return runtime.New(n.db, account.New(n.db, nil, account.Options{}), n.client.Catalogue().IDs)
}

func (w *world) room(n *node, plans *plan.Plans, brands *brand.Brands) *run.Runs {
	jobs, findings := w.findings(n)
	return run.New(n.db, run.Rooms{
		Runtimes: n.runtimes(), Plans: plans, Brands: brands, Assistants: n.client, Queue: jobs,
		Findings: findings,
	}, run.Options{
		Node: n.name, Capacity: w.options.capacity,
		Limits: func(string) (int, int) { return w.options.slots, w.options.perMinute },
	})
}

// gather remembers what is to be executed, by turns of the jobs: each platform has workers of its own.
func (w *world) gather(jobs []queue.Job) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for i, more := 0, true; more; i++ {
		more = false
		for _, j := range jobs {
			if asked := run.Asked(j); i < len(asked) {
				w.enqueued, more = append(w.enqueued, asked[i]), true
			}
		}
	}
}

// take removes what was enqueued.
func (w *world) take() []run.TaskRef {
	w.mu.Lock()
	defer w.mu.Unlock()
	tasks := w.enqueued
	w.enqueued = nil
	return tasks
}

// work executes everything that is enqueued, one after the other, until nothing is left. Waits are not waited for.
func (w *world) work(t must.Tester) {
	t.Helper()
	for tasks := w.take(); len(tasks) > 0; tasks = append(tasks, w.take()...) {
		task := tasks[0]
		tasks = tasks[1:]
		again := must.Get(w.Execute(context.Background(), task.ID))(t)
		if again > 0 {
			tasks = append(tasks, task)
		}
	}
}

// users are shared by all worlds: a password is meant to be expensive.
var users sync.Map

func prepared(accounts *account.Accounts, n int) (account.NewUser, error) {
	if u, ok := users.Load(n); ok {
		return u.(account.NewUser), nil
	}
	u, err := accounts.Prepare(context.Background(), fmt.Sprintf("user%d@example.com", n), "long enough a password")
	users.Store(n, u)
	return u, err
}

// caller opens an account and stands in its personal space.
func (w *world) caller(t must.Tester, tier plan.Tier) account.Caller {
	t.Helper()
	ctx := context.Background()
	w.users++
	user := must.Get(prepared(w.accounts, w.users))(t)
	userID := must.Get(w.plans.Open(ctx, user, plan.Terms{Tier: tier, Forever: true}))(t)
	spaces := must.Get(w.accounts.Spaces(ctx, userID))(t)
	return account.Caller{UserID: userID, SpaceID: spaces[0].ID}
}

// brand makes a brand with these questions, all enabled.
func (w *world) brand(t must.Tester, who account.Caller, questions ...string) string {
	t.Helper()
	ctx := context.Background()
	b := must.Get(w.brands.Create(ctx, who, brand.Profile{Name: "云栖笔记", Introduction: "云端笔记", ProductType: "other"}))(t)
	topic := must.Get(w.brands.CreateTopic(ctx, who, b.ID, brand.TopicFields{Name: "选购", Region: "CN", Language: "zh"}))(t)
	for _, text := range questions {
		w.prompt(t, who, topic, text)
	}
	return b.ID
}

func (w *world) prompt(t must.Tester, who account.Caller, topic brand.Topic, text string) brand.Prompt {
	t.Helper()
	p, err := w.brands.CreatePrompt(context.Background(), who, topic.BrandID, brand.NewPrompt{
		PromptFields: brand.PromptFields{TopicID: topic.ID, Text: text, Stage: "awareness", Status: brand.Active}, Source: brand.FromUser,
	})
	must.Do(t, err)
	return p
}

// submit asks for a run at these platforms; none means all.
func (n *node) submit(who account.Caller, brandID string, platforms ...string) (string, error) {
	out, err := n.Submit(context.Background(), who, run.Request{BrandID: brandID, Platforms: platforms, Origin: run.FromAPI})
	return out.RunID, err
}

// accepted is a submission that must be.
func (n *node) accepted(t must.Tester, who account.Caller, brandID string, platforms ...string) string {
	t.Helper()
	return must.Get(n.submit(who, brandID, platforms...))(t)
}

func (n *node) progress(t must.Tester, who account.Caller, runID string) run.Run {
	t.Helper()
	return must.Get(n.Find(context.Background(), who, runID))(t)
}

func (n *node) statusIs(t must.Tester, who account.Caller, runID, want string) run.Run {
	t.Helper()
	r := n.progress(t, who, runID)
	if r.Status != want {
		t.Fatalf("the run is %s, want %s: %+v", r.Status, want, r)
	}
	return r
}

// number reads one figure from the database.
func (n *node) number(t must.Tester, sql string, args ...any) int64 {
	t.Helper()
	return must.Get(store.One[int64](n.db.Read().QueryRow(context.Background(), sql, args...)))(t)
}

// sound holds the counters against the sub-tasks they count, whatever has happened.
func (n *node) sound(t must.Tester) {
	t.Helper()
	for what, sql := range map[string]string{
		"runs whose done is not that of their platforms":          `SELECT count(*) FROM runs r WHERE done <> (SELECT sum(done) FROM run_platforms p WHERE p.run_id = r.id)`,
		"runs whose total is not that of their sub-tasks":         `SELECT count(*) FROM runs r WHERE total <> (SELECT count(*) FROM tasks t WHERE t.run_id = r.id)`,
		"runs whose done is not that of their sub-tasks":          `SELECT count(*) FROM runs r WHERE done <> (SELECT count(*) FROM tasks t WHERE t.run_id = r.id AND t.status NOT IN ('queued', 'running'))`,
		"runs whose answered is not the number of their answers":  `SELECT count(*) FROM runs r WHERE answered <> (SELECT count(*) FROM answers a WHERE a.run_id = r.id AND a.answered_at IS NOT NULL)`,
		"platforms whose failed is not that of their sub-tasks":   `SELECT count(*) FROM run_platforms p WHERE failed <> (SELECT count(*) FROM tasks t WHERE t.run_id = p.run_id AND t.platform = p.platform AND t.status = 'failed')`,
		"platforms whose answered is not that of their sub-tasks": `SELECT count(*) FROM run_platforms p WHERE answered <> (SELECT count(*) FROM tasks t WHERE t.run_id = p.run_id AND t.platform = p.platform AND t.status = 'answered')`,
		"platforms at work in a run that has ended":               `SELECT count(*) FROM run_platforms p JOIN runs r ON r.id = p.run_id WHERE r.done = r.total AND p.status IN ('queued', 'running')`,
		"answered sub-tasks without an answer, or the reverse":    `SELECT count(*) FROM tasks t WHERE (status = 'answered') <> EXISTS (SELECT 1 FROM answers a WHERE a.id = t.id AND a.answered_at IS NOT NULL)`,
		"stored answers of sub-tasks that have ended":             `SELECT count(*) FROM answers a JOIN tasks t ON t.id = a.id WHERE a.answered_at IS NULL AND t.status NOT IN ('queued', 'running')`,
		"held sub-tasks that wait":                                `SELECT count(*) FROM tasks WHERE node IS NOT NULL AND status NOT IN ('running', 'cancelled')`,
	} {
		must.Equal(t, n.number(t, `SELECT CAST((`+sql+`) AS BIGINT)`), 0, what)
	}
}

// refused checks that err is a fault with the code and exactly these facts.
func refused(t must.Tester, err error, code fault.Code, detail map[string]any) {
	t.Helper()
	f := fault.As(err)
	if f == nil || f.Code != code {
		t.Fatalf("got %v, want code %d", err, code)
	}
	if diff := cmp.Diff(detail, f.Detail, cmp.Comparer(func(a, b timestamp.Time) bool { return a.Equal(b.Time) })); diff != "" {
		t.Fatalf("code %d: (-want +got)\n%s", code, diff)
	}
}

// questions makes n texts that the simulator can tell apart.
func questions(n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf("哪款云笔记好用？第 %d 问", i+1)
	}
	return list
}

// platformOf picks a platform's part of a run.
func platformOf(t must.Tester, r run.Run, platform string) run.Platform {
	t.Helper()
	i := slices.IndexFunc(r.Platforms, func(p run.Platform) bool { return p.Platform == platform })
	if i < 0 {
		t.Fatalf("%s has no part in the run: %+v", platform, r)
	}
	return r.Platforms[i]
}
