package limit

import (
	"context"
	"sync"
	"time"

	"renown/internal/floor/store"
)

// leased takes requests from a shared backend several at a time and hands them out one by one, so that most cost no statement. No
// more are allowed over all processes than by the backend itself, but for what a process took earlier and uses later: at most a
// leaseShare of the burst each.
type leased struct {
	shared backend

	mu     sync.Mutex
	leases map[string]*lease
}

const (
	leaseShare = 20     // what part of the burst is taken at a time
	leasesMost = 50_000 // keys for which something is kept; beyond it all is let go, which allows less, never more
)

// lease is what a process has in hand for a key.
type lease struct {
	left    int
	refused time.Time // until when it knows that there is nothing to take
}

// NewLeased is New for limits that are asked about often and need not tell how much is left: one statement decides about several
// requests, and refusals are remembered.
func NewLeased(db *store.DB) *Limiter {
	if db.Dialect() == store.Postgres {
		return &Limiter{&leased{shared: newShared(db), leases: map[string]*lease{}}}
	}
	return New(db)
}

func (l *leased) allow(ctx context.Context, key string, p pace) (Decision, error) {
	if d, known := l.inHand(key); known {
		return d, nil
	}
	several := max(1, p.burst/leaseShare)
	d, err := l.shared.allow(ctx, key, pace{interval: p.interval * several, burst: p.burst, window: p.window})
	if err == nil && !d.Allowed && several > 1 { // there may be fewer
		several = 1
		d, err = l.shared.allow(ctx, key, p)
	}
	if err != nil {
		return d, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	kept := l.of(key)
	if d.Allowed {
		kept.left += int(several) - 1
	} else {
		kept.refused = time.Now().Add(d.RetryAfter)
	}
	return d, nil
}

// inHand decides by what this process knows.
func (l *leased) inHand(key string) (Decision, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	kept := l.leases[key]
	if kept == nil {
		return Decision{}, false
	}
	if kept.left > 0 {
		kept.left--
		return Decision{Allowed: true}, true
	}
	if wait := time.Until(kept.refused); wait > 0 {
		return Decision{RetryAfter: wait}, true
	}
	return Decision{}, false
}

func (l *leased) of(key string) *lease {
	kept := l.leases[key]
	if kept == nil {
		if len(l.leases) >= leasesMost {
			clear(l.leases)
		}
		kept = &lease{}
		l.leases[key] = kept
	}
	return kept
}

func (l *leased) forget(ctx context.Context, key string) error {
	l.mu.Lock()
	delete(l.leases, key)
	l.mu.Unlock()
	return l.shared.forget(ctx, key)
}
