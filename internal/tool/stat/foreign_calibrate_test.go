package stat

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// answers is a world that no constant of this package was set on: rates of prompts are normal on the logistic scale, an answer repeats the
// one before with a chance, and cells walk slowly, keeping 0.9 a day.
type answers struct {
	prompts, platforms, days  int
	level, persistence, drift float64
}

// live are two periods of cells, one after the other, with the lasting rate of the cells and that of the second period.
func (w answers) live(r *rand.Rand) (periods [2][]Cell, lasting, present float64) {
	for prompt := range w.prompts {
		level := w.level + r.NormFloat64()
		for range w.platforms {
			at, walk, named := level+0.5*r.NormFloat64(), w.drift*r.NormFloat64(), false
			var cells [2]Cell
			for day := range 2 * w.days {
				walk = 0.9*walk + w.drift*math.Sqrt(1-0.81)*r.NormFloat64()
				chance := 1 / (1 + math.Exp(-at-walk))
				if day == 0 || r.Float64() >= w.persistence {
					named = r.Float64() < chance
				}
				d := Day{X: 1}
				if named {
					d.Y = 1
				}
				c := &cells[day/w.days]
				c.Cluster, c.Y, c.X, c.Days = prompt, c.Y+d.Y, c.X+1, append(c.Days, d)
				if day >= w.days {
					present += chance
				}
			}
			mean := 0.0
			for z := -4.0; z < 4; z += 0.1 {
				mean += 0.1 * math.Exp(-z*z/2) / math.Sqrt(2*math.Pi) / (1 + math.Exp(-at-w.drift*z))
			}
			lasting += mean
			for i := range periods {
				periods[i] = append(periods[i], cells[i])
			}
		}
	}
	n := float64(w.prompts * w.platforms)
	return periods, lasting / n, present / n / float64(w.days)
}

func worldsOf(short int) int {
	if *calibrate > 0 {
		return *calibrate
	}
	return short
}

func bounded95(t *testing.T, name string, value, low, high float64, n int) {
	t.Helper()
	noise := 2.5 * math.Sqrt(0.05*0.95/float64(n))
	if *calibrate > 0 {
		fmt.Printf("%-70s %.3f   wanted %.2f to %.2f   %d worlds\n", name, value, low, high, n)
	}
	if value < low-noise || value > high+noise {
		t.Errorf("%s: %.3f, want %.2f to %.2f", name, value, low, high)
	}
}

// The floor of a change, a quarter of the binomial variance, makes few false verdicts where it was not set, also where rates are near 0
// or cells drift; near intervals cover the rate of their period.
func TestCalibratedForeign(t *testing.T) {
	t.Parallel()
	for _, w := range []answers{
		{10, 3, 30, -0.6, 0, 0},
		{10, 3, 30, -0.6, 0.3, 0},
		{10, 3, 30, -0.6, 0.6, 0},
		{10, 3, 7, -0.6, 0.3, 0},
		{10, 3, 30, -3, 0.3, 0},
		{10, 3, 7, -3, 0.3, 0},
		{20, 6, 30, 2.2, 0.3, 0},
		{5, 3, 30, -0.6, 0.3, 0},
		{10, 3, 30, -0.6, 0.3, 1},
	} {
		n := worldsOf(300)
		r := rand.New(rand.NewPCG(3, 1))
		var wrong, near, lasts, bare float64
		for range n {
			periods, lasting, present := w.live(r)
			rho, _ := Persistence(append(periods[0][:len(periods[0]):len(periods[0])], periods[1]...))
			u, ok := Estimate(periods[1], Rate, rho)
			if !ok {
				continue
			}
			var pairs []Pair
			for i := range periods[0] {
				pairs = append(pairs, Pair{periods[1][i].Y, periods[1][i].X, periods[0][i].Y, periods[0][i].X})
			}
			if c, ok := Paired(pairs, Rate); ok {
				wrong += hit(c.Test.Significant())
			}
			bare += hit(u.Near.Low <= present && present <= u.Near.High)
			lasts += hit(u.Near.Low <= lasting && lasting <= u.Near.High)
			near++
		}
		name := fmt.Sprintf("%+v", w)
		bounded95(t, "false verdict: "+name, wrong/near, 0, 0.07, n)
		if low := 0.93; w.drift == 0 || *calibrate > 0 {
			bounded95(t, "covers this period's rate: "+name, bare/near, low, 1, n)
		}
		if *calibrate > 0 {
			fmt.Printf("%-70s %.3f\n", "covers the lasting rate: "+name, lasts/near)
		}
	}
}

func hit(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// A search that is run for prompts of which the brand is named more or less often, and says nothing of it, is seldom believed.
func TestCalibratedSearches(t *testing.T) {
	t.Parallel()
	for _, persistence := range []float64{0, 0.3, 0.6} {
		const searches = 20
		n, any := worldsOf(120), 0.0
		r := rand.New(rand.NewPCG(9, 2))
		for range n {
			var cells []Cell
			ran := make([][]Stratum, searches)
			for prompt := range 10 {
				naming, often := r.NormFloat64(), make([]float64, searches)
				for s := range often {
					often[s] = 1 / (1 + math.Exp(0.5-1.5*r.NormFloat64()))
				}
				for range 3 {
					chance, named := 1/(1+math.Exp(-naming-0.3*r.NormFloat64())), 0.0
					did, strata, cell := make([]bool, searches), make([]Stratum, searches), Cell{Cluster: prompt}
					for day := range 30 {
						if day == 0 || r.Float64() >= persistence {
							named = hit(r.Float64() < chance)
							for s := range did {
								did[s] = r.Float64() < often[s]
							}
						}
						cell.Y, cell.X, cell.Days = cell.Y+named, cell.X+1, append(cell.Days, Day{named, 1})
						for s := range did {
							if did[s] {
								strata[s].A, strata[s].N = strata[s].A+named, strata[s].N+1
							} else {
								strata[s].B, strata[s].M = strata[s].B+named, strata[s].M+1
							}
						}
					}
					cells = append(cells, cell)
					for s := range strata {
						ran[s] = append(ran[s], strata[s])
					}
				}
			}
			rho, _ := Persistence(cells)
			var p []float64
			for _, strata := range ran {
				for i := range strata {
					strata[i].Inflation = cells[i].Inflation(rho, 1)
				}
				if c, ok := MantelHaenszel(strata); ok {
					p = append(p, c.Test.P)
				}
			}
			believed := false
			for _, yes := range Discoveries(p, Significance) {
				believed = believed || yes
			}
			any += hit(believed)
		}
		bounded95(t, fmt.Sprintf("any search believed where none matters, persistence %.1f", persistence), any/float64(n), 0, 0.06, n)
	}
}
