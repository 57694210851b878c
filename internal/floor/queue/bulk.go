package queue

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"renown/internal/floor/store"
)

// bulkSizes are the numbers of jobs that one statement carries: few, so that the statements stay prepared.
var bulkSizes = []int{40, 8, 1}

// bulkSQL inserts so many jobs as the library does, without metadata and tags (x'0c' and x'0b' are an empty object and an empty list). The library hands
// all jobs over as one JSON text, and SQLite takes that apart field by field for every column, which costs twice as much.
func bulkSQL(jobs int) string {
	return `INSERT INTO river_job (args, kind, max_attempts, queue, created_at, scheduled_at, metadata, priority, state, tags) VALUES ` +
		strings.TrimSuffix(strings.Repeat(`(jsonb(?), ?, ?, ?, datetime('now', 'subsec'), datetime('now', 'subsec'), x'0c', 1, 'available', x'0b'), `, jobs), `, `)
}

// queueName is what the library takes for one.
var queueName = regexp.MustCompile(`^[a-z0-9]+(?:[_|-]?[a-z0-9]+)*$`)

// inBulk inserts jobs on SQLite by few statements and tells other processes of them. Those that are unique or for later it leaves to the library.
func inBulk(insert func(context.Context, *store.Tx, []Job) error, trace Trace) func(context.Context, *store.Tx, []Job) error {
	return func(ctx context.Context, tx *store.Tx, jobs []Job) error {
		var bulk, rest []Job
		var told [][]any
		queues := map[string]bool{}
		for _, j := range jobs {
			if j.UniqueKey != "" || !j.RunAt.IsZero() {
				rest = append(rest, j)
				continue
			}
			bulk = append(bulk, j)
			if name := cmp.Or(j.Queue, j.Kind); !queues[name] {
				if !queueName.MatchString(name) {
					return fmt.Errorf("%q is no name of a queue", name)
				}
				queues[name], told = true, append(told, []any{insertTopic, insertPayload(name)})
			}
		}
		carried := trace.carry(ctx)
		for _, size := range bulkSizes {
			for ; len(bulk) >= size; bulk = bulk[size:] {
				if err := insertBulk(ctx, tx, bulk[:size], carried); err != nil {
					return err
				}
			}
		}
		if err := store.InsertRows(ctx, tx, `INSERT INTO river_notification (topic, payload)`, told); err != nil || len(rest) == 0 {
			return err
		}
		return insert(ctx, tx, rest)
	}
}

func insertBulk(ctx context.Context, tx *store.Tx, jobs []Job, trace string) error {
	args := make([]any, 0, 4*len(jobs))
	for _, j := range jobs {
		encoded, err := encode(j, trace)
		if err != nil {
			return err
		}
		args = append(args, encoded, j.Kind, cmp.Or(j.MaxAttempts, defaultMaxAttempts), cmp.Or(j.Queue, j.Kind))
	}
	_, err := tx.Exec(ctx, bulkSQL(len(jobs)), args...)
	return err
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
