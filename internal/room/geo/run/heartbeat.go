package run

import (
	"context"
	"sync"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
)

// Beat tells the others that this process lives.
func (r *Runs) Beat(ctx context.Context) (err error) {
	defer fault.Wrap(&err, "run.Beat")

	var now timestamp.Time
	err = r.db.InTx(ctx, func(tx *store.Tx) error {
		now = tx.Now
		_, err := tx.Exec(ctx, `INSERT INTO nodes (id, seen_at) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at`,
			r.options.Node, tx.Now)
		return err
	})
	if err == nil {
		r.heartbeat.beat(now.Time)
	}
	return err
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
