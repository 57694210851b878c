package storetest

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"renown/internal/floor/store"
	"renown/internal/testkit/must"
)

// sqliteTemplate is the file of a migrated database, made once per test binary.
var sqliteTemplate = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "renown-template-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := migrate("sqlite:" + dir); err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(dir, "renown.db")) // closing it has folded the log into the file
})

func migrate(url string) error {
	ctx := context.Background()
	db, err := store.Open(ctx, url, store.WithLogger(slog.New(slog.DiscardHandler)))
	if err != nil {
		return err
	}
	if err := db.Migrate(ctx); err != nil {
		_ = db.Close()
		return err
	}
	return db.Close()
}

func sqliteURL(t testing.TB) string {
	t.Helper()
	file := must.Get(sqliteTemplate())(t)
	dir := t.TempDir()
	must.Do(t, os.WriteFile(filepath.Join(dir, "renown.db"), file, 0o600))
	return "sqlite:" + dir
}
