package move

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"renown/internal/floor/store"
)

var silent = slog.New(slog.DiscardHandler)

// copy carries a table's rows from where it stopped to the end.
func (m *Move) copy(ctx context.Context, source store.Querier, t *Table, at tableProgress) error {
	if at.done {
		return nil
	}
	total, err := store.One[int64](source.QueryRow(ctx, t.countSQL()))
	if err != nil {
		return err
	}
	var key []any
	if at.last != nil {
		if key, err = t.readKey(*at.last); err != nil {
			return err
		}
	}
	for !at.done {
		rows, end, err := m.read(ctx, source, t, key)
		if err != nil {
			return err
		}
		if len(rows) > 0 {
			key = t.key(rows[len(rows)-1])
		}
		if at, err = m.write(ctx, t, at, batch{rows, key, end}); err != nil {
			return err
		}
		m.tell(Step{Table: t.Name, Rows: at.rows, Total: total})
	}
	return nil
}

// batch is some rows with the key of the last.
type batch struct {
	rows [][]any
	key  []any
	end  bool // none follow
}

// read takes the rows that follow a key, as many as one batch holds.
func (m *Move) read(ctx context.Context, source store.Querier, t *Table, key []any) (batch [][]any, end bool, err error) {
	limit := m.BatchRows
	if limit <= 0 {
		limit = batchRows
	}
	rows, err := source.Query(ctx, t.batchSQL(key != nil, limit), key...)
	if err != nil {
		return nil, false, err
	}
	defer rows.Close()
	bytes := 0
	for rows.Next() {
		row, err := t.scan(rows)
		if err != nil {
			return nil, false, err
		}
		batch = append(batch, row)
		for _, v := range row {
			bytes += size(v)
		}
		if bytes > batchBytes {
			return batch, false, nil
		}
	}
	return batch, len(batch) < limit, rows.Err()
}

// scan reads a row in the forms of its columns.
func (t *Table) scan(r store.Row) ([]any, error) {
	row, targets := make([]any, len(t.Columns)), make([]any, len(t.Columns))
	for i := range row {
		targets[i] = &row[i]
	}
	if err := r.Scan(targets...); err != nil {
		return nil, err
	}
	for i, c := range t.Columns {
		v, err := c.Form.value(row[i])
		if err != nil {
			return nil, fmt.Errorf("the row %s has in %s: %w", keyText(t.key(row)), c.Name, err)
		}
		row[i] = v
	}
	return row, nil
}

func (t *Table) key(row []any) []any {
	var key []any
	for _, i := range t.keys() {
		key = append(key, row[i])
	}
	return key
}

// write keeps a batch together with the place that it leads to.
func (m *Move) write(ctx context.Context, t *Table, at tableProgress, b batch) (tableProgress, error) {
	next := tableProgress{rows: at.rows + int64(len(b.rows)), last: at.last, done: b.end}
	if b.key != nil {
		text := keyText(b.key)
		next.last = &text
	}
	err := m.Target.InTx(ctx, func(tx *store.Tx) error {
		n, err := tx.Exec(ctx, `UPDATE `+store.MoveTable+` SET rows = $2, last_key = $3, done = $4 WHERE table_name = $1 AND rows = $5 AND NOT done`,
			t.Name, next.rows, next.last, next.done, at.rows)
		if err != nil {
			return err
		}
		if n != 1 { // the lock was lost with its connection, and somebody else has taken over
			return errors.New("another move has gone on with this one")
		}
		return t.insertTx(ctx, tx, b.rows)
	})
	return next, err
}

func (t *Table) insertTx(ctx context.Context, tx *store.Tx, rows [][]any) error {
	if len(rows) == 0 {
		return nil
	}
	if !t.Sets {
		return store.CopyRows(ctx, tx, t.Name, t.names(), rows)
	}
	statement := t.insertSQL()
	for _, row := range rows {
		if _, err := tx.Exec(ctx, statement, row...); err != nil {
			return err
		}
	}
	return nil
}
