package run_test

import (
	"context"
	"slices"
	"strings"
	"time"

	"pgregory.net/rapid"

	"renown/internal/floor/fault"
	"renown/internal/floor/timestamp"
	"renown/internal/room/brand"
	"renown/internal/room/plan"
	"renown/internal/room/run"
	"renown/internal/simulator"
	"renown/internal/testkit/must"
	"renown/internal/tool/assistant"
)

func draw[T any](t *rapid.T, label string, from []T) T { return rapid.SampledFrom(from).Draw(t, label) }

// enqueuedAs ticks off a sub-task whose execution the model foretold, and keeps it for later.
func (m *model) enqueuedAs(t *rapid.T, task run.TaskRef) {
	i := slices.Index(m.due, task.ID)
	if i < 0 {
		t.Fatalf("%v was enqueued, the model does not know why", task)
	}
	m.due = slices.Delete(m.due, i, i+1)
}

// request draws what is asked for, with what does not exist and what is not allowed among it.
func (m *model) request(t *rapid.T, i int) run.Request {
	brands := append(slices.Clone(m.owners[i].brands), m.owners[i].brands...)
	brands = append(brands, m.owners[(i+1)%3].brands[0], "brd_none")
	in := run.Request{
		BrandID: draw(t, "brand", brands), Origin: draw(t, "origin", []string{run.FromAPI, run.FromConsole}),
		Mode: draw(t, "mode", []assistant.Mode{assistant.ModeSearch, assistant.ModeSearch, assistant.ModeChat}),
	}
	if rapid.Bool().Draw(t, "chosen") {
		in.Platforms = rapid.SliceOfN(rapid.SampledFrom([]string{"doubao", "qwen", "ernie", "kimi", "nothing"}), 0, 3).Draw(t, "platforms")
	}
	return in
}

func (m *model) submission(t *rapid.T) {
	i := rapid.IntRange(0, 2).Draw(t, "account")
	m.submitted(t, i, m.request(t, i))
}

// submitted makes a submission and compares what it is told with what the model foretells.
func (m *model) submitted(t *rapid.T, i int, in run.Request) {
	m.clock.Advance(time.Millisecond) // the order of acceptance is to be plain
	o := m.owners[i]
	code, facts := m.foretell(i, in)
	out, err := m.Submit(context.Background(), o.who, in)
	if code != 0 {
		f := fault.As(err)
		if f == nil || f.Code != code {
			t.Fatalf("got %v, the model foretells code %d", err, code)
		}
		for name, want := range facts {
			if f.Detail[name] != want {
				t.Fatalf("code %d: %s is %v, the model foretells %v", code, name, f.Detail[name], want)
			}
		}
		return
	}
	must.Do(t, err)
	platforms := m.effective(o, in.Platforms)
	r := &expectedRun{
		id: out.RunID, brand: in.BrandID, selection: modeOf(in.Mode) + ":" + strings.Join(platforms, ","), origin: in.Origin,
		status: run.Queued, owner: i, at: m.clock.Now(), platforms: platforms, tasks: m.tasksOf(t, out.RunID),
	}
	if len(r.tasks) != len(platforms)*o.enabled[in.BrandID] {
		t.Fatalf("%d sub-tasks for %d platforms and %d prompts", len(r.tasks), len(platforms), o.enabled[in.BrandID])
	}
	m.runs = append(m.runs, r)
	began := r.status
	m.start()
	if want := map[bool]string{true: run.Queued, false: run.Running}[r.status == began]; out.Status != want {
		t.Fatalf("answered %s, the model has %s", out.Status, want)
	}
}

// scheduled submits what fell due at the full hour.
func (m *model) scheduled(t *rapid.T) {
	i := rapid.IntRange(0, 2).Draw(t, "account")
	due := timestamp.Of(m.clock.Now().Truncate(time.Hour))
	in := run.Request{BrandID: draw(t, "brand", m.owners[i].brands), Origin: run.FromSchedule, Due: &due}
	m.submitted(t, i, in)
}

// outcomes are what a platform may do, the ordinary often.
var outcomes = []simulator.Outcome{
	simulator.Normal, simulator.Normal, simulator.Normal, simulator.Normal, simulator.RateLimit, simulator.Filter, simulator.Server,
	simulator.Server, simulator.BadRequest, simulator.Balance,
}

// execution executes one sub-task, of whatever state: jobs come late and twice.
func (m *model) execution(t *rapid.T) {
	var tasks []*expectedTask
	var of []*expectedRun
	for _, r := range m.runs {
		for _, task := range r.tasks {
			if r.live() || len(m.runs) < 3 {
				tasks, of = append(tasks, task), append(of, r)
			}
		}
	}
	if len(tasks) == 0 {
		return
	}
	i := rapid.IntRange(0, len(tasks)-1).Draw(t, "sub-task")
	m.executed(t, of[i], tasks[i], draw(t, "outcome", outcomes))
}

// finish lets a run in progress come to its end.
func (m *model) finish(t *rapid.T) {
	for _, r := range m.runs {
		for r.status == run.Running {
			for _, task := range r.tasks {
				m.executed(t, r, task, simulator.Normal)
			}
		}
	}
}

func (m *model) executed(t *rapid.T, r *expectedRun, task *expectedTask, do simulator.Outcome) {
	m.sim.Unscript()
	m.sim.Script(task.platform, "", simulator.Step{Do: do})
	before := m.sim.Total()
	again := must.Get(m.Execute(context.Background(), task.id))(t)
	asked := m.sim.Total() > before
	if waits := r.status == run.Running && task.status == run.Queued; !waits || m.clock.Now().Before(m.shut[task.platform]) {
		if waits {
			m.leaveOut(r, task.platform)
			m.ended(r)
		}
		if asked || again != 0 {
			t.Fatalf("%+v of a run that is %s was asked", task, r.status)
		}
		return
	}
	r.asked = true
	task.attempts++
	opens := m.note(task.platform, do)
	switch {
	case do == simulator.Normal:
		task.status = "answered"
	case task.attempts == 3 || do != simulator.RateLimit && do != simulator.Server:
		task.status = "failed"
	}
	if !asked || again > 0 != (task.status == run.Queued) {
		t.Fatalf("%+v: asked %t, come again in %v", task, asked, again)
	}
	m.settle(r)
	if opens && r.status == run.Running {
		m.leaveOut(r, task.platform)
	}
	m.ended(r)
}

// note counts faults in a row. It tells whether the platform is left alone from now on.
func (m *model) note(platform string, do simulator.Outcome) bool {
	switch do {
	case simulator.Normal, simulator.Filter:
		m.faults[platform] = 0
		delete(m.shut, platform)
		return false
	case simulator.Server, simulator.Balance:
		m.faults[platform]++
	default:
		return false
	}
	if m.faults[platform] < 5 && do != simulator.Balance {
		return false
	}
	m.shut[platform] = m.clock.Now().Add(time.Minute)
	return true
}

// ended settles a run and lets the next begin in its place.
func (m *model) ended(r *expectedRun) {
	m.settle(r)
	if r.status != run.Running {
		m.start()
	}
}

func (m *model) cancellation(t *rapid.T) {
	if len(m.runs) == 0 {
		return
	}
	r := m.runs[rapid.IntRange(0, len(m.runs)-1).Draw(t, "run")]
	who := m.owners[rapid.IntRange(0, 2).Draw(t, "account")].who
	_, err := m.Cancel(context.Background(), who, r.id)
	switch {
	case who.UserID != m.owners[r.owner].who.UserID:
		refused(t, err, fault.NoSuchThing, map[string]any{"resource": "run", "id": r.id})
	case !r.live():
		refused(t, err, fault.RunEnded, map[string]any{"status": r.status})
	default:
		must.Do(t, err)
		was := r.status
		r.status = run.Cancelled
		for _, task := range r.tasks {
			if task.status == run.Queued {
				task.status = run.Cancelled
			}
		}
		if was == run.Running {
			m.start()
		}
	}
}

func (m *model) toggle(t *rapid.T) {
	if m.suspended = !m.suspended; m.suspended {
		must.Do(t, m.Suspend(context.Background()))
		return
	}
	must.Do(t, m.Resume(context.Background()))
}

func (m *model) sweep(t *rapid.T) {
	must.Do(t, m.Sweep(context.Background()))
	m.start()
}

// enable changes how many of a brand's prompts are enabled.
func (m *model) enable(t *rapid.T) {
	o := m.owners[rapid.IntRange(0, 2).Draw(t, "account")]
	brandID := draw(t, "brand", o.brands)
	o.enabled[brandID] = rapid.IntRange(0, 2).Draw(t, "enabled")
	for i, p := range o.prompts[brandID] {
		status := map[bool]string{true: brand.Active, false: brand.Archived}[i < o.enabled[brandID]]
		must.Get(m.brands.UpdatePrompt(context.Background(), o.who, p.ID, func(f *brand.PromptFields) { f.Status = status }))(t)
	}
}

// renew lets a subscription expire, or renews it.
func (m *model) renew(t *rapid.T) {
	o := m.owners[rapid.IntRange(0, 2).Draw(t, "account")]
	o.expired = rapid.IntRange(0, 2).Draw(t, "expired") == 0
	change := plan.Change{Forever: true}
	if o.expired {
		now := timestamp.Of(m.clock.Now())
		change = plan.Change{ExpiresAt: &now}
	}
	must.Get(m.plans.Set(context.Background(), o.who.UserID, change))(t)
}
