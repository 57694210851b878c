package store_test

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"testing"

	"renown/internal/floor/store"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

const (
	benchRows   = 10_000
	benchLookup = "SELECT id, n, name FROM item WHERE code = $1"
)

func fill(b *testing.B, db *store.DB) {
	b.Helper()
	ctx := context.Background()
	do(b, db, "CREATE TABLE item (id TEXT PRIMARY KEY NOT NULL, code TEXT NOT NULL UNIQUE, n BIGINT NOT NULL, name TEXT NOT NULL)")
	rows := make([][]any, benchRows)
	for i := range rows {
		rows[i] = []any{fmt.Sprint("id", i), fmt.Sprint("code", i), i, "name"}
	}
	err := db.InTx(ctx, func(tx *store.Tx) error {
		return store.InsertRows(ctx, tx, "INSERT INTO item (id, code, n, name)", rows)
	})
	must.Do(b, err)
}

// BenchmarkLookup finds a row by a unique key: through the store, and beside it through database/sql alone with a
// statement prepared by hand, with and without a context that can end.
func BenchmarkLookup(b *testing.B) {
	ending, cancel := context.WithCancel(context.Background())
	defer cancel()
	for _, d := range storetest.Dialects {
		url := storetest.URL(b, d)
		db := storetest.OpenURL(b, url)
		fill(b, db)
		find := func(ctx context.Context, row interface{ Scan(...any) error }) error {
			var id, name string
			var n int64
			return row.Scan(&id, &n, &name)
		}
		for name, ctx := range map[string]context.Context{"background": context.Background(), "cancellable": ending} {
			b.Run(string(d)+"/store/"+name, func(b *testing.B) {
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					must.Do(b, find(ctx, db.Read().QueryRow(ctx, benchLookup, codes[i%len(codes)])))
				}
			})
			if d != store.SQLite {
				continue
			}
			b.Run("sqlite/bare/"+name, func(b *testing.B) {
				bare, err := sql.Open("sqlite", "file:"+strings.TrimPrefix(url, "sqlite:")+
					"/renown.db?_pragma=busy_timeout(10000)&_pragma=query_only(1)")
				must.Do(b, err)
				defer bare.Close()
				stmt, err := bare.Prepare(benchLookup)
				must.Do(b, err)
				defer stmt.Close()
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					must.Do(b, find(ctx, stmt.QueryRowContext(ctx, codes[i%len(codes)])))
				}
			})
		}
	}
}

var codes = func() (list [64]string) {
	for i := range list {
		list[i] = fmt.Sprint("code", i*97)
	}
	return list
}()

// BenchmarkCommit is the least a change costs: begin, one update, commit.
func BenchmarkCommit(b *testing.B) {
	for _, d := range storetest.Dialects {
		b.Run(string(d), func(b *testing.B) {
			db := storetest.Open(b, d)
			newCounter(b, db, "a")
			ctx := context.Background()
			for b.Loop() {
				must.Do(b, db.InTx(ctx, func(tx *store.Tx) error { return add(ctx, tx, "a", 1) }))
			}
		})
	}
}

// BenchmarkStart is opening and checking a database that is up to date.
func BenchmarkStart(b *testing.B) {
	for _, d := range storetest.Dialects {
		b.Run(string(d), func(b *testing.B) {
			url := storetest.URL(b, d)
			for b.Loop() {
				db, err := store.Open(context.Background(), url)
				must.Do(b, err)
				must.Do(b, db.Migrate(context.Background()))
				must.Do(b, db.Close())
			}
		})
	}
}
