package store

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
)

// CopyRows inserts many rows into a table of PostgreSQL by its COPY, several times as fast as statements. The values must have
// exactly the types of the columns: string, int64, float64, bool, []byte or nil.
func CopyRows(ctx context.Context, tx *Tx, table string, columns []string, rows [][]any) error {
	if tx.pgx == nil {
		return errors.New("store: only PostgreSQL copies rows; use InsertRows")
	}
	_, err := tx.pgx.CopyFrom(ctx, pgx.Identifier{table}, columns, pgx.CopyFromRows(rows))
	return pgError(ctx, err)
}
