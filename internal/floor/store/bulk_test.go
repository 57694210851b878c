package store_test

import (
	"context"
	"strconv"
	"testing"
	"time"

	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

func TestInsertRows(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		ctx := context.Background()
		do(t, db, "CREATE TABLE item (n BIGINT PRIMARY KEY NOT NULL, name TEXT)")
		insert := func(from, count int) error {
			rows := make([][]any, count)
			for i := range rows {
				rows[i] = []any{from + i, "名"}
			}
			return db.InTx(ctx, func(tx *store.Tx) error { return store.InsertRows(ctx, tx, "INSERT INTO item (n, name)", rows) })
		}
		total := 0
		for _, count := range []int{0, 1, 7, 8, 9, 40, 128, 500} {
			must.Do(t, insert(total, count), count, "rows")
			total += count
			if n := one[int64](t, db.Read(), "SELECT count(DISTINCT n) FROM item WHERE name = '名'"); n != int64(total) {
				t.Errorf("after %d more rows there are %d, want %d", count, n, total)
			}
		}
		expect.Is(t, insert(total-1, 200), store.ErrUnique, "a row that is there")
		if n := one[int64](t, db.Read(), "SELECT count(*) FROM item"); n != int64(total) {
			t.Errorf("a refused insert left %d rows of %d", n, total)
		}
	})
}

func TestInsertNew(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		ctx := context.Background()
		do(t, db, "CREATE TABLE item (id TEXT PRIMARY KEY NOT NULL, n BIGINT)")
		there := 0
		for _, upTo := range []int{0, 1, 1, 9, 60, 60, 250} {
			var rows [][]any
			for i := range upTo {
				rows = append(rows, []any{strconv.Itoa(i), upTo})
			}
			var inserted []string
			err := db.InTx(ctx, func(tx *store.Tx) (err error) {
				inserted, err = store.InsertNew(ctx, tx, "INSERT INTO item (id, n)", "id", rows)
				return err
			})
			must.Do(t, err, upTo, "rows")
			if len(inserted) != upTo-there || len(inserted) > 0 &&
				(inserted[0] != strconv.Itoa(there) || inserted[len(inserted)-1] != strconv.Itoa(upTo-1)) {
				t.Errorf("of %d rows, of which %d are there, it inserted %v", upTo, there, inserted)
			}
			if n := one[int64](t, db.Read(), "SELECT count(*) FROM item WHERE n = "+
				strconv.Itoa(upTo)); len(inserted) > 0 && n != int64(upTo-there) {
				t.Errorf("%d of %d rows carry what was inserted last", n, upTo)
			}
			there = upTo
		}
	})
}

// Every type that is kept, and NULL in each place, is the same whether rows come alone or together.
func TestInsertRowsKeepsTypes(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		ctx := context.Background()
		columns := "n BIGINT, name TEXT, list TEXT, at BIGINT, share DOUBLE PRECISION, yes BOOLEAN, raw BYTEA, never TEXT"
		do(t, db, "CREATE TABLE alone (i BIGINT PRIMARY KEY, "+columns+")")
		do(t, db, "CREATE TABLE together (i BIGINT PRIMARY KEY, "+columns+")")
		at, name := timestamp.Of(time.Date(2026, 1, 2, 3, 4, 5, 6000, time.UTC)), `a "quoted", {list} \ 名`
		whole := []any{int32(7), &name, store.Texts{"a", `"b"`}, &at, 0.1, true, []byte{0, 255}, nil}
		rows := [][]any{append([]any{0}, whole...)}
		for i := range whole {
			row := append([]any{i + 1}, whole...)
			row[i+1] = nil
			rows = append(rows, row)
		}
		rows = append(rows, []any{len(rows), nil, (*string)(nil), nil, (*timestamp.Time)(nil), nil, nil, []byte(nil), nil})
		must.Do(t, db.InTx(ctx, func(tx *store.Tx) error {
			for _, row := range rows {
				if err := store.InsertRows(ctx, tx, "INSERT INTO alone", [][]any{row}); err != nil {
					return err
				}
			}
			return store.InsertRows(ctx, tx, "INSERT INTO together", rows)
		}))
		for _, other := range []string{
			"SELECT * FROM alone EXCEPT SELECT * FROM together",
			"SELECT * FROM together EXCEPT SELECT * FROM alone",
		} {
			expect.Equal(t, one[int64](t, db.Read(), "SELECT count(*) FROM ("+other+") AS d"), 0, "rows differ:", other)
		}
		if n := one[int64](t, db.Read(), "SELECT count(*) FROM together WHERE never IS NULL"); n != int64(len(rows)) {
			t.Errorf("%d rows of %d", n, len(rows))
		}
		for _, wrong := range [][][]any{{{1, time.Now()}, {2, time.Now()}}, {{1, "a"}, {2, 3}, {3, "b\x00"}}} {
			err := db.InTx(ctx, func(tx *store.Tx) error { return store.InsertRows(ctx, tx, "INSERT INTO alone (n, name)", wrong) })
			if err == nil {
				t.Errorf("kept %v", wrong)
			}
		}
	})
}
