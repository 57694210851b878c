package store

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// Brief is ctx for statements that find a few rows by their keys. SQLite, which works in this process, is done with these before it
// could be interrupted, so nothing watches for the end of ctx meanwhile: that costs as much as the statement itself. PostgreSQL is
// waited for no longer than ctx lasts.
func Brief(ctx context.Context) context.Context { return brief{ctx} }

type brief struct{ context.Context }

// unwatched is a context that does not end by itself.
type unwatched struct{ context.Context }

func (unwatched) Done() <-chan struct{} { return nil }

// Lookup is a statement of Together: each is called for every row.
type Lookup struct {
	SQL  string
	Args []any
	Each func(Row) error
}

// Together runs lookups that do not rest on each other, by one round trip where the database is reached by one. They need not all see
// the same state of the database.
func (db *DB) Together(ctx context.Context, lookups ...Lookup) error {
	if db.watch != nil {
		for _, l := range lookups {
			db.watch(l.SQL)
		}
	}
	return db.engine.together(Brief(ctx), lookups)
}

func (s *sqlite) together(ctx context.Context, lookups []Lookup) error {
	for _, l := range lookups {
		if err := Each(ctx, s.read(), l.Each, l.SQL, l.Args...); err != nil {
			return err
		}
	}
	return nil
}

func (p *postgres) together(ctx context.Context, lookups []Lookup) (err error) {
	batch := &pgx.Batch{}
	for _, l := range lookups {
		batch.Queue(l.SQL, l.Args...)
	}
	results := p.pool.SendBatch(ctx, batch)
	defer func() {
		if failed := results.Close(); err == nil {
			err = pgError(ctx, failed)
		}
	}()
	for _, l := range lookups {
		rows, err := results.Query()
		if err != nil {
			return pgError(ctx, err)
		}
		if err := eachOf(pgRows{rows, ctx}, l.Each); err != nil {
			return err
		}
	}
	return nil
}
