package run

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"time"
)

// slotWaiters are the executions of this process that wait for a slot, by platform. A slot that is freed here is offered to
// the first of them at once; those that other processes free are found by looking again.
type slotWaiters struct {
	mu      sync.Mutex
	waiting map[string][]chan struct{}
}

// wait returns when it is worth looking again: after d and a little more, so that a crowd comes apart, or when a slot is offered.
func (s *slotWaiters) wait(ctx context.Context, platform string, d time.Duration) error {
	offer := make(chan struct{}, 1)
	s.mu.Lock()
	s.waiting[platform] = append(s.waiting[platform], offer)
	s.mu.Unlock()
	timer := time.NewTimer(d + rand.N(fullWait))
	defer timer.Stop()
	select {
	case <-offer:
		return nil
	case <-timer.C:
	case <-ctx.Done():
	}
	s.mu.Lock()
	s.waiting[platform] = slices.DeleteFunc(s.waiting[platform], func(c chan struct{}) bool { return c == offer })
	s.mu.Unlock()
	if ctx.Err() != nil && len(offer) > 0 {
		s.wake(platform) // ours came at the last moment
	}
	return ctx.Err()
}

// wake wakes the first that waits for a platform.
func (s *slotWaiters) wake(platform string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if list := s.waiting[platform]; len(list) > 0 {
		list[0] <- struct{}{}
		s.waiting[platform] = list[1:]
	}
}
