package fault

import (
	"sync"
	"time"
)

// DatabaseUnavailable is the reason of an Unavailable fault whose detail has one of the others as its reason.
const (
	DatabaseUnavailable = "database_unavailable"

	DiskFull = "disk_full"
	Away     = "away"
	Stalled  = "timeout" // it is there, and did not answer in time
)

// Outage tells the first of a row of failures from those that follow it. The row has ended once none has come for a minute.
type Outage struct {
	mu   sync.Mutex
	last time.Time
}

const outageEnds = time.Minute

// Begins notes a failure, and tells whether it is the first.
func (o *Outage) Begins() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	now := time.Now()
	first := o.last.IsZero() || now.Sub(o.last) > outageEnds
	o.last = now
	return first
}
