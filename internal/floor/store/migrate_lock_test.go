package store_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"renown/internal/floor/store"
	"renown/internal/testkit/await"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// undone takes a database back to before the last migration: it adds a table that refers to brands and then to contents.
var undone = []string{`DROP TABLE drafts`, `DELETE FROM schema_version WHERE version_id = 18`}

// A migration whose tables are in use lets others have them, and is done once they are free; so is one that deadlocks with a writer.
func TestMigrateBesideWriters(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ held, code string }{
		"a writer that goes on":          {`LOCK TABLE brands IN ROW EXCLUSIVE MODE`, "55P03"},
		"a writer in the opposite order": {`LOCK TABLE contents IN ROW EXCLUSIVE MODE`, "40P01"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url := storetest.URL(t, store.Postgres)
			said := new(said)
			db := storetest.OpenURL(t, url, store.WithLogger(slog.New(slog.NewTextHandler(said, nil))))
			do(t, db, undone...)
			ctx, migrated := t.Context(), make(chan error, 1)
			must.Do(t, storetest.OpenURL(t, url).InTx(ctx, func(tx *store.Tx) error {
				if _, err := tx.Exec(ctx, tt.held); err != nil {
					return err
				}
				if _, err := tx.Exec(ctx, `SET LOCAL deadlock_timeout = '1min'`); err != nil { // the migration is to be the one that is ended
					return err
				}
				go func() { migrated <- db.Migrate(context.WithoutCancel(ctx)) }()
				if tt.code == "40P01" {
					await.True(t, time.Minute, "the migration waits", func() bool {
						return one[int64](t, db.Read(),
							`SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'contents'::regclass`) > 0
					})
					if _, err := tx.Exec(ctx, `LOCK TABLE brands IN ROW EXCLUSIVE MODE`); err != nil {
						return err
					}
				}
				await.True(t, time.Minute, tt.code, func() bool { return strings.Contains(said.String(), tt.code) })
				return nil
			}))
			must.Do(t, <-migrated)
			if v := version(t, db); !v.Current() {
				t.Errorf("%+v", v)
			}
		})
	}
}

// Every migration is told of before and after it is run, also the one that fails.
func TestMigrationsAreTold(t *testing.T) {
	t.Parallel()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		said := new(said)
		db := storetest.OpenURL(t, storetest.EmptyURL(t, d), store.WithLogger(slog.New(slog.NewTextHandler(said, nil))))
		do(t, db, `CREATE TABLE topics (id TEXT)`) // the sixth makes it
		if err := db.Migrate(t.Context()); err == nil {
			t.Fatal("migrated over a table that was there")
		}
		for line, times := range map[string]int{
			`msg="migrating the schema"`: 6, `msg="schema migrated"`: 5,
			`msg="schema not migrated" version=6`: 1,
		} {
			expect.Equal(t, strings.Count(said.String(), line), times, line)
		}
	})
}

// said is a log that is read while it is written.
type said struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *said) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

func (s *said) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}
