package store

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"renown/internal/floor/timestamp"
)

// A table whose rows are forgotten by age is partitioned on PostgreSQL by the range of its column at: TABLE_202611 holds a month
// of UTC, TABLE_rest all for which there is no partition. SQLite deletes rows alone: what is done here does nothing there.

const (
	monthsAhead = 2  // partitions made before their month begins
	monthsBack  = 36 // made at most for rows that are carried in; older ones go to the rest
)

// Monthly names the tables that are partitioned: those of a column at.
func (db *DB) Monthly(ctx context.Context) ([]string, error) {
	if db.Dialect() == SQLite {
		return nil, nil
	}
	return List(ctx, db.Read(), One[string],
		`SELECT relname FROM pg_class WHERE relkind = 'p' AND relnamespace = CAST(current_schema() AS regnamespace)`)
}

// OpenMonths makes the partitions of the months from the given one on. A month of which rows lie in the rest stays there.
func (db *DB) OpenMonths(ctx context.Context, from timestamp.Time) error {
	tables, err := db.Monthly(ctx)
	if err != nil {
		return err
	}
	now := monthOf(db.Now().Time)
	for _, table := range tables {
		month := monthOf(from.Time)
		if oldest := now.AddDate(0, -monthsBack, 0); month.Before(oldest) {
			month = oldest
		}
		for ; !month.After(now.AddDate(0, monthsAhead, 0)); month = month.AddDate(0, 1, 0) {
			if err := db.openMonth(ctx, table, month); err != nil && !errors.Is(err, ErrCheck) {
				return fmt.Errorf("making the partition of %s: %w", month.Format("2006-01"), err)
			}
		}
	}
	return nil
}

func (db *DB) openMonth(ctx context.Context, table string, month time.Time) error {
	name := table + "_" + month.Format(monthLayout)
	there := func() (bool, error) {
		return One[bool](db.Read().QueryRow(ctx, `SELECT to_regclass($1) IS NOT NULL`, name))
	}
	if made, err := there(); err != nil || made {
		return err
	}
	err := db.defineTx(ctx, fmt.Sprintf(`CREATE TABLE %s PARTITION OF %s FOR VALUES FROM (%d) TO (%d)
		WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05)`,
		name, table, month.UnixMicro(), month.AddDate(0, 1, 0).UnixMicro()))
	if err != nil {
		if made, failed := there(); failed == nil && made { // another process was first
			return nil
		}
	}
	return err
}

// DropMonths drops the partitions of months that ended before a moment. One that others hold for longer than lockTimeout, as a
// dump does, stays: its rows are for the caller to delete.
func (db *DB) DropMonths(ctx context.Context, table string, before timestamp.Time) error {
	if db.Dialect() == SQLite {
		return nil
	}
	names, err := List(ctx, db.Read(), One[string], `SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
		WHERE i.inhparent = CAST(CAST($1 AS text) AS regclass) ORDER BY c.relname`, table)
	if err != nil {
		return err
	}
	for _, name := range names {
		month, err := time.Parse(monthLayout, strings.TrimPrefix(name, table+"_"))
		if err != nil || month.AddDate(0, 1, 0).After(before.Time) { // the rest, or not over
			continue
		}
		if err := db.defineTx(ctx, `DROP TABLE `+name); err != nil && !isBlocked(err) {
			return err
		}
	}
	return nil
}

// defineTx changes a table that others use, unless it would have to wait for longer than lockTimeout.
func (db *DB) defineTx(ctx context.Context, sql string) error {
	return db.InTx(ctx, func(tx *Tx) error {
		if _, err := tx.Exec(ctx, `SET LOCAL lock_timeout = '`+lockTimeout+`'`); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, sql)
		return err
	})
}

const monthLayout = "200601"

// monthOf is when the month of a moment begins.
func monthOf(t time.Time) time.Time {
	year, month, _ := t.UTC().Date()
	return time.Date(year, month, 1, 0, 0, 0, 0, time.UTC)
}
