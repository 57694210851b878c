package run

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
)

// Beat tells the others that this process lives, and makes known who holds something and is not.
func (r *Runs) Beat(ctx context.Context) (err error) {
	defer fault.Wrap(&err, "run.Beat")

	var now timestamp.Time
	err = r.db.InTx(ctx, func(tx *store.Tx) error {
		now = tx.Now
		_, err := tx.Exec(ctx, `INSERT INTO nodes (id, seen_at, role, schema_version) VALUES ($1, $2, $3, $4)
			ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at, role = excluded.role, schema_version = excluded.schema_version`,
			r.options.Node, tx.Now, cmp.Or(r.options.Role, "all"), store.ProgramVersion())
		return err
	})
	if err != nil {
		return err
	}
	r.heartbeat.beat(now.Time)
	return r.noteHolders(ctx)
}

// Node is a process as it last told of itself.
type Node struct {
	ID, Role string
	Schema   int64 // that its program knows; 0: not told
}

// Alive lists the processes that were heard of lately, in the order of their ids.
func Alive(ctx context.Context, db *store.DB) (list []Node, err error) {
	defer fault.Wrap(&err, "run.Alive")

	return store.List(ctx, db.Read(), func(row store.Row) (n Node, err error) { return n, row.Scan(&n.ID, &n.Role, &n.Schema) },
		`SELECT id, role, schema_version FROM nodes WHERE seen_at >= $1 ORDER BY id`, db.Now().Add(-deadAfter))
}

// noteHolders makes processes known that hold sub-tasks or jobs and are not: they were declared dead while they stood still, woke, and took
// up work. Those that live beat by themselves; should one die before it does, its work is taken back as that of any other.
func (r *Runs) noteHolders(ctx context.Context) error {
	holders, err := store.List(ctx, r.db.Read(), store.One[string],
		`SELECT DISTINCT node FROM tasks WHERE node IS NOT NULL AND lease_until IS NULL`)
	if err != nil {
		return err
	}
	working, err := r.rooms.Queue.Holders(ctx)
	if err != nil {
		return err
	}
	holders = append(holders, working...)
	if len(holders) == 0 {
		return nil
	}
	known, err := store.List(ctx, r.db.Read(), store.One[string], `SELECT id FROM nodes`)
	if err != nil {
		return err
	}
	unknown := slices.DeleteFunc(holders, func(id string) bool { return slices.Contains(known, id) })
	if len(unknown) == 0 {
		return nil
	}
	slices.Sort(unknown) // others note the same ones now
	return r.db.InTx(ctx, func(tx *store.Tx) error {
		for _, id := range unknown {
			if _, err := tx.Exec(ctx, `INSERT INTO nodes (id, seen_at) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING`,
				id, tx.Now); err != nil {
				return err
			}
		}
		return nil
	})
}

// heartbeat knows whether this process has paused in its beating. After a pause, its own or the database's, others may not have
// had the chance to beat yet either, and are not judged for a while.
type heartbeat struct {
	mu          sync.Mutex
	last, since time.Time // the latest beat, and the first after a pause
}

const judgeAfter = 2 * BeatEvery

func (h *heartbeat) beat(now time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.last.IsZero() && now.Sub(h.last) > judgeAfter {
		h.since = now
	}
	h.last = now
}

func (h *heartbeat) steady(now time.Time) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return now.Sub(h.last) <= judgeAfter && now.Sub(h.since) >= judgeAfter
}
