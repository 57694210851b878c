package move

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"renown/internal/floor/store"
)

// apart are the tables that are not moved row by row. Both engines keep their own books of migrations; of the job library's
// tables only the jobs matter, and those are described by the package that owns them.
func apart(name string) bool {
	return strings.HasPrefix(name, "schema_") || strings.HasPrefix(name, "river_")
}

// forms are the types that migrations may use.
var forms = map[string]Form{"TEXT": Text, "BIGINT": Whole, "DOUBLE PRECISION": Real, "BOOLEAN": Flag, "BYTEA": Bytes}

// tables reads the tables of an embedded database by their names, those that are apart left out. The target, at the same version of the
// schema, has the same.
func tables(ctx context.Context, q store.Querier) (map[string]*Table, error) {
	found := map[string]*Table{}
	err := store.Each(ctx, q, func(row store.Row) error {
		var table, kind string
		var c Column
		if err := row.Scan(&table, &c.Name, &kind, &c.Key); err != nil || apart(table) {
			return err
		}
		if c.Form = forms[kind]; c.Form == "" || c.Key > 0 && c.Form != Text && c.Form != Whole {
			return fmt.Errorf("%s.%s cannot be moved", table, c.Name)
		}
		if found[table] == nil {
			found[table] = &Table{Name: table}
		}
		found[table].Columns = append(found[table].Columns, c)
		return nil
	}, `SELECT m.name, c.name, upper(c.type), c.pk FROM sqlite_schema m JOIN pragma_table_info(m.name) c
		WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite\_%' ESCAPE '\' ORDER BY m.name, c.name`)
	if err != nil {
		return nil, fmt.Errorf("reading the tables: %w", err)
	}
	return found, nil
}

// plan puts the tables into an order in which a row comes after those that it refers to, and the jobs behind them.
func (m *Move) plan(ctx context.Context, source store.Querier) (order []*Table, err error) {
	all, err := tables(ctx, source)
	if err != nil {
		return nil, err
	}
	needs := map[string][]string{}
	err = store.Each(ctx, source, func(row store.Row) error {
		var table, other string
		err := row.Scan(&table, &other)
		needs[table] = append(needs[table], other)
		return err
	}, `SELECT m.name, f."table" FROM sqlite_schema m JOIN pragma_foreign_key_list(m.name) f WHERE m.type = 'table' AND f."table" <> m.name`)
	if err != nil {
		return nil, fmt.Errorf("reading which tables refer to which: %w", err)
	}
	for len(all) > 0 {
		var next *Table
		for name, t := range all {
			waits := slices.ContainsFunc(needs[name], func(other string) bool { return all[other] != nil })
			if !waits && (next == nil || name < next.Name) {
				next = t
			}
		}
		if next == nil {
			return nil, errors.New("the tables refer to each other in a circle")
		}
		delete(all, next.Name)
		order = append(order, next)
	}
	return append(order, &m.Jobs), nil
}
