package move

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"slices"
	"strings"

	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
)

// readyTarget refuses a target of another program, and brings the tables of ours up to date.
func (m *Move) readyTarget(ctx context.Context) error {
	v, err := m.Target.SchemaVersion(ctx)
	if err != nil {
		return err
	}
	if errors.Is(v.Err(), store.ErrEarly) {
		return fmt.Errorf("the target: %w", v.Err())
	}
	if v.Database > v.Program || v.QueueDatabase > v.QueueProgram {
		return fmt.Errorf("the target has schema version %d, this program knows up to %d; install a newer renown", v.Database, v.Program)
	}
	if v.Database == 0 {
		ours, err := tables(ctx, m.Source.Read())
		if err != nil {
			return err
		}
		for _, name := range slices.Sorted(maps.Keys(ours)) {
			there, err := store.One[bool](m.Target.Read().QueryRow(ctx, `SELECT to_regclass(CAST($1 AS text)) IS NOT NULL`, quote(name)))
			if err != nil {
				return err
			}
			if there {
				return fmt.Errorf("the target has a table %s that is not this program's; give it a database or a schema of its own", name)
			}
		}
	}
	if err := m.Target.Migrate(ctx); err != nil {
		return err
	}
	return m.openMonths(ctx)
}

// openMonths makes the partitions of the rows that come.
func (m *Move) openMonths(ctx context.Context) error {
	names, err := m.Target.Monthly(ctx)
	if err != nil {
		return err
	}
	for _, name := range names {
		oldest, err := store.One[*timestamp.Time](m.Source.Read().QueryRow(ctx, "SELECT min(at) FROM "+quote(name)))
		if err == nil && oldest != nil {
			err = m.Target.OpenMonths(ctx, *oldest)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// lockTx keeps everybody else from the tables of the target until the move ends, and returns the name of one that holds more than
// migrations put there; empty when there is none.
func lockTx(ctx context.Context, tx *store.Tx, list []*Table) (filled string, err error) {
	if _, err := tx.Exec(ctx, "LOCK TABLE "+quoted(list)+" IN ACCESS EXCLUSIVE MODE"); err != nil {
		return "", err
	}
	fresh, err := migrated(ctx)
	if err != nil {
		return "", fmt.Errorf("finding out what an empty installation holds: %w", err)
	}
	for _, t := range slices.SortedFunc(slices.Values(list), func(a, b *Table) int { return cmp.Compare(a.Name, b.Name) }) {
		n, err := store.One[int64](tx.QueryRow(ctx, "SELECT count(*) FROM "+quote(t.Name)))
		if err != nil || n > fresh[t.Name] {
			return t.Name, err
		}
	}
	return "", nil
}

// clearTx removes what migrations put into the target.
func clearTx(ctx context.Context, tx *store.Tx, list []*Table) error {
	_, err := tx.Exec(ctx, "TRUNCATE "+quoted(list))
	return err
}

func quoted(list []*Table) string {
	names := make([]string, len(list))
	for i, t := range list {
		names[i] = quote(t.Name)
	}
	return strings.Join(names, ", ")
}

// migrated counts the rows of a fresh installation.
func migrated(ctx context.Context) (map[string]int64, error) {
	dir, err := os.MkdirTemp("", "renown-move-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	db, err := store.Open(ctx, "sqlite:"+dir, store.WithLogger(slog.New(slog.DiscardHandler)))
	if err != nil {
		return nil, err
	}
	defer db.Close()
	if err := db.Migrate(ctx); err != nil {
		return nil, err
	}
	all, err := tables(ctx, db.Read())
	if err != nil {
		return nil, err
	}
	counts := map[string]int64{}
	for name, t := range all {
		if counts[name], err = store.One[int64](db.Read().QueryRow(ctx, t.countSQL())); err != nil {
			return nil, err
		}
	}
	return counts, nil
}

// settleTx lets numbers that PostgreSQL gives out go on after those that came, and tells its planner what there is now.
func settleTx(ctx context.Context, tx *store.Tx, t *Table) error {
	for _, c := range t.Columns {
		sequence, err := store.One[*string](tx.QueryRow(ctx, `SELECT pg_get_serial_sequence($1, $2)`, quote(t.Name), c.Name))
		if err != nil {
			return err
		}
		if sequence == nil {
			continue
		}
		_, err = tx.Exec(ctx, fmt.Sprintf(`SELECT setval(CAST(CAST($1 AS text) AS regclass), x.last) FROM (SELECT max(%s) AS last FROM %s) x
			WHERE x.last IS NOT NULL`, quote(c.Name), quote(t.Name)), *sequence)
		if err != nil {
			return err
		}
	}
	_, err := tx.Exec(ctx, "ANALYZE "+quote(t.Name))
	return err
}
