package store

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
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

// A migration that waits for a table holds up all who come to the table after it, and who deadlocks with others is ended: it gives up after
// lockTimeout and is run again after lockPause, lockTries times in all.
const (
	lockTimeout = "3s"
	lockPause   = 2 * time.Second
	lockTries   = 60
)

func (p *postgres) migrate(ctx context.Context, m migrating) error {
	unlock, err := p.lock(ctx)
	if err != nil {
		return fmt.Errorf("waiting to migrate: %w", pgError(ctx, err))
	}
	defer unlock()
	cfg := p.pool.Config()
	cfg.MinConns, cfg.MaxConns = 0, 1 // what is set for the session holds for all that migrates
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return fmt.Errorf("opening a connection to migrate: %w", pgError(ctx, err))
	}
	defer pool.Close()
	queue, err := rivermigrate.New(riverpgxv5.New(pool), &rivermigrate.Config{Logger: quiet(m.log)})
	if err != nil {
		return err
	}
	err = unblocked(ctx, m.log, pool, lockTimeout, func() error {
		_, err := queue.Migrate(ctx, rivermigrate.DirectionUp, nil)
		return err
	})
	if err != nil {
		return fmt.Errorf("migrating the job tables: %w", pgError(ctx, err))
	}
	db := stdlib.OpenDBFromPool(pool)
	defer db.Close()
	provider, err := goose.NewProvider(goose.DialectPostgres, db, newMigrations(Postgres), gooseOptions...)
	if err != nil {
		return err
	}
	err = m.apply(ctx, provider, func(file string, up func() error) error {
		timeout := lockTimeout
		if !inTransaction(file) { // an index built beside writers waits for readers that are at work, and holds up no one
			timeout = "0"
		}
		return unblocked(ctx, m.log, pool, timeout, up)
	})
	if err != nil {
		return fmt.Errorf("migrating: %w", pgError(ctx, err))
	}
	return nil
}

// unblocked takes a step that changes tables, again while others hold what it needs.
func unblocked(ctx context.Context, log *slog.Logger, pool *pgxpool.Pool, timeout string, step func() error) error {
	for try := 1; ; try++ {
		if _, err := pool.Exec(ctx, "SET lock_timeout = '"+timeout+"'"); err != nil {
			return err
		}
		err := step()
		if err == nil || try == lockTries || !isBlocked(err) {
			return err
		}
		log.WarnContext(ctx, "a migration could not have its tables, to be tried again", "try", try, "of", lockTries, "error", err)
		select {
		case <-ctx.Done():
			return err
		case <-time.After(lockPause):
		}
	}
}

// isBlocked tells that a statement ended in a deadlock, or waited longer for a lock than it may.
func isBlocked(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == "40P01" || pg.Code == "55P03")
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
