package stat_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"renown/internal/tool/stat"
)

func TestStratified(t *testing.T) {
	t.Parallel()
	for name, list := range map[string][]stat.Stratum{
		"nothing":        nil,
		"one group":      {{A: 3, N: 5}},
		"never together": {{A: 3, N: 5}, {B: 1, M: 9}},
		"all alike":      {{A: 0, N: 5, B: 0, M: 9}, {A: 4, N: 4, B: 2, M: 2}},
	} {
		if _, ok := stat.MantelHaenszel(list); ok {
			t.Errorf("%s has a contrast", name)
		}
	}
	// A source that is cited only for a question where no answer names us says nothing about the source.
	confounded := []stat.Stratum{{A: 0, N: 40, B: 0, M: 10}, {A: 9, N: 10, B: 36, M: 40}}
	if c, ok := stat.MantelHaenszel(confounded); !ok || math.Abs(c.Difference) > 1e-9 || c.Test.Significant() {
		t.Errorf("%+v", c)
	}
	c, ok := stat.MantelHaenszel([]stat.Stratum{{A: 2, N: 40, B: 20, M: 40}, {A: 1, N: 20, B: 9, M: 20}})
	if !ok || !c.Test.Significant() || c.Interval.High >= 0 || c.Difference > -0.4 || c.N != 60 || c.M != 60 {
		t.Errorf("%+v", c)
	}
}

// The test is right about chance, and the interval covers the truth, over strata with rates of their own.
func TestStratifiedIsCalibrated(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	const worlds = 2000
	wrong, covered := 0, 0
	for range worlds {
		var null, real []stat.Stratum
		for range 12 {
			rate := 0.1 + 0.5*random.Float64()
			null = append(null, groupsOf(random, rate, rate))
			real = append(real, groupsOf(random, rate+0.15, rate))
		}
		if c, ok := stat.MantelHaenszel(null); ok && c.Test.Significant() {
			wrong++
		}
		if c, ok := stat.MantelHaenszel(real); ok && c.Interval.Low <= 0.15 && c.Interval.High >= 0.15 {
			covered++
		}
	}
	if share := float64(wrong) / worlds; share > 0.06 {
		t.Errorf("%.3f false differences", share)
	}
	if share := float64(covered) / worlds; share < 0.92 || share > 0.98 {
		t.Errorf("covers %.3f", share)
	}
}

func groupsOf(random *rand.Rand, a, b float64) stat.Stratum {
	s := stat.Stratum{N: float64(3 + random.IntN(10)), M: float64(5 + random.IntN(20))}
	for range int(s.N) {
		if random.Float64() < a {
			s.A++
		}
	}
	for range int(s.M) {
		if random.Float64() < b {
			s.B++
		}
	}
	return s
}
