package storetest

import (
	"context"
	"crypto/rand"
	"errors"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"renown/internal/floor/store"
	"renown/internal/testkit/storetest/cluster"
)

// server is the PostgreSQL of this test binary: the one named in the environment, or a private one.
var server = sync.OnceValues(func() (*pgx.ConnConfig, error) {
	url := os.Getenv("RENOWN_TEST_POSTGRES")
	if url == "" {
		c, err := cluster.Start(context.Background())
		if err != nil {
			return nil, err
		}
		url = c.URL // it ends with this process
	}
	cfg, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, errors.New("RENOWN_TEST_POSTGRES cannot be read")
	}
	return cfg, nil
})

// admins are idle connections: opening one costs the server 5 ms of processor, a quarter of making a database. A pool
// would leave goroutines behind that leak checks find.
var admins = make(chan *pgx.Conn, 4)

// asAdmin runs fn on a connection of its own.
func asAdmin(fn func(ctx context.Context, conn *pgx.Conn) error) error {
	ctx := context.Background()
	conn, err := admin(ctx)
	if err != nil {
		return err
	}
	if err := fn(ctx, conn); err != nil {
		_ = conn.Close(ctx)
		return err
	}
	// After a slow write the driver reads on in the background until something more comes: a leak check would find that.
	if err := conn.Ping(ctx); err != nil {
		return conn.Close(ctx)
	}
	select {
	case admins <- conn:
		return nil
	default:
		return conn.Close(ctx)
	}
}

func admin(ctx context.Context) (*pgx.Conn, error) {
	select {
	case conn := <-admins:
		return conn, nil
	default:
	}
	cfg, err := server()
	if err != nil {
		return nil, err
	}
	return pgx.ConnectConfig(ctx, cfg)
}

// template names the migrated database that is cloned, made once per server and set of migrations.
var template = sync.OnceValues(func() (string, error) {
	name := "renown_template_" + store.SchemaHash()[:16]
	return name, asAdmin(func(ctx context.Context, conn *pgx.Conn) error {
		const lock = 0x72656e6f776e74 // packages tested in parallel wait for the first
		if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", int64(lock)); err != nil {
			return err
		}
		defer conn.Exec(ctx, "SELECT pg_advisory_unlock($1)", int64(lock)) // a connection that fails is closed, which unlocks too
		const find = "SELECT EXISTS (SELECT 1 FROM pg_database WHERE datname = $1)"
		var exists bool
		if err := conn.QueryRow(ctx, find, name).Scan(&exists); err != nil || exists {
			return err
		}
		return makeTemplate(ctx, conn, name)
	})
})

// makeTemplate migrates under another name, so that a template that exists is complete.
func makeTemplate(ctx context.Context, conn *pgx.Conn, name string) error {
	draft := name + "_draft"
	for _, sql := range []string{"DROP DATABASE IF EXISTS " + draft + " WITH (FORCE)", "CREATE DATABASE " + draft} {
		if _, err := conn.Exec(ctx, sql); err != nil {
			return err
		}
	}
	if err := migrate(databaseURL(conn.Config(), draft)); err != nil {
		return err
	}
	for _, sql := range []string{
		"ALTER DATABASE " + draft + " ALLOW_CONNECTIONS false", // a template in use cannot be cloned
		"ALTER DATABASE " + draft + " RENAME TO " + name,
	} {
		if _, err := conn.Exec(ctx, sql); err != nil {
			return err
		}
	}
	return nil
}

// databaseURL is the URL of another database on the same server.
func databaseURL(cfg *pgx.ConnConfig, database string) string {
	u, err := url.Parse(cfg.ConnString())
	if err != nil { // it was parsed before, by pgx
		panic("storetest: the server's URL cannot be read")
	}
	u.Path = "/" + database
	return u.String()
}

// Server starts a PostgreSQL server that the test may stop: all others share one.
func Server(t testing.TB) *cluster.Cluster {
	t.Helper()
	wanted(t)
	c, err := cluster.Start(context.Background())
	missing(t, err)
	t.Cleanup(c.Stop)
	return c
}

// wanted skips a test that needs PostgreSQL when that was switched off.
func wanted(t testing.TB) {
	t.Helper()
	if sqliteOnly {
		t.Skip("RENOWN_TEST_SQLITE_ONLY=1")
	}
}

// missing ends a test when there is no server: skipped, or failed where that is demanded.
func missing(t testing.TB, err error) {
	t.Helper()
	switch {
	case err == nil:
	case os.Getenv("RENOWN_TEST_REQUIRE_POSTGRES") == "1":
		t.Fatalf("no PostgreSQL for this test: %v", err)
	default:
		t.Skipf("no PostgreSQL for this test: %v", err)
	}
}

func postgresURL(t testing.TB, migrated bool) string {
	t.Helper()
	wanted(t)
	cfg, err := server()
	missing(t, err)
	from := "template1"
	if migrated {
		if from, err = template(); err != nil {
			t.Fatalf("migrating the template: %v", err)
		}
	}
	name := "renown_test_" + strings.ToLower(rand.Text())
	execAdmin(t, "CREATE DATABASE "+name+" TEMPLATE "+from+" STRATEGY FILE_COPY") // half the work of writing every page to the log
	t.Cleanup(func() { execAdmin(t, "DROP DATABASE "+name+" WITH (FORCE)") })
	return databaseURL(cfg, name)
}

func execAdmin(t testing.TB, sql string) {
	t.Helper()
	err := asAdmin(func(ctx context.Context, conn *pgx.Conn) error {
		_, err := conn.Exec(ctx, sql)
		return err
	})
	if err != nil {
		t.Errorf("%s: %v", sql, err)
	}
}
