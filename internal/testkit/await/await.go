// Package await lets a test wait for what nothing tells it of: the state of another process, of a page, of rows that a worker
// writes. Every wait has a limit. Where there is a channel to receive from, a clock to set or a synctest bubble, use that.
package await

import (
	"context"
	"iter"
	"time"
)

// Pauses between looks grow from the first to the longest: what comes soon is seen soon, what takes long is not in the way.
const (
	firstPause   = time.Millisecond
	longestPause = 50 * time.Millisecond
)

// Tester is the part of testing.TB, and of rapid's T, that a wait needs.
type Tester interface {
	Helper()
	Fatalf(format string, args ...any)
}

// True waits until ok, which must come true without a push.
func True(t Tester, within time.Duration, what string, ok func() bool) {
	t.Helper()
	for range Looks(within) {
		if ok() {
			return
		}
	}
	t.Fatalf("not in %v: %s", within, what)
}

// Looks yields at once and then again after each pause. It ends with a look at or after the limit, so that a machine that
// stood still meanwhile does not fail a test.
func Looks(within time.Duration) iter.Seq[time.Duration] {
	return func(yield func(time.Duration) bool) {
		begun, pause := time.Now(), firstPause
		timer := time.NewTimer(0)
		defer timer.Stop()
		for {
			<-timer.C
			passed := time.Since(begun)
			if !yield(passed) || passed >= within {
				return
			}
			timer.Reset(pause)
			pause = min(2*pause, longestPause)
		}
	}
}

// Pause lets time pass, less when ctx ends. It is the pace of those who make load and of those who kill, and the time for which
// something must not happen; a test that waits for something uses True.
func Pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
