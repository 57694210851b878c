package store

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// maxConnsPostgres is the default bound of the pool. A server allows 100 connections unless told otherwise,
// which leaves room for four processes and an operator.
const maxConnsPostgres = 20

type postgres struct {
	pool *pgxpool.Pool
}

func openPostgres(ctx context.Context, url string) (*postgres, error) {
	cfg, err := pgxpool.ParseConfig(url)
	if err != nil || misplacedAt(url) {
		// The cause is left out: a URL that cannot be read cannot be cleared of its password either.
		return nil, errors.New("store: the PostgreSQL URL cannot be read; expected postgres://USER:PASSWORD@HOST:PORT/DATABASE " +
			"with / ? # @ and % in the password written as %2F %3F %23 %40 and %25")
	}
	if !strings.Contains(url, "pool_max_conns") {
		cfg.MaxConns = maxConnsPostgres
	}
	params := cfg.ConnConfig.RuntimeParams
	if params["application_name"] == "" {
		params["application_name"] = "renown"
	}
	if params["idle_in_transaction_session_timeout"] == "" {
		params["idle_in_transaction_session_timeout"] = "60s" // a stopped process must not hold its locks for ever
	}
	if cfg.ConnConfig.ConnectTimeout == 0 {
		cfg.ConnConfig.ConnectTimeout = 10 * time.Second
	}
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("opening PostgreSQL: %w", pgError(ctx, err))
	}
	p := &postgres{pool: pool}
	if err := p.ping(ctx); err != nil {
		pool.Close()
		return nil, fmt.Errorf("opening PostgreSQL: %w", err)
	}
	return p, nil
}

// misplacedAt finds an @ behind the host, which means that the password was cut in two and half of it would be
// taken, and shown, for the name of a database.
func misplacedAt(url string) bool {
	_, rest, _ := strings.Cut(url, "://")
	end := strings.IndexAny(rest, "/?#")
	return end >= 0 && strings.Contains(rest[end:], "@")
}

func (p *postgres) dialect() Dialect { return Postgres }
func (p *postgres) folder() string   { return "" }
func (p *postgres) read() Querier    { return pgQuerier{p.pool} }

func (p *postgres) view(ctx context.Context, fn func(Querier) error) error {
	tx, err := p.pool.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	if err != nil {
		return pgError(ctx, err)
	}
	defer (&Tx{pgx: tx}).rollback(ctx)
	return fn(pgQuerier{tx})
}

func (p *postgres) begin(ctx context.Context) (*Tx, error) {
	tx, err := p.pool.Begin(ctx)
	if err != nil {
		return nil, pgError(ctx, err)
	}
	return &Tx{Querier: pgQuerier{tx}, dialect: Postgres, pgx: tx}, nil
}

func (p *postgres) ping(ctx context.Context) error { return pgError(ctx, p.pool.Ping(ctx)) }

func (p *postgres) stats() Stats {
	s := p.pool.Stat()
	return Stats{Read: PoolStats{
		Max: int(s.MaxConns()), Open: int(s.TotalConns()), InUse: int(s.AcquiredConns()),
		Waits: s.EmptyAcquireCount(), Waited: s.EmptyAcquireWaitTime(),
	}}
}

func (p *postgres) close() error {
	p.pool.Close()
	return nil
}

// pgQuerier is the Querier over a pool or a transaction.
type pgQuerier struct {
	conn interface {
		Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
		Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
		QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
	}
}

func (q pgQuerier) Exec(ctx context.Context, sql string, args ...any) (int64, error) {
	tag, err := q.conn.Exec(ctx, sql, args...)
	return tag.RowsAffected(), pgError(ctx, err)
}

func (q pgQuerier) Query(ctx context.Context, sql string, args ...any) (Rows, error) {
	ctx, end := waited(ctx)
	rows, err := q.conn.Query(ctx, sql, args...)
	if err != nil {
		end()
		return nil, pgError(ctx, err)
	}
	return pgRows{rows, ctx, end}, nil
}

func (q pgQuerier) QueryRow(ctx context.Context, sql string, args ...any) Row {
	ctx, end := waited(ctx)
	return pgRow{q.conn.QueryRow(ctx, sql, args...), ctx, end}
}

type waitKey struct{}

// errStalled is the cause of the end of a context of Waiting.
var errStalled = errors.New("store: the database did not answer in time")

// Waiting bounds how long each read under ctx waits for a database that stalls; what is then told is ErrUnavailable. The embedded
// database cannot stall by itself.
func Waiting(ctx context.Context, most time.Duration) context.Context {
	return context.WithValue(ctx, waitKey{}, most)
}

func waited(ctx context.Context) (context.Context, context.CancelFunc) {
	most, ok := ctx.Value(waitKey{}).(time.Duration)
	if !ok {
		return ctx, func() {}
	}
	return context.WithTimeoutCause(ctx, most, errStalled)
}

type pgRow struct {
	row pgx.Row
	ctx context.Context // of the call, to tell its end from that of a connection
	end context.CancelFunc
}

func (r pgRow) Scan(dest ...any) error {
	defer r.end()
	return pgError(r.ctx, r.row.Scan(dest...))
}

type pgRows struct {
	pgx.Rows
	ctx context.Context
	end context.CancelFunc // nil: another ends ctx
}

func (r pgRows) Scan(dest ...any) error { return pgError(r.ctx, r.Rows.Scan(dest...)) }
func (r pgRows) Err() error             { return pgError(r.ctx, r.Rows.Err()) }

func (r pgRows) Close() {
	r.Rows.Close()
	if r.end != nil {
		r.end()
	}
}
