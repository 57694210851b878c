package store_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"renown/internal/floor/store"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// A copy holds hashes and addresses: no other user may read it, neither when it is complete nor while it is written.
func TestBackupIsPrivate(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t, store.SQLite)
	folder := t.TempDir()
	seen := 0
	for i := 0; i < 100 && seen == 0; i++ { // a copy may be written before the first look
		path := filepath.Join(folder, fmt.Sprint(i, ".db"))
		done := make(chan error, 1)
		go func() { done <- db.Backup(context.Background(), path) }()
		for writing := true; writing; {
			select {
			case err := <-done:
				must.Do(t, err)
				writing = false
			default:
				seen += private(t, path+".part")
			}
		}
		if private(t, path) == 0 {
			t.Fatal("no copy")
		}
	}
	if seen == 0 {
		t.Error("a hundred copies were written and none was seen being written")
	}
}

// private is 1 for a file that only its owner may read, 0 for none.
func private(t *testing.T, path string) int {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	must.Equal(t, info.Mode().Perm(), 0o600, path, "has mode")
	return 1
}

// Root runs commands beside a server of another user, which has to open what they leave in its folder.
func TestFilesBelongToTheFolder(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("NOT RUN: giving files away takes root")
	}
	const server = 65534
	ctx := context.Background()
	folder, backup := t.TempDir(), filepath.Join(t.TempDir(), "b.db")
	must.Do(t, os.Chown(folder, server, server))
	db := must.Get(store.Open(ctx, "sqlite:"+folder))(t)
	must.Do(t, db.Migrate(ctx))
	must.Do(t, db.Backup(ctx, backup))
	must.Do(t, db.WriteMoved(store.Moved{Open: true}))
	owned(t, folder, server)
	must.Do(t, db.Close())
	must.Get(store.Restore(ctx, backup, folder, time.Now()))(t)
	owned(t, folder, server)

	// Who can write into the folder does not get a file of another by giving it a second name there.
	elsewhere := t.TempDir()
	must.Do(t, os.WriteFile(filepath.Join(elsewhere, "theirs"), nil, 0o600))
	must.Do(t, os.Remove(filepath.Join(folder, "open.lock")))
	must.Do(t, os.Link(filepath.Join(elsewhere, "theirs"), filepath.Join(folder, "open.lock")))
	must.Do(t, must.Get(store.Open(ctx, "sqlite:"+folder))(t).Close())
	owned(t, elsewhere, 0)
}

// What a prepared backup holds beside the tables of its version would act in the folder it is restored into.
func TestRestoreRefusesExtra(t *testing.T) {
	t.Parallel()
	for what, change := range map[string][]string{
		"trigger evil": {`CREATE TRIGGER evil AFTER INSERT ON sessions BEGIN UPDATE users SET role = 'operator'; END`},
		"view renown":  {`CREATE VIEW renown AS SELECT * FROM users`},
		"table mine":   {`CREATE TABLE mine (id TEXT)`},
		"index mine":   {`CREATE UNIQUE INDEX mine ON users (role)`},
		"table nodes":  {`ALTER TABLE nodes ADD COLUMN more TEXT`},
		"":             {`ANALYZE`, `DROP INDEX tasks_app`},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			db, file := storetest.Open(t, store.SQLite), filepath.Join(t.TempDir(), "b.db")
			_, writer := db.ForQueue()
			for _, sql := range change {
				must.Get(writer.ExecContext(t.Context(), sql))(t)
			}
			must.Do(t, db.Backup(t.Context(), file))
			folder := t.TempDir()
			_, err := store.Restore(t.Context(), file, folder, time.Now())
			if what == "" {
				must.Do(t, err)
				return
			}
			if err == nil || !strings.Contains(err.Error(), "the "+what+" was not made by this program") {
				t.Errorf("restored: %v", err)
			}
			if _, err := os.Stat(filepath.Join(folder, "renown.db")); err == nil {
				t.Error("it is in place")
			}
		})
	}
}

func owned(t *testing.T, folder string, user uint32) {
	t.Helper()
	for _, entry := range must.Get(os.ReadDir(folder))(t) {
		info := must.Get(entry.Info())(t)
		must.Equal(t, info.Sys().(*syscall.Stat_t).Uid, user, entry.Name(), "belongs to")
	}
}
