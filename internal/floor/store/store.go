// Package store owns the connection to the database: SQLite in a folder or PostgreSQL behind a URL, with the same
// small face for both. It runs statements, transactions and migrations, and translates driver errors.
//
// It refuses to know what the tables mean. Statements stand beside the rules of the packages that own the tables,
// written once for both engines: $1 placeholders, times as BIGINT Unix microseconds, JSON as TEXT, ids made in Go.
package store

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"renown/internal/floor/timestamp"
)

// DB is an open database. It is safe for use by many goroutines.
type DB struct {
	engine  engine
	clock   func() time.Time
	log     *slog.Logger
	told    func(at, of int)                            // see WithProgress
	trace   func(ctx context.Context) (end func(error)) // see Trace; nil: none
	watch   func(sql string)                            // see Watch; nil: none
	watchTx func(sql string)                            // see WatchTx
}

// engine is what differs between the two databases.
type engine interface {
	dialect() Dialect
	folder() string
	read() Querier
	view(ctx context.Context, fn func(Querier) error) error
	together(ctx context.Context, lookups []Lookup) error
	begin(ctx context.Context) (*Tx, error)
	migrate(ctx context.Context, m migrating) error
	queueVersion() int64
	ping(ctx context.Context) error
	stats() Stats
	close() error
}

type settings struct {
	clock func() time.Time
	log   *slog.Logger
	told  func(at, of int)
	busy  time.Duration // how long SQLite waits for the writers of other processes
}

// Option changes how a database is opened.
type Option func(*settings)

// WithClock replaces the wall clock, which gives DB.Now and Tx.Now.
func WithClock(now func() time.Time) Option { return func(s *settings) { s.clock = now } }

// WithLogger sets where migrations are reported; the default is slog.Default().
func WithLogger(log *slog.Logger) Option { return func(s *settings) { s.log = log } }

// WithProgress sets what is told before each migration: that it is the at-th of so many that are to be run.
func WithProgress(told func(at, of int)) Option { return func(s *settings) { s.told = told } }

// Open opens the database at url: sqlite:DIR keeps it in DIR/renown.db, creating both when absent;
// postgres:// and postgresql:// reach a server. It does not migrate. Its errors never show the URL's password.
func Open(ctx context.Context, url string, opts ...Option) (*DB, error) {
	s := settings{clock: time.Now, log: slog.Default(), told: func(int, int) {}, busy: busyTimeout}
	for _, o := range opts {
		o(&s)
	}
	var e engine
	var err error
	switch scheme, rest, _ := strings.Cut(url, ":"); scheme {
	case "sqlite":
		e, err = openSQLite(ctx, strings.TrimPrefix(rest, "//"), s)
	case "postgres", "postgresql":
		e, err = openPostgres(ctx, url)
	default:
		err = errors.New("store: the database is given as sqlite:FOLDER or postgres://…")
	}
	if err != nil {
		return nil, err
	}
	return &DB{engine: e, clock: s.clock, log: s.log, told: s.told}, nil
}

// At is the same database under another clock. It shares the connections, and is not closed by itself.
func (db *DB) At(now func() time.Time) *DB {
	other := *db
	other.clock = now
	return &other
}

// Now is the time of the injected clock.
func (db *DB) Now() timestamp.Time { return timestamp.Of(db.clock()) }

// Dialect says which engine this is.
func (db *DB) Dialect() Dialect { return db.engine.dialect() }

// Folder is where a SQLite database lies; empty for PostgreSQL.
func (db *DB) Folder() string { return db.engine.folder() }

// Read runs single statements that only read, outside of any transaction. Writing through it fails on SQLite.
func (db *DB) Read() Querier { return db.shown(db.engine.read()) }

func (db *DB) shown(q Querier) Querier {
	if db.watch == nil {
		return q
	}
	return watched{q, db.watch}
}

// View runs several reads that all see the same state of the database.
func (db *DB) View(ctx context.Context, fn func(q Querier) error) error {
	return db.engine.view(ctx, func(q Querier) error { return fn(db.shown(q)) })
}

// Ping reports whether the database answers.
func (db *DB) Ping(ctx context.Context) error { return db.engine.ping(ctx) }

// Stats describes the connections now.
func (db *DB) Stats() Stats { return db.engine.stats() }

// Close waits for connections in use, then closes them all.
func (db *DB) Close() error { return db.engine.close() }

// ForQueue hands the raw connections to the job library, which needs them; exactly one is not nil.
// On SQLite it is the single writer connection. No other package may call it.
func (db *DB) ForQueue() (*pgxpool.Pool, *sql.DB) {
	switch e := db.engine.(type) {
	case *postgres:
		return e.pool, nil
	case *sqlite:
		return nil, e.writer
	}
	panic("store: unknown engine")
}

// Stats describes the pools. PostgreSQL has one, counted as readers; SQLite adds its single writer.
type Stats struct {
	Read, Write PoolStats
}

// PoolStats describes one pool of connections.
type PoolStats struct {
	Max, Open, InUse int
	Waits            int64         // how often a caller had to wait for a connection
	Waited           time.Duration // how long, in all
}
