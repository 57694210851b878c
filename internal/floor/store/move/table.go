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

// batchSQL reads the rows that follow a key in SQLite, or the first ones; the keys' values are the arguments.
func (t *Table) batchSQL(following bool, limit int) string {
	conditions := []string{}
	if t.Only != "" {
		conditions = append(conditions, t.Only)
	}
	if following {
		var names, marks []string
		for n, i := range t.keys() {
			names = append(names, quote(t.Columns[i].Name))
			marks = append(marks, fmt.Sprintf("$%d", n+1))
		}
		conditions = append(conditions, fmt.Sprintf("(%s) > (%s)", strings.Join(names, ", "), strings.Join(marks, ", ")))
	}
	where := ""
	if len(conditions) > 0 {
		where = " WHERE " + strings.Join(conditions, " AND ")
	}
	end := ""
	if limit > 0 {
		end = fmt.Sprintf(" LIMIT %d", limit)
	}
	return "SELECT " + t.list(Column.from) + " FROM " + quote(t.Name) + where + " ORDER BY " + t.order("") + end
}

// backSQL reads all rows in PostgreSQL, in the order of SQLite: texts byte by byte.
func (t *Table) backSQL() string {
	return "SELECT " + t.list(Column.back) + " FROM " + quote(t.Name) + " ORDER BY " + t.order(` COLLATE "C"`)
}

func (t *Table) countSQL() string {
	if t.Only == "" {
		return "SELECT count(*) FROM " + quote(t.Name)
	}
	return "SELECT count(*) FROM " + quote(t.Name) + " WHERE " + t.Only
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
