// Package worker is the door through which jobs come in: one file per kind, each decoding its arguments, making one call
// of a domain method, and saying what an error means. It knows nothing of the queue that delivers them.
package worker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// Job is one kind of work, as it is registered with the queue. Its name is kept in the database and never changed.
type Job struct {
	Kind        string
	Workers     int // at the same time in one process
	Timeout     time.Duration
	MaxAttempts int
	Handle      func(ctx context.Context, args json.RawMessage) error
}

// ErrGiveUp marks an error that trying again cannot mend. Any other error is tried again.
var ErrGiveUp = errors.New("not worth trying again")

// Later asks for the job to be delivered again after a while; the attempt does not count.
type Later struct{ Wait time.Duration }

func (l Later) Error() string { return "again in " + l.Wait.String() }

// handle decodes the arguments; what cannot be decoded now never will.
func handle[T any](do func(ctx context.Context, args T) error) func(context.Context, json.RawMessage) error {
	return func(ctx context.Context, raw json.RawMessage) error {
		var args T
		if err := json.Unmarshal(raw, &args); err != nil {
			return fmt.Errorf("%w: arguments: %w", ErrGiveUp, err)
		}
		return do(ctx, args)
	}
}
