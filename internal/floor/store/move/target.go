package move

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"

	"renown/internal/floor/store"
)

// unfinished returns the id of the move that was left in the target; empty when there is none.
func (m *Move) unfinished(ctx context.Context) (moveID string, err error) {
	there, err := m.exists(ctx, store.MoveTable)
	if err != nil || !there {
		return "", err
	}
	moveID, err = store.One[string](m.Target.Read().QueryRow(ctx, `SELECT source FROM `+store.MoveTable+` LIMIT 1`))
	if errors.Is(err, store.ErrNoRows) {
		return "", fmt.Errorf("the target has an empty table %s, which no move has left", store.MoveTable)
	}
	return moveID, err
}

func (m *Move) exists(ctx context.Context, table string) (bool, error) {
	return store.One[bool](m.Target.Read().QueryRow(ctx, `SELECT to_regclass(CAST($1 AS text)) IS NOT NULL`, quote(table)))
}

// readyTarget refuses a target that holds anything, unless this move has left it, and brings its tables up to date.
func (m *Move) readyTarget(ctx context.Context, ours bool) error {
	v, err := m.Target.SchemaVersion(ctx)
	if err != nil {
		return err
	}
	if v.Database > v.Program || v.QueueDatabase > v.QueueProgram {
		return fmt.Errorf("the target has schema version %d, this program knows up to %d; install a newer renown", v.Database, v.Program)
	}
	if !ours {
		if err := m.empty(ctx, v.Database == 0); err != nil {
			return err
		}
	}
	return m.Target.Migrate(ctx)
}

// empty refuses a target in which a table of ours holds more than migrations put there. One that has never been migrated has
// no such table at all.
func (m *Move) empty(ctx context.Context, unknown bool) error {
	ours, err := migrated(ctx)
	if err != nil {
		return fmt.Errorf("finding out what an empty installation holds: %w", err)
	}
	ours[m.Jobs.Name] = 0
	for _, name := range slices.Sorted(maps.Keys(ours)) {
		there, err := m.exists(ctx, name)
		if err != nil {
			return err
		}
		if !there {
			continue
		}
		if unknown && !apart(name) { // the job library's come first: a move may have ended among them
			return fmt.Errorf("the target has a table %s that is not this program's; give it a database or a schema of its own", name)
		}
		rows, err := store.One[int64](m.Target.Read().QueryRow(ctx, fmt.Sprintf("SELECT count(*) FROM (SELECT 1 FROM %s LIMIT %d) x", quote(name), ours[name]+1)))
		if err != nil {
			return err
		}
		if rows > ours[name] {
			return fmt.Errorf("the target is not empty: there are rows in %s", name)
		}
	}
	return nil
}

// migrated counts the rows of a fresh installation.
func migrated(ctx context.Context) (map[string]int64, error) {
	dir, err := os.MkdirTemp("", "renown-move-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	db, err := store.Open(ctx, "sqlite:"+dir, store.WithLogger(silent))
	if err != nil {
		return nil, err
	}
	defer db.Close()
	if err := db.Migrate(ctx); err != nil {
		return nil, err
	}
	all, err := tables(ctx, db.Read(), store.SQLite)
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

// tableProgress is how far a table is.
type tableProgress struct {
	rows int64
	last *string // key of the last row; nil: none yet
	done bool
}

// progress reads how far each table is. A table that is new to the move is cleared of what migrations put there.
func (m *Move) progress(ctx context.Context, moveID string, list []*Table) (map[string]tableProgress, error) {
	places := map[string]tableProgress{}
	err := m.Target.InTx(ctx, func(tx *store.Tx) error {
		clear(places)
		_, err := tx.Exec(ctx, `CREATE TABLE IF NOT EXISTS `+store.MoveTable+` (table_name TEXT PRIMARY KEY, source TEXT NOT NULL,
			rows BIGINT NOT NULL, last_key TEXT, done BOOLEAN NOT NULL)`)
		if err != nil {
			return err
		}
		for _, t := range slices.Backward(list) {
			if err := enterTx(ctx, tx, moveID, t); err != nil {
				return err
			}
			var p tableProgress
			err := tx.QueryRow(ctx, `SELECT rows, last_key, done FROM `+store.MoveTable+` WHERE table_name = $1`, t.Name).Scan(&p.rows, &p.last, &p.done)
			if err != nil {
				return err
			}
			places[t.Name] = p
		}
		return nil
	})
	return places, err
}

func enterTx(ctx context.Context, tx *store.Tx, moveID string, t *Table) error {
	n, err := tx.Exec(ctx, `INSERT INTO `+store.MoveTable+` (table_name, source, rows, done) VALUES ($1, $2, 0, FALSE)
		ON CONFLICT (table_name) DO NOTHING`, t.Name, moveID)
	if err == nil && n == 1 {
		_, err = tx.Exec(ctx, "DELETE FROM "+quote(t.Name))
	}
	return err
}

// settle lets numbers that PostgreSQL gives out go on after those that came, and tells its planner what there is now.
func (m *Move) settle(ctx context.Context, list []*Table) error {
	for _, t := range list {
		err := m.Target.InTx(ctx, func(tx *store.Tx) error {
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
		})
		if err != nil {
			return fmt.Errorf("settling %s: %w", t.Name, err)
		}
	}
	return nil
}
