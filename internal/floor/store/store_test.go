package store_test

import (
	"context"
	"crypto/rand"
	"errors"
	"io/fs"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"renown/internal/floor/store"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// do runs statements in one transaction and fails the test when one does.
func do(t testing.TB, db *store.DB, statements ...string) {
	t.Helper()
	ctx := context.Background()
	must.Do(t, db.InTx(ctx, func(tx *store.Tx) error {
		for _, s := range statements {
			if _, err := tx.Exec(ctx, s); err != nil {
				return err
			}
		}
		return nil
	}))
}

func one[T any](t testing.TB, q store.Querier, sql string, args ...any) T {
	t.Helper()
	v, err := store.One[T](q.QueryRow(context.Background(), sql, args...))
	must.Do(t, err, sql)
	return v
}

func TestOpenRefuses(t *testing.T) {
	t.Parallel()
	closed := closedPort(t)
	tests := []struct {
		name, url   string
		unavailable bool
	}{
		{name: "nothing", url: ""},
		{name: "another database", url: "mysql://root:hunter2@localhost/x"},
		{name: "no folder", url: "sqlite:"},
		{name: "bad escape", url: "postgres://renown:hunter2%zz@localhost/x"},
		{name: "bad port", url: "postgres://renown:hunter2@localhost:port/x"},
		{name: "slash in the password", url: "postgres://renown:/hunter2@localhost:1/x"},
		{name: "unknown mode", url: "postgres://renown:hunter2@localhost/x?sslmode=perhaps"},
		{name: "password as a parameter", url: "postgres://localhost/x?password=hunter2&sslmode=perhaps"},
		{name: "nobody listens", url: "postgres://renown:hunter2@" + closed + "/x", unavailable: true},
		{name: "nobody answers", url: "postgres://renown:hunter2@" + silentPort(t) +
			"/x?connect_timeout=1&sslmode=disable", unavailable: true},
		{name: "no such socket", url: "postgres://renown:hunter2@/x?host=" + t.TempDir(), unavailable: true},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			db, err := store.Open(context.Background(), tc.url)
			if err == nil {
				_ = db.Close()
				t.Fatal("it opened")
			}
			for e := err; e != nil; e = errors.Unwrap(e) {
				if strings.Contains(e.Error(), "hunter2") {
					t.Errorf("the password is shown: %v", e)
				}
			}
			if errors.Is(err, store.ErrUnavailable) != tc.unavailable {
				t.Errorf("ErrUnavailable is %v for: %v", !tc.unavailable, err)
			}
		})
	}
}

// silentPort accepts connections and says nothing.
func silentPort(t *testing.T) string {
	t.Helper()
	l := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	t.Cleanup(func() { _ = l.Close() })
	return l.Addr().String() // the system's queue of connections suffices
}

func closedPort(t *testing.T) string {
	t.Helper()
	l := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer l.Close()
	return l.Addr().String()
}

// A server that has no connection to spare is unavailable; what it says does not show the password either.
func TestTooManyConnections(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	admin := storetest.Open(t, store.Postgres)
	role := "stranger_" + strings.ToLower(rand.Text())
	err := admin.InTx(ctx, func(tx *store.Tx) error {
		_, err := tx.Exec(ctx, "CREATE ROLE "+role+" LOGIN PASSWORD 'x' CONNECTION LIMIT 0")
		return err
	})
	if err != nil {
		t.Skipf("the user may not create roles: %v", err)
	}
	t.Cleanup(func() { do(t, admin, "DROP ROLE "+role) })
	u := must.Get(url.Parse(storetest.URL(t, store.Postgres)))(t)
	u.User = url.UserPassword(role, "hunter2")
	_, err = store.Open(ctx, u.String())
	if err == nil || strings.Contains(err.Error(), "hunter2") || !errors.Is(err, store.ErrUnavailable) {
		t.Fatalf("too many connections give %v", err)
	}
}

// Folder and files are readable by their owner alone, also the side files and a file that was too open before.
func TestPermissions(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "deep", "data %3F?#")
	for _, when := range []string{"new", "widened"} {
		db := storetest.OpenURL(t, "sqlite:"+dir)
		must.Do(t, db.Migrate(context.Background()))
		do(t, db, "INSERT INTO rate_limit (key, tat_us) VALUES ('"+when+"', 0)")
		files := 0
		err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			st, err := e.Info()
			if err != nil {
				return err
			}
			files++
			if want := map[bool]fs.FileMode{true: 0o700, false: 0o600}[e.IsDir()]; st.Mode().Perm() != want {
				t.Errorf("%s: %s has mode %o, want %o", when, path, st.Mode().Perm(), want)
			}
			return nil
		})
		if err != nil || files < 4 {
			t.Fatalf("%d files, %v", files, err)
		}
		must.Do(t, db.Close())
		must.Do(t, os.Chmod(filepath.Join(dir, "renown.db"), 0o644))
	}
}

func TestSettings(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t, store.SQLite)
	_, writer := db.ForQueue()
	want := map[string]string{"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1", "busy_timeout": "10000"}
	for pragma, value := range want {
		var wrote string
		must.Do(t, writer.QueryRow("PRAGMA "+pragma).Scan(&wrote))
		if read := one[string](t, db.Read(), "PRAGMA "+pragma); wrote != value || read != value {
			t.Errorf("%s is %s for the writer and %s for readers, want %s", pragma, wrote, read, value)
		}
	}
	if _, err := db.Read().Exec(context.Background(), "DELETE FROM rate_limit"); err == nil {
		t.Error("a reader wrote")
	}
	must.Get(db.LockFolder("x"))(t)
	expect.Is(t, expect.Error(db.LockFolder("x")), store.ErrLocked, "a second lock gives")
}

func TestAlive(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		must.Do(t, db.Ping(ctx))
		if s := db.Stats(); s.Read.Open < 1 || s.Read.Max < 4 || (db.Dialect() == store.SQLite) != (s.Write.Max == 1) {
			t.Errorf("stats %+v", s)
		}
		cancel()
		if err := db.Ping(ctx); !errors.Is(err, context.Canceled) || errors.Is(err, store.ErrUnavailable) {
			t.Errorf("a cancelled ping gives %v", err)
		}
	})
}
