package store

import (
	"context"
	"database/sql"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"renown/internal/floor/timestamp"
)

// txAttempts bounds how often a transaction that lost a conflict is run.
const txAttempts = 5

// rollbackWait bounds a rollback, which happens even when the caller's context is over.
const rollbackWait = 5 * time.Second

// Tx is a transaction that may write. Nothing but the transaction is used while it is open:
// SQLite has one writer connection, and a call for another waits for itself.
type Tx struct {
	Querier
	Now timestamp.Time // when the transaction began, from the injected clock

	dialect Dialect
	pgx     pgx.Tx
	sql     *sql.Tx
	ended   func() // tells the engine that the transaction has ended; nil when it does not care

	committed []func() // see OnCommit
}

// ForUpdate ends a SELECT that locks the rows it returns until the transaction ends: " FOR UPDATE" on PostgreSQL,
// nothing on SQLite, where a transaction has the database to itself.
func (tx *Tx) ForUpdate() string { return tx.dialect.ForUpdate() }

// ForStay ends a SELECT of rows that are going to be referred to: it takes the lock of a reference beforehand.
func (tx *Tx) ForStay() string { return tx.dialect.ForStay() }

// ForUpdateOf is ForUpdate for a SELECT that joins: only the rows of the table with this alias are locked.
// Those of beside are read as they are once the lock is had, and are not changed until the transaction ends.
func (tx *Tx) ForUpdateOf(alias string, beside ...string) string {
	return tx.dialect.ForUpdateOf(alias, beside...)
}

// Dialect says which engine this is.
func (tx *Tx) Dialect() Dialect { return tx.dialect }

// ForQueue hands the raw transaction to the job library; exactly one is not nil. No other package may call it.
func (tx *Tx) ForQueue() (pgx.Tx, *sql.Tx) { return tx.pgx, tx.sql }

// InTx runs fn in a transaction and commits it, or rolls back when fn fails or panics. A transaction that
// PostgreSQL aborted to resolve a conflict is run again, so fn must have no effect outside of tx but setting
// variables afresh. An ErrUnavailable from the commit itself leaves open whether it was kept.
func (db *DB) InTx(ctx context.Context, fn func(tx *Tx) error) error {
	if db.trace == nil {
		return db.inTx(ctx, fn)
	}
	end := db.trace(ctx)
	err := db.inTx(ctx, fn)
	end(err)
	return err
}

func (db *DB) inTx(ctx context.Context, fn func(tx *Tx) error) error {
	for attempt := 1; ; attempt++ {
		err := db.tryTx(ctx, fn)
		if err == nil || attempt == txAttempts || !isConflict(err) {
			return err
		}
		pause := time.Duration(attempt) * time.Duration(rand.Int64N(int64(10*time.Millisecond)))
		select {
		case <-ctx.Done():
			return err
		case <-time.After(pause):
		}
	}
}

func (db *DB) tryTx(ctx context.Context, fn func(tx *Tx) error) error {
	tx, err := db.engine.begin(ctx)
	if err != nil {
		return err
	}
	if tx.ended != nil {
		defer tx.ended()
	}
	if tx.Now = db.Now(); db.watchTx != nil {
		tx.Querier = watched{tx.Querier, db.watchTx}
	}
	over := false
	defer func() {
		if !over { // fn failed, panicked or ended its goroutine
			tx.rollback(ctx)
		}
	}()
	if err := fn(tx); err != nil {
		return err
	}
	over = true
	if err := tx.commit(ctx); err != nil {
		return err
	}
	for _, counted := range tx.committed {
		counted()
	}
	return nil
}

func (tx *Tx) commit(ctx context.Context) error {
	if tx.pgx != nil {
		return pgError(ctx, tx.pgx.Commit(ctx))
	}
	return sqliteError(ctx, tx.sql.Commit())
}

func (tx *Tx) rollback(ctx context.Context) {
	if tx.sql != nil {
		_ = tx.sql.Rollback()
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), rollbackWait)
	defer cancel()
	_ = tx.pgx.Rollback(ctx) // when it fails the connection is dropped, which rolls back as well
}

func isConflict(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == "40001" || pg.Code == "40P01")
}
