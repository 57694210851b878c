package storetest

import (
	"sync"
	"time"
)

// Clock is a clock that stands still until it is set. It is safe for use by many goroutines.
type Clock struct {
	mu  sync.Mutex
	now time.Time
}

// Start is where every new Clock stands: a Monday, 10:00 in Beijing.
var Start = time.Date(2026, time.January, 5, 2, 0, 0, 0, time.UTC)

// NewClock returns a clock that stands at Start.
func NewClock() *Clock { return &Clock{now: Start} }

// Now is the time the clock shows.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Set moves the clock to t, forward or back.
func (c *Clock) Set(t time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = t
}

// Advance moves the clock by d and returns the new time.
func (c *Clock) Advance(d time.Duration) time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
	return c.now
}
