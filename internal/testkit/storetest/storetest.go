// Package storetest gives tests fresh, migrated databases on both engines. It clones a migrated template,
// so that a database costs milliseconds, and starts a private PostgreSQL server when none is named.
//
//	RENOWN_TEST_POSTGRES           URL of a server whose user may create databases
//	RENOWN_TEST_REQUIRE_POSTGRES   1: without a server the tests fail instead of being skipped
//	RENOWN_TEST_SQLITE_ONLY        1: what needs PostgreSQL is left out, for a quick look
package storetest

import (
	"context"
	"log/slog"
	"os"
	"testing"

	"renown/internal/floor/store"
	"renown/internal/testkit/must"
)

var sqliteOnly = os.Getenv("RENOWN_TEST_SQLITE_ONLY") == "1"

// Dialects lists the engines, in the order in which tests run.
var Dialects = dialects()

func dialects() []store.Dialect {
	if sqliteOnly {
		return []store.Dialect{store.SQLite}
	}
	return []store.Dialect{store.SQLite, store.Postgres}
}

// EachDialect runs body as parallel subtests "sqlite" and "postgres".
func EachDialect(t *testing.T, body func(t *testing.T, d store.Dialect)) {
	t.Helper()
	for _, d := range Dialects {
		t.Run(string(d), func(t *testing.T) {
			t.Parallel()
			body(t, d)
		})
	}
}

// Each is EachDialect with a fresh, migrated database that is closed and removed at the end.
func Each(t *testing.T, body func(t *testing.T, db *store.DB), opts ...store.Option) {
	t.Helper()
	EachDialect(t, func(t *testing.T, d store.Dialect) { body(t, Open(t, d, opts...)) })
}

// EachClock is Each with a clock that moves only when told to.
func EachClock(t *testing.T, body func(t *testing.T, db *store.DB, clock *Clock)) {
	t.Helper()
	EachDialect(t, func(t *testing.T, d store.Dialect) {
		clock := NewClock()
		body(t, Open(t, d, store.WithClock(clock.Now)), clock)
	})
}

// Open returns a fresh, migrated database of one engine.
func Open(t testing.TB, d store.Dialect, opts ...store.Option) *store.DB {
	t.Helper()
	return OpenURL(t, URL(t, d), opts...)
}

// OpenURL opens a database and closes it at the end of the test.
func OpenURL(t testing.TB, url string, opts ...store.Option) *store.DB {
	t.Helper()
	opts = append([]store.Option{store.WithLogger(slog.New(slog.DiscardHandler))}, opts...)
	db := must.Get(store.Open(context.Background(), url, opts...))(t)
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

// URL names a fresh, migrated database, for tests that open it themselves or start processes on it.
func URL(t testing.TB, d store.Dialect) string {
	t.Helper()
	if d == store.SQLite {
		return sqliteURL(t)
	}
	return postgresURL(t, true)
}

// EmptyURL names a database without any table.
func EmptyURL(t testing.TB, d store.Dialect) string {
	t.Helper()
	if d == store.SQLite {
		return "sqlite:" + t.TempDir()
	}
	return postgresURL(t, false)
}
