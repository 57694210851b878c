package id

import (
	"math"
	"testing"
	"time"
)

// The count of a millisecond is 80 bits in two words: it must carry from the lower into the upper.
func TestCarry(t *testing.T) {
	now := time.Date(2026, 1, 8, 2, 0, 0, 0, time.UTC)
	l := &last.at[now.UnixMilli()%recent]
	last.Lock()
	l.ms, l.hi, l.lo = uint64(now.UnixMilli()), 7, math.MaxUint64
	last.Unlock()
	before := New("x", now)
	if hi := l.hi; hi != 8 {
		t.Fatalf("the upper word is %d, want 8", hi)
	}
	if after := New("x", now); after <= before {
		t.Errorf("%q sorts before %q", after, before)
	}
}
