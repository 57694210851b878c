package stat_test

import (
	"math"
	"math/rand/v2"
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
		rate, in, ok := stat.BetaPosterior(c.hits, c.n, c.mean, c.weight)
		if !ok || math.Abs(rate-c.rate) > 1e-9 || math.Abs(in.Low-c.low) > 2e-3 || math.Abs(in.High-c.high) > 2e-3 {
			t.Errorf("%+v: %v %v %v", c, rate, in, ok)
		}
	}
	for _, c := range [][4]float64{{-1, 2, 0.5, 1}, {3, 2, 0.5, 1}, {1, 2, 0, 1}, {1, 2, 1, 1}, {1, 2, 0.5, 0}} {
		if _, _, ok := stat.BetaPosterior(int(c[0]), int(c[1]), c[2], c[3]); ok {
			t.Errorf("%v is accepted", c)
		}
	}
}

// Of leads that are told because they are significant, the drawn ones are not overstated, and cover what is true.
func TestCalibratedDrawn(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(5, 6))
	var told, over, drawn, covered float64
	for range 2000 {
		list, truths := []stat.Changed{}, []float64{}
		for range 15 { // five rivals in three topics, two weeks of twelve cells
			truth, fault := 0.15*random.NormFloat64(), 0.09
			d := truth + fault*random.NormFloat64()
			list, truths = append(list, stat.Changed{Difference: d, Error: fault}), append(truths, truth)
		}
		for i, c := range stat.EmpiricalBayes(list) {
			if d := list[i].Difference; d < 1.96*0.09 {
				continue
			}
			told++
			over, drawn = over+list[i].Difference-truths[i], drawn+c.Difference-truths[i]
			if c.Interval.Low <= truths[i] && truths[i] <= c.Interval.High {
				covered++
			}
		}
	}
	if over/told < 0.03 || math.Abs(drawn/told) > 0.01 || covered/told < 0.92 {
		t.Errorf("overstated by %.3f, drawn by %.3f, covered %.3f", over/told, drawn/told, covered/told)
	}
}
