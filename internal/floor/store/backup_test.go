package store_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"renown/internal/floor/store"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// A copy holds hashes and addresses: nobody else on the machine may read it, neither when it is complete nor while it is written.
func TestBackupIsPrivate(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t, store.SQLite)
	folder := t.TempDir()
	seen := 0
	for i := 0; i < 100 && seen == 0; i++ { // a copy may be written faster than anybody looks
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
