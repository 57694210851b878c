package stat_test

import (
	"math"
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
		"nothing": nil, "two targets": observed(flat, flat)[20:], "one control": observed(flat, flat),
	} {
		if _, ok := first(3).Estimate(list); ok {
			t.Errorf("%s: there is an effect", name)
		}
	}
}

func TestEffect(t *testing.T) {
	t.Parallel()
	before := []float64{0.2, 0.3, 0.25, 0.1, 0.2, 0.3, 0.25, 0.15, 0.2, 0.35}
	after := []float64{0.42, 0.5, 0.47, 0.3, 0.4, 0.41, 0.34, 0.24, 0.3, 0.46} // everybody rose by ten, the first five by ten more
	list := observed(before, after)
	e, ok := first(5).Estimate(list)
	if !ok || !e.Significant() || math.Abs(e.Difference-0.108) > 0.01 ||
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
	many := first(12)
	var wide, rose []float64
	for i := range 24 {
		wide = append(wide, 0.2+0.01*float64(i%7))
		rose = append(rose, wide[i]+0.01*float64(i%5))
		if i < 12 {
			rose[i] += 0.2
		}
	}
	if e, ok := many.Estimate(observed(wide, rose)); !ok || e.P > 0.001 || e.Interval.Low < 0.15 || e.Interval.High > 0.25 {
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

// Targets that are the lowest by chance rise by themselves, as all that are low do: that is no effect.
func TestEffectKnowsTheLevelBefore(t *testing.T) {
	t.Parallel()
	before := []float64{0.1, 0.15, 0.2, 0.12, 0.25, 0.3, 0.5, 0.22, 0.6, 0.4}
	after := make([]float64, len(before))
	for i, rate := range before {
		after[i] = 0.35 + 0.3*(rate-0.35) + 0.01*float64(i*7%3)
	}
	e, ok := first(5).Estimate(observed(before, after))
	if !ok || e.Significant() || math.Abs(e.Difference) > 0.02 || e.Gap > -1 {
		t.Errorf("%+v", e)
	}
}

func TestAlone(t *testing.T) {
	t.Parallel()
	if _, ok := stat.OneSample([]float64{0.1, 0.2}, 0.001); ok {
		t.Error("two differences decide")
	}
	e, ok := stat.OneSample([]float64{0.1, 0.12, 0.08, 0.11, 0.09, 0.1, 0.13}, 0.0001)
	if !ok || !e.Significant() || e.Interval.Low < 0.05 || e.Interval.High > 0.15 || e.Interval.Low > e.Difference {
		t.Errorf("%+v", e)
	}
	if e, _ := stat.OneSample(make([]float64, 8), 0.0001); e.P != 1 || e.Interval.High < 0.005 || e.Interval.Low != -e.Interval.High {
		t.Errorf("nothing changed: %+v", e)
	}
}

// Prompts that change all alike, or not at all, are known as well as their answers tell: the interval has a width.
func TestIntervalHasWidth(t *testing.T) {
	t.Parallel()
	flat, full, some := make([]float64, 10), make([]float64, 10), make([]float64, 10)
	for i := range 5 {
		full[i], some[i] = 1, 0.02
	}
	for _, c := range []struct {
		name      string
		after     []float64
		low, high float64 // between which an end may be
		rise      bool
	}{
		{"never named", flat, -0.02, 0.02, false},
		{"always named after", full, 0.97, 1, true},
		{"named four times each", some, 0, 0.04, true},
	} {
		e, ok := first(5).Estimate(observed(flat, c.after))
		if in := e.Interval; !ok || e.Significant() != c.rise || in.Low < c.low || in.High > c.high ||
			in.High-in.Low < 0.002 || in.Low > e.Difference || in.High < e.Difference {
			t.Errorf("%s: p = %g, %g in %+v", c.name, e.P, e.Difference, in)
		}
	}
}

func TestForesee(t *testing.T) {
	t.Parallel()
	three := func(prompt int) bool { return prompt%2 == 0 }
	if _, ok := stat.Foresee(nil, 28, three); ok {
		t.Error("without a history")
	}
	before, after := []float64{0.2, 0.3, 0.25, 0.1, 0.2, 0.3}, []float64{0.25, 0.2, 0.3, 0.2, 0.15, 0.35}
	noisy := observed(before, after)
	if _, ok := stat.Foresee(noisy, 28, func(prompt int) bool { return prompt < 2 }); ok {
		t.Error("with two targets")
	}
	few, ok := stat.Foresee(noisy, 10, three)
	more, _ := stat.Foresee(observed(slices.Concat(before, before, before), slices.Concat(after, after, after)), 10, three)
	if !ok || few.Smallest <= more.Smallest || few.Power(0.05) >= few.Power(0.2) || math.Abs(few.Power(few.Smallest)-0.8) > 0.01 {
		t.Errorf("%+v, %+v", few, more)
	}
}

// The curve of Kaplan and Meier's own kind of example, computed by hand.
func TestArrivals(t *testing.T) {
	t.Parallel()
	steps := stat.KaplanMeier([]stat.Waiting{{3, true}, {5, false}, {6, true}, {6, true}, {9, false}, {12, true}, {20, false}})
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
	if _, _, ok := stat.Median(stat.KaplanMeier([]stat.Waiting{{3, true}, {5, false}, {6, false}})); ok {
		t.Error("a third is a half")
	}
	all := stat.KaplanMeier([]stat.Waiting{{3, true}, {5, true}, {6, true}})
	once := stat.KaplanMeier([]stat.Waiting{{3, true}, {3, true}})
	if all[2].Share != 1 || all[2].Low != all[1].Low || all[2].High != 1 || once[0].Share != 1 || once[0].Low <= 0 || once[0].Low >= 1 {
		t.Errorf("all came: %+v, %+v", all, once)
	}
	if stat.KaplanMeier(nil) != nil {
		t.Error("nobody arrives")
	}
}
