package move

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"renown/internal/floor/store"
)

// apart are the tables that are not moved row by row. Both engines keep their own books of migrations; of the job library's
// tables only the jobs matter, and those are described by whoever knows them.
func apart(name string) bool {
	return name == "schema_version" || name == store.MoveTable || strings.HasPrefix(name, "river_")
}

// forms are the types that migrations may use, as each engine calls them.
var forms = map[store.Dialect]map[string]Form{
	store.SQLite:   {"TEXT": Text, "BIGINT": Whole, "DOUBLE PRECISION": Real, "BOOLEAN": Flag, "BYTEA": Bytes},
	store.Postgres: {"text": Text, "int8": Whole, "float8": Real, "bool": Flag, "bytea": Bytes},
}

// column is a line of a schema.
type column struct {
	table, name, kind string
	key               int
}

func scanColumn(row store.Row) (c column, err error) {
	err = row.Scan(&c.table, &c.name, &c.kind, &c.key)
	return c, err
}

var columnsSQL = map[store.Dialect]string{
	store.SQLite: `SELECT m.name, c.name, upper(c.type), c.pk FROM sqlite_schema m JOIN pragma_table_info(m.name) c
		WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite\_%' ESCAPE '\' ORDER BY m.name, c.name`,
	store.Postgres: `SELECT CAST(c.relname AS text), CAST(a.attname AS text), CAST(t.typname AS text),
			coalesce(array_position(CAST(i.indkey AS int2[]), a.attnum) + 1, 0)
		FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid JOIN pg_type t ON t.oid = a.atttypid
		LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
		WHERE c.relkind = 'r' AND pg_table_is_visible(c.oid) AND c.relnamespace <> 'pg_catalog'::regnamespace
			AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
		ORDER BY c.relname COLLATE "C", a.attname COLLATE "C"`,
}

// tables reads the tables of a database by their names, those that are apart left out.
func tables(ctx context.Context, q store.Querier, d store.Dialect) (map[string]*Table, error) {
	columns, err := store.List(ctx, q, scanColumn, columnsSQL[d])
	if err != nil {
		return nil, fmt.Errorf("reading the tables: %w", err)
	}
	found := map[string]*Table{}
	for _, c := range columns {
		if apart(c.table) {
			continue
		}
		t := found[c.table]
		if t == nil {
			t = &Table{Name: c.table}
			found[c.table] = t
		}
		t.Columns = append(t.Columns, Column{Name: c.name, Form: forms[d][c.kind], Key: c.key})
	}
	return found, nil
}

// plan compares the tables of both databases and puts them into an order in which a row comes after those that it refers to.
func plan(ctx context.Context, source, target store.Querier) ([]*Table, error) {
	from, err := tables(ctx, source, store.SQLite)
	if err != nil {
		return nil, err
	}
	into, err := tables(ctx, target, store.Postgres)
	if err != nil {
		return nil, err
	}
	for name, t := range from {
		if err := t.check(into[name]); err != nil {
			return nil, err
		}
	}
	refers, err := store.List(ctx, target, func(row store.Row) (pair [2]string, err error) {
		err = row.Scan(&pair[0], &pair[1])
		return pair, err
	}, `SELECT DISTINCT CAST(c.relname AS text), CAST(f.relname AS text) FROM pg_constraint k
		JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class f ON f.oid = k.confrelid
		WHERE k.contype = 'f' AND pg_table_is_visible(c.oid) AND c.oid <> f.oid`)
	if err != nil {
		return nil, fmt.Errorf("reading which tables refer to which: %w", err)
	}
	return inOrder(from, refers)
}

// check refuses a table that the other engine has not, or has otherwise.
func (t *Table) check(other *Table) error {
	if other == nil {
		return fmt.Errorf("the target has no table %s", t.Name)
	}
	if !slices.Equal(t.names(), other.names()) {
		return fmt.Errorf("%s has other columns in the target: %s instead of %s", t.Name, strings.Join(other.names(), ", "), strings.Join(t.names(), ", "))
	}
	for i, c := range t.Columns {
		o := other.Columns[i]
		if c.Form == "" || c.Form != o.Form || c.Key != o.Key {
			return fmt.Errorf("%s.%s is not the same in both databases", t.Name, c.Name)
		}
		if c.Key > 0 && c.Form != Text && c.Form != Whole {
			return fmt.Errorf("%s.%s is no key to go by", t.Name, c.Name)
		}
	}
	if len(t.keys()) == 0 {
		return fmt.Errorf("%s has no primary key", t.Name)
	}
	return nil
}

// inOrder sorts by name, and what is referred to before what refers.
func inOrder(all map[string]*Table, refers [][2]string) ([]*Table, error) {
	needs := map[string][]string{}
	for _, pair := range refers {
		needs[pair[0]] = append(needs[pair[0]], pair[1])
	}
	var order []*Table
	placed := map[string]bool{}
	for len(order) < len(all) {
		var next *Table
		for name, t := range all {
			ready := !placed[name] && !slices.ContainsFunc(needs[name], func(n string) bool { return all[n] != nil && !placed[n] })
			if ready && (next == nil || name < next.Name) {
				next = t
			}
		}
		if next == nil {
			return nil, fmt.Errorf("the tables refer to each other in a circle")
		}
		placed[next.Name], order = true, append(order, next)
	}
	return order, nil
}
