package limit

import (
	"context"

	"renown/internal/floor/store"
)

// Counted finds who asks and counts the request for them: on PostgreSQL by one statement.
type Counted struct {
	limiter *Limiter
	db      *store.DB
	find    string
	sql     string // find, which counts as well when the numbers are in the database
}

// Counted prepares to count for whom find finds: a statement with so many arguments whose first column is called key,
// which is counted for, or NULL where one is found and not counted.
func (l *Limiter) Counted(db *store.DB, find string, args int) *Counted {
	return &Counted{limiter: l, db: db, find: find, sql: countedSQL(find, args)}
}

// Find runs the statement, counts one request and scans the columns behind the key into dest. None found is
// store.ErrNoRows. For one that is not counted there is no decision.
func (c *Counted) Find(ctx context.Context, rate Rate, args, dest []any) (d Decision, counted bool, err error) {
	if s, ok := c.limiter.backend.(*shared); ok && rate.PerMinute > 0 {
		return s.count(ctx, newPace(rate), c.sql, args, dest)
	}
	var key *string
	err = c.db.Read().QueryRow(ctx, c.find, args...).Scan(append([]any{&key}, dest...)...)
	if err != nil || key == nil {
		return d, false, err
	}
	d, err = c.limiter.Allow(ctx, *key, rate)
	return d, true, err
}
