package store_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"renown/internal/floor/store"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// $N is the Nth argument, whatever the order and however often it stands there.
func TestPlaceholders(t *testing.T) {
	t.Parallel()
	tests := []struct {
		sql, want string
		args      []any
	}{
		{"SELECT CAST($2 AS TEXT) || $1", "ba", []any{"a", "b"}},
		{"SELECT CAST($1 AS TEXT) || $1 || $2 || $1", "aaba", []any{"a", "b"}},
		{"SELECT CAST($3 AS TEXT) || $2 || $2 || $1", "cbba", []any{"a", "b", "c"}},
		{
			"SELECT CAST($11 AS TEXT) || $1 || $10 || $2 || $3 || $4 || $5 || $6 || $7 || $8 || $9", "11" + "1" + "10" + "23456789",
			[]any{"1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11"},
		},
		{"SELECT x FROM (SELECT CAST($2 AS TEXT) AS x UNION ALL SELECT CAST($3 AS TEXT)) t WHERE x <> $1", "c", []any{"b", "b", "c"}},
	}
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		for _, tc := range tests {
			for range 2 { // the second time through a kept statement
				expect.Equal(t, one[string](t, db.Read(), tc.sql, tc.args...), tc.want, tc.sql, "with", tc.args, "gives")
			}
		}
		if _, err := db.Read().Query(context.Background(), "SELECT CAST($2 AS TEXT)", "a"); err == nil {
			t.Error("a missing argument is not noticed")
		}
	})
}

// Whatever goes in comes out the same, on both engines.
func TestTypes(t *testing.T) {
	t.Parallel()
	type record struct {
		Text  string
		Int   int64
		Float float64
		Bool  bool
		Bytes []byte
		Maybe *string
		Count *int64
	}
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		do(t, db, `CREATE TABLE thing (id BIGINT PRIMARY KEY, t TEXT NOT NULL, i BIGINT NOT NULL, f DOUBLE PRECISION NOT NULL,
			b BOOLEAN NOT NULL, y BYTEA NOT NULL, m TEXT, c BIGINT)`)
		ctx := context.Background()
		id := 0
		rapid.Check(t, func(t *rapid.T) {
			id++
			in := record{
				Text:  strings.ReplaceAll(rapid.String().Draw(t, "text"), "\x00", ""),
				Int:   rapid.Int64().Draw(t, "int"),
				Float: rapid.Float64Range(-math.MaxFloat64, math.MaxFloat64).Draw(t, "float"),
				Bool:  rapid.Bool().Draw(t, "bool"),
				Bytes: rapid.SliceOfN(rapid.Byte(), 1, 100).Draw(t, "bytes"),
			}
			if in.Bool {
				in.Maybe, in.Count = &in.Text, &in.Int
			}
			must.Do(t, db.InTx(ctx, func(tx *store.Tx) error {
				n, err := tx.Exec(ctx, "INSERT INTO thing VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
					id, in.Text, in.Int, in.Float, in.Bool, in.Bytes, in.Maybe, in.Count)
				if err == nil && n != 1 {
					err = fmt.Errorf("%d rows", n)
				}
				return err
			}))
			var out record
			row := db.Read().QueryRow(ctx,
				"SELECT t, i, f, b, y, m, c FROM thing WHERE id = $1 AND b = $2 AND t = $3", id, in.Bool, in.Text)
			must.Do(t, row.Scan(&out.Text, &out.Int, &out.Float, &out.Bool, &out.Bytes, &out.Maybe, &out.Count))
			must.Same(t, out, in)
		})
	})
}

// What one engine would refuse and the other keep is refused by both, and leaves the transaction without effect.
func TestArgumentsRefused(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		do(t, db, "CREATE TABLE thing (t TEXT, i BIGINT)")
		ctx := context.Background()
		for _, text := range []string{"a\x00b", "\x00", "\xff", "a\xc3(", "\xed\xa0\x80"} {
			err := db.InTx(ctx, func(tx *store.Tx) error {
				_, err := tx.Exec(ctx, "INSERT INTO thing (t) VALUES ($1)", text)
				return err
			})
			_, errRow := store.One[int64](db.Read().QueryRow(ctx, "SELECT count(*) FROM thing WHERE t = $1", text))
			_, errQuery := store.List(ctx, db.Read(), store.One[string], "SELECT t FROM thing WHERE t = $1", text)
			if !errors.Is(err, store.ErrText) || !errors.Is(errRow, store.ErrText) || !errors.Is(errQuery, store.ErrText) {
				t.Errorf("%q gives %v, %v, %v", text, err, errRow, errQuery)
			}
		}
		err := db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, "INSERT INTO thing (i) VALUES ($1)", time.Now())
			return err
		})
		if err == nil {
			t.Error("a time.Time was stored in a BIGINT")
		}
		expect.Equal(t, one[int64](t, db.Read(), "SELECT count(*) FROM thing"), 0, "rows stayed")
	})
}

func TestCollect(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		newCounter(t, db, "a", "b", "c")
		ctx := context.Background()
		err := db.InTx(ctx, func(tx *store.Tx) error {
			ids, err := store.List(ctx, tx, store.One[string], "SELECT id FROM counter ORDER BY id DESC")
			if err != nil {
				return err
			}
			expect.Same(t, ids, []string{"c", "b", "a"})
			none, err := store.List(ctx, tx, store.One[string], "SELECT id FROM counter WHERE n > $1", 5)
			if none == nil || len(none) > 0 {
				t.Errorf("no rows give %#v", none)
			}
			return err
		})
		must.Do(t, err)
		stop := errors.New("stop")
		_, err = store.List(ctx, db.Read(), func(store.Row) (int, error) { return 0, stop }, "SELECT id FROM counter")
		expect.Equal(t, err, stop, "a failed scan gives")
		if s := db.Stats(); s.Read.InUse != 0 || s.Write.InUse != 0 {
			t.Errorf("connections left in use: %+v", s)
		}
	})
}

// A read that takes too long is stopped, and the connection serves again.
func TestReadIsStopped(t *testing.T) {
	t.Parallel()
	const endless = "WITH RECURSIVE n(i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		for range 3 {
			ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
			_, err := store.One[int64](db.Read().QueryRow(ctx, endless))
			cancel()
			if !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, store.ErrUnavailable) {
				t.Errorf("%v", err)
			}
			expect.Equal(t, one[int64](t, db.Read(), "SELECT CAST($1 AS BIGINT)", 1), 1, "afterwards")
		}
	})
}

// Bytes that are lent are those of their row, and what is no bytes is refused.
func TestLent(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		ctx, got := t.Context(), ""
		lent := func(row store.Row) error {
			b, err := store.One[store.Lent](row)
			got += fmt.Sprintf("%s %v,", b, b == nil)
			return err
		}
		err := db.InTx(ctx, func(tx *store.Tx) error {
			if _, err := tx.Exec(ctx, `CREATE TABLE lent (n BIGINT, b BYTEA)`); err != nil {
				return err
			}
			if _, err := tx.Exec(ctx, `INSERT INTO lent VALUES (1, $1), (2, NULL), (3, $2)`, []byte("ab"), []byte("c")); err != nil {
				return err
			}
			return store.Each(ctx, tx, lent, `SELECT b FROM lent ORDER BY n`)
		})
		if err != nil || got != "ab false, true,c false," {
			t.Errorf("%s, %v", got, err)
		}
		if err := store.Each(ctx, db.Read(), lent, `SELECT 7`); err == nil {
			t.Error("a number is taken for bytes")
		}
	})
}
