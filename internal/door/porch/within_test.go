package porch_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"renown/internal/door/porch"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

type withinKey struct{}

// However the end of it is learned of, and by whomever: it is that of context.WithTimeout.
func TestWithin(t *testing.T) {
	t.Parallel()
	ways := map[string]func(context.Context) error{
		"asked": context.Context.Err,
		"awaited": func(ctx context.Context) error {
			<-ctx.Done()
			return ctx.Err()
		},
		"awaited by a child": func(ctx context.Context) error {
			child, cancel := context.WithCancel(ctx)
			defer cancel()
			<-child.Done()
			return context.Cause(child)
		},
	}
	ends := map[string]struct {
		end  func(outer, inner context.CancelFunc)
		want error
	}{
		"by its time":      {func(_, _ context.CancelFunc) { <-time.After(time.Minute) }, context.DeadlineExceeded},
		"by its cancel":    {func(_, inner context.CancelFunc) { inner() }, context.Canceled},
		"by what it is in": {func(outer, _ context.CancelFunc) { outer() }, context.Canceled},
	}
	for how, learn := range ways {
		for name, e := range ends {
			for _, before := range []bool{true, false} {
				synctest.Test(t, func(t *testing.T) {
					outer, cancelOuter := context.WithCancel(context.WithValue(t.Context(), withinKey{}, "kept"))
					defer cancelOuter()
					ctx, cancel := porch.Within(outer, time.Minute)
					defer cancel()
					must.Do(t, ctx.Err())
					if at, ok := ctx.Deadline(); !ok || time.Until(at) != time.Minute || ctx.Value(withinKey{}) != "kept" {
						t.Fatal(at, ok, ctx.Value(withinKey{}))
					}
					got := make(chan error, 1)
					if before && how != "asked" {
						go func() { got <- learn(ctx) }()
						synctest.Wait()
						e.end(cancelOuter, cancel)
					} else {
						e.end(cancelOuter, cancel)
						got <- learn(ctx)
					}
					if err := <-got; !errors.Is(err, e.want) {
						t.Errorf("%s, %s, before %v: %v, want %v", how, name, before, err, e.want)
					}
					expect.Equal(t, ctx.Value(withinKey{}), "kept", "a value is lost")
				})
			}
		}
	}
}
