package store

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"
)

// migrationLock is the key of the advisory lock held while migrating: "renown" in ASCII.
const migrationLock = 0x72656e6f776e

// lockPoll is how often a held lock is tried. It is polled, not waited for: a waiting statement would hold up
// a CREATE INDEX CONCURRENTLY of the one who migrates.
const lockPoll = 20 * time.Millisecond

func (p *postgres) queueVersion() int64 {
	return newestQueueMigration(riverpgxv5.New(nil).GetMigrationFS(riverdriver.MigrationLineMain))
}

func (p *postgres) migrate(ctx context.Context, log *slog.Logger) error {
	unlock, err := p.lock(ctx)
	if err != nil {
		return fmt.Errorf("waiting to migrate: %w", pgError(ctx, err))
	}
	defer unlock()
	queue, err := rivermigrate.New(riverpgxv5.New(p.pool), &rivermigrate.Config{Logger: quiet(log)})
	if err != nil {
		return err
	}
	if _, err := queue.Migrate(ctx, rivermigrate.DirectionUp, nil); err != nil {
		return fmt.Errorf("migrating the job tables: %w", pgError(ctx, err))
	}
	db := stdlib.OpenDBFromPool(p.pool)
	defer db.Close()
	provider, err := goose.NewProvider(goose.DialectPostgres, db, newMigrations(Postgres), gooseOptions...)
	if err != nil {
		return err
	}
	done, err := provider.Up(ctx)
	report(ctx, log, done)
	if err != nil {
		return fmt.Errorf("migrating: %w", pgError(ctx, err))
	}
	return nil
}

// lock holds the advisory lock on a connection of its own, so that a pool of one suffices.
func (p *postgres) lock(ctx context.Context) (func(), error) {
	conn, err := pgx.ConnectConfig(ctx, p.pool.Config().ConnConfig)
	if err != nil {
		return nil, err
	}
	unlock := func() { // the end of the session releases the lock
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), rollbackWait)
		defer cancel()
		_ = conn.Close(ctx)
	}
	for {
		var held bool
		if err := conn.QueryRow(ctx, "SELECT pg_try_advisory_lock($1)", int64(migrationLock)).Scan(&held); err != nil {
			unlock()
			return nil, err
		}
		if held {
			return unlock, nil
		}
		select {
		case <-ctx.Done():
			unlock()
			return nil, ctx.Err()
		case <-time.After(lockPoll):
		}
	}
}

func report(ctx context.Context, log *slog.Logger, done []*goose.MigrationResult) {
	for _, m := range done {
		log.InfoContext(ctx, "schema migrated", "version", m.Source.Version, "took", m.Duration.String())
	}
}
