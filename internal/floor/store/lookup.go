package store

import (
	"context"

	"github.com/jackc/pgx/v5"
)

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
	return db.engine.together(ctx, lookups)
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
	ctx, end := waited(ctx)
	defer end()
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
		if err := eachOf(pgRows{rows, ctx, nil}, l.Each); err != nil {
			return err
		}
	}
	return nil
}
