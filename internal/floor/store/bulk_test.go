package store_test

import (
	"context"
	"errors"
	"testing"

	"renown/internal/floor/store"
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
			if err := insert(total, count); err != nil {
				t.Fatalf("%d rows: %v", count, err)
			}
			total += count
			if n := one[int64](t, db.Read(), "SELECT count(DISTINCT n) FROM item WHERE name = '名'"); n != int64(total) {
				t.Errorf("after %d more rows there are %d, want %d", count, n, total)
			}
		}
		if err := insert(total-1, 200); !errors.Is(err, store.ErrUnique) {
			t.Errorf("a row that is there: %v", err)
		}
		if n := one[int64](t, db.Read(), "SELECT count(*) FROM item"); n != int64(total) {
			t.Errorf("a refused insert left %d rows of %d", n, total)
		}
	})
}
