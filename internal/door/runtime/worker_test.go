package runtime_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	"renown/internal/door/runtime"
	"renown/internal/floor/timestamp"
	"renown/internal/room/run"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/tool/browser"
)

// screen plays a browser: it answers what it is asked, or fails as it is told.
type screen struct {
	mu    sync.Mutex
	fails []error // of the questions to come
	asked []string
	check error
}

func (s *screen) Check(context.Context, *browser.Recipe) error { return s.check }

func (s *screen) Ask(_ context.Context, _ *browser.Recipe, question string) (run.Shown, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = append(s.asked, question)
	if len(s.fails) > 0 {
		err := s.fails[0]
		s.fails = s.fails[1:]
		return run.Shown{}, err
	}
	return run.Shown{Text: "推荐云栖笔记。", Raw: []byte("data: 推荐")}, nil
}

func (c computer) worker(s *screen, tell func(string, ...any)) *runtime.Worker {
	return &runtime.Worker{
		Client: &runtime.Client{
			URL: c.url, Token: c.token, Version: "test",
			HTTP: &http.Client{Transport: &http.Transport{DisableKeepAlives: true}},
		},
		Screen: s, Recipes: map[string]*browser.Recipe{"doubao": {Site: "test", Version: 1}},
		Order: []string{"doubao"}, Pace: runtime.LeastPace, Tell: tell,
	}
}

// works lets the program's own worker ask the questions of a run: the service is away at first, and the first question fails once.
func works(t *testing.T, s *apitest.Server, c computer, questions int) {
	t.Helper()
	away := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) }))
	defer away.Close()
	paper := &screen{fails: []error{browser.ErrTimeout}}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	w := c.worker(paper, t.Logf)
	w.Client.URL, w.Pace.Zone = away.URL, timestamp.Beijing
	sleeps := 0
	w.Sleep = func(ctx context.Context, d time.Duration) error {
		w.Client.URL = c.url
		s.Clock.Advance(d)
		if sleeps++; sleeps > 60 || len(paper.asked) > questions {
			stop()
		}
		return ctx.Err()
	}
	must.Do(t, w.Run(ctx))
	slices.Sort(paper.asked)
	if n := len(slices.Compact(slices.Clone(paper.asked))); n != questions || len(paper.asked) != questions+1 {
		t.Errorf("%d different questions of %d were asked: %q", n, questions, paper.asked)
	}
}

func TestWorkerStops(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	status, body := http.StatusUnauthorized, `{"code":1001,"msg":"no","detail":{}}`
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}))
	defer server.Close()
	c := computer{url: server.URL, token: "rt-x"}
	expect.Is(t, c.worker(&screen{}, t.Logf).Run(context.Background()), runtime.ErrRevoked, "with a revoked token")
	mu.Lock()
	status, body = http.StatusUnprocessableEntity, `{"code":4220,"msg":"old","detail":{"protocol":2}}`
	mu.Unlock()
	expect.Is(t, c.worker(&screen{}, t.Logf).Run(context.Background()), runtime.ErrProtocol, "of an old protocol")
	for _, fast := range []func(*runtime.Pace){
		func(p *runtime.Pace) { p.Shortest = time.Second }, func(p *runtime.Pace) { p.Longest = time.Minute },
		func(p *runtime.Pace) { p.Daily = 41 },
		func(p *runtime.Pace) { p.Daily = 0 }, func(p *runtime.Pace) { p.Wake = 6 }, func(p *runtime.Pace) { p.Rest = 24 },
	} {
		w := c.worker(&screen{}, t.Logf)
		fast(&w.Pace)
		if err := w.Run(context.Background()); err == nil || errors.Is(err, runtime.ErrProtocol) {
			t.Errorf("a pace of %+v: %v", w.Pace, err)
		}
	}
}

// TestWrongClock has a computer whose clock is hours or years away from the service's: night and day are the service's.
func TestWrongClock(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 3, 4, 12, 0, 0, 0, timestamp.Beijing)
	for _, c := range []struct {
		now  time.Time
		want string
	}{
		{noon, "ready"},
		{noon.Add(14 * time.Hour), "resting"},
		{noon.AddDate(30, 0, 0), "ready"},
		{noon.AddDate(-20, 0, 0).Add(11*time.Hour + 30*time.Minute), "resting"},
	} {
		var mu sync.Mutex
		var said []string
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			var in struct{ Platforms []struct{ State string } }
			_ = json.NewDecoder(r.Body).Decode(&in)
			mu.Lock()
			defer mu.Unlock()
			said = append(said, in.Platforms[0].State)
			_ = json.NewEncoder(w).Encode(map[string]any{"code": 0, "data": map[string]any{"now": c.now}})
		}))
		ctx, stop := context.WithCancel(context.Background())
		w := computer{url: server.URL, token: "rt-x"}.worker(&screen{}, t.Logf)
		w.Pace.Zone = timestamp.Beijing
		w.Client.HTTP.Transport = counted{w.Client.HTTP.Transport, func() {
			mu.Lock()
			defer mu.Unlock()
			if len(said) == 2 {
				stop()
			}
		}}
		w.Sleep = func(ctx context.Context, _ time.Duration) error { return ctx.Err() }
		err := w.Run(ctx)
		stop()
		server.Close()
		if err != nil || len(said) < 2 || said[1] != c.want { // the first is said before the service's clock is known, and the service decides
			t.Errorf("at %v: %v %v", c.now, said, err)
		}
	}
}

// counted tells after each call that it is over.
type counted struct {
	http.RoundTripper
	over func()
}

func (c counted) RoundTrip(r *http.Request) (*http.Response, error) {
	defer c.over()
	return c.RoundTripper.RoundTrip(r)
}
