package store_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"renown/internal/floor/store"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

func version(t testing.TB, db *store.DB) store.Version {
	t.Helper()
	return must.Get(db.SchemaVersion(context.Background()))(t)
}

// Several processes start at once on an empty database: all come up, and each migration ran once.
func TestMigrateTogether(t *testing.T) {
	t.Parallel()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		url := storetest.EmptyURL(t, d)
		var all sync.WaitGroup
		for range 5 {
			db := storetest.OpenURL(t, url)
			all.Go(func() {
				expect.Do(t, db.Migrate(context.Background()))
			})
		}
		all.Wait()
		db := storetest.OpenURL(t, url)
		if v := version(t, db); !v.Current() || v.Database < 1 || v.QueueDatabase < 7 || v.Err() != nil {
			t.Errorf("migrated to %+v", v)
		}
		const twice = "SELECT count(*) - count(DISTINCT version_id) FROM schema_version"
		expect.Equal(t, one[int64](t, db.Read(), twice), 0, "migrations ran twice")
	})
}

func TestMigrateEmpty(t *testing.T) {
	t.Parallel()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		db := storetest.OpenURL(t, storetest.EmptyURL(t, d))
		if v := version(t, db); v.Database != 0 || v.QueueDatabase != 0 || v.Current() {
			t.Errorf("an empty database has %+v", v)
		}
		must.Do(t, db.Migrate(context.Background()))
		if v := version(t, db); !v.Current() {
			t.Errorf("after migrating %+v", v)
		}
	})
}

// A database that a newer program has migrated is refused with a sentence that names both versions.
func TestNewerIsRefused(t *testing.T) {
	t.Parallel()
	tests := map[string]string{
		"ours":       "INSERT INTO schema_version (version_id, is_applied) VALUES (99999, TRUE)",
		"job tables": "INSERT INTO river_migration (line, version) VALUES ('main', 99999)",
	}
	for name, insert := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			storetest.Each(t, func(t *testing.T, db *store.DB) {
				do(t, db, insert)
				err := db.Migrate(context.Background())
				if !errors.Is(err, store.ErrNewer) || !strings.Contains(err.Error(), "version 99999, this program knows up to") {
					t.Errorf("%v", err)
				}
				if v := version(t, db); v.Current() || !errors.Is(v.Err(), store.ErrNewer) {
					t.Errorf("%+v", v)
				}
			})
		})
	}
}

// A newer database that names this program among those it serves is worked with, and left as it is.
func TestNewerServes(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		since func(program int64) int64
		fits  bool
	}{
		"from the version before": {func(p int64) int64 { return p - 1 }, true},
		"from this version":       {func(p int64) int64 { return p }, true},
		"from the next version":   {func(p int64) int64 { return p + 1 }, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			storetest.Each(t, func(t *testing.T, db *store.DB) {
				program := version(t, db).Program
				do(t, db, "INSERT INTO schema_version (version_id, is_applied) VALUES (99999, TRUE)",
					fmt.Sprintf("INSERT INTO schema_served (version_id, since) VALUES (99999, %d)", tt.since(program)))
				err := db.Migrate(context.Background())
				if (err == nil) != tt.fits || (err != nil) != errors.Is(err, store.ErrNewer) {
					t.Errorf("%v", err)
				}
				if v := version(t, db); v.Newer() != tt.fits || v.Current() || v.Behind() || v.Database != 99999 {
					t.Errorf("%+v", v)
				}
			})
		})
	}
}

// A database of a build before the first release is refused, whichever of its schemas it has.
func TestEarlyIsRefused(t *testing.T) {
	t.Parallel()
	tests := map[string][]string{
		"the first ones": {"DROP TABLE schema_served", "DELETE FROM schema_version WHERE version_id > 11"},
		"our number":     {"INSERT INTO schema_served (version_id, since) VALUES (12, 11)"},
		"the last": {
			"INSERT INTO schema_served (version_id, since) VALUES (12, 11), (61, 60)",
			"INSERT INTO schema_version (version_id, is_applied) VALUES (61, TRUE)",
		},
	}
	for name, made := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			storetest.Each(t, func(t *testing.T, db *store.DB) {
				do(t, db, made...)
				before := version(t, db)
				expect.Is(t, db.Migrate(context.Background()), store.ErrEarly, "migrating")
				if v := version(t, db); v != before || !errors.Is(v.Err(), store.ErrEarly) || v.Newer() {
					t.Errorf("%+v, before %+v", v, before)
				}
			})
		})
	}
}

// Every schema after that of the first release says which programs it serves: a migration that forgets it would stop a rolling
// restart.
func TestEverySchemaSaysWhomItServes(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		missing, err := store.List(context.Background(), db.Read(), store.One[int64],
			`SELECT version_id FROM schema_version
			WHERE version_id > 18 AND version_id NOT IN (SELECT version_id FROM schema_served)`)
		if err != nil || len(missing) > 0 {
			t.Errorf("versions %v have no row in schema_served (%v)", missing, err)
		}
	})
}

// A migration that was broken off is completed by the next process, and what else is there stays.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		do(t, db, "DROP TABLE rate_limit", "DELETE FROM schema_version WHERE version_id > 0",
			"CREATE TABLE keep (id TEXT)")
		for _, table := range dropOrder(t, db) {
			if db.Dialect() == store.Postgres {
				table += " CASCADE" // an older table may refer to a newer one
			}
			do(t, db, "DROP TABLE "+table)
		}
		expect.Is(t, db.Migrate(ctx), context.Canceled, "cancelled")
		must.Do(t, db.Migrate(context.Background()))
		if v := version(t, db); !v.Current() {
			t.Errorf("%+v", v)
		}
		one[int64](t, db.Read(), "SELECT count(*) FROM keep")
	})
}

// dropOrder lists the tables of our own migrations but the first, those that reference others first.
func dropOrder(t testing.TB, db *store.DB) []string {
	t.Helper()
	list := "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid DESC"
	if db.Dialect() == store.Postgres {
		list = "SELECT relname::text FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace ORDER BY oid DESC"
	}
	names := must.Get(store.List(context.Background(), db.Read(), store.One[string], list))(t)
	var drop []string
	for _, n := range names {
		if n != "keep" && n != "schema_version" && !strings.HasPrefix(n, "river_") && !strings.HasPrefix(n, "sqlite_") {
			drop = append(drop, n)
		}
	}
	return drop
}

// On a current database nothing is waited for, not even another process that migrates.
func TestNothingToDo(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		ctx := context.Background()
		migrated := func() {
			ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
			defer cancel()
			expect.Do(t, db.Migrate(ctx))
		}
		if db.Dialect() == store.SQLite {
			unlock := must.Get(db.LockFolder("migrate"))(t)
			defer unlock()
			migrated()
			return
		}
		must.Do(t, db.View(ctx, func(q store.Querier) error {
			_, err := q.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", 0x72656e6f776e)
			migrated()
			return err
		}))
	})
}
