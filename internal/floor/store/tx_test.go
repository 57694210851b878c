package store_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

const counterTable = "CREATE TABLE counter (id TEXT PRIMARY KEY NOT NULL, n BIGINT NOT NULL CHECK (n >= 0))"

func newCounter(t testing.TB, db *store.DB, ids ...string) {
	t.Helper()
	do(t, db, counterTable)
	for _, id := range ids {
		do(t, db, "INSERT INTO counter (id, n) VALUES ('"+id+"', 0)")
	}
}

func count(t testing.TB, db *store.DB, id string) int64 {
	t.Helper()
	return one[int64](t, db.Read(), "SELECT n FROM counter WHERE id = $1", id)
}

func add(ctx context.Context, tx *store.Tx, id string, n int) error {
	_, err := tx.Exec(ctx, "UPDATE counter SET n = n + $2 WHERE id = $1", id, n)
	return err
}

// Whatever ends a transaction early, nothing of it stays and the next one finds the connection free.
func TestRollback(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		newCounter(t, db, "a")
		stop := errors.New("stop")
		ends := map[string]func(ctx context.Context, cancel func()) error{
			"error":                func(context.Context, func()) error { return stop },
			"panic":                func(context.Context, func()) error { panic("stop") },
			"cancel":               func(ctx context.Context, cancel func()) error { cancel(); return ctx.Err() },
			"cancel before commit": func(ctx context.Context, cancel func()) error { cancel(); return nil },
		}
		for name, end := range ends {
			ctx, cancel := context.WithCancel(context.Background())
			var err error
			func() {
				defer func() {
					if v := recover(); v != nil {
						err = fmt.Errorf("panicked: %v", v)
					}
				}()
				err = db.InTx(ctx, func(tx *store.Tx) error {
					if err := add(ctx, tx, "a", 1); err != nil {
						return err
					}
					return end(ctx, cancel)
				})
			}()
			cancel()
			if err == nil {
				t.Errorf("%s: no error", name)
			}
			expect.Equal(t, count(t, db, "a"), 0, name, "stayed")
		}
		do(t, db, "UPDATE counter SET n = 7 WHERE id = 'a'")
		expect.Equal(t, count(t, db, "a"), 7, "afterwards")
	})
}

// Writers of several handles to the same database, as of several processes, wait for each other and lose nothing,
// while readers go on and never see half of a transaction.
func TestConcurrent(t *testing.T) {
	t.Parallel()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		url := storetest.URL(t, d)
		handles := []*store.DB{storetest.OpenURL(t, url), storetest.OpenURL(t, url)}
		newCounter(t, handles[0], "a", "b")
		const writers, each = 8, 25
		ctx := context.Background()
		var write, read sync.WaitGroup
		var done atomic.Bool
		var reads atomic.Int64
		for i := range 4 {
			read.Go(func() {
				for !done.Load() {
					sum, err := store.One[int64](handles[i%2].Read().QueryRow(ctx, "SELECT CAST(sum(n) AS BIGINT) FROM counter"))
					if err != nil || sum%2 != 0 {
						t.Errorf("read %d, %v", sum, err)
						return
					}
					reads.Add(1)
				}
			})
		}
		for i := range writers {
			write.Go(func() {
				for range each {
					err := handles[i%2].InTx(ctx, func(tx *store.Tx) error {
						return errors.Join(add(ctx, tx, "a", 1), add(ctx, tx, "b", 1))
					})
					if err != nil {
						t.Error(err)
						return
					}
				}
			})
		}
		write.Wait()
		done.Store(true)
		read.Wait()
		if a, b := count(t, handles[1], "a"), count(t, handles[0], "b"); a != writers*each || b != a || reads.Load() == 0 {
			t.Errorf("counted %d and %d in %d reads, want %d", a, b, reads.Load(), writers*each)
		}
	})
}

// Two transactions that PostgreSQL finds in deadlock both succeed in the end, each exactly once.
func TestConflictIsRetried(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t, store.Postgres)
	newCounter(t, db, "a", "b")
	ctx := context.Background()
	var barrier, all sync.WaitGroup
	barrier.Add(2)
	var attempts atomic.Int64
	for _, order := range [][2]string{{"a", "b"}, {"b", "a"}} {
		all.Go(func() {
			first := true
			err := db.InTx(ctx, func(tx *store.Tx) error {
				attempts.Add(1)
				if err := add(ctx, tx, order[0], 1); err != nil {
					return err
				}
				if first {
					first = false
					barrier.Done()
					barrier.Wait()
				}
				return add(ctx, tx, order[1], 1)
			})
			expect.Do(t, err)
		})
	}
	all.Wait()
	if a, b := count(t, db, "a"), count(t, db, "b"); a != 2 || b != 2 || attempts.Load() < 3 {
		t.Errorf("counted %d and %d in %d attempts, want 2, 2 and at least 3", a, b, attempts.Load())
	}
}

// A view keeps seeing what it saw first, whatever is committed meanwhile.
func TestView(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		newCounter(t, db, "a")
		ctx := context.Background()
		err := db.View(ctx, func(q store.Querier) error {
			for range 3 {
				expect.Equal(t, one[int64](t, q, "SELECT n FROM counter WHERE id = 'a'"), 0, "the view moved to")
				do(t, db, "UPDATE counter SET n = n + 1")
			}
			_, err := q.Exec(ctx, "UPDATE counter SET n = 100")
			return err
		})
		if err == nil {
			t.Error("a view wrote")
		}
		expect.Equal(t, count(t, db, "a"), 3, "afterwards")
	})
}

// Decisions that read and then write under ForUpdate are taken one after the other.
func TestForUpdate(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		newCounter(t, db, "a")
		ctx := context.Background()
		var wins atomic.Int64
		var all sync.WaitGroup
		for range 40 {
			all.Go(func() {
				err := db.InTx(ctx, func(tx *store.Tx) error {
					n, err := store.One[int64](tx.QueryRow(ctx, "SELECT n FROM counter WHERE id = $1"+tx.ForUpdate(), "a"))
					if err != nil || n > 0 {
						return err
					}
					wins.Add(1)
					return add(ctx, tx, "a", 1)
				})
				expect.Do(t, err)
			})
		}
		all.Wait()
		if wins.Load() != 1 || count(t, db, "a") != 1 {
			t.Errorf("%d won and the counter is %d, want 1", wins.Load(), count(t, db, "a"))
		}
	})
}

// A transaction's time is cut to what the database keeps, in UTC, and comes back from there unchanged.
func TestTxNow(t *testing.T) {
	t.Parallel()
	clock := func() time.Time { return time.Date(2026, 7, 1, 8, 0, 0, 123456789, time.FixedZone("", 8*3600)) }
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		ctx := context.Background()
		do(t, db, "CREATE TABLE moment (at BIGINT NOT NULL, maybe BIGINT, never BIGINT)")
		want := timestamp.Of(time.Date(2026, 7, 1, 0, 0, 0, 123456000, time.UTC))
		must.Do(t, db.InTx(ctx, func(tx *store.Tx) error {
			var never *timestamp.Time
			if _, err := tx.Exec(ctx, "INSERT INTO moment VALUES ($1, $2, $3)", tx.Now, &tx.Now, never); err != nil {
				return err
			}
			var at timestamp.Time
			var maybe *timestamp.Time
			if err := tx.QueryRow(ctx, "SELECT at, maybe, never FROM moment").Scan(&at, &maybe, &never); err != nil {
				return err
			}
			if tx.Now != want || at != want || maybe == nil || *maybe != want || never != nil || db.Now() != want {
				t.Errorf("%v became %v, %v and %v, want %v", tx.Now, at, maybe, never, want)
			}
			return nil
		}))
	}, store.WithClock(clock))
}
