package turn

import "context"

// Caller is on whose behalf something is done.
type Caller struct {
	Who string
	// Pause gives up what the caller has while it waits for something else; the function it returns takes it again, at once. Nil:
	// there is nothing to give up.
	Pause func() (resume func())
}

type callerKey struct{}

// With carries the caller.
func With(ctx context.Context, c Caller) context.Context {
	return context.WithValue(ctx, callerKey{}, c)
}

// Of is the caller that ctx carries; work of the program's own has none.
func Of(ctx context.Context) Caller {
	c, _ := ctx.Value(callerKey{}).(Caller)
	return c
}
