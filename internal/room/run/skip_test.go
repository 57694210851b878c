package run_test

import (
	"context"
	"testing"
	"time"

	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/plan"
	"renown/internal/room/run"
	"renown/internal/simulator"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
	"renown/internal/tool/assistant"
)

// skipped is how a platform's part looks that was left out as a whole.
func skipped(t *testing.T, p run.Platform, code string, why run.Reason) {
	t.Helper()
	if p.Status != run.Skipped || p.Done != p.Total || p.Failed != 0 || p.ReasonCode == nil || *p.ReasonCode != code || *p.Reason != why {
		t.Errorf("want it skipped as %s, %s: %+v", code, why, p)
		if p.Reason != nil {
			t.Errorf("it was %s, %s", *p.ReasonCode, *p.Reason)
		}
	}
}

// A platform that cannot be asked is left out as a whole, with its reason, and the run goes on with the others.
func TestSkippedAtStart(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, platform, code string
		why                  run.Reason
		mode                 assistant.Mode
		entry                func(*assistant.Platform)
	}{
		{
			name: "no key", platform: "ernie", code: "not_configured", why: "not_configured",
			entry: func(p *assistant.Platform) { p.Key = assistant.NewSecret("") },
		},
		{
			name: "suspended", platform: "qwen", code: "suspended", why: "suspended",
			entry: func(p *assistant.Platform) { p.Suspended = true },
		},
		{name: "mode", platform: "kimi", code: "not_implemented", why: "mode_unsupported", mode: assistant.ModeReasoning},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			o := options{socket: true, catalogue: func(p *assistant.Platform) {
				if p.ID == c.platform && c.entry != nil {
					c.entry(p)
				}
			}}
			each(t, o, func(t *testing.T, w *world) {
				who := w.caller(t, plan.Upper)
				brandID := w.brand(t, who, questions(2)...)
				out := must.Get(w.Submit(t.Context(), who, run.Request{BrandID: brandID, Mode: c.mode, Origin: run.FromAPI}))(t)
				expect.Equal(t, out.Status, run.Running, "answered")
				skipped(t, platformOf(t, w.progress(t, who, out.RunID), c.platform), c.code, c.why)
				w.work(t)
				r := w.statusIs(t, who, out.RunID, run.Completed)
				for _, p := range r.Platforms {
					if p.Platform != c.platform && (p.Status != run.Completed || p.Failed > 0) {
						t.Errorf("%+v", p)
					}
				}
				found, total, err := w.Evidence(t.Context(), who, out.RunID,
					run.EvidenceFilter{Platforms: []string{c.platform}, Paging: run.Paging{Number: 1, Size: 10}})
				must.Do(t, err)
				if total != 2 || found[0].Status != "skipped" || found[0].Error == nil || *found[0].Error != c.why || found[0].Text != nil {
					t.Errorf("the evidence: %+v", found)
				}
				for _, q := range w.sim.Requests() {
					if q.Platform == c.platform {
						t.Errorf("it was asked: %+v", q)
					}
				}
				w.sound(t)
			})
		})
	}
}

// A platform that the operator suspends while it is being asked is left out of the rest; what it has answered stays.
func TestSuspendedDuringRun(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		who := w.caller(t, plan.Upper)
		runID := w.accepted(t, who, w.brand(t, who, questions(3)...), "qwen", "doubao")
		tasks := w.take()
		for _, task := range tasks[:2] { // the first question, at both
			must.Get(w.Execute(t.Context(), task.ID))(t)
		}
		w.client.Suspend("qwen", true)
		w.enqueued = tasks
		w.work(t)
		p := platformOf(t, w.statusIs(t, who, runID, run.Completed), "qwen")
		if p.Status != run.Completed || p.Done != 3 || p.Answered != 1 || p.Failed != 0 || p.ReasonCode == nil ||
			*p.ReasonCode != "suspended" {
			t.Errorf("got %+v", p)
		}
		expect.Equal(t,
			w.number(t, `SELECT count(*) FROM tasks WHERE platform = 'qwen' AND status = 'skipped' AND attempts = 0`),
			2, "sub-tasks were skipped")
		w.sound(t)
	})
}

// A run of which nothing is left fails at once, and its place is free for the next.
func TestAllSkipped(t *testing.T) {
	t.Parallel()
	each(t, options{capacity: 1, catalogue: func(*assistant.Platform) {}}, func(t *testing.T, w *world) {
		who := w.caller(t, plan.Upper)
		out := must.Get(w.Submit(t.Context(), who, run.Request{BrandID: w.brand(t, who, "问"), Origin: run.FromAPI}))(t)
		r := w.statusIs(t, who, out.RunID, run.Failed)
		if r.FinishedAt == nil || r.Progress.Done != 6 || len(w.take()) != 0 {
			t.Errorf("got %+v", r)
		}
		for _, p := range r.Platforms {
			skipped(t, p, "not_configured", "not_configured")
		}
		w.sound(t)
	})
}

// A fault that concerns the platform's account ends its part in every run for a minute; the first to be asked afterwards
// may find it mended.
func TestCircuit(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		for _, c := range []struct {
			do    simulator.Outcome
			asked int64 // before the rest is left out
			code  string
			why   run.Reason
		}{
			{simulator.Balance, 1, "balance", "balance_out"},
			{simulator.Auth, 1, "unavailable", "circuit_open/auth"},
			{simulator.Quota, 1, "unavailable", "circuit_open/quota"},
			{simulator.Server, 5, "unavailable", "circuit_open/server"},
		} {
			t.Run(string(c.do), func(t *testing.T) {
				storetest.Exec(t, w.db, `DELETE FROM platform_gates`)
				w.sim.Script("qwen", "", simulator.Step{Do: c.do, Forever: true})
				who := w.caller(t, plan.Upper)
				runID := w.accepted(t, who, w.brand(t, who, questions(8)...), "doubao", "qwen")
				before := w.sim.Total()
				w.work(t)
				r := w.statusIs(t, who, runID, run.Completed)
				p := platformOf(t, r, "qwen")
				if p.Done != 8 || p.ReasonCode == nil || *p.ReasonCode != c.code || *p.Reason != c.why {
					t.Errorf("while it runs: %+v", p)
				}
				if asked := int64(w.sim.Total() - before); asked != 8+c.asked {
					t.Errorf("%d questions were asked, want %d", asked, 8+c.asked)
				}
				w.clock.Advance(59 * time.Second)
				other := w.caller(t, plan.Upper)
				brandID := w.brand(t, other, questions(2)...)
				second := w.accepted(t, other, brandID, "qwen")
				skipped(t, platformOf(t, w.statusIs(t, other, second, run.Failed), "qwen"), c.code, c.why)
				w.sim.Unscript()
				w.clock.Advance(time.Second)
				third := w.caller(t, plan.Upper)
				runID = w.accepted(t, third, w.brand(t, third, questions(2)...), "qwen")
				w.work(t)
				w.statusIs(t, third, runID, run.Completed)
				w.sound(t)
			})
		}
	})
}

// A circuit that opens while another run waits for the same platform ends that run's part too.
func TestCircuitInOtherRun(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		one, other := w.caller(t, plan.Upper), w.caller(t, plan.Upper)
		first := w.accepted(t, one, w.brand(t, one, "问"), "qwen")
		second := w.accepted(t, other, w.brand(t, other, questions(3)...), "qwen", "doubao")
		w.sim.Script("qwen", "", simulator.Step{Do: simulator.Balance, Forever: true})
		w.work(t)
		w.statusIs(t, one, first, run.Failed)
		skipped(t, platformOf(t, w.statusIs(t, other, second, run.Completed), "qwen"), "balance", "balance_out")
		w.sound(t)
	})
}

// After the pause one question at a time tries the platform, over all processes. The others wait for it; none fails
// without having been asked.
func TestTrial(t *testing.T) {
	t.Parallel()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		asked, release := make(chan struct{}, 10), make(chan struct{})
		w := newWorld(t, d, options{seen: func(simulator.Request) {
			asked <- struct{}{}
			<-release
		}})
		nodes := []*node{w.node}
		if d == store.Postgres {
			nodes = append(nodes, w.another(t))
		}
		who := w.caller(t, plan.Upper)
		runID := w.accepted(t, who, w.brand(t, who, questions(6)...), "qwen")
		storetest.Exec(t, w.db,
			`INSERT INTO platform_gates (platform, failures, open_until, open_class) VALUES ('qwen', 5, $1, 'server')`, timestamp.Of(w.clock.Now()))
		tasks := w.take()
		tried := make(chan error, 1)
		go func() {
			_, err := w.Execute(context.Background(), tasks[0].ID)
			tried <- err
		}()
		<-asked
		for _, n := range nodes {
			ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
			defer cancel()
			expect.Is(t, expect.Error(n.Execute(ctx, tasks[1].ID)), context.DeadlineExceeded, "a second question tries the platform")
		}
		close(release)
		must.Do(t, <-tried)
		w.enqueued = tasks
		crew(t, w, nodes, 3)
		if p := w.statusIs(t, who, runID, run.Completed).Platforms[0]; p.Done != 6 || p.Failed != 0 || p.Reason != nil {
			t.Errorf("got %+v", p)
		}
		expect.Equal(t,
			w.number(t, `SELECT count(*) FROM platform_gates WHERE open_until IS NOT NULL OR failures > 0`), 0,
			"the platform is still on trial")
		w.sound(t)
	})
}

// A platform that the operator takes out while it is being asked is left out of the rest, by a sweep and at the start of a
// process that is alone.
func TestPlatformGone(t *testing.T) {
	t.Parallel()
	for name, find := range map[string]func(n *node, ctx context.Context) error{
		"sweep": func(n *node, ctx context.Context) error { return n.Sweep(ctx) },
		"alone": func(n *node, ctx context.Context) error { return n.Alone(ctx) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			each(t, options{socket: true}, func(t *testing.T, w *world) {
				who := w.caller(t, plan.Upper)
				runID := w.accepted(t, who, w.brand(t, who, questions(2)...), "qwen", "doubao")
				last := w.caller(t, plan.Upper) // a run that ends by it
				only := w.accepted(t, last, w.brand(t, last, "问"), "qwen")
				w.take()
				w.options.catalogue = func(p *assistant.Platform) {
					if w.reachable(p); p.ID == "qwen" {
						p.ID = "another"
					}
				}
				next := w.another(t)
				must.Do(t, find(next, t.Context()))
				skipped(t, platformOf(t, next.progress(t, who, runID), "qwen"), "not_implemented", "gone")
				next.statusIs(t, last, only, run.Failed)
				for _, task := range w.take() {
					if task.Platform == "qwen" {
						t.Error("a sub-task was enqueued for which there is no worker")
					}
				}
				tasks := must.Get(store.List(t.Context(), next.db.Read(), store.One[string], `SELECT id FROM tasks`))(t)
				for _, taskID := range tasks {
					must.Get(next.Execute(t.Context(), taskID))(t)
				}
				next.statusIs(t, who, runID, run.Completed)
				next.sound(t)
			})
		})
	}
}
