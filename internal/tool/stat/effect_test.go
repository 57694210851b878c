package stat_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"renown/internal/testkit/must"
	"renown/internal/tool/stat"
)

// observed makes prompts of which the first so many are treated: rates before and after by prompt, 20 answers a day for 10 days each.
func observed(before, after []float64) (list []stat.Observed) {
	for i := range before {
		for day := range 20 {
			rate := before[i]
			if day >= 10 {
				rate = after[i]
			}
			list = append(list, stat.Observed{Prompt: i, Day: day, Y: 20 * rate, X: 20})
		}
	}
	return list
}

func first(n int) stat.Design {
	return stat.Design{Treated: func(prompt int) bool { return prompt < n }, Start: 10, Resume: 10}
}

func TestEffectRefused(t *testing.T) {
	t.Parallel()
	flat := []float64{0.2, 0.3, 0.2, 0.4}
	for name, list := range map[string][]stat.Observed{
		"nothing": nil, "one target": observed(flat[:3], flat[:3])[20:], "no control": observed(flat[:2], flat[:2]),
	} {
		if _, ok := first(2).Estimate(list); ok {
			t.Errorf("%s: there is an effect", name)
		}
	}
	e, ok := first(2).Estimate(observed(flat, []float64{0.6, 0.6, 0.2, 0.4}))
	if !ok || e.Significant() || e.Bounded || !e.Exact {
		t.Errorf("six assignments cannot refute anything: %+v", e)
	}
}

func TestEffect(t *testing.T) {
	t.Parallel()
	before := []float64{0.2, 0.3, 0.25, 0.1, 0.2, 0.3, 0.25, 0.15, 0.2, 0.35}
	after := []float64{0.42, 0.5, 0.47, 0.3, 0.4, 0.41, 0.34, 0.24, 0.3, 0.46} // everybody rose by ten, the first five by ten more
	list := observed(before, after)
	e, ok := first(5).Estimate(list)
	if !ok || !e.Exact || !e.Significant() || !e.Bounded || math.Abs(e.Difference-0.108) > 0.01 ||
		e.Interval.Low <= 0 || e.Interval.Low > 0.108 || e.Interval.High < 0.108 {
		t.Errorf("%+v", e)
	}
	if e.Treated != 5 || e.Control != 5 || math.Abs(e.Before[0]-0.21) > 1e-9 || math.Abs(e.After[1]-0.35) > 1e-9 {
		t.Errorf("%+v", e)
	}
	slices.Reverse(list)
	if again, _ := first(5).Estimate(list); again != e {
		t.Errorf("another order of the same data: %+v, %+v", again, e)
	}
	if p, ok := first(5).Placebo(list); !ok || p.Significant() || math.Abs(p.Difference) > 1e-9 {
		t.Errorf("placebo: %+v", p)
	}
	if trend, ok := first(5).Trend(list); !ok || math.Abs(trend.Difference) > 1e-9 {
		t.Errorf("trend: %+v", trend)
	}
	many := first(12)
	var wide, rose []float64
	for i := range 24 {
		wide = append(wide, 0.2+0.01*float64(i%7))
		rose = append(rose, wide[i]+0.01*float64(i%5))
		if i < 12 {
			rose[i] += 0.2
		}
	}
	if e, ok := many.Estimate(observed(wide, rose)); !ok || e.Exact || e.P > 0.001 || e.Interval.Low < 0.15 || e.Interval.High > 0.25 {
		t.Errorf("%+v", e)
	}
}

// A step of one platform is no effect, also where targets are asked there more often.
func TestEffectIgnoresPlatforms(t *testing.T) {
	t.Parallel()
	var list []stat.Observed
	for i := range 10 {
		for day := range 20 {
			for platform, step := range []float64{0, 0.4} {
				if i < 3 && step == 0 {
					continue
				}
				rate := 0.2 + 0.01*float64(i)
				if day >= 10 {
					rate += step
				}
				list = append(list, stat.Observed{Prompt: i, Platform: platform, Day: day, Y: rate, X: 1})
			}
		}
	}
	if e, ok := first(5).Estimate(list); !ok || math.Abs(e.Difference) > 1e-9 || e.Significant() {
		t.Errorf("%+v", e)
	}
}

func TestFlipped(t *testing.T) {
	t.Parallel()
	if _, ok := stat.Flipped([]float64{0.1, 0.2, 0.3, 0.2, 0.1}, 0.001); ok {
		t.Error("five differences decide")
	}
	e, ok := stat.Flipped([]float64{0.1, 0.12, 0.08, 0.11, 0.09, 0.1, 0.13}, 0.001)
	if !ok || !e.Significant() || e.Interval.Low < 0.05 || e.Interval.High > 0.15 || e.Interval.Low > e.Difference {
		t.Errorf("%+v", e)
	}
	if e, _ := stat.Flipped([]float64{0.1, -0.12, 0.08, -0.11, 0.09, -0.1, 0.13}, 0.001); e.Significant() ||
		e.Interval.Low > 0 || e.Interval.High < 0 {
		t.Errorf("%+v", e)
	}
}

// Where prompts do not change at all, the test does not refute 0 and refutes the effects beside it: the interval holds 0 all the same.
func TestIntervalHoldsNothing(t *testing.T) {
	t.Parallel()
	flat := []float64{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}
	after := []float64{0, 0, 0, 0, 0.5, 0.5, 0.5, 0, 0, 0, 0, 0, 0} // of the controls alone
	e, ok := first(4).Estimate(observed(flat, after))
	if !ok || e.Significant() || e.Interval.Low > -0.1 || e.Interval.High < 0 {
		t.Errorf("p = %g, and the interval is %+v", e.P, e.Interval)
	}
	e, ok = stat.Flipped([]float64{0, 0, 0, 0.4, 0.5, 0.7}, 0.001)
	if !ok || e.Significant() || e.Interval.Low > 0 || e.Interval.High < 0.2 {
		t.Errorf("flipped: p = %g, and the interval is %+v", e.P, e.Interval)
	}
}

// Prompts that change all alike, or not at all, are known as well as their answers tell: the interval has a width,
// holds an effect that would show now and then only, and does not reach past 0 where the test refutes it.
func TestIntervalHasWidth(t *testing.T) {
	t.Parallel()
	flat, full, some := make([]float64, 10), make([]float64, 10), make([]float64, 10)
	for i := range 5 {
		full[i], some[i] = 1, 0.01
	}
	for _, c := range []struct {
		name      string
		after     []float64
		low, high float64 // between which an end may be
		rise      bool
	}{
		{"never named", flat, -0.02, 0.02, false},
		{"always named after", full, 0.98, 1, true},
		{"named twice each", some, 0, 0.03, true},
	} {
		e, ok := first(5).Estimate(observed(flat, c.after))
		if in := e.Interval; !ok || e.Significant() != c.rise || in.Low < c.low || in.High > c.high ||
			in.High-in.Low < 0.002 || in.Low > e.Difference || in.High < e.Difference {
			t.Errorf("%s: p = %g, %g in %+v", c.name, e.P, e.Difference, in)
		}
	}
	e, ok := stat.Flipped(make([]float64, 8), 0.0001)
	if in := e.Interval; !ok || e.P != 1 || math.Abs(in.High-0.0196) > 1e-4 || in.Low != -in.High {
		t.Errorf("flipped: %+v", e)
	}
}

// Of a page that answers hardly ever cite, most campaigns see nothing at all; the interval holds what is true all the same.
func TestRareEffectsAreCovered(t *testing.T) {
	t.Parallel()
	const worlds, truth = 400, 0.005
	random, covered, unseen := rand.New(rand.NewPCG(3, 4)), 0, 0
	d := first(5)
	d.Draws = &stat.Draws{}
	for range worlds {
		var list []stat.Observed
		for prompt := range 10 {
			for day := range 20 {
				o := stat.Observed{Prompt: prompt, Day: day, X: 3}
				for range 3 {
					if prompt < 5 && day >= 10 && random.Float64() < truth {
						o.Y++
					}
				}
				list = append(list, o)
			}
		}
		e, _ := d.Estimate(list)
		if e.Difference == 0 {
			unseen++
		}
		if e.Interval.Low <= truth && truth <= e.Interval.High {
			covered++
		}
	}
	if share := float64(covered) / worlds; share < 0.93 || unseen < worlds/3 {
		t.Errorf("%d of %d saw nothing, covered %g", unseen, worlds, share)
	}
}

func TestForesee(t *testing.T) {
	t.Parallel()
	if _, ok := stat.Foresee(nil, 28, 5, 5); ok {
		t.Error("without a history")
	}
	noisy := observed([]float64{0.2, 0.3, 0.25, 0.1, 0.2, 0.3}, []float64{0.25, 0.2, 0.3, 0.2, 0.15, 0.35})
	if _, ok := stat.Foresee(noisy, 28, 1, 5); ok {
		t.Error("with one target")
	}
	few, ok := stat.Foresee(noisy, 10, 3, 3)
	more, _ := stat.Foresee(noisy, 10, 10, 10)
	longer, _ := stat.Foresee(noisy, 40, 3, 3)
	if !ok || few.Smallest <= more.Smallest || few.Smallest <= longer.Smallest || few.Power(0.05) >= few.Power(0.2) ||
		math.Abs(few.Power(few.Smallest)-0.8) > 0.01 {
		t.Errorf("%+v, %+v, %+v", few, more, longer)
	}
}

// The curve of Kaplan and Meier's own kind of example, computed by hand.
func TestArrivals(t *testing.T) {
	t.Parallel()
	steps := stat.Arrivals([]stat.Waiting{{3, true}, {5, false}, {6, true}, {6, true}, {9, false}, {12, true}, {20, false}})
	want := []struct{ day, share float64 }{{3, 1.0 / 7}, {6, 1 - 6.0/7*3.0/5}, {12, 1 - 6.0/7*3.0/5*1.0/2}}
	must.Equal(t, len(steps), len(want), steps)
	for i, w := range want {
		if s := steps[i]; s.Day != w.day || math.Abs(s.Share-w.share) > 1e-12 || s.Low > s.Share ||
			s.High < s.Share || s.Low < 0 || s.High > 1 {
			t.Errorf("%+v, want %+v", s, w)
		}
	}
	day, in, ok := stat.Median(steps)
	if !ok || day != 12 || in.Low != 3 || !math.IsNaN(in.High) {
		t.Errorf("%v %+v %t", day, in, ok)
	}
	if _, _, ok := stat.Median(stat.Arrivals([]stat.Waiting{{3, true}, {5, false}, {6, false}})); ok {
		t.Error("a third is a half")
	}
	all := stat.Arrivals([]stat.Waiting{{3, true}, {5, true}, {6, true}})
	once := stat.Arrivals([]stat.Waiting{{3, true}, {3, true}})
	if all[2].Share != 1 || all[2].Low != all[1].Low || all[2].High != 1 || once[0].Share != 1 || once[0].Low <= 0 || once[0].Low >= 1 {
		t.Errorf("all came: %+v, %+v", all, once)
	}
	if stat.Arrivals(nil) != nil {
		t.Error("nobody arrives")
	}
}
