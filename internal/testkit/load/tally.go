package main

import (
	"errors"
	"net"
	"sync"
	"time"
)

// tally counts what became of the requests of a phase.
type tally struct {
	began time.Time
	took  time.Duration

	mu     sync.Mutex
	groups [groups]histogram
	errors map[string]int64 // other refusals and failures, by what they are
	codes  map[int]int64    // codes of answers that are no success
	peak   int64            // of connections
	used   usage            // by the server
}

func newTally() *tally {
	return &tally{began: time.Now(), errors: map[string]int64{}, codes: map[int]int64{}}
}

func (t *tally) end() { t.took = time.Since(t.began) }

// add counts one answer. The latency of a refusal is told apart from that of success; what failed otherwise has none.
func (t *tally) add(g group, code int, err error, latency time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case err != nil || code == noAnswer:
		t.errors[kind(err)]++
	case code == 0:
		t.groups[g].add(latency)
	case code == tooFrequent || code == unavailable:
		t.groups[refused].add(latency)
		t.codes[code]++
	default:
		t.codes[code]++
	}
}

func kind(err error) string {
	var timeout net.Error
	switch {
	case err == nil:
		return "no envelope"
	case errors.As(err, &timeout) && timeout.Timeout():
		return "timed out"
	}
	return "no answer"
}

// succeeded joins the groups of the mix.
func (t *tally) succeeded() *histogram {
	all := new(histogram)
	for g := range refused {
		all.join(&t.groups[g])
	}
	return all
}

// requests counts everything that was sent and came to an end.
func (t *tally) requests() int64 {
	n := t.succeeded().n
	for _, count := range t.codes {
		n += count
	}
	for _, count := range t.errors {
		n += count
	}
	return n
}

// throughput is successes a second.
func (t *tally) throughput() float64 { return float64(t.succeeded().n) / t.took.Seconds() }
