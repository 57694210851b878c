package move

import (
	"fmt"
	"strings"
)

// Table is what is moved of one table.
type Table struct {
	Name    string
	Columns []Column
	Only    string // a condition on the source's rows, in SQL; empty: all
	Sets    bool   // written by statements with the columns' Into; else all at once
}

// Column is one column of a table. The expressions default to its name; they are for tables that differ between the engines.
type Column struct {
	Name string
	Form Form
	Key  int    // place in the primary key, from 1; 0: not in it
	From string // reads it in SQLite
	Back string // reads it in PostgreSQL, in the form that From gives after conversion
	Into string // writes it in PostgreSQL; %s stands for the value
}

// keys are the columns of the primary key, by their positions in Columns.
func (t *Table) keys() []int {
	var at []int
	for place := 1; ; place++ {
		found := false
		for i, c := range t.Columns {
			if c.Key == place {
				at, found = append(at, i), true
			}
		}
		if !found {
			return at
		}
	}
}

func (t *Table) names() []string {
	names := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		names[i] = c.Name
	}
	return names
}

// fromSQL reads the rows that are moved in SQLite, in the order of their keys.
func (t *Table) fromSQL() string {
	return "SELECT " + t.list(Column.from) + " FROM " + quote(t.Name) + t.where() + " ORDER BY " + t.order("")
}

// backSQL reads all rows in PostgreSQL, in the order of SQLite: texts byte by byte.
func (t *Table) backSQL() string {
	return "SELECT " + t.list(Column.back) + " FROM " + quote(t.Name) + " ORDER BY " + t.order(` COLLATE "C"`)
}

func (t *Table) countSQL() string { return "SELECT count(*) FROM " + quote(t.Name) + t.where() }

func (t *Table) where() string {
	if t.Only == "" {
		return ""
	}
	return " WHERE " + t.Only
}

// insertSQL writes one row in PostgreSQL.
func (t *Table) insertSQL() string {
	names, values := make([]string, len(t.Columns)), make([]string, len(t.Columns))
	for i, c := range t.Columns {
		mark := fmt.Sprintf("$%d", i+1)
		names[i], values[i] = quote(c.Name), mark
		if c.Into != "" {
			values[i] = strings.ReplaceAll(c.Into, "%s", mark)
		}
	}
	return fmt.Sprintf("INSERT INTO %s (%s) VALUES (%s)", quote(t.Name), strings.Join(names, ", "), strings.Join(values, ", "))
}

func (t *Table) list(expression func(Column) string) string {
	list := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		list[i] = expression(c)
	}
	return strings.Join(list, ", ")
}

func (t *Table) order(collation string) string {
	var list []string
	for _, i := range t.keys() {
		name := quote(t.Columns[i].Name)
		if t.Columns[i].Form == Text {
			name += collation
		}
		list = append(list, name)
	}
	return strings.Join(list, ", ")
}

func (c Column) from() string {
	switch {
	case c.From != "":
		return c.From
	case c.Form == Bytes: // the driver gives no bytes as NULL
		return fmt.Sprintf("CASE WHEN length(%[1]s) = 0 THEN '' ELSE %[1]s END", quote(c.Name))
	}
	return quote(c.Name)
}

func (c Column) back() string {
	if c.Back != "" {
		return c.Back
	}
	return quote(c.Name)
}

func quote(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
