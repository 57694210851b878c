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

// Who is expected is waited for, until they come, are forgotten, or patience is over; a caller who gives up serves at once.
func TestTogetherExpects(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var calls [][]int
		g := together[int, int]{patience: time.Second, serve: func(_ context.Context, list []int) ([]int, error) {
			calls = append(calls, list)
			return list, nil
		}}
		var group sync.WaitGroup
		come := func(ctx context.Context, in int) {
			group.Go(func() {
				if out, err := g.do(ctx, in); out != in || err != nil {
					t.Errorf("%d gave %d, %v", in, out, err)
				}
			})
			synctest.Wait()
		}
		stopped, stop := context.WithCancel(t.Context())
		stop()
		for _, c := range []struct {
			name   string
			follow func()
			calls  [][]int
			took   time.Duration
		}{
			{"they come", func() { come(t.Context(), 2); come(t.Context(), 3) }, [][]int{{1, 2, 3}}, 0},
			{"one is forgotten", func() { come(t.Context(), 3); g.forget(2); g.forget(2) }, [][]int{{1, 3}}, 0},
			{"one is late", func() { come(t.Context(), 2) }, [][]int{{1, 2}}, time.Second},
		} {
			calls = nil
			for in := range 3 {
				g.expect(in + 1)
			}
			began := time.Now()
			come(t.Context(), 1)
			c.follow()
			group.Wait()
			for in := range 3 {
				g.forget(in + 1)
			}
			if took := time.Since(began); !slices.EqualFunc(calls, c.calls, slices.Equal) || took != c.took || g.busy || len(g.waiting) > 0 {
				t.Errorf("%s: calls for %v after %v", c.name, calls, took)
			}
		}
		g.expect(1)
		g.expect(2)
		calls = nil
		come(stopped, 1)
		if g.forget(2); !slices.EqualFunc(calls, [][]int{{1}}, slices.Equal) {
			t.Errorf("who gives up made calls for %v", calls)
		}
	})
}
