package turn_test

import (
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"renown/internal/floor/turn"
)

// All are done, so many at once and no more, whatever becomes of some; the first failure is told, and a panic is one,
// with where it happened.
func TestSeverally(t *testing.T) {
	t.Parallel()
	failed := errors.New("failed")
	for _, c := range []struct {
		n, atOnce, fails, panics, most int
	}{
		{0, 2, -1, -1, 0},
		{1, 2, -1, -1, 1},
		{5, 1, -1, -1, 1},
		{5, 2, -1, -1, 2},
		{5, 9, -1, -1, 5},
		{5, 2, 3, -1, 2},
		{5, 1, 4, 3, 1},
		{5, 2, 3, 4, 2},
	} {
		synctest.Test(t, func(t *testing.T) {
			var now, most, done atomic.Int64
			err := turn.Severally(c.n, c.atOnce, func(i int) error {
				now.Add(1)
				<-time.After(time.Second) // all who begin at once have begun
				most.Store(max(most.Load(), now.Load()))
				<-time.After(time.Second)
				now.Add(-1)
				done.Add(1)
				switch i {
				case c.fails:
					return failed
				case c.panics:
					panic("no")
				}
				return nil
			})
			var p *turn.Panic
			first := c.fails >= 0 && (c.panics < 0 || c.fails < c.panics)
			if errors.Is(err, failed) != first || errors.As(err, &p) != (c.panics >= 0 && !first) || p != nil &&
				!strings.Contains(p.Error(), "severally_test.go") {
				t.Errorf("%+v: %v", c, err)
			}
			if int(done.Load()) != c.n || int(most.Load()) != c.most {
				t.Errorf("%+v: %d done, %d at once", c, done.Load(), most.Load())
			}
		})
	}
}
