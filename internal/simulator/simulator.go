// Package simulator serves the wire protocols of the assistants from memory: for demos, tests and load.
//
// An answer follows from (seed, day, platform, question, what is known) alone and is marked as simulated in its model name. What it
// says is decided by package world; how it is said stands in the files of data. The package writes the documented shapes by
// itself and shares no code with the decoders, so that one can be tested against the other. It stores nothing but a bounded log
// of what it was asked.
package simulator

import (
	"context"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"renown/internal/simulator/world"
	"renown/internal/tool/assistant"
)

// Options of a simulator. The zero value answers at once, without faults, for every platform the program knows.
type Options struct {
	Platforms []*assistant.Platform // default: the embedded catalogue, spare entries included
	Seed      uint64
	Brands    []Brand // known for every subject
	// Market is what is known beside them for the subject of a question alone. May be nil.
	Market func(ctx context.Context, subject string) world.Market
	// Overlay is set for brands of these names, where a market holds them.
	Overlay []Brand
	// Clock dates the answers: brands drift, articles are found and forgotten, models change. Nil: time stands still.
	Clock func() time.Time
	// Parameters of the world; nil: the embedded ones.
	Parameters *world.Parameters
	Latency    Latency
	Faults     Faults
	LogSize    int // requests remembered; default 100,000
	// SearchAlways makes every searched answer cite something; otherwise some do not search and some cite nothing.
	SearchAlways bool
	// Seen is told of every request when it has been understood, before it is answered.
	Seen func(Request)
}

// Brand is a name the simulator may put into answers.
type Brand = world.Brand

// Claim is what pages say of a brand.
type Claim = world.Claim

// Simulator is an http.Handler that plays every platform, and an http.RoundTripper for use without a socket.
type Simulator struct {
	options   Options
	platforms map[string]*assistant.Platform
	lasting   atomic.Pointer[world.World] // known for every subject
	latest    atomic.Pointer[prepared]
	scripts   scripts
	log       requestLog
	attempts  attempts
}

// New makes a simulator.
func New(o Options) *Simulator {
	if o.Platforms == nil {
		o.Platforms = assistant.Known().All()
	}
	if o.LogSize <= 0 {
		o.LogSize = 100_000
	}
	s := &Simulator{options: o, platforms: make(map[string]*assistant.Platform, len(o.Platforms))}
	for _, p := range o.Platforms {
		s.platforms[p.ID] = p
	}
	parameters := world.Default()
	if o.Parameters != nil {
		parameters = *o.Parameters
	}
	s.lasting.Store(world.New(parameters, world.Market{}, o.Seed))
	s.log.limit = o.LogSize
	s.attempts.counts = map[uint64]uint32{}
	s.Know(o.Brands...)
	return s
}

// Know replaces the brands the simulator names beside its own and those of a subject.
func (s *Simulator) Know(brands ...Brand) {
	m := world.Market{Brands: append([]Brand(nil), brands...)}
	m.Overlay(s.options.Overlay)
	s.change(func(w *world.World) *world.World { return world.New(w.Parameters, m, w.Seed) })
}

// Reseed changes what is answered from now on: another world of the same market.
func (s *Simulator) Reseed(seed uint64) {
	s.change(func(w *world.World) *world.World { return world.New(w.Parameters, w.Market, seed) })
}

func (s *Simulator) change(to func(*world.World) *world.World) {
	for {
		held := s.lasting.Load()
		if s.lasting.CompareAndSwap(held, to(held)) {
			return
		}
	}
}

// attempts counts how often each question was put to each platform, so that a fault may hit one attempt and not the next.
type attempts struct {
	mu     sync.Mutex
	counts map[uint64]uint32
}

// attemptLimit bounds the memory of a simulator that runs for weeks; forgetting only changes where faults fall.
const attemptLimit = 1 << 20

func (a *attempts) next(key uint64) int {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.counts) >= attemptLimit {
		clear(a.counts)
	}
	a.counts[key]++
	return int(a.counts[key]) - 1
}

// ServeHTTP plays one request. The first segment of the path names the platform.
func (s *Simulator) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if s.serveSide(w, r) {
		return
	}
	in, refusal := s.read(r)
	if refusal != nil {
		refusal.write(w)
		return
	}
	step := Step{}
	attempt := 0
	key := world.Hash(0, in.platform.ID, in.asked)
	if in.round == 1 {
		attempt = s.attempts.next(key)
		step = s.step(in, attempt)
	}
	seen := Request{
		At: time.Now(), Platform: in.platform.ID, Question: in.asked, Search: in.searching, Thinking: in.thinking,
		Round: in.round, Did: step.Do,
	}
	number := s.log.add(seen)
	if s.options.Seen != nil {
		s.options.Seen(seen)
	}
	draw := world.NewDraw(world.Hash(s.lasting.Load().Seed^uint64(attempt+1)<<32, in.platform.ID, in.asked))
	if !s.sleep(r, s.options.Latency.at(draw.Float64()), in) {
		return
	}
	s.log.answer(number, time.Now())
	s.perform(w, r, in, step)
}

// sleep waits as a platform thinks. A question of two rounds is thought about twice, half as long.
func (s *Simulator) sleep(r *http.Request, d time.Duration, in *inquiry) bool {
	if in.loop {
		d /= 2
	}
	if d <= 0 {
		return true
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-r.Context().Done():
		return false
	}
}
