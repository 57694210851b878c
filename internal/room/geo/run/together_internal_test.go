package run

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// Who comes alone is served at once; who comes meanwhile is served together; what fails for all is tried by each, and a panic is a failure.
func TestTogether(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var calls []int
		g := together[int, int]{serve: func(_ context.Context, list []int) ([]int, error) {
			mu.Lock()
			calls = append(calls, len(list))
			mu.Unlock()
			<-time.After(time.Second)
			out := make([]int, len(list))
			for i, in := range list {
				if in == 13 {
					panic("no")
				}
				out[i] = 2 * in
			}
			return out, nil
		}}
		serve := func(list ...int) (failed []int) {
			results := make(chan int, len(list))
			for _, in := range list {
				go func() {
					out, err := g.do(t.Context(), in)
					if err == nil && out == 2*in {
						in = 0
					} else if !errors.Is(err, errPanicked) {
						t.Errorf("%d gave %d, %v", in, out, err)
					}
					results <- in
				}()
				synctest.Wait() // they come in this order
			}
			for range list {
				if in := <-results; in != 0 {
					failed = append(failed, in)
				}
			}
			return failed
		}
		many := make([]int, togetherMost+2)
		for i := range many {
			many[i] = 100 + i
		}
		for _, c := range []struct {
			come, calls, failed []int
		}{
			{[]int{1}, []int{1}, nil},
			{[]int{1, 2, 3, 4}, []int{1, 3}, nil},
			{[]int{1, 2, 13, 4}, []int{1, 3, 1, 1, 1}, []int{13}},
			{[]int{13}, []int{1}, []int{13}},
			{many, []int{1, togetherMost, 1}, nil},
		} {
			calls = nil
			if failed := serve(c.come...); !slices.Equal(failed, c.failed) || !slices.Equal(calls, c.calls) || g.busy || len(g.waiting) > 0 {
				t.Errorf("%v: calls for %v, failed %v, busy %v, %d wait", c.come, calls, failed, g.busy, len(g.waiting))
			}
		}
	})
}
