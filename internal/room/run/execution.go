package run

import (
	"context"
	"slices"
	"sync"

	"renown/internal/floor/store"
)

// executions are the sub-tasks that this process is executing. One that it holds by the database and not by these was lost:
// the connection broke while it was claimed or given back.
type executions struct {
	mu    sync.Mutex
	count map[string]int // twins may be executed at the same time
}

// begin registers an execution; the function it returns ends it.
func (e *executions) begin(taskID string) (end func()) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.count[taskID]++
	return func() {
		e.mu.Lock()
		defer e.mu.Unlock()
		if e.count[taskID]--; e.count[taskID] == 0 {
			delete(e.count, taskID)
		}
	}
}

func (e *executions) running(taskID string) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.count[taskID] > 0
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
	return slices.DeleteFunc(list, func(c claimed) bool { return r.executions.running(c.ID) }), err
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
