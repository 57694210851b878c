package stat

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// foreign is a world that no constant of this package was set on: prompts on platforms have rates that are normal on
// the logistic scale, answers repeat those of the day before, and cells drift by an autoregressive walk.
type foreign struct {
	targets, controls int
	spread            float64 // standard deviation between prompts
	drift             float64 // of a cell's walk, which keeps 0.9 of the day before
	persistence       float64
	every             int // days between runs
	lift, spill       float64
	chosen            int // targets are the lowest of so many prompts by the days before; 0: chosen blindly
	drawn             bool
}

const (
	foreignPlatforms = 3
	foreignStart     = 56
	foreignDays      = foreignStart + 35
)

func (w foreign) draw(seed uint64) (list []Observed, d Design, truth float64) {
	r := rand.New(rand.NewPCG(seed, 4711))
	prompts := w.targets + w.controls
	chances := make([][]float64, prompts*foreignPlatforms)
	y, size := make([]float64, prompts), make([]float64, prompts*foreignPlatforms*foreignDays)
	for p := range prompts {
		level := -0.6 + w.spread*r.NormFloat64()
		for on := range foreignPlatforms {
			at, walk, answer := level+0.5*r.NormFloat64(), w.drift*r.NormFloat64(), false
			cell := p*foreignPlatforms + on
			for day := range foreignDays {
				walk = 0.9*walk + w.drift*math.Sqrt(1-0.81)*r.NormFloat64()
				chances[cell] = append(chances[cell], at+walk)
				if day == 0 || r.Float64() >= w.persistence {
					answer = r.Float64() < 1/(1+math.Exp(-at-walk))
				}
				if day < foreignStart && day >= foreignStart-28 && day%max(1, w.every) == 0 && answer {
					y[p]++
				}
				if answer {
					size[cell*foreignDays+day] = 1
				}
			}
		}
	}
	treated := w.choose(r, y)
	for p := range prompts {
		for cell := p * foreignPlatforms; cell < (p+1)*foreignPlatforms; cell++ {
			for day := 0; day < foreignDays; day += max(1, w.every) {
				o := Observed{Prompt: p, Platform: cell % foreignPlatforms, Day: day, X: 1, Y: size[cell*foreignDays+day]}
				lift := w.lift
				if !treated[p] {
					lift = w.spill
				}
				before := 1 / (1 + math.Exp(-chances[cell][day]))
				after := 1 / (1 + math.Exp(-chances[cell][day]-lift))
				if day >= foreignStart && o.Y == 0 && r.Float64() < (after-before)/(1-before) {
					o.Y = 1
				}
				if treated[p] && day >= foreignStart+7 {
					truth += (after - before) / float64(w.targets*foreignPlatforms*28) * float64(max(1, w.every))
				}
				list = append(list, o)
			}
		}
	}
	return list, Design{
		Treated: func(p int) bool { return treated[p] }, First: foreignStart - 28, Start: foreignStart, Resume: foreignStart + 7,
	}, truth
}

// choose marks targets.
func (w foreign) choose(r *rand.Rand, y []float64) []bool {
	order := r.Perm(len(y))
	if w.chosen > 0 {
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(y[a], y[b]) })
		if w.drawn {
			r.Shuffle(w.chosen, func(i, j int) { order[i], order[j] = order[j], order[i] })
		}
	}
	treated := make([]bool, len(y))
	for _, p := range order[:w.targets] {
		treated[p] = true
	}
	return treated
}

// Campaigns that do nothing are rarely said to work, also where targets were chosen because they were low; intervals
// hold the truth; and what is promised is kept.
func TestCalibratedEffects(t *testing.T) {
	t.Parallel()
	worlds := 100
	if *calibrate > 0 {
		worlds = *calibrate
	}
	low := foreign{targets: 5, controls: 5, spread: 1, persistence: 0.3, chosen: 10}
	for _, c := range []struct {
		name  string
		of    func(*foreign)
		short bool
	}{
		{"5 + 5 chosen blindly", func(w *foreign) { w.chosen = 0 }, false},
		{"5 + 5 lowest", func(*foreign) {}, false},
		{"5 + 5 lowest, prompts alike", func(w *foreign) { w.spread = 0.3 }, true},
		{"5 + 5 lowest, weekly", func(w *foreign) { w.every, w.spread = 7, 0.5 }, true},
		{"5 + 15 lowest", func(w *foreign) { w.controls, w.chosen, w.spread = 15, 20, 0.7 }, false},
		{"5 + 15 lowest, slow drift", func(w *foreign) { w.controls, w.chosen, w.spread, w.drift = 15, 20, 0.7, 1 }, false},
		{"5 + 15 lowest, weekly", func(w *foreign) { w.controls, w.chosen, w.spread, w.every = 15, 20, 0.7, 7 }, false},
		{"10 + 10 lowest, slow drift", func(w *foreign) { w.targets, w.controls, w.chosen, w.drift = 10, 10, 20, 1 }, true},
		{"4 + 4 lowest", func(w *foreign) { w.targets, w.controls, w.chosen = 4, 4, 8 }, false},
		{"3 + 3 chosen blindly", func(w *foreign) { w.targets, w.controls, w.chosen = 3, 3, 0 }, false},
		{"5 of the 10 lowest by lot, 10 others", func(w *foreign) { w.controls, w.drawn = 15, true }, false},
		{"5 + 5 blindly, +0.8", func(w *foreign) { w.chosen, w.lift = 0, 0.8 }, false},
		{"10 + 10 blindly, +0.8", func(w *foreign) { w.targets, w.controls, w.chosen, w.lift = 10, 10, 0, 0.8 }, true},
		{"5 + 15 lowest, +0.8", func(w *foreign) { w.controls, w.chosen, w.spread, w.lift = 15, 20, 0.7, 0.8 }, false},
		{"10 + 10 lowest, slow drift, +0.8", func(w *foreign) { w.targets, w.controls, w.chosen, w.drift, w.lift = 10, 10, 20, 1, 0.8 }, false},
		{"10 + 10 blindly, +0.8, controls +0.4", func(w *foreign) { w.targets, w.controls, w.chosen, w.lift, w.spill = 10, 10, 0, 0.8, 0.4 }, false},
	} {
		w := low
		if c.of(&w); *calibrate == 0 && !c.short {
			continue
		}
		var rise, covered, promised, bias float64
		for seed := range uint64(worlds) {
			list, d, truth := w.draw(seed)
			e, _ := d.Estimate(list)
			placebo, _ := d.Placebo(list)
			history := slices.DeleteFunc(slices.Clone(list), func(o Observed) bool { return o.Day >= foreignStart })
			promise, _ := Foresee(history, 28, d.Treated)
			bias += (e.Difference - truth) / float64(worlds)
			promised += promise.Power(truth) / float64(worlds)
			if e.Significant() && e.Difference > 0 && !placebo.Significant() {
				rise += 1 / float64(worlds)
			}
			if e.Interval.Low <= truth && truth <= e.Interval.High {
				covered += 1 / float64(worlds)
			}
		}
		if *calibrate > 0 {
			fmt.Printf("%-40s effect told %.3f (promised %.2f), covers %.3f, bias %+.3f\n", c.name, rise, promised, covered, bias)
		}
		noise := func(p float64) float64 { return 2.5 * math.Sqrt(p*(1-p)/float64(worlds)) }
		if w.spill > 0 {
			continue // a lower bound: what reaches the controls is not seen
		}
		if covered < 0.93-noise(0.93) || w.lift == 0 && rise > 0.05+noise(0.05) ||
			w.lift > 0 && w.chosen == 0 && math.Abs(rise-promised) > 0.1+noise(0.5) {
			t.Errorf("%s: told in %.3f, promised %.3f, covered %.3f", c.name, rise, promised, covered)
		}
	}
}
