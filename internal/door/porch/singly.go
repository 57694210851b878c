package porch

import (
	"context"
	"sync"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/limit"
)

// Singly lets each account have one long piece of work under way at a time, whichever door it came through: an export reads much,
// and its client may be slow.
type Singly struct {
	Limits *limit.Limiter // over all processes; nil: in this one

	busy sync.Map
}

const (
	busyWait = 10 * time.Second // when to try again
	// busyMost is what the work may take. That of a process that died counts as long.
	busyMost = 10 * time.Minute
)

// Begin takes an account's place and returns what gives it back, or the fault that says to wait. The work ends with the context it
// returns.
func (s *Singly) Begin(ctx context.Context, userID string) (_ context.Context, end func(), err error) {
	refused := fault.New(fault.TooFrequent).Why("export_running").After(busyWait)
	if _, running := s.busy.LoadOrStore(userID, true); running {
		return ctx, nil, refused
	}
	free := func() { s.busy.Delete(userID) }
	if s.Limits != nil {
		key := "export:" + userID
		alone, err := s.Limits.AllowSlow(ctx, key, limit.Slow{Every: busyMost, Burst: 1})
		if err == nil && !alone.Allowed {
			err = refused
		}
		if err != nil {
			free()
			return ctx, nil, err
		}
		free = func() {
			s.busy.Delete(userID)
			_ = s.Limits.Forget(context.WithoutCancel(ctx), key) // else it counts until busyMost is over
		}
	}
	ctx, cancel := context.WithTimeout(ctx, busyMost)
	return ctx, func() { cancel(); free() }, nil
}
