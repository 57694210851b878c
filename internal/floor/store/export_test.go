package store

import "time"

// WithBusyTimeout shortens the wait for another process's writer.
func WithBusyTimeout(d time.Duration) Option { return func(s *settings) { s.busy = d } }
