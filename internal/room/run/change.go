package run

import (
	"context"
	"slices"
	"sync"
	"time"

	"renown/internal/floor/store"
)

const (
	changeEvery = 500 * time.Millisecond // how often runs that are waited for are looked at
	changeTime  = 5 * time.Second        // for one look
)

// changes is who waits for which run. However many wait, a process looks at all their runs by one statement at a time, and
// while they wait they hold nothing of the database. Other nodes' work is seen like this one's.
type changes struct {
	mu      sync.Mutex
	waiting map[*changeWaiter]bool
	looking bool
}

type changeWaiter struct {
	runID    string
	status   string
	progress Progress
	changed  chan struct{}
}

// AwaitChange returns when the progress of a run is another than it was when it was read, when the run has ended, or when
// ctx ends.
func (r *Runs) AwaitChange(ctx context.Context, read Run) {
	if Ended(read.Status) {
		return
	}
	w := &changeWaiter{runID: read.ID, status: read.Status, progress: read.Progress, changed: make(chan struct{})}
	r.changes.add(r.db, w)
	defer r.changes.remove(w)
	select {
	case <-w.changed:
	case <-ctx.Done():
	}
}

func (c *changes) add(db *store.DB, w *changeWaiter) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.waiting == nil {
		c.waiting = map[*changeWaiter]bool{}
	}
	c.waiting[w] = true
	if !c.looking {
		c.looking = true
		go c.look(db)
	}
}

func (c *changes) remove(w *changeWaiter) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.waiting, w)
}

// look looks until there is no waiter. A look that fails is left out: each waiter's context ends by itself.
func (c *changes) look(db *store.DB) {
	ticker := time.NewTicker(changeEvery)
	defer ticker.Stop()
	for range ticker.C {
		ids := c.wanted()
		if ids == nil {
			return
		}
		for part := range slices.Chunk(ids, store.AmongMost) {
			c.lookAt(db, part)
		}
	}
}

// wanted are the runs that are waited for; nil when there is no waiter, and looking ends then.
func (c *changes) wanted() (ids []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for w := range c.waiting {
		ids = append(ids, w.runID)
	}
	c.looking = ids != nil
	slices.Sort(ids)
	return slices.Compact(ids)
}

func (c *changes) lookAt(db *store.DB, ids []string) {
	ctx, cancel := context.WithTimeout(context.Background(), changeTime)
	defer cancel()
	marks, args := store.Among(ids, 0)
	now := map[string]changeWaiter{}
	err := store.Each(ctx, db.Read(), func(row store.Row) error {
		var w changeWaiter
		err := row.Scan(&w.runID, &w.status, &w.progress.Done, &w.progress.Total)
		now[w.runID] = w
		return err
	}, `SELECT id, status, done, total FROM runs WHERE id`+marks, args...)
	if err != nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for w := range c.waiting {
		if found, ok := now[w.runID]; slices.Contains(ids, w.runID) && (!ok || found.status != w.status || found.progress != w.progress) {
			close(w.changed)
			delete(c.waiting, w)
		}
	}
}
