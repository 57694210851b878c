package move

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"

	"renown/internal/floor/store"
)

// Report is what a comparison found, table by table in the order of the move.
type Report struct {
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

// compare reads both databases, each at one moment. A Difference is returned with the whole report.
func (m *Move) compare(ctx context.Context, source store.Querier, list []*Table) (Report, error) {
	var report Report
	var first *Difference
	err := m.Target.View(ctx, func(target store.Querier) error {
		report, first = Report{}, nil
		for _, t := range list {
			c, difference, err := m.compareTable(ctx, source, target, t)
			if err != nil {
				return fmt.Errorf("comparing %s: %w", t.Name, err)
			}
			if first == nil {
				first = difference
			}
			report.Tables = append(report.Tables, c)
			report.Rows += c.Rows
		}
		return nil
	})
	if err == nil && first != nil {
		err = first
	}
	return report, err
}

// tellEvery is after how many rows a comparison tells how far it is.
const tellEvery = 10000

func (m *Move) compareTable(ctx context.Context, source, target store.Querier, t *Table) (c Compared, first *Difference, err error) {
	total, err := store.One[int64](source.QueryRow(ctx, t.countSQL()))
	if err != nil {
		return c, nil, err
	}
	from, err := t.open(ctx, source, t.batchSQL(false, 0))
	if err != nil {
		return c, nil, err
	}
	defer from.rows.Close()
	into, err := t.open(ctx, target, t.backSQL())
	if err != nil {
		return c, nil, err
	}
	defer into.rows.Close()
	for from.row != nil || into.row != nil {
		difference := t.judge(from.row, into.row)
		if first == nil {
			first = difference
		}
		order := side(t, from.row, into.row)
		if order <= 0 {
			if err := from.next(); err != nil {
				return c, nil, err
			}
			if from.n%tellEvery == 0 {
				m.tell(Step{Comparing: true, Table: t.Name, Rows: from.n, Total: total})
			}
		}
		if order >= 0 {
			if err := into.next(); err != nil {
				return c, nil, err
			}
		}
	}
	m.tell(Step{Comparing: true, Table: t.Name, Rows: from.n, Total: total})
	c = Compared{Table: t.Name, Rows: from.n, Target: into.n, Checksum: from.sum()}
	c.OK = first == nil && from.n == into.n && from.sum() == into.sum()
	return c, first, nil
}

// side tells whose row comes first: negative the source's, positive the target's. A side that has ended comes last.
func side(t *Table, from, into []any) int {
	switch {
	case into == nil:
		return -1
	case from == nil:
		return 1
	}
	return compareKey(t.key(from), t.key(into))
}

// judge compares two rows; nil when they are the same.
func (t *Table) judge(from, into []any) *Difference {
	switch order := side(t, from, into); {
	case order < 0:
		return &Difference{t.Name, keyText(t.key(from)), "it is missing in the target"}
	case order > 0:
		return &Difference{t.Name, keyText(t.key(into)), "it is only in the target"}
	}
	for i, c := range t.Columns {
		if !equal(from[i], into[i]) {
			return &Difference{t.Name, keyText(t.key(from)), "column " + c.Name}
		}
	}
	return nil
}

// reader goes through a table in the order of its keys, and keeps count.
type reader struct {
	table *Table
	rows  store.Rows
	row   []any // nil: at the end
	n     int64 // rows before row
	hash  hash.Hash
	bytes []byte
}

func (t *Table) open(ctx context.Context, q store.Querier, sql string) (*reader, error) {
	rows, err := q.Query(ctx, sql)
	if err != nil {
		return nil, err
	}
	r := &reader{table: t, rows: rows, hash: sha256.New()}
	if err := r.fetch(); err != nil {
		rows.Close()
		return nil, err
	}
	return r, nil
}

func (r *reader) fetch() (err error) {
	r.row = nil
	if r.rows.Next() {
		r.row, err = r.table.scan(r.rows)
		return err
	}
	return r.rows.Err()
}

// next counts the row and goes on to the one after it.
func (r *reader) next() error {
	r.bytes = encodeRow(r.bytes[:0], r.row)
	r.hash.Write(r.bytes)
	r.n++
	return r.fetch()
}

func (r *reader) sum() string { return hex.EncodeToString(r.hash.Sum(nil)) }
