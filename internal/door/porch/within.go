package porch

import (
	"context"
	"sync"
	"time"
)

// Within is context.WithTimeout for work that mostly is done without waiting: its timer is set when Done is first
// called. It ends no later than ctx.
func Within(ctx context.Context, most time.Duration) (context.Context, context.CancelFunc) {
	w := &within{Context: ctx, end: time.Now().Add(most)}
	return w, w.cancel
}

type within struct {
	context.Context // that it is within
	end             time.Time

	mu    sync.Mutex
	timed context.Context // with the timer; nil: Done was not called yet
	stop  context.CancelFunc
	over  bool
}

func (w *within) cancel() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.over = true
	if w.stop != nil {
		w.stop()
	}
}

func (w *within) Deadline() (time.Time, bool) {
	if earlier, ok := w.Context.Deadline(); ok && earlier.Before(w.end) {
		return earlier, true
	}
	return w.end, true
}

func (w *within) Done() <-chan struct{} {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.timed == nil {
		w.timed, w.stop = context.WithDeadline(w.Context, w.end)
		if w.over {
			w.stop()
		}
	}
	return w.timed.Done()
}

func (w *within) Err() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case w.timed != nil:
		return w.timed.Err()
	case w.over:
		return context.Canceled
	case w.Context.Err() != nil:
		return w.Context.Err()
	case !time.Now().Before(w.end):
		return context.DeadlineExceeded
	}
	return nil
}

// Value finds the timer's context too, so that contexts made from this one end with it without a goroutine each.
func (w *within) Value(key any) any {
	w.mu.Lock()
	inner := w.Context
	if w.timed != nil {
		inner = w.timed
	}
	w.mu.Unlock()
	return inner.Value(key)
}
