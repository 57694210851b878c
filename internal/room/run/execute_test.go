package run_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"renown/internal/room/plan"
	"renown/internal/room/reading"
	"renown/internal/room/run"
	"renown/internal/simulator"
	"renown/internal/testkit/await"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// What becomes of a sub-task follows from what the platform did: at most three attempts, and the reason is kept.
func TestOutcomes(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		for _, c := range []struct {
			script   string
			asked    int
			reason   run.Reason // "" for an answer
			platform string     // doubao by default
		}{
			{"429*", 3, "rate_limit", ""},
			{"500*", 3, "server", ""},
			{"503*", 3, "overload", ""},
			{"cut*", 3, "network", ""},
			{"garbage*", 2, "malformed", ""},
			{"html*", 2, "malformed", ""},
			{"empty*", 2, "empty", ""},
			{"search_failed*", 2, "search_failed", "deepseek"},
			{"400", 1, "bad_request", ""},
			{"filter", 1, "content_filter", ""},
			{"filter", 1, "content_filter", "yuanbao"}, // which says so with a 200
			{"429,500,400", 3, "bad_request", ""},
			{"429,ok", 2, "", ""},
			{"500,429,ok", 3, "", ""},
			{"empty,ok", 2, "", ""},
			{"garbage,ok", 2, "", ""},
			{"refusal", 1, "", ""}, // in words: an answer like any other
			{"ok", 1, "", ""},
		} {
			if c.platform == "" {
				c.platform = "doubao"
			}
			t.Run(c.platform+" "+c.script, func(t *testing.T) {
				storetest.Exec(t, w.db, `DELETE FROM platform_gates`)
				who := w.caller(t, plan.Upper)
				text := "哪款云笔记好用？" + who.UserID + "[sim:" + c.script + "]"
				runID := w.accepted(t, who, w.brand(t, who, text), c.platform)
				w.work(t)
				want := run.Evidence{
					RunID: runID, PromptText: text, Platform: c.platform, Mode: "search", Surface: "api",
					Status: "failed", Error: &c.reason, Citations: []reading.Source{},
					Competitors: []reading.Other{},
				}
				status := run.Failed
				if c.reason == "" {
					want.Status, want.Error, status = "answered", nil, run.Completed
				}
				r := w.statusIs(t, who, runID, status)
				if p := r.Platforms[0]; p.Status != status || p.Done != 1 || p.Reason != nil || (p.Failed == 1) != (c.reason != "") {
					t.Errorf("the platform's part: %+v", p)
				}
				found, total, err := w.Evidence(t.Context(), who, runID, run.EvidenceFilter{Paging: run.Paging{Number: 1, Size: 10}})
				must.Do(t, err)
				if total != 1 || len(found) != 1 || (found[0].Text == nil) != (c.reason != "") {
					t.Fatalf("found %+v", found)
				}
				got := found[0]
				got.ID, got.PromptID, got.Model, got.Text, got.Citations, got.Retrieval, got.AnsweredAt, got.LatencyMS = "", "", nil, nil, []reading.Source{}, nil, nil, nil
				got.Mentioned, got.Confidence, got.Competitors = nil, nil, []reading.Other{}
				expect.Same(t, got, want)
				if n := w.sim.Asked(c.platform, text); n != c.asked {
					t.Errorf("asked %d times, want %d", n, c.asked)
				}
				w.sound(t)
			})
		}
	})
}

// A platform that asks for a pause gets it.
func TestRetryAfter(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		who := w.caller(t, plan.Upper)
		w.sim.Script("doubao", "问", simulator.Step{Do: simulator.RateLimit, RetryAfter: 90 * time.Second})
		w.accepted(t, who, w.brand(t, who, "问"), "doubao")
		again := must.Get(w.Execute(t.Context(), w.take()[0].ID))(t)
		if again < 90*time.Second || again > 92*time.Second {
			t.Fatalf("asked to come again in %v", again)
		}
		must.Equal(t,
			w.number(t,
				`SELECT count(*) FROM tasks WHERE status = 'queued' AND node IS NULL AND error = 'rate_limit'`), 1,
			"the sub-task does not wait")
		w.sound(t)
	})
}

// At every moment a run that is done has ended and the other way round, its parts add up and nothing goes back.
func TestProgress(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		who := w.caller(t, plan.Upper)
		texts := questions(6)
		texts[1] += "[sim:429,ok]"
		texts[2] += "[sim:filter]"
		texts[3] += "[sim:garbage*]"
		runID := w.accepted(t, who, w.brand(t, who, texts...))
		ended := make(chan struct{})
		var group sync.WaitGroup
		group.Go(func() {
			defer close(ended)
			watch(t, w, func() run.Run { return w.progress(t, who, runID) })
		})
		tasks := make(chan run.TaskRef, 1000)
		for _, task := range w.take() {
			tasks <- task
		}
		for range 8 {
			group.Go(func() {
				for {
					select {
					case task := <-tasks:
						again, err := w.Execute(context.Background(), task.ID)
						expect.Do(t, err)
						if again > 0 {
							tasks <- task
						}
					case <-ended:
						return
					}
				}
			})
		}
		group.Wait()
		r := w.statusIs(t, who, runID, run.Completed)
		if r.FinishedAt == nil || r.Progress != (run.Progress{Done: 36, Total: 36}) {
			t.Errorf("at the end: %+v", r)
		}
		for _, p := range r.Platforms {
			if p.Status != run.Completed || p.Done != 6 || p.Failed != 2 || p.Reason != nil {
				t.Errorf("at the end: %+v", p)
			}
		}
		w.sound(t)
	})
}

// watch polls a run until it has ended.
func watch(t *testing.T, w *world, poll func() run.Run) {
	var before run.Run
	for deadline := time.Now().Add(time.Minute); !run.Ended(before.Status); {
		if time.Now().After(deadline) {
			t.Errorf("not over in a minute: %+v", before)
			return
		}
		now := poll()
		var done int64
		for i, p := range now.Platforms {
			done += p.Done
			over := p.Status != run.Running && p.Status != run.Queued
			if p.Done < 0 || p.Done > p.Total || p.Failed > p.Done || over != (p.Done == p.Total) {
				t.Errorf("a platform's part: %+v", p)
			}
			if len(before.Platforms) > 0 && p.Done < before.Platforms[i].Done {
				t.Errorf("went back from %+v to %+v", before.Platforms[i], p)
			}
		}
		if done != now.Progress.Done || run.Ended(now.Status) != (now.Progress.Done == now.Progress.Total) ||
			run.Ended(now.Status) != (now.FinishedAt != nil) {
			t.Errorf("it does not add up: %+v", now)
		}
		before = now
	}
}

// A program that stops gives its questions back without an attempt being counted.
func TestStopWhileAsking(t *testing.T) {
	t.Parallel()
	each(t, options{latency: time.Hour}, func(t *testing.T, w *world) {
		who := w.caller(t, plan.Upper)
		runID := w.accepted(t, who, w.brand(t, who, "问"), "doubao")
		task := w.take()[0]
		ctx, cancel := context.WithCancel(t.Context())
		result := make(chan error, 1)
		go func() {
			_, err := w.Execute(ctx, task.ID)
			result <- err
		}()
		eventually(t, "the question is asked", func() bool { return w.sim.Total() == 1 })
		w.sound(t)
		cancel()
		if err := <-result; !errors.Is(err, context.Canceled) {
			t.Fatalf("got %v", err)
		}
		must.Equal(t,
			w.number(t, `SELECT count(*) FROM tasks WHERE status = 'queued' AND node IS NULL AND attempts = 0`), 1,
			"the sub-task was not put back as it was")
		w.statusIs(t, who, runID, run.Running)
		w.sound(t)
	})
}

// What is executed twice is asked once, also at the same time.
func TestTwins(t *testing.T) {
	t.Parallel()
	each(t, options{latency: 20 * time.Millisecond}, func(t *testing.T, w *world) {
		who := w.caller(t, plan.Standard)
		runID := w.accepted(t, who, w.brand(t, who, questions(2)...))
		tasks := w.take()
		await.AtOnce(4*len(tasks), func(i int) {
			expect.Do(t, expect.Error(w.Execute(t.Context(), tasks[i%len(tasks)].ID)))
		})
		w.statusIs(t, who, runID, run.Completed)
		if n := w.sim.Total(); n != len(tasks) {
			t.Errorf("%d questions were asked for %d sub-tasks", n, len(tasks))
		}
		for _, nobody := range []string{"ans_none", tasks[0].ID} {
			if again, err := w.Execute(t.Context(), nobody); again != 0 || err != nil {
				t.Errorf("%s: %v, %v", nobody, again, err)
			}
		}
		w.sound(t)
	})
}

// A brand that goes takes its run along; what is in the air comes to nothing.
func TestBrandGone(t *testing.T) {
	t.Parallel()
	each(t, options{latency: 50 * time.Millisecond}, func(t *testing.T, w *world) {
		who := w.caller(t, plan.Standard)
		brandID := w.brand(t, who, "问")
		w.accepted(t, who, brandID, "doubao")
		task := w.take()[0]
		result := make(chan error, 1)
		go func() {
			_, err := w.Execute(t.Context(), task.ID)
			result <- err
		}()
		eventually(t, "the question is asked", func() bool { return w.sim.Total() == 1 })
		storetest.Exec(t, w.db, `DELETE FROM brands WHERE id = $1`, brandID)
		must.Do(t, <-result)
		expect.Equal(t, w.number(t, `SELECT (SELECT count(*) FROM answers) + (SELECT count(*) FROM tasks)`), 0, "things are left")
		w.sound(t)
	})
}

// eventually waits until ok, which must come true without a push.
func eventually(t must.Tester, what string, ok func() bool) {
	t.Helper()
	await.True(t, 2*time.Minute, what, ok)
}
