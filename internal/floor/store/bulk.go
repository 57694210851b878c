package store

import (
	"context"
	"strconv"
	"strings"
	"sync"
)

// The numbers of rows that one statement of InsertRows carries: few, so that the statements stay prepared whatever the number
// of rows is. PostgreSQL is far away and gains by every statement that is not sent. SQLite is in the process, and its driver
// looks for each parameter among all: beyond a few rows a statement costs more than it saves.
var bulkSizes = map[Dialect][]int{
	Postgres: {128, 32, 8, 4, 2, 1},
	SQLite:   {8, 1},
}

// InsertRows inserts many rows with few statements. into is what stands before VALUES; all rows have the same length.
func InsertRows(ctx context.Context, tx *Tx, into string, rows [][]any) error {
	for _, size := range bulkSizes[tx.dialect] {
		for len(rows) >= size {
			if _, err := tx.Exec(ctx, into+valuesFor(size, len(rows[0])), flat(rows[:size])...); err != nil {
				return err
			}
			rows = rows[size:]
		}
	}
	return nil
}

func flat(rows [][]any) []any {
	list := make([]any, 0, len(rows)*len(rows[0]))
	for _, row := range rows {
		list = append(list, row...)
	}
	return list
}

// valuesTexts keeps what valuesFor has written, by rows and columns.
var valuesTexts sync.Map

// valuesFor is VALUES with so many rows of placeholders.
func valuesFor(rows, columns int) string {
	if text, ok := valuesTexts.Load([2]int{rows, columns}); ok {
		return text.(string)
	}
	var b strings.Builder
	b.WriteString(" VALUES ")
	for n := range rows * columns {
		switch {
		case n%columns > 0:
			b.WriteString(", $")
		case n > 0:
			b.WriteString("), ($")
		default:
			b.WriteString("($")
		}
		b.WriteString(strconv.Itoa(n + 1))
	}
	b.WriteByte(')')
	valuesTexts.Store([2]int{rows, columns}, b.String())
	return b.String()
}
