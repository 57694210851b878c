package store

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/pressly/goose/v3"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	"github.com/riverqueue/river/rivermigrate"
)

func (s *sqlite) queueVersion() int64 {
	return newestQueueMigration(riversqlite.New(nil).GetMigrationFS(riverdriver.MigrationLineMain))
}

func (s *sqlite) migrate(ctx context.Context, log *slog.Logger) error {
	unlock, err := s.lock(ctx, "migrate")
	if err != nil {
		return fmt.Errorf("waiting to migrate: %w", err)
	}
	defer unlock()
	queue, err := rivermigrate.New(riversqlite.New(s.writer), &rivermigrate.Config{Logger: quiet(log)})
	if err != nil {
		return err
	}
	if _, err := queue.Migrate(ctx, rivermigrate.DirectionUp, nil); err != nil {
		return fmt.Errorf("migrating the job tables: %w", sqliteError(ctx, err))
	}
	provider, err := goose.NewProvider(goose.DialectSQLite3, s.writer, newMigrations(SQLite), gooseOptions...)
	if err != nil {
		return err
	}
	done, err := provider.Up(ctx)
	report(ctx, log, done)
	if err != nil {
		return fmt.Errorf("migrating: %w", sqliteError(ctx, err))
	}
	return nil
}

// lock waits for the lock called name.
func (s *sqlite) lock(ctx context.Context, name string) (func(), error) {
	for {
		unlock, err := lockFile(filepath.Join(s.dir, name+".lock"))
		if err == nil || !errors.Is(err, ErrLocked) {
			return unlock, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(lockPoll):
		}
	}
}

// LockFolder takes the lock called name of a SQLite folder, which only one process can hold, or returns ErrLocked.
// The system releases it when the process ends, however that happens.
func (db *DB) LockFolder(name string) (unlock func(), err error) {
	if db.Folder() == "" {
		return nil, errors.New("store: a PostgreSQL database has no folder to lock")
	}
	return lockFile(filepath.Join(db.Folder(), name+".lock"))
}

func lockFile(path string) (func(), error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = f.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, fmt.Errorf("%w: %s", ErrLocked, path)
		}
		return nil, err
	}
	return func() { _ = f.Close() }, nil // the file stays: removing it would let two processes lock different ones
}
