package store_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"renown/internal/floor/store"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// What is to be counted is counted when it was kept, once, also when the transaction had to be run again.
func TestOnCommit(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		newCounter(t, db, "a")
		ctx := context.Background()
		stop := errors.New("stop")
		for name, c := range map[string]struct {
			end   func(cancel func()) error
			count int
		}{
			"kept":      {func(func()) error { return nil }, 2},
			"refused":   {func(func()) error { return stop }, 0},
			"cancelled": {func(cancel func()) error { cancel(); return nil }, 0},
		} {
			n := 0
			ctx, cancel := context.WithCancel(ctx)
			err := db.InTx(ctx, func(tx *store.Tx) error {
				tx.OnCommit(func() { n++ })
				tx.OnCommit(func() { n++ })
				if err := add(ctx, tx, "a", 1); err != nil {
					return err
				}
				expect.Equal(t, n, 0, "counted before it was kept")
				return c.end(cancel)
			})
			cancel()
			if n != c.count || (err == nil) != (n > 0) {
				t.Errorf("%s: counted %d, want %d (%v)", name, n, c.count, err)
			}
		}
	})
}

func TestTrace(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		type key struct{}
		var ends []error
		db.Trace(func(ctx context.Context) func(error) {
			expect.Equal(t, ctx.Value(key{}), 1, "another context")
			return func(err error) { ends = append(ends, err) }
		})
		stop := errors.New("stop")
		for _, end := range []error{nil, stop} {
			_ = db.InTx(context.WithValue(context.Background(), key{}, 1), func(*store.Tx) error { return end })
		}
		if len(ends) != 2 || ends[0] != nil || !errors.Is(ends[1], stop) {
			t.Errorf("told of %v", ends)
		}
	})
}

func TestDisk(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		before, err := db.Disk()
		if db.Dialect() != store.SQLite {
			expect.Is(t, err, store.ErrNoFolder, "got", before)
			return
		}
		if err != nil || before.Size < 4096 || before.Free <= 0 || !before.BackedUp.IsZero() {
			t.Errorf("got %+v, %v", before, err)
		}
		start := time.Now().Add(-time.Second) // files have coarser times
		for range 2 {
			must.Do(t, db.Backup(context.Background(), t.TempDir()+"/copy.db"))
		}
		if after, err := db.Disk(); err != nil || after.BackedUp.Before(start) || after.BackedUp.After(time.Now().Add(time.Second)) {
			t.Errorf("after a backup: %+v, %v", after, err)
		}
		if err := db.Backup(context.Background(), db.Folder()); err == nil { // it exists already
			t.Error("a backup over a folder")
		}
	})
}
