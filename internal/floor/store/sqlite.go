package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"

	"renown/internal/floor/turn"
)

const fileSQLite = "renown.db"

// sqlite keeps one connection that writes and a pool of connections that only read. Writers of other processes are
// waited for by SQLite itself, up to busyTimeout; a context that ends meanwhile is noticed only afterwards.
type sqlite struct {
	dir            string
	writer, reader *sql.DB
	open           *os.File // holds the lock that all share who have the folder open

	// turns lets transactions wait for the writer, that of the caller first who has had it least. database/sql serves those who
	// wait for a connection in random order: a crowd of transactions would starve the job library, which waits beside them.
	turns *turn.Queue
}

const busyTimeout = 10 * time.Second

func openSQLite(ctx context.Context, dir string, s settings) (*sqlite, error) {
	if dir == "" {
		return nil, errors.New("store: sqlite: needs a folder, as in sqlite:/var/lib/renown")
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	path := filepath.Join(dir, fileSQLite)
	if err := prepareFile(dir, path); err != nil {
		return nil, err
	}
	db := &sqlite{dir: dir, turns: turn.New(1, 0)}
	if db.open, err = openFolder(dir); err != nil {
		return nil, err
	}
	writer, err := newConnector(path, "immediate", 0, s.busy)
	if err != nil {
		_ = db.open.Close()
		return nil, err
	}
	reader, err := newConnector(path, "deferred", 1, s.busy)
	if err != nil {
		_ = db.open.Close()
		return nil, err
	}
	db.writer, db.reader = sql.OpenDB(writer), sql.OpenDB(reader)
	db.writer.SetMaxOpenConns(1)
	readers := max(4, 2*turn.Processors())
	db.reader.SetMaxOpenConns(readers)
	db.reader.SetMaxIdleConns(readers)
	if err := db.writer.PingContext(ctx); err != nil { // opens the connection, which switches the file to WAL
		_ = db.close()
		return nil, sqliteError(ctx, fmt.Errorf("opening %s: %w", path, err))
	}
	return db, nil
}

// prepareFile makes folder and file readable by their owner alone. SQLite gives its side files the mode of the file.
func prepareFile(dir, path string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	st, err := os.Stat(path)
	if errors.Is(err, os.ErrNotExist) {
		// Only ever created here, never opened otherwise: closing a file drops the locks SQLite holds on it.
		f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
		if errors.Is(err, os.ErrExist) { // another process was first
			return nil
		}
		if err != nil {
			return err
		}
		giveToFolder(path)
		return f.Close()
	}
	if err != nil {
		return err
	}
	if st.Mode().Perm()&0o077 != 0 {
		return os.Chmod(path, 0o600)
	}
	return nil
}

func newConnector(path, lock string, queryOnly int, busy time.Duration) (driver.Connector, error) {
	q := url.Values{
		"_txlock": {lock},
		"_pragma": {
			fmt.Sprintf("busy_timeout(%d)", busy.Milliseconds()),
			"journal_mode(wal)",
			"synchronous(full)", // what was acknowledged survives a loss of power
			"foreign_keys(1)",
			"temp_store(memory)",
			"journal_size_limit(67108864)", // bytes kept of the log after a burst of writes
			fmt.Sprintf("query_only(%d)", queryOnly),
		},
	}
	return newStmtConnector((&url.URL{Scheme: "file", Path: path, RawQuery: q.Encode()}).String())
}

func (s *sqlite) dialect() Dialect { return SQLite }
func (s *sqlite) folder() string   { return s.dir }
func (s *sqlite) read() Querier    { return sqlQuerier{s.reader} }

func (s *sqlite) view(ctx context.Context, fn func(Querier) error) error {
	tx, err := s.reader.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return sqliteError(ctx, err)
	}
	defer tx.Rollback()
	return fn(sqlQuerier{tx})
}

func (s *sqlite) begin(ctx context.Context) (*Tx, error) {
	mine, err := s.take(ctx)
	if err != nil {
		return nil, err
	}
	tx, err := s.writer.BeginTx(ctx, nil)
	if err != nil {
		s.turns.Give(mine)
		return nil, sqliteError(ctx, err)
	}
	return &Tx{Querier: sqlQuerier{tx}, dialect: SQLite, sql: tx, ended: func() { s.turns.Give(mine) }}, nil
}

// take waits for the writer. Meanwhile the caller leaves to others what it has itself.
func (s *sqlite) take(ctx context.Context) (turn.Turn, error) {
	caller := turn.Of(ctx)
	if err := ctx.Err(); err != nil {
		return turn.Turn{}, sqliteError(ctx, err)
	}
	if mine, ok := s.turns.TryTake(caller.Who); ok {
		return mine, nil
	}
	if caller.Pause != nil {
		defer caller.Pause()()
	}
	mine, ok := s.turns.Take(ctx, caller.Who)
	if !ok {
		return mine, sqliteError(ctx, ctx.Err())
	}
	return mine, nil
}

func (s *sqlite) ping(ctx context.Context) error {
	_, err := One[int64](s.read().QueryRow(ctx, "SELECT count(*) FROM sqlite_schema"))
	return err
}

func (s *sqlite) stats() Stats { return Stats{Read: poolStats(s.reader), Write: poolStats(s.writer)} }

func poolStats(db *sql.DB) PoolStats {
	s := db.Stats()
	return PoolStats{
		Max: s.MaxOpenConnections, Open: s.OpenConnections, InUse: s.InUse,
		Waits: s.WaitCount, Waited: s.WaitDuration,
	}
}

func (s *sqlite) close() error {
	err := errors.Join(s.reader.Close(), s.writer.Close())
	_ = s.open.Close() // the lock last; it may have been closed before
	return err
}

// sqlQuerier is the Querier over a pool or a transaction.
type sqlQuerier struct {
	conn interface {
		ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
		QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
		QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	}
}

func (q sqlQuerier) Exec(ctx context.Context, query string, args ...any) (int64, error) {
	if err := checkArgs(args); err != nil {
		return 0, err
	}
	res, err := q.conn.ExecContext(ctx, query, args...)
	if err != nil {
		return 0, sqliteError(ctx, err)
	}
	return res.RowsAffected()
}

func (q sqlQuerier) Query(ctx context.Context, query string, args ...any) (Rows, error) {
	if err := checkArgs(args); err != nil {
		return nil, err
	}
	rows, err := q.conn.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, sqliteError(ctx, err)
	}
	return sqlRows{rows, ctx}, nil
}

func (q sqlQuerier) QueryRow(ctx context.Context, query string, args ...any) Row {
	if err := checkArgs(args); err != nil {
		return failedRow{err}
	}
	return sqlRow{q.conn.QueryRowContext(ctx, query, args...), ctx}
}

// checkArgs refuses what PostgreSQL refuses and SQLite would store all the same.
func checkArgs(args []any) error {
	for i, a := range args {
		switch v := a.(type) {
		case string:
			if strings.IndexByte(v, 0) >= 0 || !utf8.ValidString(v) {
				return ErrText
			}
		case time.Time, *time.Time:
			return fmt.Errorf("store: argument $%d is a time.Time; use stamp.Time", i+1)
		}
	}
	return nil
}

type sqlRow struct {
	row *sql.Row
	ctx context.Context // of the call, to tell an interrupted statement from a failed one
}

func (r sqlRow) Scan(dest ...any) error { return sqliteError(r.ctx, r.row.Scan(dest...)) }

type sqlRows struct {
	*sql.Rows
	ctx context.Context
}

func (r sqlRows) Scan(dest ...any) error { return sqliteError(r.ctx, r.Rows.Scan(dest...)) }
func (r sqlRows) Err() error             { return sqliteError(r.ctx, r.Rows.Err()) }
func (r sqlRows) Close()                 { _ = r.Rows.Close() }
