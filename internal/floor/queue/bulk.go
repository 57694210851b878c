package queue

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"renown/internal/floor/store"
)

// bulkRows is how many jobs one statement of a bulk carries.
const bulkRows = 16

// bulkSQL inserts jobs as the library does. The library hands all of them over as one JSON text, and SQLite takes that apart field by field
// for every column, which costs twice as much.
var bulkSQL = `INSERT INTO river_job (args, kind, max_attempts, queue, created_at, scheduled_at, metadata, priority, state, tags) VALUES ` +
	strings.TrimSuffix(strings.Repeat(`(jsonb(?), ?, ?, ?, datetime('now', 'subsec'), datetime('now', 'subsec'), jsonb('{}'), 1, 'available', jsonb('[]')), `, bulkRows), `, `)

// inBulk inserts most of many jobs on SQLite by few statements and leaves the rest to the library: the last of each queue among
// them, with which it tells other processes.
func inBulk(insert func(context.Context, *store.Tx, []Job) error, trace Trace) func(context.Context, *store.Tx, []Job) error {
	return func(ctx context.Context, tx *store.Tx, jobs []Job) error {
		last := map[string]int{}
		for i, j := range jobs {
			last[cmp.Or(j.Queue, j.Kind)] = i
		}
		var bulk, rest []Job
		for i, j := range jobs {
			if j.UniqueKey == "" && j.RunAt.IsZero() && last[cmp.Or(j.Queue, j.Kind)] != i {
				bulk = append(bulk, j)
			} else {
				rest = append(rest, j)
			}
		}
		for carried := trace.carry(ctx); len(bulk) >= bulkRows; bulk = bulk[bulkRows:] {
			args := make([]any, 0, 4*bulkRows)
			for _, j := range bulk[:bulkRows] {
				encoded, err := encode(j, carried)
				if err != nil {
					return err
				}
				args = append(args, encoded, j.Kind, cmp.Or(j.MaxAttempts, defaultMaxAttempts), cmp.Or(j.Queue, j.Kind))
			}
			if _, err := tx.Exec(ctx, bulkSQL, args...); err != nil {
				return err
			}
		}
		return insert(ctx, tx, append(bulk, rest...))
	}
}

// encode writes a job's arguments as they are kept.
func encode(j Job, trace string) (string, error) {
	args, err := json.Marshal(j.Args)
	if err == nil {
		args, err = json.Marshal(payload{Args: args, Trace: trace})
	}
	if err != nil {
		return "", fmt.Errorf("arguments of %s: %w", j.Kind, err)
	}
	return string(args), nil
}
