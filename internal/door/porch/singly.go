package porch

import (
	"sync"
	"time"

	"renown/internal/floor/fault"
)

// Singly lets each account have one long piece of work under way at a time in this process, whichever door it came through: an
// export reads much, and its client may be slow.
type Singly struct{ busy sync.Map }

// busyWait is when to try again.
const busyWait = 10 * time.Second

// Begin takes an account's place and returns what gives it back, or the fault that says to wait.
func (s *Singly) Begin(userID string) (end func(), err error) {
	if _, running := s.busy.LoadOrStore(userID, true); running {
		return nil, fault.New(fault.TooFrequent).Why("export_running").After(busyWait)
	}
	return func() { s.busy.Delete(userID) }, nil
}
