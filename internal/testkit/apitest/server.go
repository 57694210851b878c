// Package apitest starts the whole program on a real database and a real port, for the tests of every package behind
// the API, and holds each answer it sees against openapi.yaml. At the end it looks for secrets in the log.
//
//	apitest.Each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
//		key := s.Key(t, "geo:read")
//		s.Run(t,
//			apitest.Call{Name: "no key", Method: "GET", Path: "/geo/brands", Status: 401, Code: 1001},
//			apitest.Call{Name: "none yet", Key: key, Method: "GET", Path: "/geo/brands", Want: apitest.Values{"data.total": 0}},
//		)
//	})
package apitest

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"sync"
	"testing"
	"time"

	"renown/internal/app"
	"renown/internal/config"
	"renown/internal/floor/store"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// Options say how the program is started. The zero value is the program with its default settings.
type Options struct {
	Frozen   bool                   // the clock stands still; move it by Server.Clock
	Database string                 // URL of a migrated database; "" makes a fresh one
	Settings func(*config.Settings) // changes what is configured
	App      func(*app.App)         // changes what was built, before it serves
	Logger   *slog.Logger           // instead of Server.Log
}

// Server is the program, serving.
type Server struct {
	App   *app.App
	URL   string           // http://127.0.0.1:port
	Addr  string           // 127.0.0.1:port
	Clock *storetest.Clock // nil unless frozen
	Log   *Log

	client *http.Client
	end    func() error

	mu       sync.Mutex
	owner    *Account
	accounts int
	secrets  []string
}

// Each runs body against a program on each engine, as parallel subtests.
func Each(t *testing.T, o Options, body func(t *testing.T, s *Server)) {
	t.Helper()
	for _, d := range storetest.Dialects {
		t.Run(string(d), func(t *testing.T) {
			t.Parallel()
			body(t, Start(t, d, o))
		})
	}
}

// Start starts the program on one engine and stops it at the end of the test.
func Start(t testing.TB, d store.Dialect, o Options) *Server {
	t.Helper()
	s := &Server{Log: new(Log), client: &http.Client{
		Transport:     &http.Transport{MaxIdleConnsPerHost: 64, DisableCompression: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	logger := o.Logger
	if logger == nil {
		logger = slog.New(slog.NewJSONHandler(s.Log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	}
	opts := []store.Option{store.WithLogger(logger)}
	if o.Frozen {
		s.Clock = storetest.NewClock()
		opts = append(opts, store.WithClock(s.Clock.Now))
	}
	if o.Database == "" {
		o.Database = storetest.URL(t, d)
		if d == store.Postgres {
			o.Database = bounded(t, o.Database)
		}
	}
	var err error
	if s.App, err = app.Build(Settings(t, o.Settings), logger, storetest.OpenURL(t, o.Database, opts...)); err != nil {
		t.Fatal(err)
	}
	if o.App != nil {
		o.App(s.App)
	}
	s.serve(t)
	t.Cleanup(func() {
		s.client.CloseIdleConnections()
		if err := s.Stop(); err != nil {
			t.Errorf("serving ended: %v", err)
		}
		s.searchLog(t)
	})
	return s
}

// bounded lets a program open six connections. Each takes the server ten milliseconds of processor and reads the same statements again;
// left alone, a program that starts opens one for each of its queues.
func bounded(t testing.TB, address string) string {
	t.Helper()
	u := must.Get(url.Parse(address))(t)
	query := u.Query()
	query.Set("pool_max_conns", "6")
	u.RawQuery = query.Encode()
	return u.String()
}

func (s *Server) serve(t testing.TB) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ready, ended := make(chan net.Addr, 1), make(chan error, 1)
	go func() { ended <- s.App.Serve(ctx, func(a net.Addr) { ready <- a }) }()
	s.end = sync.OnceValue(func() error { cancel(); return <-ended })
	select {
	case addr := <-ready:
		s.Addr, s.URL = addr.String(), "http://"+addr.String()
	case err := <-ended:
		t.Fatalf("cannot serve: %v", err)
	case <-time.After(time.Minute):
		t.Fatal("not serving after a minute")
	}
	if s.App.Settings.Role == config.API {
		return
	}
	select {
	case <-s.App.Working():
	case err := <-ended:
		t.Fatalf("cannot work: %v", err)
	case <-time.After(time.Minute):
		t.Fatal("not working after a minute")
	}
}

// Stop asks the program to stop, as a first signal does, and waits until it has. Further calls return the same.
func (s *Server) Stop() error { return s.end() }

// defaults are read once: the platforms alone took an eighth of what a start costs. Nothing changes a catalogue of platforms in
// place, so that programs can share it.
var defaults = sync.OnceValues(func() (config.Settings, error) {
	var texts config.Server
	config.FillDefaults(&texts)
	texts.Listen = "127.0.0.1:0"
	return config.Check(config.Database{}, config.Logging{LogLevel: "info", LogFormat: "json"}, texts, nil)
})

// Settings are the defaults on a free port of this machine, changed by change unless that is nil.
func Settings(t testing.TB, change func(*config.Settings)) config.Settings {
	t.Helper()
	settings := must.Get(defaults())(t)
	settings.MaxRequests = 1 << 12 // tests are patient
	settings.PasswordMemory = 64   // KiB: theirs are not worth guessing
	if change != nil {
		change(&settings)
	}
	return settings
}
