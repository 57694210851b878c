package app_test

import (
	"context"
	"log/slog"
	"net"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"renown/internal/app"
	"renown/internal/config"
	"renown/internal/floor/store"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/await"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// behind takes a database back to before the last migration, which adds a table that refers to brands.
func behind(t *testing.T, db *store.DB) {
	t.Helper()
	storetest.Exec(t, db, `DROP TABLE drafts`)
	storetest.Exec(t, db, `DELETE FROM schema_version WHERE version_id = 18`)
}

// A process that lives and would be refused afterwards keeps the tables as they are, until it is gone or force is used; what was there
// is copied first.
func TestMigratingCutsOffNoNode(t *testing.T) {
	t.Parallel()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		url := storetest.URL(t, d)
		db := storetest.OpenURL(t, url)
		behind(t, db)
		storetest.Exec(t, db, `INSERT INTO nodes (id, seen_at, role, schema_version)
			VALUES ('node_old', $1, 'api', 17), ('node_gone', 1, 'all', 17)`,
			db.Now())
		settings := apitest.Settings(t, func(s *config.Settings) { s.DatabaseURL = url })
		_, err := app.Open(t.Context(), settings, slog.New(slog.DiscardHandler))
		if err == nil || !strings.Contains(err.Error(), "node_old (api, schema 17)") || strings.Contains(err.Error(), "node_gone") {
			t.Errorf("opened beside an old node: %v", err)
		}
		v := must.Get(db.SchemaVersion(t.Context()))(t)
		must.Equal(t, v.Database, 17, "version")
		must.Do(t, app.Migrate(t.Context(), db, v, true))
		if v = must.Get(db.SchemaVersion(t.Context()))(t); !v.Current() {
			t.Errorf("%+v", v)
		}
		folder, embedded := strings.CutPrefix(url, "sqlite:")
		copies := must.Get(filepath.Glob(filepath.Join(folder, "renown.db.schema-*")))(t)
		if !embedded {
			return
		}
		expect.Same(t, copies, []string{filepath.Join(folder, "renown.db.schema-17")})
		again := t.TempDir()
		must.Get(store.Restore(t.Context(), copies[0], again, time.Now()))(t)
		v = must.Get(storetest.OpenURL(t, "sqlite:"+again).SchemaVersion(t.Context()))(t)
		expect.Equal(t, v.Database, 17, "version of the copy")
	})
}

// While tables are brought up to date the process lives, is not ready, and says how far it is.
func TestListensWhileMigrating(t *testing.T) {
	t.Parallel()
	if storetest.Dialects[len(storetest.Dialects)-1] != store.Postgres {
		t.Skip("NOT RUN: a table can be held on PostgreSQL alone")
	}
	url, ctx := storetest.URL(t, store.Postgres), t.Context()
	db := storetest.OpenURL(t, url)
	behind(t, db)
	ln := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	address := ln.Addr().String()
	must.Do(t, ln.Close())
	settings := apitest.Settings(t, func(s *config.Settings) { s.DatabaseURL, s.Listen = url, address })
	type opened struct {
		app *app.App
		err error
	}
	done := make(chan opened, 1)
	must.Do(t, db.InTx(ctx, func(tx *store.Tx) error {
		if _, err := tx.Exec(ctx, `LOCK TABLE brands IN ROW EXCLUSIVE MODE`); err != nil {
			return err
		}
		go func() {
			a, err := app.OpenToServe(context.WithoutCancel(ctx), settings, slog.New(slog.DiscardHandler))
			done <- opened{a, err}
		}()
		await.True(t, time.Minute, "it listens", func() bool {
			conn, err := net.Dial("tcp", address)
			if err == nil {
				conn.Close()
			}
			return err == nil
		})
		await.True(t, time.Minute, "it tells how far it is", func() bool {
			status, text := probe(t, "http://"+address+"/readyz")
			return status == 503 && text == "migrating 1 of 1"
		})
		status, _ := probe(t, "http://"+address+"/healthz")
		expect.Equal(t, status, 200, "healthz")
		status, text := probe(t, "http://"+address+"/openapi/v1/me")
		expect.Equal(t, status, 503, text)
		expect.Equal(t, strings.Contains(text, `"code":5030`), true, text)
		return nil
	}))
	o := <-done
	must.Do(t, o.err)
	defer o.app.Close()
	serving, stop := context.WithCancel(ctx)
	ready, ended := make(chan net.Addr, 1), make(chan error, 1)
	go func() { ended <- o.app.Serve(serving, func(addr net.Addr) { ready <- addr }) }()
	expect.Equal(t, (<-ready).String(), address, "the same address")
	status, text := probe(t, "http://"+address+"/readyz")
	expect.Equal(t, status, 200, text)
	stop()
	expect.Do(t, <-ended)
}

// Tables are brought up to date while a server that they go on serving takes requests: none fails, none waits longer than a migration
// may hold a table.
func TestMigratesUnderLoad(t *testing.T) {
	t.Parallel()
	apitest.Each(t, apitest.Options{Settings: unlimited}, func(t *testing.T, s *apitest.Server) {
		db := s.App.DB
		key, stop := s.Key(t), make(chan struct{})
		var asked atomic.Int64
		var load sync.WaitGroup
		for range 4 {
			load.Go(func() {
				for {
					select {
					case <-stop:
						return
					default:
					}
					began := time.Now()
					a := s.Do(t, apitest.Call{Key: key, Method: "POST", Path: "/geo/brands", Body: `{"name":"云栖笔记","introduction":"云端笔记"}`})
					if a.Code != 0 && a.Code != 2006 || time.Since(began) > 20*time.Second {
						t.Errorf("%d after %s: %s", a.Code, time.Since(began), a.Body)
					}
					asked.Add(1)
				}
			})
		}
		defer load.Wait()
		defer close(stop)
		for range 3 {
			before := asked.Load()
			behind(t, db)
			must.Do(t, db.Migrate(t.Context()))
			await.True(t, time.Minute, "requests go on", func() bool { return asked.Load() > before+10 })
		}
	})
}
