package store

import (
	"context"
	"database/sql/driver"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// bulkSizes are the numbers of rows that one statement carries on SQLite: few, so that the statements stay prepared whatever the number
// of rows is. Longer ones gain nothing.
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
	if tx.dialect == Postgres && len(rows) > 1 {
		sql, args, err := insertColumns(into, rows)
		if err != nil {
			return err
		}
		return do(sql, args)
	}
	for _, size := range bulkSizes {
		for len(rows) >= size {
			if err := do(into+valuesFor(valuesKey{tx.dialect, size, len(rows[0])}), flat(rows[:size])); err != nil {
				return err
			}
			rows = rows[size:]
		}
	}
	return nil
}

// insertColumns hands the rows to PostgreSQL as one array for each column: one statement that stays prepared whatever the number of rows is,
// and no parameter for each value, which the server would have to plan.
func insertColumns(into string, rows [][]any) (sql string, args []any, err error) {
	var selected, arrays, names strings.Builder
	args = make([]any, 0, len(rows[0]))
	for i := range rows[0] {
		array, element, err := column(rows, i)
		if err != nil {
			return "", nil, err
		}
		if i > 0 {
			selected.WriteString(", ")
		}
		if element == "" {
			selected.WriteString("NULL")
			continue
		}
		args = append(args, array)
		name := "c" + strconv.Itoa(len(args))
		if len(args) > 1 {
			arrays.WriteString(", ")
			names.WriteString(", ")
		}
		selected.WriteString(name)
		names.WriteString(name)
		arrays.WriteString("$" + strconv.Itoa(len(args)) + "::" + element + "[]")
	}
	return into + " SELECT " + selected.String() + " FROM unnest(" + arrays.String() + ") AS rows (" + names.String() + ")", args, nil
}

// column is a column of rows as an array of its type; without a type all are NULL.
func column(rows [][]any, i int) (array any, element string, err error) {
	values := make([]driver.Value, len(rows))
	for n, row := range rows {
		if values[n], err = driver.DefaultParameterConverter.ConvertValue(row[i]); err != nil {
			return nil, "", fmt.Errorf("column %d: %w", i+1, err)
		}
		if bytes, ok := values[n].([]byte); ok && bytes == nil {
			values[n] = nil
		}
	}
	first := slices.IndexFunc(values, func(v driver.Value) bool { return v != nil })
	if first < 0 {
		return nil, "", nil
	}
	switch values[first].(type) {
	case string:
		element = "text"
		array, err = arrayOf[string](values)
	case int64:
		element = "bigint"
		array, err = arrayOf[int64](values)
	case float64:
		element = "double precision"
		array, err = arrayOf[float64](values)
	case bool:
		element = "boolean"
		array, err = arrayOf[bool](values)
	case []byte:
		element = "bytea"
		array, err = arrayOf[[]byte](values)
	default:
		err = fmt.Errorf("column %d: a %T cannot be kept", i+1, values[first])
	}
	return array, element, err
}

// arrayOf is a column of T, or of pointers to T where some are NULL.
func arrayOf[T any](values []driver.Value) (any, error) {
	list, pointers, nulls := make([]T, len(values)), make([]*T, len(values)), false
	for i, v := range values {
		if v == nil {
			nulls = true
			continue
		}
		var ok bool
		if list[i], ok = v.(T); !ok {
			return nil, fmt.Errorf("row %d: a %T among %T", i+1, v, list[i])
		}
		pointers[i] = &list[i]
	}
	if nulls {
		return pointers, nil
	}
	return list, nil
}

func flat(rows [][]any) []any {
	list := make([]any, 0, len(rows)*len(rows[0]))
	for _, row := range rows {
		list = append(list, row...)
	}
	return list
}

// valuesTexts keeps what valuesFor has written.
var valuesTexts sync.Map

type valuesKey struct {
	Dialect
	rows, columns int
}

// valuesFor is VALUES with so many rows of placeholders. SQLite's driver looks for a parameter with a number among all of them, and takes one
// without as it comes.
func valuesFor(k valuesKey) string {
	if text, ok := valuesTexts.Load(k); ok {
		return text.(string)
	}
	var b strings.Builder
	b.WriteString(" VALUES ")
	for n := range k.rows * k.columns {
		switch {
		case n%k.columns > 0:
			b.WriteString(", ")
		case n > 0:
			b.WriteString("), (")
		default:
			b.WriteByte('(')
		}
		if k.Dialect == SQLite {
			b.WriteByte('?')
		} else {
			b.WriteString("$" + strconv.Itoa(n+1))
		}
	}
	b.WriteByte(')')
	valuesTexts.Store(k, b.String())
	return b.String()
}
