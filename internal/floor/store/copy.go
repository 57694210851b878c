package store

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
)

// CopyRows inserts the rows that next gives, up to one that is nil, into a table of PostgreSQL by its COPY, several times as fast as
// statements. The values must have exactly the types of the columns: string, int64, float64, bool, []byte or nil.
func CopyRows(ctx context.Context, tx *Tx, table string, columns []string, next func() ([]any, error)) error {
	if tx.pgx == nil {
		return errors.New("store: only PostgreSQL copies rows; use InsertRows")
	}
	var failed error // COPY would tell it as the server's
	_, err := tx.pgx.CopyFrom(ctx, pgx.Identifier{table}, columns, pgx.CopyFromFunc(func() (row []any, err error) {
		row, failed = next()
		return row, failed
	}))
	if failed != nil {
		return failed
	}
	return pgError(ctx, err)
}
