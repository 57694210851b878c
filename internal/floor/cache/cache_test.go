package cache_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"renown/internal/floor/cache"
	"renown/internal/testkit/expect"
)

// counted is a cache of numbers that take as many bytes, and how often each was made.
type counted struct {
	*cache.Cache[int]
	made map[int]int
}

func newCounted(most int) counted {
	return counted{cache.New(most, func(n int) int { return n }), map[int]int{}}
}

func (c counted) get(n int) {
	c.Get(fmt.Sprint(n), func() int { c.made[n]++; return n })
}

// Values are kept up to the bound, those that were asked for last.
func TestBound(t *testing.T) {
	t.Parallel()
	c := newCounted(10)
	for _, n := range []int{1, 2, 3, 4, 1, 5} { // 2 and 3 go for 5
		c.get(n)
	}
	values, bytes := c.Kept()
	expect.Equal(t, [2]int{values, bytes}, [2]int{3, 10}, "kept")
	c.get(1)
	c.get(4)
	c.get(2)
	expect.Equal(t, fmt.Sprint(c.made), "map[1:1 2:2 3:1 4:1 5:1]", "made")
}

// One that takes more than all others together is kept while it is the last, and no longer.
func TestLargest(t *testing.T) {
	t.Parallel()
	c := newCounted(10)
	c.get(1)
	for range 3 {
		c.get(100)
	}
	expect.Equal(t, c.made[100], 1, "made")
	c.get(2)
	values, bytes := c.Kept()
	expect.Equal(t, [2]int{values, bytes}, [2]int{1, 2}, "kept")
}

// Several who ask for one key at once have it made once, others do not wait for it.
func TestOneAtATime(t *testing.T) {
	t.Parallel()
	c := cache.New(10, func(int) int { return 1 })
	var made atomic.Int64
	begun, end := make(chan struct{}), make(chan struct{})
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			c.Get(fmt.Sprint(i%2), func() int {
				begun <- struct{}{}
				<-end
				return int(made.Add(1))
			})
		})
	}
	<-begun
	<-begun // both keys are being made
	close(end)
	group.Wait()
	expect.Equal(t, made.Load(), int64(2), "made")
}

// What is kept is found under its key until others push it out; what takes more than a quarter of all is not kept.
func TestKeep(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		const most = 40
		c, last := cache.New(most, func(n int) int { return n }), map[string]int{}
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			key, n := fmt.Sprint(rapid.IntRange(0, 9).Draw(t, "key")), rapid.IntRange(1, 12).Draw(t, "size")
			before, had := c.Find(key)
			if had && before != last[key] {
				t.Fatalf("found %d for %s, kept was %d", before, key, last[key])
			}
			c.Keep(key, n)
			if now, has := c.Find(key); has != (had || n <= most/4) || has && !had && now != n || had && now != before {
				t.Fatalf("after %d was kept for %s: %d, %t", n, key, now, has)
			} else if has {
				last[key] = now
			}
			if _, bytes := c.Kept(); bytes > most {
				t.Fatalf("%d bytes are kept", bytes)
			}
		}
	})
}
