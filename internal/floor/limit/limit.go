// Package limit decides whether a caller may go on now: so many requests a minute for each key, with a burst.
// It knows neither what a key stands for nor what a refusal looks like.
//
// The algorithm is GCRA: one number per key, the theoretical arrival time of the next request. On PostgreSQL the numbers
// are kept in the database and judged by its clock, so that they are exact over all processes. With SQLite there is one
// serving process, and they are kept in memory: exact there, and forgotten when it restarts, which forgives at most one
// burst for each key.
package limit

import (
	"context"
	"time"

	"renown/internal/floor/store"
)

// Rate is how often something may happen.
type Rate struct {
	PerMinute int // sustained; 0 or less: no limit
	Burst     int // at once, after a pause; at least 1
}

// Decision is the answer for one request.
type Decision struct {
	Allowed    bool
	Limit      int           // the burst: what Remaining counts down from
	Remaining  int           // requests that would be allowed at once from here
	ResetAfter time.Duration // until the whole burst is available again
	RetryAfter time.Duration // until the next request is allowed; 0 when this one was
}

// Limiter is safe for use by many goroutines.
type Limiter struct {
	backend backend
}

type backend interface {
	allow(ctx context.Context, key string, p pace) (Decision, error)
	forget(ctx context.Context, key string) error
}

// New returns a limiter that keeps its numbers in db when that is PostgreSQL, else in memory under db's clock.
func New(db *store.DB) *Limiter {
	if db.Dialect() == store.Postgres {
		return &Limiter{newShared(db)}
	}
	return &Limiter{newMemory(func() int64 { return db.Now().UnixMicro() })}
}

// Allow counts one request for key and decides about it. A refused request is not counted.
// A key must always be asked about with the same rate.
func (l *Limiter) Allow(ctx context.Context, key string, rate Rate) (Decision, error) {
	if rate.PerMinute <= 0 {
		return Decision{Allowed: true}, nil
	}
	return l.backend.allow(ctx, key, newPace(rate))
}

// Slow is a rate below one a minute.
type Slow struct {
	Every time.Duration // between requests at the sustained rate
	Burst int           // at once, after a pause; at least 1
}

// AllowSlow is Allow for such a rate.
func (l *Limiter) AllowSlow(ctx context.Context, key string, rate Slow) (Decision, error) {
	return l.backend.allow(ctx, key, paceOf(rate.Every.Microseconds(), rate.Burst))
}

// Forget gives a key its whole burst back.
func (l *Limiter) Forget(ctx context.Context, key string) error { return l.backend.forget(ctx, key) }

// pace is a rate in microseconds.
type pace struct {
	interval int64 // between requests at the sustained rate, rounded up
	burst    int64
	window   int64 // how far the arrival time may lie ahead: interval × burst
}

// strayLimit in microseconds is how much farther ahead than possible an arrival time may lie before it is taken for the
// work of a clock that was set back, and forgotten. Times read before waiting for a lock lie ahead by that wait.
const strayLimit = 60e6

func newPace(r Rate) pace {
	perMinute := int64(r.PerMinute)
	return paceOf((60e6+perMinute-1)/perMinute, r.Burst)
}

func paceOf(interval int64, burst int) pace {
	p := pace{interval: interval, burst: int64(max(1, burst))}
	p.window = p.interval * p.burst
	return p
}

// next judges a request at now and returns the arrival time to keep if it is allowed.
func (p pace) next(tat, now int64) (int64, bool) {
	if tat < now || tat > now+p.window+strayLimit {
		tat = now
	}
	tat += p.interval
	return tat, tat-now <= p.window
}

// decision describes the state after a request: tat is the arrival time kept.
func (p pace) decision(allowed bool, tat, now int64) Decision {
	ahead := max(0, tat-now)
	d := Decision{Allowed: allowed, Limit: int(p.burst), ResetAfter: time.Duration(ahead) * time.Microsecond}
	if allowed {
		d.Remaining = int((p.window - ahead) / p.interval)
		return d
	}
	d.RetryAfter = time.Duration(max(1, ahead+p.interval-p.window)) * time.Microsecond
	return d
}
