package stat

import (
	"math/rand/v2"
	"testing"
)

// A reader who looks every day for a year finds the truth outside of the interval for one look sooner or later, and
// rarely outside of the sequential one.
func TestSequential(t *testing.T) {
	t.Parallel()
	const worlds, looks = 400, 365
	random := rand.New(rand.NewPCG(1, 2))
	for _, p := range []float64{0.1, 0.35, 0.8} {
		ever, once := 0, 0
		for range worlds {
			cell, outside, plainly := Cell{}, false, false
			for range looks {
				cell.X++
				if random.Float64() < p {
					cell.Y++
				}
				i, ok := Sequential([]Cell{cell}, 0)
				u, _ := Estimate([]Cell{cell}, Rate, 0)
				if !ok || i.Low > u.Near.Low || i.High < u.Near.High {
					t.Fatalf("%v of %v: %v is not wider than %v", cell.Y, cell.X, i, u.Near)
				}
				outside = outside || p < i.Low || p > i.High
				plainly = plainly || p < u.Near.Low || p > u.Near.High
			}
			if outside {
				ever++
			}
			if plainly {
				once++
			}
		}
		if ever > worlds*7/100 || once < worlds*15/100 {
			t.Errorf("rate %v: outside in %d of %d worlds, of the interval for one look in %d", p, ever, worlds, once)
		}
	}
	if _, ok := Sequential(nil, 0); ok {
		t.Error("an interval of nothing")
	}
}
