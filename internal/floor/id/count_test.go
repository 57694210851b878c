package id

import (
	"math"
	"testing"
	"time"

	"renown/internal/testkit/must"
)

// The count of a millisecond is 80 bits in two words: it must carry from the lower into the upper.
func TestCarry(t *testing.T) {
	now := time.Date(2026, 1, 8, 2, 0, 0, 0, time.UTC)
	l := &last.at[now.UnixMilli()%recent]
	last.Lock()
	l.ms, l.hi, l.lo = uint64(now.UnixMilli()), 7, math.MaxUint64
	last.Unlock()
	before := New("x", now)
	must.Equal(t, l.hi, 8, "the upper word is")
	if after := New("x", now); after <= before {
		t.Errorf("%q sorts before %q", after, before)
	}
}
