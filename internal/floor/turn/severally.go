package turn

import (
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// Panic is a panic of what was done severally.
type Panic struct {
	Value any
	Stack []byte
}

func (p *Panic) Error() string { return fmt.Sprintf("panicked: %v\n%s", p.Value, p.Stack) }

// Severally calls do for the numbers below n, so many at once, and returns the error of the least of them that failed. A panic is an error.
func Severally(n, atOnce int, do func(i int) error) error {
	errs := make([]error, n)
	call := func(i int) {
		defer func() {
			if v := recover(); v != nil {
				errs[i] = &Panic{v, debug.Stack()}
			}
		}()
		errs[i] = do(i)
	}
	var next atomic.Int64
	work := func() {
		for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
			call(i)
		}
	}
	if atOnce = min(n, atOnce); atOnce <= 1 {
		work()
	} else {
		var group sync.WaitGroup
		for range atOnce {
			group.Go(work)
		}
		group.Wait()
	}
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
