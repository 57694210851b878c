package move

import (
	"context"
	"fmt"

	"renown/internal/floor/store"
)

// copyTx carries a table's rows.
func (m *Move) copyTx(ctx context.Context, source, target *store.Tx, t *Table) error {
	total, err := store.One[int64](source.QueryRow(ctx, t.countSQL()))
	if err != nil {
		return err
	}
	rows, err := source.Query(ctx, t.fromSQL())
	if err != nil {
		return err
	}
	defer rows.Close()
	n := int64(0)
	next := func() ([]any, error) {
		if !rows.Next() {
			m.tell(Step{Table: t.Name, Rows: n, Total: total})
			return nil, rows.Err()
		}
		if n++; n%tellEvery == 0 {
			m.tell(Step{Table: t.Name, Rows: n, Total: total})
		}
		return t.scan(rows)
	}
	if !t.Sets {
		return store.CopyRows(ctx, target, t.Name, t.names(), next)
	}
	for statement := t.insertSQL(); ; {
		row, err := next()
		if err != nil || row == nil {
			return err
		}
		if _, err := target.Exec(ctx, statement, row...); err != nil {
			return err
		}
	}
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
			return nil, fmt.Errorf("the row %s has in %s: %w", t.keyText(row), c.Name, err)
		}
		row[i] = v
	}
	return row, nil
}
