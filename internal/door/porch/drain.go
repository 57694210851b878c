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
	leaving  bool // see Leave
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
		if d.Leaving() {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
}

// Leave says that the server is going to stop: requests are served as before, each connection is closed behind its answer, and probes
// are told, so that proxies send what comes elsewhere.
func (d *Drain) Leave() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.leaving = true
}

// Leaving tells whether Leave or Start was called.
func (d *Drain) Leaving() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.leaving || d.draining
}

// EndWaits ends Started for requests that only wait, and refuses nothing: for a server that takes no more connections.
func (d *Drain) EndWaits() { d.start() }

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
