package api

import (
	"context"
	"net/http"
	"sync"
	"time"

	"renown/internal/door/porch"
)

const (
	pendingPerKey = 20   // requests of one key that wait at the same time; further ones are answered at once
	pendingMost   = 1000 // of all keys, in this process
)

// pending is a result that is not looked for before something has changed, or the time is up.
type pending struct {
	longest time.Duration
	change  func(ctx context.Context) // returns when it has changed, or ctx ends
	then    func(ctx context.Context) (any, error)
}

// settle waits for a pending result: not longer than it says, nor than the client stays, nor than the program runs on.
func (d *Door) settle(w http.ResponseWriter, r *http.Request, keyID string, p pending) (any, error) {
	if d.waiting.enter(keyID) {
		ctx, cancel := context.WithTimeout(r.Context(), p.longest)
		release := context.AfterFunc(d.stopping, cancel)
		err := porch.Idle(r.Context(), w, p.longest, func() { p.change(ctx) })
		release()
		cancel()
		d.waiting.leave(keyID)
		if err != nil {
			return nil, err
		}
	}
	ctx, cancel := context.WithTimeout(r.Context(), d.rooms.Time)
	defer cancel()
	return p.then(ctx)
}

// waiting counts requests that wait, by key.
type waiting struct {
	mu    sync.Mutex
	all   int
	byKey map[string]int
}

// enter tells whether another request of a key may wait.
func (w *waiting) enter(keyID string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.all >= pendingMost || w.byKey[keyID] >= pendingPerKey {
		return false
	}
	if w.byKey == nil {
		w.byKey = map[string]int{}
	}
	w.all++
	w.byKey[keyID]++
	return true
}

func (w *waiting) leave(keyID string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.all--
	if w.byKey[keyID]--; w.byKey[keyID] == 0 {
		delete(w.byKey, keyID)
	}
}
