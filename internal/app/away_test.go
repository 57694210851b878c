package app_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/jackc/pgx/v5"

	"renown/internal/app"
	"renown/internal/config"
	"renown/internal/floor/store"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/program"
	"renown/internal/testkit/storetest"
)

// When the database is away every request is told to come back, none is told of a fault inside.
func TestDatabaseAway(t *testing.T) {
	t.Parallel()
	server := storetest.Server(t)
	migrate(t, server.URL)
	s := apitest.Start(t, store.Postgres, apitest.Options{Database: server.URL, Settings: func(c *config.Settings) {
		c.StopTimeout = 4 * time.Second
		c.Role = config.API // the job library goes on for seconds to say good-bye to a database that is gone
	}})
	key := s.Key(t)
	s.Expect(t, apitest.Call{Key: key, Method: "GET", Path: "/me"})
	server.Stop()

	calls := []apitest.Call{
		{Name: "known key", Key: key, Method: "GET", Path: "/me"},
		{Name: "unknown key", Key: "sk-" + strings.Repeat("a", 40), Method: "GET", Path: "/me"},
		{Name: "no key", Method: "GET", Path: "/me"}, // addresses are counted in the database, too
		{Name: "a body", Key: key, Method: "POST", Path: "/geo/brands", Body: `{"name":"a","introduction":"b"}`},
	}
	for i := range calls {
		calls[i].Status, calls[i].Code, calls[i].Want = 503, 5030, apitest.Values{"detail": map[string]any{"retry_after": 5, "reason": "away"}}
	}
	s.Run(t, calls...)
	s.Run(t,
		apitest.Call{Name: "route", Method: "GET", Path: "/nothing", Status: 404, Code: 4040},
		apitest.Call{Name: "document", Method: "GET", Path: "/openapi.json"})
	if status, text := probe(t, s.URL+"/readyz"); status != 503 || text != "database not reachable" {
		t.Errorf("/readyz: %d %s", status, text)
	}
	if status, _ := probe(t, s.URL+"/healthz"); status != 200 {
		t.Errorf("/healthz: %d", status)
	}
	lines := s.Log.Lines(`"code":5030`)
	if len(lines) < len(calls) || strings.Count(strings.Join(lines, "\n"), `"error":`) != 1 || !strings.Contains(lines[0], `"level":"ERROR"`) {
		t.Errorf("the log does not say once why: %v", lines)
	}
	expect.Do(t, s.Stop(), "stopping without a database")
}

func migrate(t *testing.T, url string) {
	t.Helper()
	ctx := context.Background()
	db := must.Get(store.Open(ctx, url, store.WithLogger(slog.New(slog.DiscardHandler))))(t)
	defer db.Close()
	must.Do(t, db.Migrate(ctx))
}

// Connections that the database drops are replaced without an operator.
func TestDatabaseComesBack(t *testing.T) {
	t.Parallel()
	url := storetest.URL(t, store.Postgres)
	s := apitest.Start(t, store.Postgres, apitest.Options{Database: url, Settings: unlimited})
	me := apitest.Call{Key: s.Key(t), Method: "GET", Path: "/me"}
	for range 5 {
		s.Expect(t, me)
		dropConnections(t, url)
		eventually(t, "answered again", func() bool {
			a := s.Do(t, me)
			if a.Status != 200 && a.Code != 5030 {
				t.Fatalf("%d %s", a.Status, a.Body)
			}
			return a.Status == 200
		})
	}
}

// A process that cannot begin to work jobs ends, although it serves already.
func TestCannotWork(t *testing.T) {
	t.Parallel()
	url := storetest.URL(t, store.Postgres)
	conn := must.Get(pgx.Connect(t.Context(), url))(t)
	defer conn.Close(context.Background())
	must.Get(conn.Exec(t.Context(), "ALTER TABLE river_queue RENAME TO gone"))(t)
	p := program.Start(t, program.On(url, "serve")...)
	if err := p.Wait(); err == nil || !strings.Contains(p.Said.String(), "river_queue") {
		t.Errorf("it ended with %v and said %s", err, p.Said)
	}
}

// A process that serves already waits for a database that goes away before it works jobs; what waiting does not mend ends it, and so does
// everything on the embedded database, where nothing is served yet.
func TestBeginsPatiently(t *testing.T) {
	t.Parallel()
	away := fmt.Errorf("reading: %w", store.ErrUnavailable)
	broken := errors.New("broken")
	for _, c := range []struct {
		dialect store.Dialect
		faults  []error
		want    error
		steps   int
	}{
		{store.Postgres, []error{away, away, away}, nil, 4},
		{store.Postgres, []error{away, broken}, broken, 2},
		{store.SQLite, []error{away, away}, store.ErrUnavailable, 1},
	} {
		a := &app.App{DB: storetest.Open(t, c.dialect), Log: slog.New(slog.DiscardHandler)}
		synctest.Test(t, func(t *testing.T) {
			steps := 0
			err := a.Patiently(t.Context(), func(context.Context) error {
				if steps++; steps <= len(c.faults) {
					return c.faults[steps-1]
				}
				return nil
			})
			if !errors.Is(err, c.want) || steps != c.steps {
				t.Errorf("%s %v: %v after %d steps", c.dialect, c.faults, err, steps)
			}
		})
	}
	a := &app.App{DB: storetest.Open(t, store.Postgres), Log: slog.New(slog.DiscardHandler)}
	ctx, cancel := context.WithCancel(t.Context())
	err := a.Patiently(ctx, func(context.Context) error { cancel(); return away })
	expect.Is(t, err, context.Canceled, "stopped while it waits")
}

func dropConnections(t *testing.T, url string) {
	t.Helper()
	ctx := context.Background()
	conn := must.Get(pgx.Connect(ctx, url))(t)
	defer conn.Close(ctx)
	must.Get(conn.Exec(ctx,
		"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"))(t)
}

// A database that keeps silent is as good as away: no request waits without end, not even for its key to be found.
func TestDatabaseSilent(t *testing.T) {
	t.Parallel()
	url := storetest.URL(t, store.Postgres)
	s := apitest.Start(t, store.Postgres, apitest.Options{
		Database: url,
		App:      func(a *app.App) { a.Patience.Answer = 300 * time.Millisecond },
	})
	me := apitest.Call{Key: s.Key(t), Method: "GET", Path: "/me"}
	ctx := context.Background()
	conn := must.Get(pgx.Connect(ctx, url))(t)
	defer conn.Close(ctx)
	must.Get(conn.Exec(ctx, "BEGIN; LOCK TABLE api_keys IN ACCESS EXCLUSIVE MODE"))(t)
	silent := me
	silent.Status, silent.Code = 503, 5030
	s.Expect(t, silent)
	must.Get(conn.Exec(ctx, "ROLLBACK"))(t)
	s.Expect(t, me)
}
