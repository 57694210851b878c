package store_test

import (
	"context"
	"errors"
	"testing"

	"renown/internal/floor/store"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/storetest"
)

// Lookups that are run together find what each would by itself, and fail as it would.
func TestTogether(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		statements := 0
		db.Watch(func(string) { statements++ })
		var found []int64
		number := func(row store.Row) error {
			n, err := store.One[int64](row)
			found = append(found, n)
			return err
		}
		three := store.Lookup{SQL: "SELECT CAST($1 AS BIGINT) UNION ALL SELECT CAST($2 AS BIGINT) UNION ALL SELECT CAST($1 AS BIGINT)", Args: []any{7, 8}, Each: number}
		none := store.Lookup{SQL: "SELECT CAST($1 AS BIGINT) WHERE 1 = 0", Args: []any{1}, Each: number}
		one := store.Lookup{SQL: "SELECT CAST($1 AS BIGINT)", Args: []any{9}, Each: number}
		for range 2 { // the second time through kept statements
			found = nil
			if err := db.Together(t.Context(), three, none, one); err != nil || len(found) != 4 || found[1] != 8 || found[3] != 9 {
				t.Fatal(found, err)
			}
		}
		expect.Equal(t, statements, 6, "statements were seen")
		if err := db.Together(t.Context()); err != nil {
			t.Error("nothing to look up:", err)
		}
		refused := errors.New("refused")
		failing := store.Lookup{SQL: one.SQL, Args: one.Args, Each: func(store.Row) error { return refused }}
		if err := db.Together(t.Context(), three, failing, one); !errors.Is(err, refused) {
			t.Error("a row was refused:", err)
		}
		if err := db.Together(t.Context(), one, store.Lookup{SQL: "SELECT nothing FROM nowhere", Each: number}); err == nil {
			t.Error("a statement that is none did not fail")
		}
		ended, end := context.WithCancel(t.Context())
		end()
		if err := db.Together(ended, one); !errors.Is(err, context.Canceled) {
			t.Error("after the end:", err)
		}
		if err := db.Read().QueryRow(ended, one.SQL, one.Args...).Scan(new(int64)); !errors.Is(err, context.Canceled) {
			t.Error("a row after the end:", err)
		}
		if err := db.Together(t.Context(), one); err != nil {
			t.Error("afterwards:", err)
		}
	})
}

// A row says the same on both databases, whatever it is scanned into and however often a statement has failed before.
func TestReadRow(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		ctx := t.Context()
		const texts = "SELECT CAST($1 AS TEXT), CASE WHEN $1 = 'b' THEN 'yes' END WHERE $1 <> ''"
		scan := func(arg string) (name string, extra *string, err error) {
			extra = &name // to be overwritten
			err = db.Read().QueryRow(ctx, texts, arg).Scan(&name, &extra)
			return name, extra, err
		}
		for range 20 { // more often than there are connections
			if name, extra, err := scan("a"); name != "a" || extra != nil || err != nil {
				t.Fatal(name, extra, err)
			}
			if name, extra, err := scan("b"); name != "b" || extra == nil || *extra != "yes" || err != nil {
				t.Fatal(name, extra, err)
			}
			if _, _, err := scan(""); err != store.ErrNoRows {
				t.Fatal("no row:", err)
			}
			if err := db.Read().QueryRow(ctx, texts, "a").Scan(new(string), new(string)); err == nil {
				t.Fatal("NULL became a string")
			}
			if err := db.Read().QueryRow(ctx, texts, "a").Scan(new(string)); err == nil {
				t.Fatal("a column was left out")
			}
			if err := db.Read().QueryRow(ctx, "SELECT nothing FROM nowhere").Scan(new(string)); err == nil {
				t.Fatal("a statement that is none did not fail")
			}
			if _, _, err := scan("a\x00"); !errors.Is(err, store.ErrText) {
				t.Fatal("a text that cannot be stored:", err)
			}
			if n, err := store.One[int64](db.Read().QueryRow(ctx, "SELECT CAST($1 AS BIGINT)", 7)); n != 7 || err != nil {
				t.Fatal(n, err)
			}
		}
		ended, end := context.WithCancel(t.Context())
		end()
		if err := db.Read().QueryRow(ended, texts, "a").Scan(new(string), new(*string)); !errors.Is(err, context.Canceled) {
			t.Error("after the end:", err)
		}
		expect.Do(t, db.Close())
		if _, _, err := scan("a"); err == nil {
			t.Error("a closed database was asked")
		}
		_ = db.Close()
	})
}
