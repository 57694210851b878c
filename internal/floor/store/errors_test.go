package store_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"renown/internal/floor/store"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

func TestErrors(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		do(t, db,
			"CREATE TABLE owner (id TEXT PRIMARY KEY NOT NULL, mail TEXT, CONSTRAINT mail_set CHECK (mail <> ''))",
			"CREATE UNIQUE INDEX owner_mail ON owner (mail)",
			"CREATE TABLE pet (owner_id TEXT NOT NULL REFERENCES owner (id), name TEXT NOT NULL, UNIQUE (owner_id, name))",
			"INSERT INTO owner VALUES ('o1', 'a@b')", "INSERT INTO pet VALUES ('o1', 'rex')")
		tests := []struct {
			sql     string
			kind    error
			table   string
			columns []string
		}{
			{"INSERT INTO owner VALUES ('o1', 'c@d')", store.ErrUnique, "owner", []string{"id"}},
			{"INSERT INTO owner VALUES ('o2', 'a@b')", store.ErrUnique, "owner", []string{"mail"}},
			{"INSERT INTO pet VALUES ('o1', 'rex')", store.ErrUnique, "pet", []string{"owner_id", "name"}},
			{"INSERT INTO pet VALUES ('nobody', 'rex')", store.ErrForeignKey, "", nil},
			{"DELETE FROM owner", store.ErrForeignKey, "", nil},
			{"INSERT INTO owner VALUES ('o2', '')", store.ErrCheck, "", nil},
			{"INSERT INTO pet VALUES ('o1', NULL)", store.ErrCheck, "pet", []string{"name"}},
			{"SELECT nothing FROM nowhere", nil, "", nil},
		}
		kinds := []error{store.ErrNoRows, store.ErrUnique, store.ErrForeignKey, store.ErrCheck, store.ErrText, store.ErrUnavailable}
		ctx := context.Background()
		for _, tc := range tests {
			err := db.InTx(ctx, func(tx *store.Tx) error {
				_, err := tx.Exec(ctx, tc.sql)
				return err
			})
			if err == nil {
				t.Errorf("%s: no error", tc.sql)
			}
			for _, k := range kinds {
				if errors.Is(err, k) != (k == tc.kind) {
					t.Errorf("%s: is(%v) = %v for %v", tc.sql, k, k != tc.kind, err)
				}
			}
			var c *store.ConstraintError
			expect.Equal(t, errors.As(err, &c), (tc.kind != nil), tc.sql, "no ConstraintError but", err)
			if tc.table != "" && (c == nil || c.Table != tc.table || !slices.Equal(c.Columns, tc.columns)) {
				t.Errorf("%s: blames %+v, want %s%v", tc.sql, c, tc.table, tc.columns)
			}
		}
		if _, err := store.One[string](db.Read().QueryRow(ctx, "SELECT id FROM owner WHERE id = $1", "x")); err != store.ErrNoRows {
			t.Errorf("no row gives %v", err)
		}
	})
}

// A named CHECK is told by its name on both engines.
func TestCheckName(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		do(t, db, "CREATE TABLE x (n BIGINT, CONSTRAINT n_small CHECK (n < 10))")
		err := db.InTx(context.Background(), func(tx *store.Tx) error {
			_, err := tx.Exec(context.Background(), "INSERT INTO x VALUES ($1)", 10)
			return err
		})
		var c *store.ConstraintError
		if !errors.As(err, &c) || c.Constraint != "n_small" {
			t.Errorf("%+v", err)
		}
	})
}

// The server goes away under an open handle, in the middle of a transaction.
func TestServerGone(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	c := storetest.Server(t)
	db := storetest.OpenURL(t, c.URL)
	newCounter(t, db, "a")
	err := db.InTx(ctx, func(tx *store.Tx) error {
		if err := add(ctx, tx, "a", 1); err != nil {
			return err
		}
		c.Stop()
		return add(ctx, tx, "a", 1)
	})
	expect.Is(t, err, store.ErrUnavailable, "in the transaction")
	expect.Is(t, db.Ping(ctx), store.ErrUnavailable, "ping")
	expect.Is(t, db.InTx(ctx, func(*store.Tx) error { return nil }), store.ErrUnavailable, "a new transaction")
	expect.Is(t, expect.Error(db.SchemaVersion(ctx)), store.ErrUnavailable, "the version")
}

// An operator ends the session.
func TestSessionEnded(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := storetest.Open(t, store.Postgres)
	err := db.InTx(ctx, func(tx *store.Tx) error {
		pid := one[int64](t, tx, "SELECT pg_backend_pid()")
		if !one[bool](t, db.Read(), "SELECT pg_terminate_backend($1)", pid) {
			t.Error("not ended")
		}
		_, err := tx.Exec(ctx, "SELECT 1")
		return err
	})
	expect.Is(t, err, store.ErrUnavailable)
	expect.Do(t, db.Ping(ctx), "afterwards")
}

// The server lives and refuses connections to the database for a while, as when it is moved or handed over: it is
// away, and back by itself.
func TestNobodyLetIn(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db, operator := storetest.Open(t, store.Postgres), storetest.Open(t, store.Postgres)
	name := one[string](t, db.Read(), "SELECT current_database()")
	allow := func(yes bool) { do(t, operator, fmt.Sprintf("ALTER DATABASE %q ALLOW_CONNECTIONS %v", name, yes)) }
	allow(false)
	defer allow(true)
	one[int64](t, operator.Read(), "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = $1", name)
	for range 2 { // the first may still have a connection that is cut
		expect.Is(t, db.InTx(ctx, func(*store.Tx) error { return nil }), store.ErrUnavailable, "a transaction")
	}
	expect.Is(t, db.Ping(ctx), store.ErrUnavailable, "ping")
	allow(true)
	expect.Do(t, db.Ping(ctx), "afterwards")
}

// Another process writes for longer than the wait.
func TestBusy(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	url := storetest.URL(t, store.SQLite)
	holder, waiter := storetest.OpenURL(t, url), storetest.OpenURL(t, url, store.WithBusyTimeout(20*time.Millisecond))
	newCounter(t, holder, "a")
	must.Do(t, holder.InTx(ctx, func(tx *store.Tx) error {
		err := waiter.InTx(ctx, func(*store.Tx) error { return nil })
		expect.Is(t, err, store.ErrUnavailable, "while the other holds it")
		expect.Equal(t, count(t, waiter, "a"), 0, "a reader saw")
		return add(ctx, tx, "a", 1)
	}))
	expect.Equal(t, count(t, waiter, "a"), 1, "afterwards")
}

// A file that cannot be written, as after its disk was mounted for reading alone, is the machine's fault and no statement's.
func TestReadOnly(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := storetest.Open(t, store.SQLite)
	newCounter(t, db, "a")
	err := db.InTx(ctx, func(tx *store.Tx) error {
		must.Get(tx.Exec(ctx, "PRAGMA query_only = 1"))(t) // has SQLite refuse with the code that it has for such a file
		return add(ctx, tx, "a", 1)
	})
	expect.Is(t, err, store.ErrUnavailable)
}

// A transaction whose caller goes away is broken off, whichever notices first: the statement, or database/sql, which
// rolls back by itself.
func TestCallerGone(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t, store.SQLite)
	ctx, leave := context.WithCancel(t.Context())
	err := db.InTx(ctx, func(tx *store.Tx) error {
		leave()
		for {
			if _, err := tx.Exec(context.WithoutCancel(ctx), "SELECT 1"); err != nil { // it is rolled back
				return expect.Error(tx.Exec(&quiet{ctx}, "SELECT 1"))
			}
		}
	})
	expect.Is(t, err, context.Canceled)
}

// quiet has ended, but its Done never closes.
type quiet struct{ context.Context }

func (quiet) Done() <-chan struct{} { return nil }
