package run

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"time"
)

// slotWaiters are the executions of this process that wait for a slot, and how many slots it has, by platform. A slot that is freed
// here is offered to the first of them at once; those that other processes free are found by looking again.
type slotWaiters struct {
	mu      sync.Mutex
	waiting map[string][]chan struct{}
	holds   map[string]int
}

func newSlotWaiters() slotWaiters {
	return slotWaiters{waiting: map[string][]chan struct{}{}, holds: map[string]int{}}
}

// ownWait is how soon who waits for a slot of this process looks whether it is still wanted.
const ownWait = time.Second

// wait returns when it is worth looking again: after d and a little more, so that a crowd comes apart, or when a slot is offered.
// While this process has so many slots itself there is no need to look.
func (s *slotWaiters) wait(ctx context.Context, platform string, d time.Duration, slots int) (offered bool, err error) {
	offer := make(chan struct{}, 1)
	s.mu.Lock()
	s.waiting[platform] = append(s.waiting[platform], offer)
	if slots > 0 && s.holds[platform] >= slots {
		d = ownWait
	}
	s.mu.Unlock()
	timer := time.NewTimer(d + rand.N(fullWait))
	defer timer.Stop()
	select {
	case <-offer:
		return true, nil
	case <-timer.C:
	case <-ctx.Done():
	}
	s.mu.Lock()
	s.waiting[platform] = slices.DeleteFunc(s.waiting[platform], func(c chan struct{}) bool { return c == offer })
	s.mu.Unlock()
	return len(offer) > 0, ctx.Err() // ours may have come at the last moment
}

// full tells whether this process has so many slots itself.
func (s *slotWaiters) full(platform string, slots int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slots > 0 && s.holds[platform] >= slots
}

// hold notes that this process has a slot.
func (s *slotWaiters) hold(platform string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.holds[platform]++
}

// free notes that it has left a slot, and offers it.
func (s *slotWaiters) free(platform string) {
	s.mu.Lock()
	s.holds[platform]--
	s.mu.Unlock()
	s.pass(platform)
}

// pass offers a slot to the first that waits for a platform.
func (s *slotWaiters) pass(platform string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if list := s.waiting[platform]; len(list) > 0 {
		list[0] <- struct{}{}
		s.waiting[platform] = list[1:]
	}
}
