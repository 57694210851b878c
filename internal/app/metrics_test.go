package app_test

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"renown/internal/config"
	"renown/internal/floor/store"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/content"
	"renown/internal/room/publishing/order"
	"renown/internal/room/run"
	"renown/internal/simulator"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// figures are what a scrape shows, by series as Prometheus writes them.
type figures map[string]float64

// measured opens the listener for metrics beside whatever else is set.
func measured(also func(*config.Settings)) func(*config.Settings) {
	return func(s *config.Settings) {
		s.MetricsListen = "127.0.0.1:0"
		if also != nil {
			also(s)
		}
	}
}

func scrape(t testing.TB, s *apitest.Server) figures {
	t.Helper()
	lines := s.Log.Lines(`"msg":"metrics"`)
	if len(lines) == 0 {
		t.Fatal("no listener for metrics")
	}
	var line struct{ Address string }
	must.Do(t, json.Unmarshal([]byte(lines[len(lines)-1]), &line))
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	response, err := client.Get(line.Address)
	must.Do(t, err)
	defer response.Body.Close()
	found := figures{}
	for text := bufio.NewScanner(response.Body); text.Scan(); {
		if strings.HasPrefix(text.Text(), "#") {
			continue
		}
		at := strings.LastIndexByte(text.Text(), ' ')
		if found[text.Text()[:at]], err = strconv.ParseFloat(text.Text()[at+1:], 64); err != nil {
			t.Fatal(err)
		}
	}
	return found
}

// only are the series of a metric that are not 0.
func (f figures) only(name string) figures {
	out := figures{}
	for series, value := range f {
		if base, _, _ := strings.Cut(series, "{"); base == name && value != 0 {
			out[series] = value
		}
	}
	return out
}

// are compares all series of some metrics, those at 0 left out.
func (f figures) are(t testing.TB, want figures, names ...string) {
	t.Helper()
	for _, name := range names {
		got := f.only("renown_" + name)
		for series, value := range got {
			if want[strings.TrimPrefix(series, "renown_")] != value {
				t.Errorf("%s is %g, want %g", series, value, want[strings.TrimPrefix(series, "renown_")])
			}
		}
		for series := range want {
			if base, _, _ := strings.Cut(series, "{"); base == name && got["renown_"+series] == 0 {
				t.Errorf("%s is missing", series)
			}
		}
	}
}

// What was done shows in the figures, once.
func TestMetricsCount(t *testing.T) {
	t.Parallel()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		p := newPlatforms(t, simulator.Options{}, "concurrency: 1") // one after the other: the first fault is the only one
		p.Script("qwen", "", simulator.Step{Do: simulator.Auth, Forever: true})
		s := apitest.Start(t, d, apitest.Options{Settings: measured(p.settings)})
		key := s.Key(t)
		for range 3 {
			s.Expect(t, apitest.Call{Key: key, Method: "GET", Path: "/me"})
		}
		s.Expect(t, apitest.Call{Method: "GET", Path: "/me", Status: 401, Code: 1001})
		b := newBusy(t, s.App, "measured@app.example", 3)
		runID := b.start(t, s.App, "doubao", "qwen")
		eventually(t, "the run ends", func() bool {
			r, err := s.App.Runs.Find(context.Background(), b.Caller, runID)
			return err == nil && run.Ended(r.Status)
		})
		other := newBusy(t, s.App, "ended@app.example", 2)
		cancelled(t, s, other)
		orders(t, s)

		want := figures{
			`http_requests_total{code="0",method="GET",route="/openapi/v1/me",status="200"}`:    3,
			`http_requests_total{code="1001",method="GET",route="/openapi/v1/me",status="401"}`: 1,
			`http_request_seconds_count{route="/openapi/v1/me"}`:                                4,

			`runs_total{state="queued"}`: 2, `runs_total{state="running"}`: 1, `runs_total{state="completed"}`: 1,
			`runs_total{state="cancelled"}`:                                      1,
			`tasks_total{fault="",outcome="answered",platform="doubao"}`:         3,
			`tasks_total{fault="auth",outcome="failed",platform="qwen"}`:         1,
			`tasks_total{fault="unavailable",outcome="skipped",platform="qwen"}`: 2,
			`tasks_total{fault="",outcome="cancelled",platform="doubao"}`:        2,
			`tasks_total{fault="",outcome="cancelled",platform="kimi"}`:          2,
			`questions_total{outcome="answered",platform="doubao"}`:              3,
			`questions_total{outcome="auth",platform="qwen"}`:                    1,
			`question_seconds_count{platform="doubao"}`:                          3,
			`question_seconds_count{platform="qwen"}`:                            1,
			`orders_total{state="awaiting_review"}`:                              3,
			`orders_total{state="publishing"}`:                                   2,
			`orders_total{state="published"}`:                                    1,
			`orders_total{state="failed"}`:                                       1,
			`orders_total{state="withdrawn"}`:                                    1,
			`points_operations_total{kind="grant"}`:                              1,
			`points_operations_total{kind="hold"}`:                               3,
			`points_operations_total{kind="release"}`:                            2,
			`points_operations_total{kind="capture"}`:                            1,
			`points_moved_total{kind="grant"}`:                                   1000,
			`points_moved_total{kind="hold"}`:                                    120,
			`points_moved_total{kind="release"}`:                                 80,
			`points_moved_total{kind="capture"}`:                                 40,
			`platform_state{platform="qwen",state="circuit_open"}`:               1,
			`platform_state{platform="doubao",state="ready"}`:                    1,
			`platform_state{platform="deepseek",state="ready"}`:                  1,
			`platform_state{platform="yuanbao",state="ready"}`:                   1,
			`platform_state{platform="kimi",state="ready"}`:                      1,
			`platform_state{platform="ernie",state="ready"}`:                     1,
			`nodes`:         1,
			`runs_capacity`: 8,
		}
		var got figures
		eventually(t, "the jobs are done", func() bool {
			got = scrape(t, s)
			return got[`renown_jobs_total{kind="ask_doubao",outcome="done"}`] == 1 &&
				got[`renown_jobs_total{kind="ask_qwen",outcome="done"}`] == 1
		})
		got.are(t, want, "http_requests_total", "http_request_seconds_count", "runs_total", "tasks_total",
			"questions_total", "question_seconds_count",
			"orders_total", "points_operations_total", "points_moved_total", "platform_state", "nodes",
			"runs_capacity", "rate_limited_total", "scrape_failed",
			"runs", "run_oldest_seconds", "detection_suspended", "pushes_stuck", "reread_brands", "reread_answers", "ledger_differences")
		expect.Equal(t, got[`renown_job_seconds_count{kind="ask_doubao"}`], 1, "jobs were timed")
	})
}

// cancelled is a run that ended before anything of it was asked.
func cancelled(t *testing.T, s *apitest.Server, b busy) {
	t.Helper()
	ctx := context.Background()
	must := func(err error) {
		t.Helper()
		must.Do(t, err)
	}
	must(s.App.Runs.Suspend(ctx))
	runID := b.start(t, s.App, "doubao", "kimi")
	_, err := s.App.Runs.Cancel(ctx, b.Caller, runID)
	must(err)
	must(s.App.Runs.Resume(ctx))
}

// orders are three: one published, one failed, one withdrawn.
func orders(t *testing.T, s *apitest.Server) {
	t.Helper()
	ctx := context.Background()
	must := func(err error) {
		t.Helper()
		must.Do(t, err)
	}
	who, first := submitted(t, s)
	var ids []string
	for range 2 {
		content, err := s.App.Contents.Create(ctx, who, content.Fields{Title: "标题", Body: "正文", ContentType: catalogue.Article})
		must(err)
		o, err := s.App.Orders.Find(ctx, who, first)
		must(err)
		out, err := s.App.Orders.Submit(ctx, who, order.Submission{ContentID: content.ID, OutletIDs: []string{o.Outlet.ID}})
		must(err)
		ids = append(ids, out.Items[0].ID)
	}
	for _, id := range []string{first, ids[0]} {
		_, err := s.App.Orders.Approve(ctx, "", id, "")
		must(err)
	}
	_, err := s.App.Orders.Publish(ctx, "", first, "https://news.example/1")
	must(err)
	_, err = s.App.Orders.Fail(ctx, "", ids[0], "停刊")
	must(err)
	_, err = s.App.Orders.Withdraw(ctx, who, ids[1])
	must(err)
	if _, err := s.App.Orders.Withdraw(ctx, who, first); err == nil { // refused: it counts for nothing
		t.Error("a published order was withdrawn")
	}
}

// What waits shows with its age, also without a worker.
func TestMetricsBacklog(t *testing.T) {
	t.Parallel()
	p := newPlatforms(t, simulator.Options{}, "concurrency: 1")
	apitest.Each(t, apitest.Options{Frozen: true, Settings: measured(func(s *config.Settings) {
		p.settings(s)
		s.Role, s.Capacity = config.API, 1
	})}, func(t *testing.T, s *apitest.Server) {
		one, other := newBusy(t, s.App, "one@app.example", 2), newBusy(t, s.App, "other@app.example", 1)
		one.start(t, s.App, "doubao")
		s.Clock.Advance(30 * time.Second)
		other.start(t, s.App, "doubao")
		s.Clock.Advance(time.Minute)
		got := scrape(t, s)
		got.are(t, figures{
			`runs{state="running"}`: 1, `runs{state="queued"}`: 1, `run_oldest_seconds{state="running"}`: 90,
			`run_oldest_seconds{state="queued"}`: 60,
			`runs_capacity`:                      1,
		}, "runs", "run_oldest_seconds", "runs_capacity", "nodes", "scrape_failed")
		if late := got[`renown_queue_late_seconds{kind="ask_doubao"}`]; late < 0 || late > 60 {
			t.Errorf("the jobs are late by %g s", late)
		}
		_, known := got[`renown_queue_late_seconds{kind="ask_doubao"}`]
		if !known || got[`renown_queue_jobs{kind="ask_doubao",state="available"}`] != 1 {
			t.Errorf("the queue: %v, %t", got.only("renown_queue_jobs"), known)
		}
		if v := got[`renown_schema_version{of="database"}`]; v == 0 || v != got[`renown_schema_version{of="program"}`] {
			t.Errorf("the tables: %v", got.only("renown_schema_version"))
		}
		if _, embedded := got["renown_disk_free_bytes"]; embedded != (s.App.DB.Dialect() == store.SQLite) {
			t.Errorf("a disk: %t", embedded)
		}
	})
}

func TestMetricsRateLimited(t *testing.T) {
	t.Parallel()
	apitest.Each(t, apitest.Options{Frozen: true, Settings: measured(func(s *config.Settings) {
		s.RateLimit, s.AnonymousLimit = config.Rate{PerMinute: 1, Burst: 2}, config.Rate{PerMinute: 1, Burst: 1}
	})}, func(t *testing.T, s *apitest.Server) {
		key := s.Key(t)
		for i := range 5 {
			call := apitest.Call{Key: key, Method: "GET", Path: "/me"}
			if i >= 2 {
				call.Status, call.Code = 429, 2001
			}
			s.Expect(t, call)
		}
		s.Expect(t, apitest.Call{Method: "GET", Path: "/me", Status: 401, Code: 1001})
		s.Expect(t, apitest.Call{Method: "GET", Path: "/me", Status: 429, Code: 2001})
		scrape(t, s).are(t, figures{`rate_limited_total{by="key"}`: 3, `rate_limited_total{by="address"}`: 1}, "rate_limited_total")
	})
}

// A part that cannot be read is left out and named; the others are there.
func TestMetricsPartFails(t *testing.T) {
	t.Parallel()
	apitest.Each(t, apitest.Options{Settings: measured(func(s *config.Settings) { s.Role = config.API })},
		func(t *testing.T, s *apitest.Server) {
			storetest.Exec(t, s.App.DB, `ALTER TABLE readings RENAME TO gone`)
			got := scrape(t, s)
			got.are(t, figures{`scrape_failed{part="reread"}`: 1}, "scrape_failed")
			if _, shown := got["renown_reread_brands"]; shown {
				t.Error("it shows what it could not read")
			}
			for _, series := range []string{
				`renown_runs{state="queued"}`, `renown_scrape_failed{part="runs"}`,
				`renown_scrape_failed{part="disk"}`,
			} {
				if v, shown := got[series]; !shown || v != 0 {
					t.Errorf("%s: %g, %t", series, v, shown)
				}
			}
		})
}

// A database that does not answer holds a scrape up for a few seconds, once: those that follow show the same.
func TestMetricsTime(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, store.Postgres, apitest.Options{Settings: measured(func(s *config.Settings) { s.Role = config.API })})
	var held figures
	must.Do(t, s.App.DB.InTx(context.Background(), func(tx *store.Tx) error {
		if _, err := tx.Exec(context.Background(), `LOCK TABLE readings IN ACCESS EXCLUSIVE MODE`); err != nil {
			return err
		}
		held = scrape(t, s)
		return nil
	}))
	for _, got := range []figures{held, scrape(t, s)} { // the second could have been read
		if got[`renown_scrape_failed{part="reread"}`] != 1 {
			t.Error(got.only("renown_scrape_failed"))
		}
	}
}

// A ledger that was changed by hand is noticed, and the log says whose it is.
func TestMetricsLedger(t *testing.T) {
	t.Parallel()
	apitest.Each(t, apitest.Options{Settings: measured(nil)}, func(t *testing.T, s *apitest.Server) {
		who, _ := submitted(t, s)
		checked := func(differences float64) {
			t.Helper()
			must.Do(t, s.App.Enqueue(context.Background(), "ledger_check"))
			eventually(t, "the ledger is checked", func() bool {
				got, shown := scrape(t, s)["renown_ledger_differences"]
				return shown && got == differences
			})
		}
		checked(0)
		storetest.Exec(t, s.App.DB, `UPDATE points_accounts SET used = used + 1 WHERE user_id = $1`, who.UserID)
		checked(1)
		if lines := s.Log.Lines("the ledger of points"); len(lines) != 1 || !strings.Contains(lines[0], who.UserID) {
			t.Errorf("the log: %s", lines)
		}
	})
}
