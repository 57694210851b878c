package run

import (
	"context"
	"sync"
	"time"
)

// togetherMost is how many are served at once: what one transaction writes keeps others from their runs meanwhile.
const togetherMost = 50

// together serves those who come at the same time with one call, which is one transaction instead of many. Who comes while nobody is
// served is served at once, or waits a while for others who are expected; who comes meanwhile is served with all others who do.
type together[T comparable, R any] struct {
	serve    func(ctx context.Context, list []T) ([]R, error)
	patience time.Duration // with those who are expected
	mu       sync.Mutex
	busy     bool // somebody serves, or waits for who is expected
	waiting  []*companion[T, R]
	expected map[T]bool
	gathered chan struct{} // closed when nobody else is worth waiting for; nil: nobody waits for that
}

type companion[T comparable, R any] struct {
	in   T
	out  R
	told chan companionship // what has become of them, or what they are to do
}

type companionship int

const (
	wasServed   companionship = iota
	servesAll                 // who waits, themselves among them
	servesAlone               // what was tried for all failed
)

// do serves one, perhaps with others and under the context of another: a failure of theirs is nobody else's, each then tries by itself.
func (g *together[T, R]) do(ctx context.Context, in T) (out R, err error) {
	me := &companion[T, R]{in: in, told: make(chan companionship, 1)}
	until := time.Now().Add(g.patience)
	g.mu.Lock()
	g.waiting = append(g.waiting, me)
	g.missNoMore(in)
	if g.busy {
		g.mu.Unlock()
		switch <-me.told {
		case wasServed:
			return me.out, nil
		case servesAlone:
			return g.alone(ctx, in)
		case servesAll:
		}
		g.mu.Lock()
	}
	g.busy = true
	g.gather(ctx, until)
	n := min(len(g.waiting), togetherMost)
	list := g.waiting[:n:n]
	g.waiting = g.waiting[n:]
	g.mu.Unlock()
	if n == 1 {
		defer g.next()
		return g.alone(ctx, in)
	}
	failed := g.serveAll(ctx, list)
	g.next()
	if failed {
		return g.alone(ctx, in)
	}
	return me.out, nil
}

// expect lets others wait for one who will come, or will be forgotten.
func (g *together[T, R]) expect(in T) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.expected == nil {
		g.expected = map[T]bool{}
	}
	g.expected[in] = true
}

func (g *together[T, R]) forget(in T) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.missNoMore(in)
}

func (g *together[T, R]) missNoMore(in T) {
	delete(g.expected, in)
	if g.gathered != nil && g.complete() {
		close(g.gathered)
		g.gathered = nil
	}
}

// complete tells that nobody else is worth waiting for.
func (g *together[T, R]) complete() bool {
	return len(g.expected) == 0 || len(g.waiting) >= togetherMost
}

// gather waits for those who are expected, with g locked before and afterwards.
func (g *together[T, R]) gather(ctx context.Context, until time.Time) {
	patience := time.Until(until)
	if g.complete() || patience <= 0 {
		return
	}
	gathered := make(chan struct{})
	g.gathered = gathered
	g.mu.Unlock()
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-gathered:
	case <-timer.C:
	case <-ctx.Done():
	}
	g.mu.Lock()
	g.gathered = nil
}

// serveAll serves a list and tells all but the first, who does it.
func (g *together[T, R]) serveAll(ctx context.Context, list []*companion[T, R]) (failed bool) {
	in := make([]T, len(list))
	for i, c := range list {
		in[i] = c.in
	}
	out, err := g.call(ctx, in)
	for i, c := range list {
		told := servesAlone
		if err == nil {
			c.out, told = out[i], wasServed
		}
		if i > 0 {
			c.told <- told
		}
	}
	return err != nil
}

// next lets the first of those who wait serve.
func (g *together[T, R]) next() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.busy = len(g.waiting) > 0; g.busy {
		g.waiting[0].told <- servesAll
	}
}

func (g *together[T, R]) alone(ctx context.Context, in T) (one R, err error) {
	out, err := g.call(ctx, []T{in})
	if err != nil {
		return one, err
	}
	return out[0], nil
}

func (g *together[T, R]) call(ctx context.Context, list []T) (out []R, err error) {
	defer recovered(&err)
	return g.serve(ctx, list)
}
