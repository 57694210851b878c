package api_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"renown/internal/config"
	"renown/internal/door/api"
	"renown/internal/floor/store"
	"renown/internal/room/plan"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

func TestWaitShape(t *testing.T) {
	t.Parallel()
	eachGeo(t, plan.Standard, func(t *testing.T, g *geo) {
		for query, want := range map[string]failure{
			"wait=0":  {`["query","wait"]`, "greater_than_equal", "Input should be greater than or equal to 1"},
			"wait=61": {`["query","wait"]`, "less_than_equal", "Input should be less than or equal to 60"},
			"wait=-1": {`["query","wait"]`, "greater_than_equal", ""},
			"wait=": {
				`["query","wait"]`, "int_parsing",
				"Input should be a valid integer, unable to parse string as an integer",
			},
			"wait=soon":                 {`["query","wait"]`, "int_parsing", ""},
			"wait=1.5":                  {`["query","wait"]`, "int_parsing", ""},
			"wait=30s":                  {`["query","wait"]`, "int_parsing", ""},
			"wait=1e1":                  {`["query","wait"]`, "int_parsing", ""},
			"wait=99999999999999999999": {`["query","wait"]`, "less_than_equal", ""},
		} {
			g.malformed(t, endpoint{"GET", "/geo/runs/run_none?" + query, ""}, want)
		}
		g.Expect(t, apitest.Call{Key: g.key, Method: "GET", Path: "/geo/runs/run_none?wait=60", Status: 404, Code: 3001})
		g.Expect(t, apitest.Call{Key: g.key, Method: "GET", Path: "/geo/runs/run_none?wait=x&wait=3", Status: 404, Code: 3001}) // the last counts
	})
}

// held lets runs be accepted and not worked on.
func held(s *config.Settings) {
	geoSettings(s)
	s.Catalogue = s.Catalogue.Simulated("http://127.0.0.1:1")
}

// What another node does is told here, and many waiting callers do not keep others from being served.
func TestWaitForAnotherNode(t *testing.T) {
	t.Parallel()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		url := storetest.URL(t, d)
		few := func(s *config.Settings) {
			held(s)
			s.MaxRequests = 4 // worked on at the same time
		}
		one := apitest.Start(t, d, apitest.Options{Database: url, Settings: few})
		other := apitest.Start(t, d, apitest.Options{Database: url, Settings: held})
		g := &geo{Server: one, me: one.Account(t, plan.Upper)}
		g.key = g.me.Key(t)
		g.ids = things(t, one, g.key)
		g.enable(t, true)
		runID := g.Expect(t, g.start("")).At("data.run_id").(string)

		const callers = 15
		answers := make(chan *apitest.Answer, callers)
		began := time.Now()
		for range callers {
			go func() {
				answers <- one.Do(t, apitest.Call{Key: g.key, Method: "GET", Path: "/geo/runs/" + runID + "?wait=60"})
			}()
		}
		g.Expect(t, apitest.Call{Key: g.key, Method: "GET", Path: "/geo/runs/" + runID, Want: apitest.Values{"data.progress.done": 0}})
		other.Expect(t, apitest.Call{Key: g.key, Method: "POST", Path: "/geo/runs/" + runID + "/cancel"})
		for range callers {
			a := <-answers
			expect.Equal(t, a.At("data.status"), "cancelled", a.Status, a.Body)
		}
		if took := time.Since(began); took > 50*time.Second {
			t.Errorf("told after %s", took)
		}
		g.Expect(t, apitest.Call{Key: g.key, Method: "GET", Path: "/geo/runs/" + runID + "?wait=60", Want: apitest.Values{"data.status": "cancelled"}}) // at once
	})
}

// A wait ends after its time, with its client, and with the program; it is one request.
func TestWaitEnds(t *testing.T) {
	t.Parallel()
	stopped := make(chan struct{})
	s := apitest.Start(t, store.SQLite, apitest.Options{Settings: held})
	g := &geo{Server: s, me: s.Account(t, plan.Upper)}
	g.key = g.me.Key(t)
	g.ids = things(t, s, g.key)
	g.enable(t, true)
	runID := g.Expect(t, g.start("")).At("data.run_id").(string)
	path := "/geo/runs/" + runID + "?wait="

	a := s.Expect(t, apitest.Call{Key: g.key, Method: "GET", Path: path + "1", Want: apitest.Values{"data.progress.done": 0}})
	if a.At("data.finished_at") != nil {
		t.Fatalf("the run is over: %s", a.Body)
	}

	ctx, cancel := context.WithCancel(t.Context())
	r := must.Get(http.NewRequestWithContext(ctx, http.MethodGet, s.URL+api.Prefix+path+"60", nil))(t)
	r.Header.Set("X-API-KEY", g.key)
	left := make(chan error, 1)
	go func() {
		answer, err := http.DefaultClient.Do(r)
		if err == nil {
			answer.Body.Close()
		}
		left <- err
	}()
	cancel()
	if err := <-left; err == nil {
		t.Error("the client did not go away")
	}

	go func() {
		defer close(stopped)
		a := s.Do(t, apitest.Call{Key: g.key, Method: "GET", Path: path + "60"})
		if a.Status != 200 && a.Status != 503 {
			t.Errorf("%d %s", a.Status, a.Body)
		}
	}()
	s.Expect(t, apitest.Call{Key: g.key, Method: "GET", Path: path + "1"})
	began := time.Now()
	must.Do(t, s.Stop())
	<-stopped
	if took := time.Since(began); took > 50*time.Second {
		t.Errorf("the program stopped after %s", took)
	}
}
