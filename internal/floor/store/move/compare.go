package move

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	"renown/internal/floor/store"
)

// Result is what a comparison found, table by table in the order of the move.
type Result struct {
	Tables []Compared `json:"tables"`
	Rows   int64      `json:"rows"` // of the source, in all
}

// Compared is how a table came out. The checksum is that of the source's rows in the order of their keys.
type Compared struct {
	Table    string `json:"table"`
	Rows     int64  `json:"rows"`
	Target   int64  `json:"target_rows"`
	Checksum string `json:"checksum"`
	OK       bool   `json:"ok"`
}

// Difference says where the databases first differ.
type Difference struct {
	Table, Key, What string
}

func (d *Difference) Error() string {
	return fmt.Sprintf("%s differs, first in the row %s: %s", d.Table, d.Key, d.What)
}

// compare reads both databases. A Difference is returned with the whole report.
func (m *Move) compare(ctx context.Context, source, target store.Querier, list []*Table) (report Result, err error) {
	var first *Difference
	for _, t := range list {
		c, difference, err := m.compareTable(ctx, source, target, t)
		if err != nil {
			return report, fmt.Errorf("comparing %s: %w", t.Name, err)
		}
		if first == nil {
			first = difference
		}
		report.Tables = append(report.Tables, c)
		report.Rows += c.Rows
	}
	if first != nil {
		return report, first
	}
	return report, nil
}

func (m *Move) compareTable(ctx context.Context, source, target store.Querier, t *Table) (c Compared, first *Difference, err error) {
	total, err := store.One[int64](source.QueryRow(ctx, t.countSQL()))
	if err != nil {
		return c, nil, err
	}
	from, into := reader{table: t}, reader{table: t}
	if err := from.open(ctx, source, t.fromSQL()); err != nil {
		return c, nil, err
	}
	defer from.rows.Close()
	if err := into.open(ctx, target, t.backSQL()); err != nil {
		return c, nil, err
	}
	defer into.rows.Close()
	for sum := sha256.New(); ; {
		if from.row == nil && into.row == nil {
			m.tell(Step{Comparing: true, Table: t.Name, Rows: from.n, Total: total})
			return Compared{t.Name, from.n, into.n, hex.EncodeToString(sum.Sum(nil)), first == nil}, first, nil
		}
		order := t.side(from.row, into.row)
		if first == nil {
			first = t.judge(order, from, into)
		}
		if order >= 0 {
			err = into.next()
		}
		if order <= 0 {
			sum.Write(from.bytes)
			err = errors.Join(err, from.next())
			if from.n%tellEvery == 0 {
				m.tell(Step{Comparing: true, Table: t.Name, Rows: from.n, Total: total})
			}
		}
		if err != nil {
			return c, nil, err
		}
	}
}

// side tells whose row comes first: negative the source's, positive the target's. A side that has ended comes last.
func (t *Table) side(from, into []any) int {
	switch {
	case into == nil:
		return -1
	case from == nil:
		return 1
	}
	return t.compareRows(from, into)
}

// judge compares two rows; nil when they are the same.
func (t *Table) judge(order int, from, into reader) *Difference {
	switch {
	case order < 0:
		return &Difference{t.Name, t.keyText(from.row), "it is missing in the target"}
	case order > 0:
		return &Difference{t.Name, t.keyText(into.row), "it is only in the target"}
	case bytes.Equal(from.bytes, into.bytes):
		return nil
	}
	for i, c := range t.Columns {
		if !bytes.Equal(encode(nil, from.row[i]), encode(nil, into.row[i])) {
			return &Difference{t.Name, t.keyText(from.row), "column " + c.Name}
		}
	}
	return nil
}

// reader goes through a table in the order of its keys.
type reader struct {
	table *Table
	rows  store.Rows
	row   []any // nil: at the end
	bytes []byte
	n     int64 // rows before row
}

func (r *reader) open(ctx context.Context, q store.Querier, sql string) (err error) {
	if r.rows, err = q.Query(ctx, sql); err != nil {
		return err
	}
	if err = r.next(); err != nil {
		r.rows.Close()
	}
	return err
}

func (r *reader) next() (err error) {
	if r.row != nil {
		r.n++
	}
	r.row = nil
	if !r.rows.Next() {
		return r.rows.Err()
	}
	r.row, err = r.table.scan(r.rows)
	r.bytes = r.bytes[:0]
	for _, v := range r.row {
		r.bytes = encode(r.bytes, v)
	}
	return err
}
