package insight

import (
	"flag"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"renown/internal/floor/day"
	"renown/internal/room/alert"
	"renown/internal/simulator/world"
)

// calibrate is how many worlds each line of the table rests on. make calibrate runs a thousand or more.
var calibrate = flag.Int("calibrate", 0, "simulated worlds a line of the calibration; 0: the short form")

// worlds runs fn for so many seeds on all cores, and adds up what it tells by name: hits and trials.
func worlds(t *testing.T, w layout, n int, fn func(m *market, tell func(name string, hit bool))) map[string]float64 {
	t.Helper()
	var mu sync.Mutex
	hits, trials := map[string]float64{}, map[string]float64{}
	seeds := make(chan uint64)
	var all sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		all.Go(func() {
			for seed := range seeds {
				fn(w.draw(seed), func(name string, hit bool) {
					mu.Lock()
					defer mu.Unlock()
					trials[name]++
					if hit {
						hits[name]++
					}
				})
			}
		})
	}
	for seed := range n {
		seeds <- uint64(seed)
	}
	close(seeds)
	all.Wait()
	out := map[string]float64{}
	for name, n := range trials {
		out[name] = hits[name] / n
	}
	return out
}

// line of the table: what was measured, and between what it must lie.
type line struct {
	name             string
	value, low, high float64
	n                int
}

// check allows for the noise of so many worlds: two and a half standard errors.
func (l line) check(t *testing.T) {
	t.Helper()
	noise := func(p float64) float64 { return 2.5 * math.Sqrt(max(p*(1-p), 0)/float64(l.n)) }
	if full() {
		fmt.Printf("%-80s %.3f   wanted %.2f to %.2f   %d worlds\n", l.name, l.value, l.low, l.high, l.n)
	}
	if l.value < l.low-noise(l.low) || l.value > l.high+noise(l.high) {
		t.Errorf("%s: %.3f, want %.2f to %.2f", l.name, l.value, l.low, l.high)
	}
}

// full is the form that make calibrate runs; the short one takes the hardest lines only.
func full() bool { return *calibrate > 0 }

func size(short int) int {
	if *calibrate > 0 {
		return *calibrate
	}
	return short
}

func within(i Interval, v float64) bool { return i.Low != nil && v >= *i.Low && v <= *i.High }

// Both intervals cover the truth: that of these prompts, and that of prompts like these.
func TestCalibratedIntervals(t *testing.T) {
	t.Parallel()
	for _, days := range []day.Day{7, 30} {
		for _, rho := range []float64{0, 0.3, 0.6} {
			for _, correlation := range []float64{0.13, 0.35} {
				if !full() && (days < 30 || rho == 0.3 || correlation > 0.2) {
					continue
				}
				n := size(60)
				w := standard.with(func(w *layout) { w.persistence, w.correlation = rho, correlation })
				got := worlds(t, w, n, func(m *market, tell func(string, bool)) {
					l := m.live(60, nil)
					now, _ := l.window(60-days, 60)
					before, _ := l.window(60-2*days, 60-days)
					in := indicators(now, before)
					seen, all, tone, own, n := 0.0, 0.0, 0.0, 0.0, 0.0
					for i := range m.cells {
						for _, c := range m.cells[i] {
							seen += c.Named[0]
							for _, rate := range c.Named {
								all += rate
							}
							tone += c.Named[0] * clamped(c.Tone[0])
							own += c.Cited * c.Own
							n++
						}
					}
					tell("visibility, these", within(in.Visibility.Interval, seen/n))
					tell("visibility, like these", within(Interval{in.Visibility.LowWide, in.Visibility.HighWide}, m.mean))
					tell("share of voice, these", within(in.ShareOfVoice.Interval, seen/all))
					tell("score, these", within(in.Sentiment.Interval, tone/seen))
					tell("own citations, these", within(in.OwnCitationRate.Interval, own/n))
				})
				for _, name := range []string{
					"visibility, these", "visibility, like these", "share of voice, these",
					"score, these", "own citations, these",
				} {
					low := 0.93
					if days < 30 && rho > 0.5 && name == "score, these" { // some 70 judged answers, of which half repeat each other
						low = 0.88
					}
					line{fmt.Sprintf("coverage of %s: %d days, persistence %.1f, correlation %.2f", name, days, rho,
						correlation), got[name], low, 0.99, n}.check(t)
				}
			}
		}
	}
}

// clamped is the mean of a score around m, cut off at -1 and 1.
func clamped(m float64) float64 {
	sum := 0.0
	for z := -4.0; z <= 4; z += 0.1 {
		sum += max(-1, min(1, m+0.35*z)) * math.Exp(-z*z/2) * 0.1
	}
	return sum / math.Sqrt(2*math.Pi)
}

// A verdict on a figure for which nothing changed is rarely that it changed, whatever prompts and platforms come and go.
func TestCalibratedVerdicts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		w     layout
		at    func(m *market) func(day, prompt, platform int) *world.Cell
		short bool
	}{
		{"persistence 0.0", standard, nil, false},
		{"persistence 0.3", standard.with(func(w *layout) { w.persistence = 0.3 }), nil, false},
		{"persistence 0.6", standard.with(func(w *layout) { w.persistence = 0.6 }), nil, true},
		{"20 prompts on 6 platforms, persistence 0.6", standard.with(func(w *layout) {
			w.prompts, w.platforms,
				w.persistence = 20, 6, 0.6
		}), nil, false},
		{"weekly", standard.with(func(w *layout) { w.every = 7 }), nil, false},
		{
			"3 of 13 prompts replaced", standard.with(func(w *layout) { w.prompts, w.correlation = 13, 0.35 }),
			func(m *market) func(day, prompt, platform int) *world.Cell {
				return func(day, prompt, platform int) *world.Cell {
					if day < 30 && prompt >= 10 || day >= 30 && prompt < 3 {
						return nil
					}
					return &m.cells[prompt][platform]
				}
			}, true,
		},
		{
			"a platform away for 20 days", standard.with(func(w *layout) { w.correlation = 0.35 }),
			func(m *market) func(day, prompt, platform int) *world.Cell {
				return func(day, prompt, platform int) *world.Cell {
					if platform == 0 && day >= 40 {
						return nil
					}
					return &m.cells[prompt][platform]
				}
			}, false,
		},
	} {
		if !full() && !c.short {
			continue
		}
		n := size(80)
		got := worlds(t, c.w, n, func(m *market, tell func(string, bool)) {
			var at func(day, prompt, platform int) *world.Cell
			if c.at != nil {
				at = c.at(m)
			}
			l := m.live(60, at)
			now, _ := l.window(30, 60)
			before, _ := l.window(0, 30)
			in := indicators(now, before)
			tell("visibility", in.Visibility.Clear())
			tell("share of voice", in.ShareOfVoice.Clear())
			tell("position", in.AveragePosition.Clear())
			tell("score", in.Sentiment.Clear())
			tell("own citations", in.OwnCitationRate.Clear())
			one := visibilityOf.indicator(now.cells(forVisibility, "p1"), before.cells(forVisibility, "p1"))
			tell("one platform", one.Clear())
		})
		for _, name := range []string{"visibility", "share of voice", "position", "score", "own citations", "one platform"} {
			line{fmt.Sprintf("false verdict on %s: %s", name, c.name), got[name], 0, 0.07, n}.check(t)
		}
	}
}

const (
	history = 60 // days before the first look
	watched = 90
)

// Looked at weekly for 90 days, a brand for which nothing changes hears of no change, and of no competitor that passed.
func TestCalibratedAlerts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		w    layout
	}{
		{"persistence 0.0", standard},
		{"persistence 0.3", standard.with(func(w *layout) { w.persistence = 0.3 })},
		{"persistence 0.6", standard.with(func(w *layout) { w.persistence = 0.6 })},
		{"20 prompts on 6 platforms, persistence 0.3", standard.with(func(w *layout) {
			w.prompts, w.platforms,
				w.persistence = 20, 6, 0.3
		})},
		{"weekly runs", standard.with(func(w *layout) { w.every = 7 })},
		{"platforms shaken by 0.2", standard.with(func(w *layout) { w.persistence, w.shock = 0.3, 0.2 })},
		{"platforms shaken by 0.3", standard.with(func(w *layout) { w.persistence, w.shock = 0.3, 0.3 })},
		{"platforms shaken by 0.5", standard.with(func(w *layout) { w.persistence, w.shock = 0.3, 0.5 })},
	} {
		if !full() && c.name != "persistence 0.6" {
			continue
		}
		n := size(40)
		var happened, foretold atomic.Int64
		got := worlds(t, c.w, n, func(m *market, tell func(string, bool)) {
			l := m.live(history+watched, m.shaken(history+watched))
			any, others := false, false
			for at := day.Day(history + 1); at <= history+watched; at += 7 {
				changed, passed, _ := l.look(at)
				any = any || changed || passed
				others = others || passed
				happened.Add(int64(indexOf(changed)))
			}
			foretold.Add(int64(1e6 * l.chances(history+60)))
			tell("any", any)
			tell("passed", others)
		})
		line{"of these, a competitor that passed: " + c.name, got["passed"], 0, 0.10, n}.check(t)
		most := 0.10
		if c.w.shock > 0.2 {
			most = 1 // what a platform does by itself is a change that happened
		}
		line{"any false alert in 90 days: " + c.name, got["any"], 0, most, n}.check(t)
		if full() {
			fmt.Printf("%-80s %.2f told, %.2f foretold\n", "changes in a quarter: "+c.name,
				float64(happened.Load())/float64(n), float64(foretold.Load())/1e6/float64(n))
		}
	}
}

// A change of ten points is found within a month.
func TestCalibratedPower(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		w     layout
		least float64
	}{
		{"persistence 0.0", standard, 0.55},
		{"persistence 0.3", standard.with(func(w *layout) { w.persistence = 0.3 }), 0.55},
		{"persistence 0.6", standard.with(func(w *layout) { w.persistence = 0.6 }), 0},
		{"20 prompts on 6 platforms, persistence 0.3", standard.with(func(w *layout) {
			w.prompts, w.platforms,
				w.persistence = 20, 6, 0.3
		}), 0.9},
	} {
		if !full() && c.name != "persistence 0.3" {
			continue
		}
		n := size(60)
		got := worlds(t, c.w, n, func(m *market, tell func(string, bool)) {
			raised := m.raised(0.10)
			l := m.live(history+31, func(day, prompt, platform int) *world.Cell {
				if day >= history {
					return &raised[prompt][platform]
				}
				return &m.cells[prompt][platform]
			})
			found := false
			for at := day.Day(history + 1 + m.random.IntN(7)); at <= history+30; at += 7 {
				_, _, list := l.look(at)
				changes, _ := list.believed()
				for _, c := range changes {
					found = found || c.Indicator == alert.Visibility && c.Rises()
				}
			}
			tell("found", found)
		})
		line{"+10 points found within 30 days: " + c.name, got["found"], c.least, 1, n}.check(t)
	}
}

// raised are the cells with a mean that is so much higher, by the same step on the logistic scale.
func (m *market) raised(by float64) [][]world.Cell {
	mean := func(step float64) (sum float64) {
		n := 0.0
		for _, row := range m.cells {
			for _, c := range row {
				sum += world.Shifted(c.Named[0], step)
				n++
			}
		}
		return sum / n
	}
	low, high := 0.0, 10.0
	for range 50 {
		if step := (low + high) / 2; mean(step) < mean(0)+by {
			low = step
		} else {
			high = step
		}
	}
	out := make([][]world.Cell, len(m.cells))
	for i, row := range m.cells {
		for _, c := range row {
			c.Named = slices.Clone(c.Named)
			c.Named[0] = world.Shifted(c.Named[0], low)
			out[i] = append(out[i], c)
		}
	}
	return out
}
