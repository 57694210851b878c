package app_test

import (
	"context"
	"log/slog"
	"net"
	"testing"
	"time"

	"renown/internal/app"
	"renown/internal/floor/store"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/await"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// A program is ready before it has written anything: here it cannot, because others hold what it would write.
func TestReadyBeforeWriting(t *testing.T) {
	t.Parallel()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		url := storetest.URL(t, d)
		a := must.Get(app.Build(apitest.Settings(t, nil), slog.New(slog.DiscardHandler), storetest.OpenURL(t, url)))(t)
		ctx, stop := context.WithCancel(t.Context())
		ready, ended := make(chan net.Addr, 1), make(chan error, 1)
		must.Do(t, storetest.OpenURL(t, url).InTx(ctx, func(tx *store.Tx) error {
			if d == store.Postgres { // on SQLite there is one writer
				if _, err := tx.Exec(ctx, `LOCK TABLE nodes, river_job, river_leader, prompts, readings IN EXCLUSIVE MODE`); err != nil {
					return err
				}
			}
			go func() { ended <- a.Serve(ctx, func(addr net.Addr) { ready <- addr }) }()
			select {
			case addr := <-ready:
				status, text := probe(t, "http://"+addr.String()+"/readyz")
				expect.Equal(t, status, 200, text)
			case <-time.After(time.Minute):
				t.Error("not ready within a minute")
			}
			return nil
		}))
		select {
		case <-a.Working():
		case <-time.After(time.Minute):
			t.Error("not working within a minute")
		}
		stop()
		expect.Do(t, <-ended)
	})
}

// Who asks whether the program is ready, and how often, costs the database one look in a while.
func TestReadyIsKept(t *testing.T) {
	t.Parallel()
	for kept, want := range map[time.Duration]int{time.Hour: 200, 0: 503} {
		apitest.Each(t, apitest.Options{App: func(a *app.App) { a.Patience.Ready = kept }}, func(t *testing.T, s *apitest.Server) {
			if status, text := probe(t, s.URL+"/readyz"); status != 200 {
				t.Fatalf("not ready: %d %s", status, text)
			}
			storetest.Exec(t, s.App.DB, `DELETE FROM schema_version WHERE version_id > 12`)
			if status, text := probe(t, s.URL+"/readyz"); status != want {
				t.Errorf("kept for %s: %d %s", kept, status, text)
			}
		})
	}
}

// A newer program has migrated the database in a way that does not serve this one: it says so and takes no more jobs.
func TestNotReadyOnNewerSchema(t *testing.T) {
	t.Parallel()
	apitest.Each(t, apitest.Options{App: func(a *app.App) { a.Patience.Ready = 0 }}, func(t *testing.T, s *apitest.Server) {
		storetest.Exec(t, s.App.DB, `INSERT INTO schema_version (version_id, is_applied) VALUES (99999, TRUE)`)
		status, text := probe(t, s.URL+"/readyz")
		if status != 503 || text != "database migrated by a newer program" {
			t.Errorf("%d %s", status, text)
		}
		await.True(t, time.Minute, "no more jobs are taken", func() bool { return len(s.Log.Lines("takes no more jobs")) == 1 })
		storetest.Exec(t, s.App.DB,
			`INSERT INTO schema_served (version_id, since) SELECT 99999, max(version_id) FROM schema_version WHERE version_id < 99999`)
		status, text = probe(t, s.URL+"/readyz")
		expect.Equal(t, status, 200, "served again:", text)
	})
}
