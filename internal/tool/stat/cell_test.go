package stat

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"renown/internal/testkit/expect"
)

// lived is cells of a rate each, asked daily, of which each day repeats the one before with a chance.
func lived(random *rand.Rand, cells, days int, persistence float64, rate func(cell int) float64) (list []Cell) {
	for i := range cells {
		c := Cell{Cluster: i / 3}
		last := 0.0
		for d := range days {
			if d == 0 || random.Float64() >= persistence {
				last = 0
				if random.Float64() < rate(i) {
					last = 1
				}
			}
			c.Y, c.X, c.Days = c.Y+last, c.X+1, append(c.Days, Day{last, 1})
		}
		list = append(list, c)
	}
	return list
}

func TestEstimateRefused(t *testing.T) {
	t.Parallel()
	for _, cells := range [][]Cell{nil, {{}}, {{Days: []Day{{}}}}} {
		if u, ok := Estimate(cells, Rate, 0); ok {
			t.Errorf("%v: %+v", cells, u)
		}
		if _, ok := Persistence(cells); ok {
			t.Errorf("%v has a persistence", cells)
		}
	}
	one, ok := Estimate([]Cell{{Y: 1, X: 4}}, Share, 0)
	if !ok || one.NearOK || one.WideOK {
		t.Errorf("one cell without days: %+v", one)
	}
	two, ok := Estimate([]Cell{{Cluster: 0, Y: 1, X: 4}, {Cluster: 1, Y: 2, X: 4}}, Rate, 0)
	if !ok || !two.NearOK || two.WideOK {
		t.Errorf("two questions tell nothing about others: %+v", two)
	}
}

// With one cell and one question each, clustering is what a t interval of the questions' rates is (Wilson's form of it).
func TestWideByHand(t *testing.T) {
	t.Parallel()
	var cells []Cell
	for i, y := range []float64{2, 4, 6, 8} {
		cells = append(cells, Cell{Cluster: i, Y: y, X: 10})
	}
	u, _ := Estimate(cells, Rate, 0)
	// Rates 0.2, 0.4, 0.6, 0.8: mean 0.5, variance of the mean 4/3 × (0.09+0.01+0.01+0.09)/16 = 1/60, effective 0.25 × 60 = 15.
	if !near(u.Value, 0.5, 1e-12) || !near(u.Effective, 15, 1e-9) {
		t.Errorf("%+v", u)
	}
	// t of three degrees is 3.1824; half = t/(1+t²/15) × √(0.25/15 + t²/900)
	if !near(u.Wide.High-0.5, 0.3174, 1e-4) || !near(0.5-u.Wide.Low, 0.3174, 1e-4) {
		t.Errorf("%+v", u.Wide)
	}
}

func TestPersistenceIsRecovered(t *testing.T) {
	t.Parallel()
	for _, rho := range []float64{0, 0.3, 0.6, 0.8} {
		for _, days := range []int{7, 14, 60} {
			sum := 0.0
			const worlds = 60
			for seed := range uint64(worlds) {
				random := rand.New(rand.NewPCG(seed, uint64(days)))
				got, ok := Persistence(lived(random, 30, days, rho, func(i int) float64 { return 0.2 + 0.6*float64(i)/30 }))
				if !ok {
					t.Fatal("no persistence")
				}
				sum += got
			}
			if mean := sum / worlds; math.Abs(mean-rho) > 0.06 {
				t.Errorf("persistence %.1f over %d days is estimated as %.3f", rho, days, mean)
			}
		}
	}
}

func TestPaired(t *testing.T) {
	t.Parallel()
	for name, list := range map[string][]Pair{
		"none": nil, "two": {{1, 2, 1, 2}, {1, 2, 1, 2}}, "two of three in both": {{1, 2, 1, 2}, {1, 2, 1, 2}, {1, 2, 0, 0}},
	} {
		if _, ok := Paired(list, Rate); ok {
			t.Errorf("%s was compared", name)
		}
	}
	// Equal cells: the paired t-test of differences 0.1, 0.2, 0.3, 0.0 (mean 0.15, s 0.1291, t = 2.3238, df 3).
	c, ok := Paired([]Pair{{3, 10, 2, 10}, {4, 10, 2, 10}, {5, 10, 2, 10}, {2, 10, 2, 10}}, Mean)
	if !ok || !near(c.Difference, 0.15, 1e-12) || !near(c.Test.Statistic, 2.3238, 5e-5) ||
		!near(c.Test.Freedom, 3, 1e-9) || !near(c.Test.P, 0.1027, 5e-4) {
		t.Errorf("%+v", c)
	}
	// A cell's own level does not matter, nor how often it is asked.
	level, _ := Paired([]Pair{{9, 10, 18, 20}, {1, 10, 2, 20}, {5, 10, 10, 20}}, Rate)
	if !near(level.Difference, 0, 1e-12) || level.Test.Significant() {
		t.Errorf("%+v", level)
	}
	// All moved alike: there is no spread to be seen, and still some chance.
	step, _ := Paired([]Pair{{1, 1, 0, 1}, {1, 1, 0, 1}, {1, 1, 0, 1}}, Rate)
	if step.Error == 0 || step.Difference != 1 {
		t.Errorf("%+v", step)
	}
}

// Benjamini and Hochberg (1995), the example of their section 3: of fifteen p values four are believed at q = 0.05.
func TestDiscoveries(t *testing.T) {
	t.Parallel()
	p := []float64{0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0000}
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(p), func(i, j int) { p[i], p[j] = p[j], p[i] })
	for i, yes := range Discoveries(p, 0.05) {
		if yes != (p[i] <= 0.0095) {
			t.Errorf("%v: %v", p[i], yes)
		}
	}
	expect.Equal(t, len(Discoveries(nil, 0.05)), 0, "something of nothing")
}

// The quantile is where the tail is as large as asked for, and costs microseconds.
func TestStudentQuantileInverts(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p, freedom := rapid.Float64Range(0.51, 0.9999).Draw(t, "p"), rapid.Float64Range(1, 5000).Draw(t, "freedom")
		q := studentQuantile(p, freedom)
		if tail := studentTwoSided(q, freedom); math.Abs(tail-2*(1-p)) > 1e-9 {
			t.Fatalf("tail %v, want %v", tail, 2*(1-p))
		}
	})
}

func TestEstimateHolds(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 3))
		rate := rapid.Float64Range(0, 1).Draw(t, "rate")
		cells := lived(random, rapid.IntRange(1, 12).Draw(t, "cells"), rapid.IntRange(1, 20).Draw(t, "days"), 0.3,
			func(int) float64 { return rate })
		for _, kind := range []Kind{Rate, Share, Mean} {
			u, ok := Estimate(cells, kind, rapid.Float64Range(0, 0.9).Draw(t, "persistence"))
			if !ok && kind == Mean {
				continue // of few, or of those that are all alike
			} else if !ok {
				t.Fatal("refused")
			}
			const by = 1e-9
			if u.NearOK && (u.Near.Low > u.Value+by || u.Near.High < u.Value-by) || u.WideOK && u.NearOK &&
				(u.Wide.Low > u.Near.Low+by || u.Wide.High < u.Near.High-by) {
				t.Fatalf("%+v", u)
			}
			if kind != Mean && u.NearOK && (u.Near.Low < 0 || u.Near.High > 1) {
				t.Fatalf("%+v", u.Near)
			}
		}
	})
}

func BenchmarkStudentQuantile(b *testing.B) {
	for i := 0; b.Loop(); i++ {
		studentQuantile(0.975, 1+float64(i%400))
	}
}

// A rate that is nought everywhere rests on all its answers, however many cells they are spread over.
func TestNoneAnywhere(t *testing.T) {
	t.Parallel()
	var cells []Cell
	for i := range 72 {
		cells = append(cells, Cell{Cluster: i / 6, X: 29})
	}
	u, ok := Estimate(cells, Rate, 0)
	if !ok || u.Near.Low != 0 || u.Near.High > 0.005 {
		t.Errorf("none of %d: %v", 72*29, u.Near)
	}
}

// Asking three times a day tells more when the answers are independent, and nothing when they repeat each other.
func TestDispersion(t *testing.T) {
	t.Parallel()
	draw := rand.New(rand.NewPCG(1, 2))
	var once, copies, three []Cell
	for i := range 30 {
		var a, b, c Cell
		a.Cluster, b.Cluster, c.Cluster = i, i, i
		for range 30 {
			hit, hits := float64(draw.IntN(2)), float64(draw.IntN(2)+draw.IntN(2)+draw.IntN(2))
			a.Days, b.Days, c.Days = append(a.Days, Day{hit, 1}), append(b.Days, Day{3 * hit, 3}), append(c.Days, Day{hits, 3})
			a.Y, a.X, b.Y, b.X, c.Y, c.X = a.Y+hit, a.X+1, b.Y+3*hit, b.X+3, c.Y+hits, c.X+3
		}
		once, copies, three = append(once, a), append(copies, b), append(three, c)
	}
	width := func(cells []Cell) float64 {
		u, ok := Estimate(cells, Rate, 0)
		if !ok || !u.NearOK {
			t.Fatal("no interval")
		}
		return u.Near.High - u.Near.Low
	}
	if got := width(copies) / width(once); got < 0.95 || got > 1.1 {
		t.Errorf("three copies change the width by %v", got)
	}
	if got := width(three) / width(once); got < 0.54 || got > 0.66 { // 1/√3
		t.Errorf("three answers change the width by %v", got)
	}
}

// A cell whose answers were all left out tells nothing: no interval knows of it.
func TestUnansweredCell(t *testing.T) {
	t.Parallel()
	cells := []Cell{{Cluster: 0, Y: 3, X: 10}, {Cluster: 1, Y: 5, X: 12}, {Cluster: 2, Y: 0, X: 9}}
	without, _ := Estimate(cells, Rate, 0)
	always, _ := Sequential(cells, 0)
	cells = append(cells, Cell{Cluster: 1}, Cell{Cluster: 3})
	with, _ := Estimate(cells, Rate, 0)
	if with.Near != without.Near || with.Wide != without.Wide || with.Effective != without.Effective {
		t.Errorf("%+v, with cells that nobody answered %+v", without, with)
	}
	if got, _ := Sequential(cells, 0); got != always {
		t.Errorf("%v for all looks, with cells that nobody answered %v", always, got)
	}
}

// A cell whose days are not read is as uncertain as if they were, where their number and their dispersion are known.
func TestDispersionElsewhere(t *testing.T) {
	t.Parallel()
	days := []Cell{
		{Days: []Day{{3, 3}, {0, 3}, {3, 3}, {0, 3}}, Y: 6, X: 12},
		{Cluster: 1, Days: []Day{{0, 3}, {3, 3}, {3, 3}}, Y: 6, X: 9},
	}
	sums := []Cell{{DaysAsked: 4, Dispersion: Dispersion(days), Y: 6, X: 12}}
	sums = append(sums, Cell{Cluster: 1, DaysAsked: 3, Dispersion: Dispersion(days), Y: 6, X: 9})
	want, _ := Estimate(days, Rate, 0.4)
	if got, _ := Estimate(sums, Rate, 0.4); got.Near != want.Near {
		t.Errorf("%v, day by day %v", got.Near, want.Near)
	}
	if alone, _ := Estimate([]Cell{{Y: 6, X: 12}, {Cluster: 1, Y: 6, X: 9}}, Rate, 0.4); alone.Near.High >= want.Near.High {
		t.Errorf("%v without days is no narrower than %v", alone.Near, want.Near)
	}
}
