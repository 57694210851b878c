package stat

import "math"

// Promise is what a comparison of so many prompts could see, judged by how prompts moved apart when nothing was done.
type Promise struct {
	Error    float64 // standard error of the difference
	Freedom  float64
	Smallest float64 // effect that is found four times out of five
}

// placeboKept is the share of real effects that pass the placebo, which takes one in twenty for a trend by chance.
const placeboKept = 1 - Significance

// Foresee judges by history: all prompts are cut where the time before would end, at several places, and each
// prompt's change is held against the platform's. length is how many days there will be after. It is false without
// three prompts that were asked on both sides of a cut.
func Foresee(list []Observed, length, targets, controls int) (p Promise, ok bool) {
	first, last := math.MaxInt, math.MinInt
	for _, o := range list {
		first, last = min(first, o.Day), max(last, o.Day)
	}
	if targets < leastUnits || controls < leastUnits || last-first < 2*leastHistory-1 {
		return p, false
	}
	half := min(length, (last-first+1)/2)
	var variance, freedom float64
	const cuts = 3
	for i := range cuts {
		cut := last + 1 - half - i*max(1, half/cuts)
		if cut-half < first-half/2 {
			break
		}
		s, n := spread(list, cut-half, cut, cut+half)
		if n < leastClusters {
			continue
		}
		variance += s * float64(n-1)
		freedom += float64(n - 1)
	}
	if freedom == 0 || variance <= 0 {
		return p, false
	}
	variance = variance / freedom * math.Pow(float64(half)/float64(length), averaging)
	p.Error = math.Sqrt(variance * (1/float64(targets) + 1/float64(controls)))
	p.Freedom = float64(targets + controls - 2)
	p.Smallest = p.smallest()
	return p, true
}

// averaging is how much of the variance of a short history a longer time averages out: all of it would be 1, but prompts also drift.
// It is set so that promises are kept in simulated campaigns.
const averaging = 0.8

// leastHistory is how many days each side of a cut must have at least.
const leastHistory = 7

// spread is the variance of prompts' changes around a cut, platforms' common change taken out.
func spread(list []Observed, from, cut, to int) (variance float64, n int) {
	var within []Observed
	for _, o := range list {
		if o.Day >= from && o.Day < to {
			within = append(within, o)
		}
	}
	d := Design{Treated: func(int) bool { return false }, Start: cut, Resume: cut}
	shifts, _ := d.shifts(within)
	mean := 0.0
	for _, s := range shifts {
		mean += s.value / float64(len(shifts))
	}
	for _, s := range shifts {
		variance += (s.value - mean) * (s.value - mean)
	}
	return variance / max(1, float64(len(shifts)-1)), len(shifts)
}

// Power is how often an effect would be found.
func (p Promise) Power(effect float64) float64 {
	if p.Error <= 0 {
		return 0
	}
	t := studentQuantile(1-(1-Confidence)/2, p.Freedom) - math.Abs(effect)/p.Error
	tail := studentTwoSided(t, p.Freedom) / 2
	if t < 0 {
		tail = 1 - tail
	}
	return placeboKept * tail
}

func (p Promise) smallest() float64 {
	low, high := 0.0, 1.0
	for range 40 {
		middle := (low + high) / 2
		if p.Power(middle) < Power {
			low = middle
		} else {
			high = middle
		}
	}
	return high
}
