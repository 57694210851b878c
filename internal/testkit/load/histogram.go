package main

import (
	"math/bits"
	"time"
)

// parts is into how many equal steps each power of two is cut: a quantile is at most 1/parts too high.
const (
	partBits = 7
	parts    = 1 << partBits
)

// histogram counts durations, in microseconds, in steps that grow with them. Its size does not depend on their number.
type histogram struct {
	counts [(64 - partBits) * parts]int64
	n      int64
	max    int64 // µs
	sum    int64 // µs
}

func (h *histogram) add(d time.Duration) {
	us := max(0, d.Microseconds())
	h.counts[stepOf(us)]++
	h.n++
	h.sum += us
	h.max = max(h.max, us)
}

// join adds what another has counted.
func (h *histogram) join(g *histogram) {
	for i, n := range g.counts {
		h.counts[i] += n
	}
	h.n += g.n
	h.sum += g.sum
	h.max = max(h.max, g.max)
}

// quantile is the smallest duration that the given share of all does not exceed, rounded up to the end of its step.
func (h *histogram) quantile(share float64) time.Duration {
	if h.n == 0 {
		return 0
	}
	rank := min(h.n, max(1, int64(share*float64(h.n)+0.999999999)))
	seen := int64(0)
	for i, n := range h.counts {
		if seen += n; seen >= rank {
			return time.Duration(min(endOf(i), h.max)) * time.Microsecond
		}
	}
	return time.Duration(h.max) * time.Microsecond
}

func (h *histogram) worst() time.Duration { return time.Duration(h.max) * time.Microsecond }

// stepOf is exact below parts; above, a number's leading bits choose its step.
func stepOf(us int64) int {
	if us < parts {
		return int(us)
	}
	shift := bits.Len64(uint64(us)) - partBits - 1
	return shift*parts + int(us>>shift)
}

// endOf is the largest number of a step.
func endOf(step int) int64 {
	if step < 2*parts {
		return int64(step)
	}
	shift := step/parts - 1
	return int64(step-shift*parts+1)<<shift - 1
}
