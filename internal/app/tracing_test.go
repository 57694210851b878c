package app_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/netip"
	"strings"
	"testing"

	"renown/internal/config"
	"renown/internal/floor/store"
	"renown/internal/room/run"
	"renown/internal/simulator"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
	"renown/internal/testkit/tracingtest"
)

const (
	foreignTrace  = "4bf92f3577b34da6a3ce929d0e0e4736"
	foreignParent = "00f067aa0ba902b7"
)

// traced sends spans to a collector, and trusts callers on this machine to name a trace.
func traced(url string, also func(*config.Settings)) func(*config.Settings) {
	return func(s *config.Settings) {
		also(s)
		s.Traces = &config.Traces{Endpoint: url, Ratio: 1}
		s.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	}
}

// by finds the spans of a name.
func by(spans []tracingtest.Span, name string) (list []tracingtest.Span) {
	for _, s := range spans {
		if s.Name == name {
			list = append(list, s)
		}
	}
	return list
}

// A request, the jobs it made, the questions they asked and the transactions of all are one trace, which says what happened
// and nothing of what was said.
func TestTraces(t *testing.T) {
	t.Parallel()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		collector, p := tracingtest.New(t), newPlatforms(t, simulator.Options{}, "concurrency: 4")
		s := apitest.Start(t, d, apitest.Options{Settings: traced(collector.URL, p.settings)})
		b := newBusy(t, s.App, "traced@app.example", 2)
		_, key, err := s.App.Accounts.CreateKey(context.Background(), b.UserID, "traced", []string{"*"})
		must.Do(t, err)
		a := s.Expect(t, apitest.Call{
			Key: key, Method: "POST", Path: "/geo/runs", Body: `{"brand_id":"` + b.brandID + `","platforms":["doubao"]}`,
			Header: http.Header{"Traceparent": {"00-" + foreignTrace + "-" + foreignParent + "-01"}},
		})
		var out struct {
			Data struct {
				RunID string `json:"run_id"`
			}
		}
		must.Do(t, json.Unmarshal(a.Body, &out))
		eventually(t, "the run ends", func() bool {
			r, err := s.App.Runs.Find(context.Background(), b.Caller, out.Data.RunID)
			return err == nil && run.Ended(r.Status)
		})
		if err := s.Stop(); err != nil { // what is left is sent now
			t.Fatal(err)
		}
		spans := collector.Spans()
		const route = "/openapi/v1/geo/runs"
		requests := by(spans, "POST "+route)
		must.Equal(t, len(requests), 1, "requests in", spans)
		request := requests[0]
		if request.Trace != foreignTrace || request.Parent != foreignParent || request.Kind != "SPAN_KIND_SERVER" || request.Failed ||
			request.Said["http.route"] != route || request.Said["http.response.status_code"] != "200" ||
			request.Said["renown.code"] != "0" ||
			request.Said["renown.request_id"] != a.Header.Get("X-Request-Id") {
			t.Errorf("the request: %+v", request)
		}
		jobs, asked := by(spans, "job ask_doubao"), by(spans, "ask doubao")
		if len(jobs) != 1 || len(asked) != 2 {
			t.Fatalf("%d jobs, %d questions", len(jobs), len(asked))
		}
		parents := map[string]bool{request.ID: true}
		for _, j := range jobs {
			parents[j.ID] = true
			if j.Trace != foreignTrace || j.Parent != request.ID || j.Failed || j.Said["renown.outcome"] != "done" ||
				j.Said["renown.job.kind"] != "ask_doubao" {
				t.Errorf("a job: %+v", j)
			}
		}
		for _, q := range asked {
			if q.Trace != foreignTrace || !parents[q.Parent] || q.Parent == request.ID ||
				q.Said["renown.outcome"] != "answered" || q.Said["renown.model"] == "" {
				t.Errorf("a question: %+v", q)
			}
		}
		transactions := by(spans, "transaction")
		if len(transactions) < 5 { // one of the request, two of each question
			t.Errorf("%d transactions", len(transactions))
		}
		if lines := s.Log.Lines(`"trace_id":"` + foreignTrace + `"`); len(lines) == 0 ||
			!strings.Contains(lines[0], `"route":"`+route+`"`) {
			t.Errorf("the log: %s", lines)
		}
		for _, secret := range []string{key, strings.TrimPrefix(key, "sk-"), "traced@app.example", "云栖笔记", "问", b.brandID} {
			if bytes.Contains(collector.Raw(), []byte(secret)) {
				t.Errorf("the collector was told %q", secret)
			}
		}
	})
}

// A stranger's trace is not ours to continue, and his wish to be recorded decides nothing.
func TestTraceOfStranger(t *testing.T) {
	t.Parallel()
	collector := tracingtest.New(t)
	s := apitest.Start(t, store.SQLite,
		apitest.Options{Settings: func(s *config.Settings) {
			s.Traces = &config.Traces{
				Endpoint: collector.URL,
				Ratio:    1,
			}
		}})
	s.Expect(t, apitest.Call{
		Key: s.Key(t), Method: "GET", Path: "/me", Header: http.Header{"Traceparent": {"00-" + foreignTrace + "-" + foreignParent + "-01"}},
	})
	must.Do(t, s.Stop())
	got := by(collector.Spans(), "GET /openapi/v1/me")
	if len(got) != 1 || got[0].Trace == foreignTrace || got[0].Parent != "" {
		t.Errorf("got %+v", got)
	}
}

// A collector that is away affects no request; the log says so once.
func TestCollectorAway(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, store.SQLite, apitest.Options{Settings: traced("http://127.0.0.1:1", unlimited)})
	key := s.Key(t)
	for range 600 { // more than a batch
		s.Expect(t, apitest.Call{Key: key, Method: "GET", Path: "/me"})
	}
	must.Do(t, s.Stop())
	if lines := s.Log.Lines("traces are lost"); len(lines) != 1 {
		t.Errorf("the log has %d lines about it", len(lines))
	}
}

// Without a collector no trace is begun, carried or logged, whatever a caller sends.
func TestNoTraces(t *testing.T) {
	t.Parallel()
	p := newPlatforms(t, simulator.Options{}, "concurrency: 1")
	apitest.Each(t, apitest.Options{Settings: func(s *config.Settings) {
		p.settings(s)
		s.Role = config.API // so that the job stays to be looked at
		s.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	}}, func(t *testing.T, s *apitest.Server) {
		b := newBusy(t, s.App, "untraced@app.example", 1)
		b.start(t, s.App, "doubao")
		s.Expect(t, apitest.Call{
			Key: s.Key(t), Method: "GET", Path: "/me", Header: http.Header{"Traceparent": {"00-" + foreignTrace +
				"-" + foreignParent + "-01"}},
		})
		if lines := s.Log.Lines("trace_id"); len(lines) != 0 {
			t.Errorf("the log: %s", lines)
		}
		args, err := store.One[string](s.App.DB.Read().QueryRow(context.Background(),
			`SELECT CAST(args AS TEXT) FROM river_job WHERE kind = 'ask_doubao'`))
		if err != nil || strings.Contains(args, "trace") {
			t.Errorf("the job: %s, %v", args, err)
		}
		if s.App.Traces() {
			t.Error("requests are traced")
		}
	})
}
