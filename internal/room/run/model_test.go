package run_test

import (
	"cmp"
	"context"
	"flag"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"renown/internal/floor/day"
	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/plan"
	"renown/internal/room/run"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
	"renown/internal/tool/assistant"
)

// TestMain bounds the sequences to a few seconds on both engines; -rapid.checks asks for more.
func TestMain(m *testing.M) {
	if err := flag.Set("rapid.checks", "8"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

const modelCapacity = 2

// model drives the room and keeps, in plain lists, what should have become of it.
type model struct {
	*world
	owners    []*owner
	runs      []*expectedRun
	suspended bool
	faults    map[string]int       // in a row, by platform
	shut      map[string]time.Time // left alone until then
	due       []string             // sub-tasks for which execution was asked, in order
}

// owner is an account with its brands. Each brand has two prompts, of which some are enabled.
type owner struct {
	who     account.Caller
	tier    plan.Tier
	expired bool
	brands  []string
	prompts map[string][]brand.Prompt
	enabled map[string]int
}

type expectedRun struct {
	id, brand, selection, origin, status string
	owner                                int
	at                                   time.Time
	asked                                bool
	platforms                            []string
	tasks                                []*expectedTask
}

type expectedTask struct {
	id, platform, status string
	attempts             int
}

func (r *expectedRun) live() bool { return r.status == run.Queued || r.status == run.Running }

func (r *expectedRun) count(platform string, is func(status string) bool) (n int64) {
	for _, task := range r.tasks {
		if (platform == "" || task.platform == platform) && is(task.status) {
			n++
		}
	}
	return n
}

func over(status string) bool { return status != run.Queued && status != run.Running }

// Random sequences of submissions, answers, faults, cancels, suspensions and jumps of the clock end as the rules foretell.
func TestAgainstModel(t *testing.T) {
	t.Parallel()
	each(t, options{capacity: modelCapacity}, func(t *testing.T, w *world) {
		var owners []*owner
		for _, tier := range []plan.Tier{plan.Standard, plan.Upper, plan.Upper} {
			o := &owner{who: w.caller(t, tier), tier: tier, prompts: map[string][]brand.Prompt{}}
			for range 2 {
				brandID := w.brand(t, o.who, questions(2)...)
				prompts := must.Get(w.brands.Prompts(t.Context(), o.who, brandID, brand.PromptFilter{}))(t)
				o.brands, o.prompts[brandID] = append(o.brands, brandID), prompts
			}
			owners = append(owners, o)
		}
		rapid.Check(t, func(t *rapid.T) {
			m := &model{world: w, owners: owners, faults: map[string]int{}, shut: map[string]time.Time{}}
			m.begin(t)
			t.Repeat(map[string]func(*rapid.T){
				"":         m.compare,
				"submit":   m.submission,
				"again":    m.submission, // often enough
				"schedule": m.scheduled,
				"work":     m.execution,
				"more":     m.execution,
				"finish":   m.finish,
				"cancel":   m.cancellation,
				"switch":   m.toggle,
				"sweep":    m.sweep,
				"prompts":  m.enable,
				"plan":     m.renew,
				"wait": func(t *rapid.T) {
					w.clock.Advance(rapid.SampledFrom([]time.Duration{
						time.Second, 10 * time.Second, time.Minute,
						20 * time.Minute, time.Hour, 9 * time.Hour,
					}).Draw(t, "for"))
				},
			})
		})
	})
}

// begin clears the tables and enables everything.
func (m *model) begin(t *rapid.T) {
	m.take()
	m.clock.Set(storetest.Start)
	storetest.Exec(t, m.db, `DELETE FROM runs`)
	storetest.Exec(t, m.db, `DELETE FROM scheduled_use`)
	storetest.Exec(t, m.db, `DELETE FROM platform_gates`)
	storetest.Exec(t, m.db, `UPDATE settings SET value = '{}' WHERE name = 'detection'`)
	storetest.Exec(t, m.db, `UPDATE prompts SET status = 'active'`)
	storetest.Exec(t, m.db, `UPDATE subscriptions SET expires_at = NULL`)
	for _, o := range m.owners {
		o.expired, o.enabled = false, map[string]int{o.brands[0]: 2, o.brands[1]: 2}
	}
}

// effective is what remains of a selection.
func (m *model) effective(o *owner, wanted []string) []string {
	allowed := all[:o.tier.Limits().Platforms]
	if wanted == nil {
		return allowed
	}
	return slices.DeleteFunc(slices.Clone(allowed), func(p string) bool { return !slices.Contains(wanted, p) })
}

// foretell says what a submission will be told: a code and the facts with it, or 0.
func (m *model) foretell(i int, in run.Request) (fault.Code, map[string]any) {
	o, now := m.owners[i], m.clock.Now()
	if !slices.Contains(o.brands, in.BrandID) {
		return fault.NoSuchThing, map[string]any{"resource": "brand", "id": in.BrandID}
	}
	if o.expired {
		return fault.Expired, nil
	}
	platforms := m.effective(o, in.Platforms)
	if in.Origin != run.FromSchedule {
		if code, facts := m.foretellCounts(i, in.BrandID, string(in.Mode)+":"+strings.Join(platforms, ","), now); code != 0 {
			return code, facts
		}
	}
	for _, r := range m.runs {
		if r.brand == in.BrandID && r.live() {
			return fault.RunInFlight, map[string]any{"run_id": r.id, "status": r.status}
		}
	}
	switch {
	case o.enabled[in.BrandID] == 0:
		return fault.NoPrompt, map[string]any(nil)
	case len(platforms) == 0:
		return fault.NoPlatform, nil
	case in.Due != nil:
		return m.foretellDue(i, in), nil
	}
	return 0, nil
}

// foretellDue is about the account's earlier runs by schedule in the period: the day, or the week for the standard tier.
func (m *model) foretellDue(i int, in run.Request) fault.Code {
	o := m.owners[i]
	from := day.Of(in.Due.Time).Begin()
	if o.tier == plan.Standard {
		from = day.Of(in.Due.Time).Week().From.Begin()
	}
	limits := o.tier.Limits()
	tasks := o.enabled[in.BrandID] * len(m.effective(o, nil))
	for _, r := range m.runs {
		if r.owner != i || r.origin != run.FromSchedule || r.at.Truncate(time.Hour).Before(from.Time) {
			continue
		}
		if r.brand == in.BrandID {
			return fault.Duplicate
		}
		tasks += len(r.tasks)
	}
	if tasks > limits.ActivePrompts*limits.Platforms {
		return fault.CapReached
	}
	return 0
}

// foretellCounts is about the account's own earlier runs.
func (m *model) foretellCounts(i int, brandID, selection string, now time.Time) (fault.Code, map[string]any) {
	limits := m.owners[i].tier.Limits()
	day := func(t time.Time) string { return t.In(time.FixedZone("Beijing", 8*3600)).Format(time.DateOnly) }
	used, last := 0, time.Time{}
	for _, r := range m.runs {
		if r.owner != i || r.origin == run.FromSchedule || !r.live() && !r.asked {
			continue
		}
		if day(r.at) == day(now) {
			used++
		}
		last = r.at
	}
	for _, r := range slices.Backward(m.runs) {
		if r.owner == i && r.origin != run.FromSchedule && r.brand == brandID && r.selection == selection &&
			now.Sub(r.at) < 10*time.Second {
			return fault.Duplicate, map[string]any{"run_id": r.id}
		}
	}
	switch {
	case used >= limits.RunsPerDay:
		return fault.DailyLimit, map[string]any{"limit": limits.RunsPerDay, "used": used}
	case !last.IsZero() && now.Sub(last) < limits.RunGap:
		return fault.RunGap, nil
	}
	return 0, nil
}

// start begins queued runs as far as there is room.
func (m *model) start() {
	for _, r := range m.runs { // in the order of acceptance
		running := 0
		for _, other := range m.runs {
			if other.status == run.Running {
				running++
			}
		}
		if m.suspended || running >= modelCapacity {
			return
		}
		if r.status != run.Queued {
			continue
		}
		r.status = run.Running
		for _, platform := range r.platforms {
			if m.clock.Now().Before(m.shut[platform]) {
				m.leaveOut(r, platform)
			}
		}
		for _, task := range r.tasks {
			if task.status == run.Queued {
				m.due = append(m.due, task.id)
			}
		}
		m.settle(r)
	}
}

// leaveOut skips the rest of a platform's part.
func (m *model) leaveOut(r *expectedRun, platform string) {
	for _, task := range r.tasks {
		if task.platform == platform && task.status == run.Queued {
			task.status = run.Skipped
		}
	}
}

// settle ends a run of which nothing is left.
func (m *model) settle(r *expectedRun) {
	if r.status != run.Running || r.count("", over) < int64(len(r.tasks)) {
		return
	}
	r.status = run.Failed
	if r.count("", func(s string) bool { return s == "answered" }) > 0 {
		r.status = run.Completed
	}
}

// compare holds every run against the model, and the counters against the sub-tasks.
func (m *model) compare(t *rapid.T) {
	m.sound(t)
	for _, task := range m.take() {
		m.enqueuedAs(t, task)
	}
	if len(m.due) > 0 {
		t.Fatalf("not enqueued were %v", m.due)
	}
	for _, want := range m.runs {
		got := m.progress(t, m.owners[want.owner].who, want.id)
		if got.Status != want.status || got.Progress.Total != int64(len(want.tasks)) || got.Progress.Done != want.count("", over) {
			t.Fatalf("the run is %+v, the model has %+v", got, want)
		}
		for _, p := range got.Platforms {
			failed := want.count(p.Platform, func(s string) bool { return s == "failed" })
			if done := want.count(p.Platform, over); p.Done != done || p.Failed != failed || (p.Done == p.Total) != over(p.Status) {
				t.Fatalf("the part is %+v, the model has %d done and %d failed", p, done, failed)
			}
		}
	}
}

// tasksOf reads the ids that a new run's sub-tasks were given.
func (m *model) tasksOf(t *rapid.T, runID string) []*expectedTask {
	list, err := store.List(context.Background(), m.db.Read(), func(row store.Row) (*expectedTask, error) {
		task := &expectedTask{status: run.Queued}
		return task, row.Scan(&task.id, &task.platform)
	}, `SELECT id, platform FROM tasks WHERE run_id = $1`, runID)
	must.Do(t, err)
	return list
}

func modeOf(m assistant.Mode) string { return string(cmp.Or(m, assistant.ModeSearch)) }
