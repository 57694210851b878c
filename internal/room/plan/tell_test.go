package plan_test

import (
	"fmt"
	"testing"

	"renown/internal/room/plan"
	"renown/internal/testkit/expect"
)

// Nothing is told before six accounts are in it, whatever five do; and none of them has over half, with or without another's.
func TestPool(t *testing.T) {
	t.Parallel()
	var pool plan.Pool[int]
	for i := range 5 {
		for range 10 {
			pool.Add(fmt.Sprint("usr_", i), i)
		}
	}
	_, told := pool.Told()
	expect.Equal(t, told, false, "five accounts")
	pool = plan.Pool[int]{}
	for i := range 6 {
		pool.Add(fmt.Sprint("usr_", i), i)
	}
	for range 10 {
		pool.Add("usr_0", 0)
	}
	list, ok := pool.Told()
	expect.Equal(t, ok, true, "six accounts")
	expect.Equal(t, len(list), 8, "three of the largest, one of each other: 3 of 7 when another reads")
}
