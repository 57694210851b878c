package store

import (
	"context"
	"errors"
	"fmt"
	"math"
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
	return s.migrateTo(ctx, m, math.MaxInt64, 0)
}

// migrateTo brings the tables up to a version, and those of the job library, which has not been reached yet, to one of theirs; 0: to the last.
func (s *sqlite) migrateTo(ctx context.Context, m migrating, newest, newestQueue int64) error {
	queue, err := rivermigrate.New(riversqlite.New(s.writer), &rivermigrate.Config{Logger: quiet(m.log)})
	if err != nil {
		return err
	}
	_, err = queue.Migrate(ctx, rivermigrate.DirectionUp, &rivermigrate.MigrateOpts{TargetVersion: int(newestQueue)})
	if err != nil {
		return fmt.Errorf("migrating the job tables: %w", sqliteError(ctx, err))
	}
	provider, err := goose.NewProvider(goose.DialectSQLite3, s.writer, newMigrations(SQLite), gooseOptions...)
	if err != nil {
		return err
	}
	err = m.apply(ctx, provider, func(file string, up func() error) error {
		if migrationVersion(file) > newest {
			return nil
		}
		return up()
	})
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
