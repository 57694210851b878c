package tracing_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"renown/internal/floor/tracing"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/tracingtest"
)

type world struct {
	*tracing.Tracer
	collector *tracingtest.Collector
	log       *bytes.Buffer // read after Stop
}

func start(t *testing.T, change func(*tracing.Settings)) *world {
	t.Helper()
	w := &world{collector: tracingtest.New(t), log: new(bytes.Buffer)}
	s := tracing.Settings{
		Endpoint: w.collector.URL, Ratio: 1, Log: slog.New(slog.NewTextHandler(w.log, nil)),
		Resource: []tracing.Attribute{tracing.Text("service.name", "renown")}, Headers: map[string]string{"X-Tenant": "t1"},
	}
	if change != nil {
		change(&s)
	}
	var err error
	if w.Tracer, err = tracing.New(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	return w
}

func (w *world) stop(t *testing.T) []tracingtest.Span {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	expect.Do(t, w.Stop(ctx))
	return w.collector.Spans()
}

func TestSpansArrive(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"", "/", "/v1/traces", "/v1/traces/"} {
		w := start(t, func(s *tracing.Settings) { s.Endpoint += path })
		ctx, outer := w.Begin(t.Context(), tracing.Server, "GET")
		carried := tracing.Carry(ctx)
		_, inner := w.Begin(tracing.Resume(context.Background(), carried), tracing.Consumer, "job push")
		inner.End(true, tracing.Number("renown.job.attempt", 2))
		outer.Name("GET /openapi/v1/me")
		outer.End(false, tracing.Text("http.route", "/openapi/v1/me"))
		got := w.stop(t)
		must.Equal(t, len(got), 2, path, "spans:", got)
		child, parent := got[0], got[1]
		want := []tracingtest.Span{
			{
				Name: "job push", Trace: parent.Trace, ID: child.ID, Parent: parent.ID, Kind: "SPAN_KIND_CONSUMER",
				Failed: true, Said: map[string]string{"renown.job.attempt": "2"},
			},
			{
				Name: "GET /openapi/v1/me", Trace: parent.Trace, ID: parent.ID, Kind: "SPAN_KIND_SERVER",
				Said: map[string]string{"http.route": "/openapi/v1/me"},
			},
		}
		expect.Same(t, got, want)
		if carried != "00-"+parent.Trace+"-"+parent.ID+"-01" || tracing.ID(ctx) != parent.Trace {
			t.Errorf("carried %s, in %s", carried, tracing.ID(ctx))
		}
		resource, headers := w.collector.Last()
		if resource["service.name"] != "renown" || headers.Get("X-Tenant") != "t1" {
			t.Errorf("of the sender: %v, %v", resource, headers)
		}
	}
}

// A trace that cannot be read is none, and neither is that of a context without one.
func TestCarryNothing(t *testing.T) {
	t.Parallel()
	expect.Equal(t, tracing.Carry(t.Context()), "", "carries")
	for _, text := range []string{
		"", "x", "00-0000-00-01", strings.Repeat("0", 5000),
		"00-00000000000000000000000000000000-0000000000000000-01",
	} {
		expect.Equal(t, tracing.ID(tracing.Resume(t.Context(), text)), "", text, "leads to")
	}
}

// The ratio decides by the trace's id; a caller can ask not to be recorded, not to be.
func TestRatio(t *testing.T) {
	t.Parallel()
	const low, high = "00-aaaaaaaaaaaaaaaa0000000000000001-bbbbbbbbbbbbbbbb-", "00-aaaaaaaaaaaaaaaaffffffffffffffff-bbbbbbbbbbbbbbbb-"
	for _, c := range []struct {
		ratio  float64
		parent string
		kept   bool
	}{
		{0, "", false},
		{1, "", true},
		{0, low + "01", false},
		{1, low + "00", false},
		{0.5, high + "01", false},
		{0.5, low + "01", true},
	} {
		w := start(t, func(s *tracing.Settings) { s.Ratio = c.ratio })
		ctx, s := w.Begin(tracing.Resume(t.Context(), c.parent), tracing.Server, "GET")
		s.End(false)
		if tracing.ID(ctx) == "" {
			t.Error("a log line would have no id")
		}
		if got := w.stop(t); (len(got) == 1) != c.kept {
			t.Errorf("%g of %q: %d spans", c.ratio, c.parent, len(got))
		}
	}
}

// A collector that is away, or that wants nothing of us, loses what it does not take; the log has one line about it.
func TestCollectorAway(t *testing.T) {
	t.Parallel()
	for name, endpoint := range map[string]string{"nobody there": "http://127.0.0.1:1", "refused": ""} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := start(t, func(s *tracing.Settings) {
				if endpoint != "" {
					s.Endpoint = endpoint
				}
			})
			w.collector.Refuse(503)
			for range 3000 { // more than wait at most: several batches
				_, s := w.Begin(t.Context(), tracing.Internal, "x")
				s.End(false)
			}
			if got := w.stop(t); len(got) != 0 {
				t.Errorf("%d spans", len(got))
			}
			if lines := strings.Count(w.log.String(), "\n"); lines != 1 || !strings.Contains(w.log.String(), "traces are lost") {
				t.Errorf("the log has %d lines: %s", lines, w.log)
			}
		})
	}
}

func TestLog(t *testing.T) {
	t.Parallel()
	w := start(t, nil)
	var text bytes.Buffer
	log := tracing.Log(slog.New(slog.NewTextHandler(&text, nil))).With("a", 1)
	ctx, s := w.Begin(t.Context(), tracing.Internal, "x")
	log.InfoContext(ctx, "within")
	log.Info("without")
	s.End(false)
	id := w.stop(t)[0].Trace
	lines := strings.Split(text.String(), "\n")
	if !strings.Contains(lines[0], "a=1 trace_id="+id) || strings.Contains(lines[1], "trace_id") {
		t.Errorf("got %s", text.String())
	}
}
