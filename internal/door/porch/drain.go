package porch

import (
	"context"
	"net/http"
	"sync"
)

// Drain lets a server stop in order: what has begun is answered, what comes later is refused, and Wait returns when
// nothing is left. Health probes pass through it at any time.
type Drain struct {
	mu       sync.Mutex
	open     int
	draining bool
	empty    chan struct{}
	started  context.Context
	start    context.CancelFunc
}

// NewDrain returns a drain that lets everything in.
func NewDrain() *Drain {
	d := &Drain{empty: make(chan struct{})}
	d.started, d.start = context.WithCancel(context.Background())
	return d
}

// Started ends with Start: for requests that only wait.
func (d *Drain) Started() context.Context { return d.started }

// Handler passes requests to next until Start, and to refuse afterwards.
func (d *Drain) Handler(next, refuse http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !d.enter() {
			w.Header().Set("Connection", "close")
			refuse.ServeHTTP(w, r)
			return
		}
		defer d.leave()
		next.ServeHTTP(w, r)
	})
}

// Start refuses what comes from now on.
func (d *Drain) Start() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.draining {
		return
	}
	d.draining = true
	d.start()
	if d.open == 0 {
		close(d.empty)
	}
}

// Draining tells whether Start was called.
func (d *Drain) Draining() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.draining
}

// Wait returns when the last request that was let in is answered, or when ctx ends.
func (d *Drain) Wait(ctx context.Context) {
	select {
	case <-d.empty:
	case <-ctx.Done():
	}
}

func (d *Drain) enter() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.draining {
		return false
	}
	d.open++
	return true
}

func (d *Drain) leave() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.open--
	if d.draining && d.open == 0 {
		close(d.empty)
	}
}
