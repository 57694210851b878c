package run

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"time"
)

// turns are the executions of this process that wait for a place, by platform. A place that is left here is offered to the
// first of them at once; those that others leave are found by looking again.
type turns struct {
	mu      sync.Mutex
	waiting map[string][]chan struct{}
}

// wait returns when it is worth looking again: after d and a little more, so that a crowd comes apart, or at its turn.
func (t *turns) wait(ctx context.Context, platform string, d time.Duration) error {
	turn := make(chan struct{}, 1)
	t.mu.Lock()
	t.waiting[platform] = append(t.waiting[platform], turn)
	t.mu.Unlock()
	timer := time.NewTimer(d + rand.N(fullWait))
	defer timer.Stop()
	select {
	case <-turn:
		return nil
	case <-timer.C:
	case <-ctx.Done():
	}
	t.mu.Lock()
	t.waiting[platform] = slices.DeleteFunc(t.waiting[platform], func(c chan struct{}) bool { return c == turn })
	t.mu.Unlock()
	if ctx.Err() != nil && len(turn) > 0 {
		t.next(platform) // ours came at the last moment
	}
	return ctx.Err()
}

// next wakes the first that waits for a platform.
func (t *turns) next(platform string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if list := t.waiting[platform]; len(list) > 0 {
		list[0] <- struct{}{}
		t.waiting[platform] = list[1:]
	}
}
