package store

import (
	"context"
	"fmt"
)

// Querier runs statements. Both engines implement it, in and out of transactions. Placeholders are $1, $2, …
//
// Arguments are strings, integers, floats, booleans, []byte, nil, stamp.Time or pointers to them.
// Errors are translated: see ErrNoRows and its neighbours.
type Querier interface {
	// Exec runs a statement and returns the number of rows it changed.
	Exec(ctx context.Context, sql string, args ...any) (int64, error)
	// Query runs a statement that returns rows. They must be read to the end or closed before the next statement
	// of the same transaction. See Collect.
	Query(ctx context.Context, sql string, args ...any) (Rows, error)
	// QueryRow runs a statement that returns at most one row; what went wrong is told by Scan.
	QueryRow(ctx context.Context, sql string, args ...any) Row
}

// Row is one row of a result.
type Row interface {
	// Scan copies the columns. For a QueryRow without a row it returns ErrNoRows.
	Scan(dest ...any) error
}

// Rows is a result being read.
type Rows interface {
	Row
	Next() bool
	Err() error
	Close()
}

// Collect reads all rows with scan and closes them. The result is never nil when the error is.
func Collect[T any](rows Rows, scan func(Row) (T, error)) ([]T, error) {
	defer rows.Close()
	list := []T{}
	for rows.Next() {
		v, err := scan(rows)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	return list, nil
}

// List runs a query and collects its rows with scan.
func List[T any](ctx context.Context, q Querier, scan func(Row) (T, error), sql string, args ...any) ([]T, error) {
	rows, err := q.Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	return Collect(rows, scan)
}

// Each runs a query and calls do for every row, until it fails.
func Each(ctx context.Context, q Querier, do func(Row) error, sql string, args ...any) error {
	rows, err := q.Query(ctx, sql, args...)
	if err != nil {
		return err
	}
	return eachOf(rows, do)
}

func eachOf(rows Rows, do func(Row) error) error {
	defer rows.Close()
	for rows.Next() {
		if err := do(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// One scans a single column of type T; for use with Collect and QueryRow.
func One[T any](row Row) (T, error) {
	var v T
	err := row.Scan(&v)
	return v, err
}

type failedRow struct{ err error }

func (r failedRow) Scan(...any) error { return r.err }

// Lent is a column of bytes that are not copied: they last until the next row is asked for.
type Lent []byte

// Scan takes what the driver has.
func (l *Lent) Scan(src any) error {
	var ok bool
	if *l, ok = src.([]byte); !ok && src != nil {
		return fmt.Errorf("bytes are kept as such, not as %T", src)
	}
	return nil
}
