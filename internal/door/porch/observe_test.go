package porch_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"renown/internal/door/porch"
	"renown/internal/floor/fault"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// book is a log that many goroutines may write to.
type book struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *book) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

// line is the last one written.
func (b *book) line(t *testing.T) map[string]any {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	lines := strings.Split(strings.TrimSpace(b.text.String()), "\n")
	var line map[string]any
	must.Do(t, json.Unmarshal([]byte(lines[len(lines)-1]), &line), "in", lines)
	return line
}

func observed(next http.Handler) (http.Handler, *book, *prometheus.Registry) {
	log, registry := new(book), prometheus.NewRegistry()
	failed := func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(500)
		_, _ = io.WriteString(w, "failed "+porch.Of(r.Context()).RequestID)
	}
	o := porch.Observer{
		Log: slog.New(slog.NewJSONHandler(log, nil)), Metrics: porch.NewMetrics(registry),
		Failed: failed, Address: porch.Proxies(nil).Address,
	}
	return o.Handler(next), log, registry
}

func TestRequestID(t *testing.T) {
	t.Parallel()
	h, _, _ := observed(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, porch.Of(r.Context()).RequestID)
	}))
	for sent, kept := range map[string]bool{
		"trace-1.a_B": true, strings.Repeat("x", 128): true, "018f3c1e-7b2a-7c3d": true,
		"": false, strings.Repeat("x", 129): false, "two words": false, "a,b": false, `"quoted"`: false,
		"line\nbreak": false, "编号": false, "\x00": false, "a=b": false, "<script>": false,
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.Header["X-Request-Id"] = []string{sent}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		got := w.Header().Get("X-Request-Id")
		if kept != (got == sent) || !kept && !strings.HasPrefix(got, "req_") || got != w.Body.String() {
			t.Errorf("sent %q: the header says %q, the handler %q", sent, got, w.Body)
		}
	}
}

func TestLogLine(t *testing.T) {
	t.Parallel()
	h, log, registry := observed(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rec := porch.Of(r.Context())
		rec.Route, rec.KeyID, rec.UserID, rec.Code, rec.Err = "/x/{id}", "key_1", "usr_1", 5030, errors.New("away")
		w.WriteHeader(503)
		w.WriteHeader(200) // too late, and not what was answered
		_, _ = io.WriteString(w, "12345")
	}))
	for _, method := range []string{"GET", strings.Repeat("BREW", 100)} {
		r := httptest.NewRequest("GET", "/x/secret?token=secret", nil)
		r.Method = method
		h.ServeHTTP(httptest.NewRecorder(), r)
	}
	line := log.line(t)
	for name, want := range map[string]any{
		"level": "ERROR", "msg": "request", "method": "BREWBREWBREWBREW…(400)", "route": "/x/{id}", "status": 503.0, "code": 5030.0,
		"bytes": 5.0, "key_id": "key_1", "user_id": "usr_1", "address": "192.0.2.1", "error": "away",
	} {
		expect.Equal(t, line[name], want, name, "is")
	}
	if latency, ok := line["latency_ms"].(float64); !ok || latency < 0 || line["request_id"] == nil {
		t.Errorf("latency %v, request id %v", line["latency_ms"], line["request_id"])
	}
	if strings.Contains(log.text.String(), "secret") {
		t.Error("the path as sent was logged")
	}
	page := ask(promhttp.HandlerFor(registry, promhttp.HandlerOpts{})).Body.String()
	for _, want := range []string{
		`renown_http_requests_total{code="5030",method="GET",route="/x/{id}",status="503"} 1`,
		`renown_http_requests_total{code="5030",method="other",route="/x/{id}",status="503"} 1`,
		`renown_http_request_seconds_count{route="/x/{id}"} 2`,
	} {
		if !strings.Contains(page, want+"\n") {
			t.Errorf("no %s in:\n%s", want, page)
		}
	}
}

// Who goes away before the answer has caused no fault of the service; a wait that ended within it is one.
// A refusal on purpose is none either, and worth a warning.
func TestClientGone(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		leave  bool
		err    error
		status float64
		level  string
	}{
		"gone":       {true, fmt.Errorf("reading: %w", context.Canceled), 499, "INFO"},
		"gone later": {true, errors.New("broken"), 503, "ERROR"},
		"waiting":    {false, context.Canceled, 503, "ERROR"},
		"refused":    {false, nil, 503, "WARN"},
		"too busy":   {false, fault.New(fault.Unavailable).After(time.Second), 503, "WARN"},
		"away":       {false, fault.New(fault.Unavailable).Because(errors.New("disk full")), 503, "ERROR"},
	} {
		ctx, leave := context.WithCancel(context.Background())
		defer leave()
		h, log, _ := observed(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if tc.leave {
				leave()
			}
			porch.Of(r.Context()).Err = tc.err
			w.WriteHeader(503)
		}))
		h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(ctx, "GET", "/", nil))
		if line := log.line(t); line["status"] != tc.status || line["level"] != tc.level {
			t.Errorf("%s: logged %v", name, line)
		}
	}
}

func TestPanic(t *testing.T) {
	t.Parallel()
	for name, value := range map[string]any{"text": "boom", "error": errors.New("boom"), "other": struct{ Why string }{"boom"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h, log, _ := observed(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panicIn(value) }))
			w := ask(h)
			line := log.line(t)
			if id := w.Header().Get("X-Request-Id"); w.Code != 500 || w.Body.String() != "failed "+id || line["request_id"] != id {
				t.Errorf("%d %s, logged %v", w.Code, w.Body, line["request_id"])
			}
			stack, _ := line["stack"].(string)
			text, _ := line["error"].(string)
			if !strings.Contains(stack, "panicIn") || !strings.Contains(text, "boom") || line["level"] != "ERROR" {
				t.Errorf("logged %v", line)
			}
		})
	}
}

//go:noinline
func panicIn(value any) { panic(value) }

// Once an answer is on its way a panic can only cut it off: half an answer must not look whole.
func TestPanicAfterTheAnswerBegan(t *testing.T) {
	t.Parallel()
	for name, flush := range map[string]bool{"buffered": false, "sent": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h, log, _ := observed(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/well" {
					w.WriteHeader(204)
					return
				}
				_, _ = io.WriteString(w, "half")
				if flush {
					_ = http.NewResponseController(w).Flush()
				}
				panic("boom")
			}))
			server := httptest.NewServer(h)
			defer server.Close()
			server.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
			response, err := http.Get(server.URL)
			if err == nil {
				_, err = io.ReadAll(response.Body)
				response.Body.Close()
			}
			if err == nil {
				t.Error("half an answer looked whole")
			}
			if line := log.line(t); line["stack"] == nil || !strings.Contains(line["error"].(string), "boom") {
				t.Errorf("logged %v", line)
			}
			if well, err := http.Get(server.URL + "/well"); err != nil || well.StatusCode != 204 {
				t.Errorf("afterwards: %v %v", well, err)
			}
			http.DefaultClient.CloseIdleConnections()
		})
	}
}
