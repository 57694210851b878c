package insight

import (
	"fmt"
	"runtime"
	"sync"
	"testing"

	"renown/internal/simulator/world"
	"renown/internal/tool/stat"
)

// trial is a campaign in a market in which the truth is known: prompts, platforms with models that change, drift and
// persistence of their own.
type trial struct {
	targets, controls, platforms int
	lift                         float64 // points that the campaign really adds
	persistence                  float64
}

const (
	calibratedBefore = 28
	calibratedLag    = 7
	calibratedAfter  = 28
)

// drawn is what is observed, and whose prompts are treated.
func (l trial) drawn(seed uint64) ([]stat.Observed, stat.Design) {
	p := world.Default()
	p.Persistence = l.persistence
	w := world.New(p, world.Market{Brands: []world.Brand{{Name: "us", Weight: 0.25}, {Name: "them", Weight: 0.4}}}, seed)
	target := func(prompt int) bool { return prompt < l.targets }
	d := stat.Design{Treated: target, Start: calibratedBefore, Resume: calibratedBefore + calibratedLag}
	var list []stat.Observed
	for i := range l.targets + l.controls {
		for j := range l.platforms {
			for day := range calibratedBefore + calibratedLag + calibratedAfter {
				q := world.Question{Text: fmt.Sprintf("p%02d", i), Platform: fmt.Sprintf("on%d", j), Day: 20_000 + day}
				cell := w.Cell(q)
				if day >= calibratedBefore && i < l.targets {
					cell.Named[0] = lifted(cell.Named[0], l.lift, float64(day-calibratedBefore+1)/calibratedLag)
				}
				o := stat.Observed{Prompt: i, Platform: j, Day: day, X: 1}
				for _, b := range w.Answer(q, cell).Named {
					if b == 0 {
						o.Y = 1
					}
				}
				list = append(list, o)
			}
		}
	}
	return list, d
}

// lifted adds points to a chance; those that do not fit below 1 are lost, which is why truth is measured by truth.
func lifted(chance, lift, grown float64) float64 { return min(1, chance+lift*min(1, grown)) }

// truth is the lift that chances really had: prompts near the top cannot rise.
func (l trial) truth(seed uint64) float64 {
	p := world.Default()
	w := world.New(p, world.Market{Brands: []world.Brand{{Name: "us", Weight: 0.25}, {Name: "them", Weight: 0.4}}}, seed)
	sum, n := 0.0, 0.0
	for i := range l.targets {
		for j := range l.platforms {
			for day := calibratedBefore + calibratedLag; day < calibratedBefore+calibratedLag+calibratedAfter; day += 9 {
				c := w.Cell(world.Question{Text: fmt.Sprintf("p%02d", i), Platform: fmt.Sprintf("on%d", j), Day: 20_000 + day}).Named[0]
				sum, n = sum+lifted(c, l.lift, 1)-c, n+1
			}
		}
	}
	return sum / n
}

// outcome of many campaigns.
type outcome struct{ found, covered, promised, placebo float64 }

func (l trial) campaigns(n int) (out outcome) {
	var mu sync.Mutex
	var all sync.WaitGroup
	seeds := make(chan uint64)
	for range runtime.GOMAXPROCS(0) {
		all.Go(func() {
			for seed := range seeds {
				list, design := l.drawn(seed)
				e, ok := design.Estimate(list)
				placebo, known := design.Placebo(list)
				var before []stat.Observed
				for _, o := range list {
					if o.Day < design.Start {
						before = append(before, o)
					}
				}
				promise, _ := stat.Foresee(before, calibratedAfter, l.targets, l.controls)
				truth := l.truth(seed)
				mu.Lock()
				if ok && decided(e, &placebo, known) {
					out.found++
				}
				if ok && e.Interval.Low <= truth && truth <= e.Interval.High {
					out.covered++
				}
				if known && placebo.Significant() {
					out.placebo++
				}
				out.promised += promise.Power(truth)
				mu.Unlock()
			}
		})
	}
	for seed := range n {
		seeds <- uint64(seed+1) << 32 // the world adds days to its seed: neighbours would share answers
	}
	close(seeds)
	all.Wait()
	size := float64(n)
	return outcome{out.found / size, out.covered / size, out.promised / size, out.placebo / size}
}

// decided tells whether a campaign is said to have had an effect.
func decided(e stat.Effect, placebo *stat.Effect, known bool) bool {
	return e.Significant() && !(known && placebo.Significant())
}

// Campaigns that do nothing are rarely said to work, intervals hold the truth, and what is promised beforehand is kept.
func TestCampaignsAreCalibrated(t *testing.T) {
	t.Parallel()
	layouts := []trial{{5, 5, 3, 0, 0.3}, {5, 5, 3, 0.15, 0.3}}
	n := 60
	if full() {
		n, layouts = *calibrate, nil
		for _, size := range [][3]int{{5, 5, 3}, {5, 5, 6}, {10, 10, 6}, {4, 8, 6}} {
			for _, lift := range []float64{0, 0.05, 0.10, 0.15} {
				layouts = append(layouts, trial{size[0], size[1], size[2], lift, 0.3})
			}
		}
	}
	for _, l := range layouts {
		o := l.campaigns(n)
		name := fmt.Sprintf("%d targets, %d controls, %d platforms, %+.0f points", l.targets, l.controls, l.platforms, 100*l.lift)
		line{name + ": interval covers", o.covered, 0.92, 0.98, n}.check(t)
		if l.lift == 0 {
			line{name + ": false effect", o.found, 0, 0.07, n}.check(t)
			continue
		}
		line{fmt.Sprintf("%s: found, promised %.2f", name, o.promised), o.found, o.promised - 0.1, o.promised + 0.1, n}.check(t)
	}
}
