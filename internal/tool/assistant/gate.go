package assistant

import (
	"cmp"
	"context"

	"golang.org/x/time/rate"
)

// gate keeps us within what a platform allows: so many questions at once, so many requests a minute.
type gate struct {
	places chan struct{} // nil: any number
	pace   *rate.Limiter // nil: any speed
}

func newGate(concurrency, perMinute int) gate {
	var g gate
	if concurrency > 0 {
		g.places = make(chan struct{}, concurrency)
	}
	if perMinute > 0 {
		// A burst of one spaces requests evenly: any minute holds at most one more than allowed.
		g.pace = rate.NewLimiter(rate.Limit(float64(perMinute)/60), 1)
	}
	return g
}

func (g gate) enter(ctx context.Context) (leave func(), err error) {
	if err := ctx.Err(); err != nil {
		return nil, &Fault{Class: Canceled, Cause: context.Cause(ctx)}
	}
	if g.places == nil {
		return func() {}, nil
	}
	select {
	case g.places <- struct{}{}:
		return func() { <-g.places }, nil
	case <-ctx.Done():
		return nil, &Fault{Class: Canceled, Cause: context.Cause(ctx)}
	}
}

func (g gate) wait(ctx context.Context) error {
	if g.pace == nil {
		return nil
	}
	if err := g.pace.Wait(ctx); err != nil {
		// The limiter refuses at once when the caller's deadline comes before the turn.
		return &Fault{Class: Canceled, Cause: cmp.Or(context.Cause(ctx), err)}
	}
	return nil
}
