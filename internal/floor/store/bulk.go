package store

import (
	"context"
	"slices"
	"strconv"
	"strings"
)

// bulkSizes are the numbers of rows that one statement carries: few, so that the statements stay prepared whatever the number of rows is.
var bulkSizes = []int{40, 8, 1}

// InsertRows inserts many rows with few statements, in their order. into is what stands before VALUES; all rows have the same length.
func InsertRows(ctx context.Context, tx *Tx, into string, rows [][]any) error {
	return UpsertRows(ctx, tx, into, "", rows)
}

// UpsertRows is InsertRows with an ON CONFLICT behind it.
func UpsertRows(ctx context.Context, tx *Tx, into, conflict string, rows [][]any) error {
	return eachInsert(tx, into, rows, func(sql string, args []any) error {
		_, err := tx.Exec(ctx, sql+conflict, args...)
		return err
	})
}

// InsertNew inserts the rows that are not there yet and returns the given column, a text, of those.
func InsertNew(ctx context.Context, tx *Tx, into, key string, rows [][]any) (inserted []string, err error) {
	err = eachInsert(tx, into, rows, func(sql string, args []any) error {
		some, err := List(ctx, tx, One[string], sql+" ON CONFLICT DO NOTHING RETURNING "+key, args...)
		inserted = append(inserted, some...)
		return err
	})
	return inserted, err
}

// eachInsert calls do with the statements that insert rows.
func eachInsert(tx *Tx, into string, rows [][]any, do func(sql string, args []any) error) error {
	for _, size := range bulkSizes {
		for ; len(rows) >= size; rows = rows[size:] {
			args := slices.Concat(rows[:size]...)
			if err := checkArgs(args); err != nil {
				return err
			}
			if err := do(into+valuesFor(tx.dialect, size, len(rows[0])), args); err != nil {
				return err
			}
		}
	}
	return nil
}

// valuesFor is VALUES with so many rows of placeholders. SQLite's driver looks for a parameter with a number among all of them, and takes
// one without as it comes.
func valuesFor(d Dialect, rows, columns int) string {
	var b strings.Builder
	b.WriteString(" VALUES ")
	for n := range rows * columns {
		switch {
		case n%columns > 0:
			b.WriteString(", ")
		case n > 0:
			b.WriteString("), (")
		default:
			b.WriteByte('(')
		}
		if d == SQLite {
			b.WriteByte('?')
		} else {
			b.WriteString("$" + strconv.Itoa(n+1))
		}
	}
	b.WriteByte(')')
	return b.String()
}
