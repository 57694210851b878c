package main

import (
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// A quantile is never below the exact one, and above it by no more than one part.
func TestQuantiles(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		scale := rapid.SampledFrom([]int64{100, 300, 100_000, 60_000_000, 1 << 40}).Draw(t, "scale")
		values := rapid.SliceOfN(rapid.Int64Range(0, scale), 1, 400).Draw(t, "µs")
		var whole, left, right histogram
		for i, v := range values {
			d := time.Duration(v) * time.Microsecond
			whole.add(d)
			if i%2 == 0 {
				left.add(d)
			} else {
				right.add(d)
			}
		}
		if left.join(&right); left != whole {
			t.Fatal("two halves joined are not the whole")
		}
		slices.Sort(values)
		for _, share := range []float64{0, 0.01, 0.5, 0.9, 0.99, 0.999, 1} {
			exact := values[max(0, int(math.Ceil(share*float64(len(values))))-1)]
			got := whole.quantile(share).Microseconds()
			if got < exact || float64(got) > float64(exact)*(1+1.0/parts) {
				t.Fatalf("quantile %v is %d µs, exactly it is %d", share, got, exact)
			}
		}
		if whole.worst().Microseconds() != values[len(values)-1] {
			t.Fatalf("the maximum is %v", whole.worst())
		}
	})
}

// Every number lies in its step, and steps follow one another without a gap.
func TestSteps(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.Int64Range(0, math.MaxInt64).Draw(t, "µs")
		step := stepOf(v)
		if end := endOf(step); v > end {
			t.Fatalf("%d is beyond the end %d of its step", v, end)
		}
		if step > 0 && v <= endOf(step-1) {
			t.Fatalf("%d belongs to the step before", v)
		}
	})
	if last := stepOf(math.MaxInt64); last >= len(histogram{}.counts) {
		t.Fatalf("the last step is %d of %d", last, len(histogram{}.counts))
	}
}

func TestEmptyHistogram(t *testing.T) {
	t.Parallel()
	if h := new(histogram); h.quantile(0.99) != 0 || h.worst() != 0 {
		t.Error("nothing took no time")
	}
}
