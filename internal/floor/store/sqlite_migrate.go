package store

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/pressly/goose/v3"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	"github.com/riverqueue/river/rivermigrate"
)

func (s *sqlite) queueVersion() int64 {
	return newestQueueMigration(riversqlite.New(nil).GetMigrationFS(riverdriver.MigrationLineMain))
}

func (s *sqlite) migrate(ctx context.Context, m migrating) error {
	unlock, err := s.lock(ctx, "migrate")
	if err != nil {
		return fmt.Errorf("waiting to migrate: %w", err)
	}
	defer unlock()
	if err := s.keepBefore(ctx, m.log); err != nil {
		return err
	}
	queue, err := rivermigrate.New(riversqlite.New(s.writer), &rivermigrate.Config{Logger: quiet(m.log)})
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
	err = m.apply(ctx, provider, func(_ string, up func() error) error { return up() })
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
