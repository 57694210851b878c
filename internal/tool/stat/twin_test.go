package stat_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"renown/internal/tool/stat"
)

// Against known truth: prompts differ in how likely a brand is named by the interface, and the app follows them more or less. Of 400 units
// with three cheap answers each a random tenth has one dear answer.
func TestDoubleCovers(t *testing.T) {
	t.Parallel()
	const worlds, units, part = 1000, 400, 40
	for name, world := range map[string]struct {
		cheap, dear func(u float64) float64 // the chances of a unit, u being uniform
		truth, gain float64                 // the mean of dear; at least this gain on average
	}{
		"the app follows": {func(u float64) float64 { return u }, func(u float64) float64 { return u }, 0.5, 1.15},
		"shifted":         {func(u float64) float64 { return 0.1 + 0.8*u }, func(u float64) float64 { return 0.3 + 0.6*u }, 0.6, 1},
		"no relation":     {func(u float64) float64 { return u }, func(float64) float64 { return 0.4 }, 0.4, 0.9},
		"rarely named":    {func(u float64) float64 { return u * u / 2 }, func(u float64) float64 { return 0.6 * u * u }, 0.2, 1},
	} {
		random := rand.New(rand.NewPCG(7, 11))
		covered, gain := 0, 0.0
		for range worlds {
			var twins []stat.Twin
			cheap := make([]float64, units)
			for i := range cheap {
				u := random.Float64()
				for range 3 {
					if random.Float64() < world.cheap(u) {
						cheap[i] += 1. / 3
					}
				}
				if i < part {
					dear := 0.
					if random.Float64() < world.dear(u) {
						dear = 1
					}
					twins = append(twins, stat.Twin{Cheap: cheap[i], Dear: dear})
				}
			}
			d, ok := stat.DoubleSampling(twins, cheap)
			if !ok {
				t.Fatalf("%s: refused", name)
			}
			if d.Interval.Low <= world.truth && world.truth <= d.Interval.High {
				covered++
			}
			gain += d.Gain / worlds
		}
		rate := float64(covered) / worlds
		t.Logf("%s: covered %.3f, gain %.2f", name, rate, gain)
		if rate < 0.92 || rate > 0.98 {
			t.Errorf("%s: the interval holds the truth in %.3f of the worlds", name, rate)
		}
		if gain < world.gain {
			t.Errorf("%s: a gain of %.2f, want %.2f", name, gain, world.gain)
		}
	}
}

func TestDoubleRefuses(t *testing.T) {
	t.Parallel()
	twins := make([]stat.Twin, 40)
	for i := range twins {
		twins[i] = stat.Twin{Cheap: float64(i % 2), Dear: float64(i % 3 % 2)}
	}
	cheap := make([]float64, 100)
	constant := append([]stat.Twin{}, twins...)
	for i := range constant {
		constant[i].Cheap = 1
	}
	for name, ok := range map[string]bool{
		"too few twins":          second(stat.DoubleSampling(twins[:29], cheap)),
		"fewer cheap ones":       second(stat.DoubleSampling(twins, cheap[:39])),
		"the cheap never varies": second(stat.DoubleSampling(constant, cheap)),
	} {
		if ok {
			t.Errorf("%s: an estimate", name)
		}
	}
	d, ok := stat.DoubleSampling(twins, cheap)
	if !ok || math.IsNaN(d.Value) || d.Value < 0 || d.Value > 1 || d.Interval.Low > d.Value || d.Interval.High < d.Value {
		t.Errorf("%+v", d)
	}
}

func second(_ stat.Doubled, ok bool) bool { return ok }
