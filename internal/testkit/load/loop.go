package main

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"
)

// outstanding bounds the requests of an open loop that wait for their answers: a connection each. When all are taken
// the next one starts late, and its latency counts from when it was due.
const outstanding = 4000

// shoot sends a request and counts it from the given time on.
func (d *driver) shoot(ctx context.Context, s shot, from time.Time, t *tally) {
	code, body, err := d.send(ctx, s)
	if s.then != nil {
		s.then(code, body)
	}
	if ctx.Err() != nil {
		return // nobody waits for it any more
	}
	t.add(s.group, code, err, time.Since(from))
}

// closed has each client ask again as soon as it was answered.
func (d *driver) closed(ctx context.Context, clients int, length time.Duration) *tally {
	t := newTally()
	var group sync.WaitGroup
	for n := range clients {
		group.Go(func() {
			for m := d.mix(uint64(n)); time.Since(t.began) < length && ctx.Err() == nil; {
				d.shoot(ctx, m.next(), time.Now(), t)
			}
		})
	}
	group.Wait()
	t.end()
	return t
}

// arrivals are the times of a phase's requests after its beginning: as many as the rate says, independent of each other.
func arrivals(rate float64, length time.Duration, seed uint64) []time.Duration {
	random := rand.New(rand.NewPCG(seed, 1<<32))
	var list []time.Duration
	for at := 0.0; ; {
		at += random.ExpFloat64() / rate
		due := time.Duration(at * float64(time.Second))
		if due >= length {
			return list
		}
		list = append(list, due)
	}
}

// opened sends requests when they are due, whatever has become of the ones before.
func (d *driver) opened(ctx context.Context, rate float64, length time.Duration) *tally {
	due := arrivals(rate, length, d.seed)
	m := d.mix(1 << 33)
	places := make(chan struct{}, outstanding)
	t := newTally()
	var group sync.WaitGroup
	for _, at := range due {
		from := t.began.Add(at)
		if wait := time.Until(from); wait > 0 {
			select {
			case <-time.After(wait):
			case <-ctx.Done():
			}
		}
		select {
		case places <- struct{}{}:
		case <-ctx.Done():
		}
		if ctx.Err() != nil {
			break
		}
		s := m.next()
		group.Go(func() {
			d.shoot(ctx, s, from, t)
			<-places
		})
	}
	group.Wait()
	t.end()
	return t
}
