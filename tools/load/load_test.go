package main

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	vegeta "github.com/tsenart/vegeta/v12/lib"
)

// stage is a driver with one brand of a server that answers as told.
func stage(t *testing.T, answer http.HandlerFunc) *driver {
	t.Helper()
	s := httptest.NewServer(answer)
	t.Cleanup(s.Close)
	d := newDriver(&server{url: s.URL, key: "sk-x"})
	t.Cleanup(d.client.CloseIdleConnections)
	d.brands = []*brand{{id: "brd_1", topic: "top_1", runs: []string{"run_1"}, outlets: []string{"med_1"}}}
	return d
}

// What is answered, refused and failed is told apart.
func TestAttackTellsOutcomesApart(t *testing.T) {
	t.Parallel()
	var n atomic.Int64
	bodies := []string{
		`{"code":5030,"data":null}`, `{"code":2001,"data":null}`, `{"code":3001,"data":null}`, "what?",
		`{"code":0,"data":{"id":"x"}}`,
	}
	d := stage(t, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, bodies[n.Add(1)%5]) })
	p := d.attack(context.Background(), "open", 500, 1, 400*time.Millisecond)
	fifth := int(n.Load() / 5)
	near := func(what string, got, want int) {
		if got < want-2 || got > want+2 {
			t.Errorf("%s: %d of %d, want about %d", what, got, p.sent, want)
		}
	}
	near("sent", p.sent, int(n.Load()))
	near("answered", int(p.groups["answered"].Requests), fifth)
	near("refused", int(p.groups["refused"].Requests), 2*fifth)
	near("code 3001", p.codes[3001], fifth)
	near("no envelope", p.errors["no envelope"], fifth)
}

// The mix is what it says, and a chain of writes asks for things in their order.
func TestMix(t *testing.T) {
	t.Parallel()
	d := stage(t, func(http.ResponseWriter, *http.Request) {})
	counts := map[string]int{}
	var chain []string
	for range 20_000 {
		var target vegeta.Target
		_ = d.next(&target)
		group, _ := d.answered(&vegeta.Result{URL: target.URL, Body: fmt.Appendf(nil, `{"code":0,"data":{"id":"id_%d"}}`, len(chain)+1)})
		counts[group]++
		if path := strings.TrimPrefix(target.URL, d.server.url+prefix); group == "writes" {
			chain = append(chain, target.Method+" "+strings.TrimSuffix(path, "#writes/0"))
		}
	}
	for group, share := range map[string]int{"analyses": 70, "polling": 15, "lists": 10, "writes": 5} {
		if percent := counts[group] / 200; percent < share-1 || percent > share+1 {
			t.Errorf("%s are %d %%", group, percent)
		}
	}
	want := "POST /geo/brands/brd_1/prompts, PATCH /geo/prompts/id_1, DELETE /geo/prompts/id_1, POST /media/contents, POST /media/orders, DELETE /media/orders/id_5"
	if got := strings.Join(chain[:6], ", "); got != want {
		t.Errorf("the chain is\n%s\nwant\n%s", got, want)
	}
}

func TestVerdict(t *testing.T) {
	t.Parallel()
	of := func(answered uint64, refusal time.Duration) *phase {
		refused := &vegeta.Metrics{Latencies: vegeta.LatencyMetrics{P99: refusal}}
		return &phase{
			took: time.Second, rate: 200,
			groups: map[string]*vegeta.Metrics{"answered": {Requests: answered}, "refused": refused},
		}
	}
	for name, tc := range map[string]struct {
		twice  *phase
		errors map[string]int
		fails  bool
	}{
		"well":          {of(90, time.Second), nil, false},
		"not offered":   {of(90, time.Second), nil, true},
		"collapsed":     {of(10, time.Second), nil, true},
		"slow to say":   {of(90, 5*time.Second), nil, true},
		"not answering": {of(90, time.Second), map[string]int{"timed out": 1}, true},
	} {
		tc.twice.errors = tc.errors
		if name == "not offered" {
			tc.twice.rate = 120
		}
		r := report{full: of(100, 0), twice: tc.twice, phases: []*phase{tc.twice}}
		if err := r.verdict(limits{offered: 1.5, kept: 0.5, refusal: 2 * time.Second}); (err != nil) != tc.fails {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A real server, for a second a phase. Filling in takes longer than the tests of this module may: LOAD_BINARY asks for it.
func TestRealServer(t *testing.T) {
	t.Parallel()
	binary := os.Getenv("LOAD_BINARY")
	if binary == "" {
		t.Skip("LOAD_BINARY names no program")
	}
	o := options{
		binary: binary, database: "sqlite", filled: "[2-9]/120", clients: 4, length: time.Second, hold: 20,
		limits: limits{refusal: time.Minute},
	}
	var out bytes.Buffer
	if err := o.run(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"closed loop, 4 clients", "analyses", "writes", "answered",
		"of processor per request", "memory of 20 idle connections", "times the load",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the report lacks %q:\n%s", want, out.String())
		}
	}
	t.Log(out.String())
}
