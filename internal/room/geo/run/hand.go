package run

import (
	"context"
	"slices"
	"sync"
	"time"

	"renown/internal/floor/store"
)

// hands are the sub-tasks that this process is executing. One that it holds by the database and not by these was lost: the
// connection broke while it was claimed or given back.
type hands struct {
	mu   sync.Mutex
	full map[string]int // twins may be executed at the same time
}

// take registers an execution; the function it returns ends it.
func (h *hands) take(taskID string) (drop func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.full[taskID]++
	return func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		if h.full[taskID]--; h.full[taskID] == 0 {
			delete(h.full, taskID)
		}
	}
}

func (h *hands) hold(taskID string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.full[taskID] > 0
}

// claimed is a sub-task that a node holds, with the token by which it does.
type claimed struct {
	TaskRef
	token int64
}

// lost lists what this process holds without executing it. The database is asked first: what is executed is registered
// before it is claimed.
func (r *Runs) lost(ctx context.Context, q store.Querier) ([]claimed, error) {
	list, err := store.List(ctx, q, func(row store.Row) (c claimed, err error) {
		err = row.Scan(&c.ID, &c.Platform, &c.token)
		return c, err
	}, `SELECT id, platform, token FROM tasks WHERE node = $1`, r.options.Node)
	return slices.DeleteFunc(list, func(c claimed) bool { return r.hands.hold(c.ID) }), err
}

// takeLostTx enqueues anew what this process lost hold of.
func (r *Runs) takeLostTx(ctx context.Context, tx *store.Tx) error {
	list, err := r.lost(ctx, tx)
	if err != nil {
		return err
	}
	var tasks []TaskRef
	for _, c := range list {
		freed, err := freeTx(ctx, tx, `id = $1 AND node = $2 AND token = $3`, c.ID, r.options.Node, c.token)
		if err != nil {
			return err
		}
		tasks = append(tasks, freed...)
	}
	return r.enqueueOnceTx(ctx, tx, tasks)
}

// pulse knows whether this process has paused in its beating. After a pause, its own or the database's, others may not have
// had the chance to beat yet either, and are not judged for a while.
type pulse struct {
	mu          sync.Mutex
	last, since time.Time // the latest beat, and the first after a pause
}

const judgeAfter = 2 * BeatEvery

func (p *pulse) beat(now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.last.IsZero() && now.Sub(p.last) > judgeAfter {
		p.since = now
	}
	p.last = now
}

func (p *pulse) steady(now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return now.Sub(p.last) <= judgeAfter && now.Sub(p.since) >= judgeAfter
}
