package turn_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"renown/internal/floor/turn"
	"renown/internal/testkit/expect"
)

// crowd has so many of a caller's, one after the other, each as long as this, until ctx ends.
func crowd(ctx context.Context, q *turn.Queue, group *sync.WaitGroup, who string, n int, each time.Duration) {
	for range n {
		group.Go(func() {
			for ctx.Err() == nil {
				if t, ok := q.Take(ctx, who); ok {
					<-time.After(each)
					q.Give(t)
				}
			}
		})
	}
}

// A caller that asks seldom is next when a turn is free, however many others wait.
func TestSeldomCallerIsNext(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const each = 100 * time.Millisecond
		q := turn.New(2, 0)
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		var group sync.WaitGroup
		for i := range 20 {
			crowd(ctx, q, &group, fmt.Sprint("enemy", i), 5, each)
		}
		<-time.After(5 * time.Second) // until they have had as much as a new caller
		for range 20 {
			<-time.After(250*time.Millisecond - time.Microsecond)
			began := time.Now()
			mine, ok := q.Take(ctx, "honest")
			if waited := time.Since(began); !ok || waited > each {
				t.Errorf("waited %s", waited)
			}
			<-time.After(10 * time.Millisecond)
			q.Give(mine)
		}
		cancel()
		group.Wait()
		if busy, waiting := q.Waiting(); busy != 0 || waiting != 0 {
			t.Errorf("afterwards %d have a turn and %d wait", busy, waiting)
		}
	})
}

// A caller who is known to use little need not wait at all where there are turns ahead; those who use much, or are
// new, have none of these, from the first moment on.
func TestAhead(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := turn.New(2, 0).WithAhead(2)
		ctx, cancel := context.WithTimeout(t.Context(), 25*time.Second)
		defer cancel()
		known, _ := q.Take(ctx, "honest")
		q.Give(known)
		<-time.After(10 * time.Second)
		var group sync.WaitGroup
		for i := range 10 {
			crowd(ctx, q, &group, fmt.Sprint("enemy", i), 5, 100*time.Millisecond)
		}
		for range 38 {
			<-time.After(250*time.Millisecond - time.Microsecond)
			if busy, _ := q.Waiting(); busy != 2 {
				t.Errorf("%d are served at once", busy)
			}
			began := time.Now()
			mine, _ := q.Take(ctx, "honest")
			if waited := time.Since(began); waited > 0 {
				t.Errorf("waited %s", waited)
			}
			<-time.After(10 * time.Millisecond)
			q.Give(mine)
		}
		cancel()
		group.Wait()
	})
}

// Two who want all there is have as much of it, whatever the length of their turns and the number of their requests.
func TestShares(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := turn.New(1, 0)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		had := map[string]time.Duration{}
		var mu sync.Mutex
		var group sync.WaitGroup
		work := func(who string, n int, each time.Duration) {
			for range n {
				group.Go(func() {
					for ctx.Err() == nil {
						if mine, ok := q.Take(ctx, who); ok {
							<-time.After(each)
							mu.Lock()
							had[who] += each
							mu.Unlock()
							q.Give(mine)
						}
					}
				})
			}
		}
		work("few and long", 1, 300*time.Millisecond)
		work("many and short", 50, 10*time.Millisecond)
		group.Wait()
		for who, d := range had {
			if d < 28*time.Second || d > 32*time.Second {
				t.Errorf("%s had %s of a minute", who, d)
			}
		}
	})
}

// With as many waiting as may, one who has had less takes the place of one who has had more, and no other.
func TestDisplaced(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := turn.New(1, 2)
		held, _ := q.Take(t.Context(), "greedy")
		var mu sync.Mutex
		var sent, served []string
		var group sync.WaitGroup
		wait := func(who string) {
			group.Go(func() {
				mine, ok := q.Take(t.Context(), who)
				mu.Lock()
				defer mu.Unlock()
				if !ok {
					sent = append(sent, who)
					return
				}
				served = append(served, who)
				q.Give(mine)
			})
			synctest.Wait()
		}
		wait("greedy")
		wait("greedy")
		wait("greedy") // one too many
		wait("modest") // instead of the second
		wait("other")  // instead of the first
		wait("third")  // no better than the two
		<-time.After(time.Second)
		q.Give(held)
		group.Wait()
		if want := []string{"greedy", "greedy", "greedy", "third"}; !slices.Equal(sent, want) {
			t.Errorf("sent away: %v", sent)
		}
		if want := []string{"modest", "other"}; !slices.Equal(served, want) {
			t.Errorf("served: %v", served)
		}
	})
}

// Who goes away, or takes a turn that was not free, leaves nothing behind.
func TestLeaving(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := turn.New(1, 0)
		held, _ := q.TryTake("a")
		if _, ok := q.TryTake("b"); ok {
			t.Error("there was one for b")
		}
		forced := q.Force("c")
		short, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, ok := q.Take(short, "d"); ok {
			t.Error("there was one for d")
		}
		q.Give(forced)
		if _, ok := q.TryTake("e"); ok {
			t.Error("what was forced came back as a second turn")
		}
		q.Give(held)
		for i := range 5000 { // callers are forgotten
			mine, ok := q.TryTake(fmt.Sprint(i))
			if !ok {
				t.Fatal("the turn is lost")
			}
			q.Give(mine)
		}
	})
}

// Work in the background waits for its turn among those of requests, and is left out when its time is over.
func TestWork(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := turn.New(1, 0)
		background := turn.For(turn.With(t.Context(), turn.Caller{Turns: q}), turn.Jobs("a"))
		if who := turn.Of(background).Who; who != "jobs:a" || who == turn.Account("a") {
			t.Errorf("the caller is %q", who)
		}
		mine := q.Force("request")
		var group sync.WaitGroup
		done := false
		group.Go(func() {
			expect.Do(t, turn.Work(background, func() { done = true }))
		})
		synctest.Wait()
		if done {
			t.Error("it did not wait")
		}
		short, cancel := context.WithTimeout(background, time.Second)
		defer cancel()
		if err := turn.Work(short, func() { t.Error("too late") }); err == nil {
			t.Error("no turn came, and no error")
		}
		q.Give(mine)
		group.Wait()
		if busy, waiting := q.Waiting(); !done || busy != 0 || waiting != 0 {
			t.Errorf("done %t, %d busy, %d wait", done, busy, waiting)
		}
		if err := turn.Work(t.Context(), func() { done = false }); err != nil || done { // a request has its turn already
			t.Error(err)
		}
	})
}
