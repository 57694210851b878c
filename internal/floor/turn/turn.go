// Package turn shares something that few can have at a time between callers, in proportion: who has had less is next, however many
// others wait and however much they ask for. It knows neither what is shared nor who callers are.
//
// The algorithm is start-time fair queueing with credit. Each caller has a start, which moves on by the time that
// their turns take while others wait, and who waits with the least start is next. The start of a caller who was away
// is put a little behind those who are served now. So a caller who asks for less than their share is next whenever
// they come, and no caller waits longer than it takes all others to have as much.
package turn

import (
	"context"
	"math"
	"sync"
	"time"
)

const (
	// guess is how long a turn is taken to last until it is known: a crowd of one caller's is not taken for nothing meanwhile.
	guess = 20 * time.Millisecond
	// credit is how much of what a caller left to others they can have again before them.
	credit = 250 * time.Millisecond
	// acquaintance is how long a caller is known before they can be one who uses little: of new ones it is unknown.
	acquaintance = 10 * time.Second
	// little is what such a caller has of that time at most.
	little = acquaintance / 20
	// firstSweep is how many callers are remembered before the idle ones are looked for.
	firstSweep = 1024
)

// Queue hands out turns. It is safe for use by many goroutines.
type Queue struct {
	mu      sync.Mutex
	turns   int
	free    int // less than 0 while more turns are taken than there are
	most    int // that may wait
	ahead   int // turns besides, for callers who use little
	waiting []*waiter
	now     time.Duration // the farthest start of who was served
	callers map[string]*caller
	sweep   int // the number of callers at which idle ones are looked for next
}

type waiter struct {
	who   string
	ready chan Turn // the turn that is theirs; closed when they wait in vain
}

// caller records what a caller has had.
type caller struct {
	start  time.Duration // in the time of turns, not of clocks
	active int           // turns they have
	since  time.Time
	used   time.Duration // until last, turns longer ago than an acquaintance counting little
	last   time.Time
}

// New returns a queue of so many turns, for which so many may wait; 0: any number.
func New(turns, waiting int) *Queue {
	if waiting == 0 {
		waiting = math.MaxInt
	}
	return &Queue{turns: turns, free: turns, most: waiting, callers: map[string]*caller{}, sweep: firstSweep}
}

// WithAhead gives so many turns besides to callers who are known to use so little that they need not wait for those who use much.
func (q *Queue) WithAhead(turns int) *Queue {
	q.ahead = turns
	return q
}

// Turn is what a caller has, until it is given back.
type Turn struct {
	who     string
	began   time.Time
	crowded bool // others waited, or would have had to
}

// Take waits for a turn until ctx ends. It is false when there was none, or when too many wait already who have had less.
func (q *Queue) Take(ctx context.Context, who string) (Turn, bool) {
	q.mu.Lock()
	if q.free > 0 || q.free > -q.ahead && q.usesLittle(who) {
		defer q.mu.Unlock()
		return q.begin(who), true
	}
	if len(q.waiting) >= q.most && !q.displace(who) {
		q.mu.Unlock()
		return Turn{}, false
	}
	w := &waiter{who: who, ready: make(chan Turn, 1)}
	q.waiting = append(q.waiting, w)
	q.mu.Unlock()
	select {
	case t, ok := <-w.ready:
		return t, ok
	case <-ctx.Done():
		return q.leave(w)
	}
}

// TryTake takes a turn if one is free.
func (q *Queue) TryTake(who string) (Turn, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.free <= 0 {
		return Turn{}, false
	}
	return q.begin(who), true
}

// Force takes a turn although none may be free: for who was let in before and holds what others wait for.
func (q *Queue) Force(who string) Turn {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.begin(who)
}

// Give gives a turn back, which goes to who has had least of those who wait.
func (q *Queue) Give(t Turn) {
	q.mu.Lock()
	defer q.mu.Unlock()
	c := q.callers[t.who]
	now := time.Now()
	took := now.Sub(t.began)
	c.start -= guess
	if t.crowded || len(q.waiting) > 0 { // else no other had to wait
		c.start += took
	}
	c.used, c.last = c.recent(now)+took, now
	c.active--
	q.free++
	for q.free > 0 && len(q.waiting) > 0 {
		next := q.first()
		q.remove(next)
		next.ready <- q.begin(next.who)
	}
	if len(q.callers) >= q.sweep {
		q.forget()
	}
}

// Waiting is how many have a turn, and how many wait for one.
func (q *Queue) Waiting() (busy, waiting int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.turns - q.free, len(q.waiting)
}

func (q *Queue) begin(who string) Turn {
	c := q.callers[who]
	if c == nil {
		c = &caller{since: time.Now()}
		q.callers[who] = c
	}
	c.start = max(c.start, q.now-credit)
	q.now = max(q.now, c.start)
	c.start += guess
	c.active++
	q.free--
	return Turn{who, time.Now(), q.free < 0 || len(q.waiting) > 0}
}

// leave ends a wait in vain, unless the turn came at the same moment.
func (q *Queue) leave(w *waiter) (Turn, bool) {
	q.mu.Lock()
	q.remove(w)
	q.mu.Unlock()
	select {
	case t, ok := <-w.ready:
		if ok {
			q.Give(t)
		}
	default:
	}
	return Turn{}, false
}

func (q *Queue) remove(w *waiter) {
	for i, other := range q.waiting {
		if other == w {
			q.waiting = append(q.waiting[:i], q.waiting[i+1:]...)
			return
		}
	}
}

// displace makes room for a caller by sending away the last of those waiting who have had most, if that is more.
func (q *Queue) displace(who string) bool {
	var worst *waiter
	for _, w := range q.waiting {
		if worst == nil || q.start(w.who) >= q.start(worst.who) {
			worst = w
		}
	}
	if worst == nil || q.start(worst.who) <= q.start(who) {
		return false
	}
	q.remove(worst)
	close(worst.ready)
	return true
}

// first finds who has had least of those who wait, and has waited longest among equals.
func (q *Queue) first() (first *waiter) {
	for _, w := range q.waiting {
		if first == nil || q.start(w.who) < q.start(first.who) {
			first = w
		}
	}
	return first
}

func (q *Queue) start(who string) time.Duration {
	if c := q.callers[who]; c != nil {
		return max(c.start, q.now-credit)
	}
	return q.now - credit
}

// usesLittle tells whether a caller is known to have had little lately, whether others waited or not.
func (q *Queue) usesLittle(who string) bool {
	c := q.callers[who]
	return c != nil && time.Since(c.since) >= acquaintance && c.recent(time.Now())+time.Duration(c.active)*guess <= little
}

// recent is how much a caller has had lately.
func (c *caller) recent(now time.Time) time.Duration {
	return time.Duration(float64(c.used) * math.Exp(-float64(now.Sub(c.last))/float64(acquaintance)))
}

// forget drops callers who are as good as new: all when none waits, because then their use delayed no other.
func (q *Queue) forget() {
	for who, c := range q.callers {
		if c.active == 0 && (len(q.waiting) == 0 || c.start <= q.now-credit) {
			delete(q.callers, who)
		}
	}
	q.sweep = max(firstSweep, 2*len(q.callers))
}
