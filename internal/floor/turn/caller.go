package turn

import (
	"context"
	"strings"
)

// Caller is on whose behalf something is done.
type Caller struct {
	Who string
	// Pause gives up what the caller has while it waits for something else; the function it returns takes it again, at once. Nil:
	// there is nothing to give up.
	Pause func() (resume func())
	// Leave gives up all that the caller has, its place among requests included, while an outside service is waited
	// for that may take long; the function it returns waits to be let in again. Nil: there is nothing to give up.
	Leave func() (back func(ctx context.Context) error)
	// Turns are those that Work takes. Nil: the caller has its turn already, or needs none.
	Turns *Queue
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

// Account names an account as a caller, whatever door its requests come to.
func Account(id string) string { return accountPrefix + id }

const accountPrefix = "account:"

// Names tells whether who is how Account names an account.
func Names(who, account string) bool {
	id, ok := strings.CutPrefix(who, accountPrefix)
	return ok && id == account
}

// Jobs names what is done for an account in the background: a caller of its own, so that requests do not wait for
// jobs.
func Jobs(account string) string { return "jobs:" + account }

// For carries on whose behalf work in the background goes on.
func For(ctx context.Context, who string) context.Context {
	c := Of(ctx)
	c.Who = who
	return With(ctx, c)
}

// Outside calls fn, which waits for an outside service; meanwhile the caller has nothing that others wait for. It
// fails only when ctx ends before the caller was let in again: fn was called then.
func Outside(ctx context.Context, fn func()) error {
	back := func(context.Context) error { return nil }
	if leave := Of(ctx).Leave; leave != nil {
		back = leave()
	}
	fn()
	return back(ctx)
}

// Work computes something in a turn of the caller's: in the background that is one among those of requests. It fails only when ctx
// ends before fn began. fn waits for nothing.
func Work(ctx context.Context, fn func()) error {
	c := Of(ctx)
	if c.Turns == nil {
		fn()
		return nil
	}
	mine, ok := c.Turns.Take(ctx, c.Who)
	if !ok {
		return context.Cause(ctx)
	}
	defer c.Turns.Give(mine)
	fn()
	return nil
}
