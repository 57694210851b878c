package limit

import (
	"context"
	"hash/maphash"
	"maps"
	"slices"
	"strings"
	"sync"
)

const (
	shards = 64
	// keysPerShard bounds memory when keys come faster than they fall idle: about 40 MB in all. Beyond it a shard
	// forgets the half that is closest to idle, which loses least: an attacker who makes up new keys to push an
	// exhausted one out would have to exhaust each of them first.
	keysPerShard = 4096
	// firstSweep is how many keys a shard holds before it looks for idle ones.
	firstSweep = 64
)

// memory keeps arrival times in maps, spread over shards so that cores do not wait for each other.
type memory struct {
	now    func() int64 // Unix microseconds
	seed   maphash.Seed
	shards [shards]shard
}

type shard struct {
	mu    sync.Mutex
	tats  map[string]int64
	sweep int      // the size at which idle keys are looked for next
	_     [40]byte // keeps neighbours out of one cache line
}

func newMemory(now func() int64) *memory {
	m := &memory{now: now, seed: maphash.MakeSeed()}
	for i := range m.shards {
		m.shards[i].tats = map[string]int64{}
		m.shards[i].sweep = firstSweep
	}
	return m
}

func (m *memory) allow(_ context.Context, key string, p pace) (Decision, error) {
	s := &m.shards[maphash.String(m.seed, key)%shards]
	s.mu.Lock()
	defer s.mu.Unlock()
	now := m.now()
	kept, known := s.tats[key]
	tat, ok := p.next(kept, now)
	if !ok {
		return p.decision(false, kept, now), nil
	}
	if !known {
		s.makeRoom(now)
		key = strings.Clone(key) // it may be part of something large
	}
	s.tats[key] = tat
	return p.decision(true, tat, now), nil
}

// makeRoom drops keys that have regained their whole burst, which are as good as unknown. It runs each time the shard
// has doubled since, so that it costs little per request.
func (s *shard) makeRoom(now int64) {
	if len(s.tats) < s.sweep {
		return
	}
	for key, tat := range s.tats {
		if tat <= now {
			delete(s.tats, key)
		}
	}
	if len(s.tats) >= keysPerShard {
		s.forgetHalf()
	}
	s.sweep = min(keysPerShard, max(firstSweep, 2*len(s.tats)))
}

// forgetHalf drops the keys whose arrival time is nearest; half of them, so that the next search is far off.
func (s *shard) forgetHalf() {
	times := slices.Sorted(maps.Values(s.tats))
	bound := times[len(times)/2]
	for key, tat := range s.tats {
		if tat <= bound {
			delete(s.tats, key)
		}
	}
}

func (m *memory) forget(_ context.Context, key string) error {
	s := &m.shards[maphash.String(m.seed, key)%shards]
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.tats, key)
	return nil
}
