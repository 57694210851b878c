package stat_test

import (
	"math"
	"testing"

	"renown/internal/tool/stat"
)

func TestShrunk(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		hits, n         int
		mean, weight    float64
		rate, low, high float64
	}{
		{0, 0, 0.5, 2, 0.5, 0.025, 0.975}, // Beta(1, 1) is flat
		{3, 10, 0.5, 2, 4.0 / 12, 0.1093, 0.6097},
		{100, 100, 0.2, 5, 101.0 / 105, 0.9173, 0.9895},
	} {
		rate, in, ok := stat.Shrunk(c.hits, c.n, c.mean, c.weight)
		if !ok || math.Abs(rate-c.rate) > 1e-9 || math.Abs(in.Low-c.low) > 2e-3 || math.Abs(in.High-c.high) > 2e-3 {
			t.Errorf("%+v: %v %v %v", c, rate, in, ok)
		}
	}
	for _, c := range [][4]float64{{-1, 2, 0.5, 1}, {3, 2, 0.5, 1}, {1, 2, 0, 1}, {1, 2, 1, 1}, {1, 2, 0.5, 0}} {
		if _, _, ok := stat.Shrunk(int(c[0]), int(c[1]), c[2], c[3]); ok {
			t.Errorf("%v is accepted", c)
		}
	}
}
