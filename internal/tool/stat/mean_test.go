package stat

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// Under ten, or where all are alike, there is no mean; nor is there a change of means that all moved by one step.
func TestMeanRefused(t *testing.T) {
	t.Parallel()
	days := func(ys ...float64) (c Cell) {
		for _, y := range ys {
			c.Y, c.X, c.Days = c.Y+y, c.X+1, append(c.Days, Day{y, 1})
		}
		return c
	}
	nine := days(1, 2, 3, 1, 2, 3, 1, 2, 3)
	for name, cells := range map[string][]Cell{
		"none": nil, "nothing named": {{Days: make([]Day, 30)}}, "nine": {nine},
		"ten alike":             {days(2, 2, 2, 2, 2), days(2, 2, 2, 2, 2)},
		"one cell without days": {{Y: 40, X: 20}}, "cells alike without days": {{Y: 40, X: 20}, {Y: 20, X: 10}},
	} {
		if u, _, ok := EstimateMean(cells, cells, nil); ok {
			t.Errorf("%s: %+v", name, u)
		}
	}
	for name, cells := range map[string][]Cell{
		"ten": {nine, days(2)}, "without days": {{Y: 40, X: 20}, {Y: 25, X: 10}},
		"cells differ and their days do not": {days(1, 1, 1, 1, 1), days(2, 2, 2, 2, 2)},
	} {
		if u, _, ok := EstimateMean(cells, cells, nil); !ok || u.Near.High <= u.Value || u.Near.Low >= u.Value {
			t.Errorf("%s: %+v", name, u)
		}
	}
	step := []Pair{{20, 10, 10, 10}, {30, 10, 20, 10}, {40, 10, 30, 10}}
	if c, ok := Paired(step, Mean); ok {
		t.Errorf("a step: %+v", c)
	}
	never := []Pair{{0, 10, 0, 10}, {0, 10, 0, 10}, {0, 10, 0, 10}}
	if c, ok := Paired(never, Share); !ok || c.Interval.High <= c.Interval.Low {
		t.Errorf("shares of nothing: %+v", c)
	}
}

// No interval has width 0, whatever the cells: none and all of few and of many as well.
func TestIntervalsHaveWidth(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 5))
		rate := rapid.SampledFrom([]float64{0, 0.02, 0.5, 0.98, 1}).Draw(t, "rate")
		kind := rapid.SampledFrom([]Kind{Rate, Share, Mean}).Draw(t, "kind")
		n, days := rapid.IntRange(1, 12).Draw(t, "cells"), rapid.IntRange(1, 40).Draw(t, "days")
		cells := lived(random, n, days, 0.3, func(int) float64 { return rate })
		u, ok := Estimate(cells, kind, rapid.Float64Range(0, 0.9).Draw(t, "persistence"))
		if ok && u.NearOK && u.Near.High <= u.Near.Low || u.WideOK && u.Wide.High <= u.Wide.Low || kind != Mean && !ok {
			t.Fatalf("%v: %+v", ok, u)
		}
		if a := Around(kind, u.Value, u.Variance/3, 3); kind != Mean && u.NearOK && a.High <= a.Low {
			t.Fatalf("no width of three around %v", u.Value)
		}
		n = rapid.IntRange(1, 1_000_000).Draw(t, "n")
		for _, hits := range []int{0, n} {
			if w, ok := Wilson(hits, n); !ok || w.High <= w.Low {
				t.Fatalf("%d of %d: %v", hits, n, w)
			}
		}
	})
}

var calibrate = flag.Int("calibrate", 0, "simulated worlds a line; 0: the short form")

// sparse is a market in which a brand is rarely named: two periods of cells of places and of tones, each answer repeating
// the one of the day before with a chance, and the mean place and tone of all answers that could come.
type sparse struct {
	places, tones [2][]Cell
	place, tone   float64
}

func drawSparse(r *rand.Rand, visibility float64, prompts, days int) (s sparse) {
	const sticky, others = 0.3, 8
	seen := 0.0
	for prompt := range prompts {
		naming, place, tone := r.NormFloat64(), 0.5*r.NormFloat64(), 0.25*r.NormFloat64()
		for range 3 {
			rate := 1 / (1 + (1-visibility)/visibility*math.Exp(-naming-0.5*r.NormFloat64()))
			before := min(1.2*math.Exp(place+0.3*r.NormFloat64()), 6) // how many others come first, on the average
			mean := 0.25 + tone + 0.1*r.NormFloat64()
			seen, s.place, s.tone = seen+rate, s.place+rate*(1+before), s.tone+rate*mean
			var named, at, score float64
			for period := range 2 {
				p, q := Cell{Cluster: prompt}, Cell{Cluster: prompt}
				for day := range days {
					if period+day == 0 || r.Float64() >= sticky {
						if named, at, score = 0, 0, 0; r.Float64() < rate {
							named, at, score = 1, 1, mean+0.35*r.NormFloat64()
							for range others {
								if r.Float64() < before/others {
									at++
								}
							}
						}
					}
					p.Y, p.X, p.Days = p.Y+at, p.X+named, append(p.Days, Day{at, named})
					q.Y, q.X, q.Days = q.Y+score, q.X+named, append(q.Days, Day{score, named})
				}
				s.places[period], s.tones[period] = append(s.places[period], p), append(s.tones[period], q)
			}
		}
	}
	s.place, s.tone = s.place/seen, s.tone/seen
	return s
}

// Where a brand is rarely named for a few days, and answers repeat each other, means that are told cover the truth.
func TestCalibratedMeansOfFew(t *testing.T) {
	t.Parallel()
	full := *calibrate > 0
	worlds := 400
	if full {
		worlds = *calibrate
	}
	for _, line := range []struct {
		visibility    float64
		prompts, days int
		short         bool
	}{
		{0.02, 10, 3, false},
		{0.02, 20, 3, true},
		{0.02, 5, 7, false},
		{0.02, 10, 7, true},
		{0.02, 20, 7, true},
		{0.02, 10, 30, false},
		{0.10, 5, 3, false},
		{0.10, 10, 3, true},
		{0.10, 20, 3, false},
		{0.10, 5, 7, true},
		{0.10, 10, 7, false},
		{0.10, 20, 7, false},
		{0.10, 10, 30, false},
	} {
		if !full && !line.short {
			continue
		}
		told, hits := [2]float64{}, [2]float64{}
		for seed := range uint64(worlds) {
			s := drawSparse(rand.New(rand.NewPCG(seed, 99)), line.visibility, line.prompts, line.days)
			for i, of := range [][2][]Cell{s.places, s.tones} {
				all := append(of[0][:len(of[0]):len(of[0])], of[1]...)
				var persistence *float64
				if rho, known := Persistence(all); known {
					persistence = &rho
				}
				if u, _, ok := EstimateMean(of[0], all, persistence); ok {
					told[i]++
					if truth := [...]float64{s.place, s.tone}[i]; truth >= u.Near.Low && truth <= u.Near.High {
						hits[i]++
					}
				}
			}
		}
		for i, name := range []string{"position", "tone"} {
			cover := hits[i] / told[i]
			if full {
				fmt.Printf("coverage of %-8s visibility %.2f, %2d prompts, %2d days: %.3f, told in %.2f of the worlds\n",
					name, line.visibility, line.prompts, line.days, cover, told[i]/float64(worlds))
			}
			least := 0.92
			if told[i] < 0.05*float64(worlds) { // where ten are far more than expected, being told is a choice of worlds
				least = 0.85
			}
			if noise := 2.5 * math.Sqrt(least*(1-least)/told[i]); cover < least-noise || cover < 1 && cover > 0.99+noise {
				t.Errorf("%s at %+v: %.3f of %v", name, line, cover, told[i])
			}
		}
	}
}
