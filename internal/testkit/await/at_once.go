package await

import "sync"

// AtOnce does the work n times, all let go in one moment, and waits for the last.
func AtOnce(n int, work func(i int)) {
	start := make(chan struct{})
	var group sync.WaitGroup
	for i := range n {
		group.Go(func() {
			<-start
			work(i)
		})
	}
	close(start)
	group.Wait()
}

// Errors is AtOnce for work that may fail: the i-th error is that of the i-th.
func Errors(n int, work func(i int) error) []error {
	failed := make([]error, n)
	AtOnce(n, func(i int) { failed[i] = work(i) })
	return failed
}
