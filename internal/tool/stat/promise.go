package stat

import "math"

// Promise is what a comparison of so many prompts could see, judged by how prompts moved apart when nothing was done.
type Promise struct {
	Error    float64 // standard error of the difference
	Freedom  float64
	Smallest float64 // effect that is found four times out of five
}

// leastHistory is how many days each side of the cut must have at least.
const leastHistory = 7

// Foresee judges by history: it is cut as the time to come will be, with up to length days on either side, and the
// prompts' changes are compared as an effect will be, so that targets far below the others promise less. A history
// shorter than twice length is cut in halves, which differ more than longer times do: such a promise is too small
// rather than too large. It is false where there is no such comparison.
func Foresee(list []Observed, length int, treated func(prompt int) bool) (p Promise, ok bool) {
	first, last := math.MaxInt, math.MinInt
	for _, o := range list {
		first, last = min(first, o.Day), max(last, o.Day)
	}
	if last-first < 2*leastHistory-1 {
		return p, false
	}
	half := min(length, (last-first+1)/2)
	cut := last + 1 - half
	shifts, _ := Design{Treated: treated, First: cut - half, Start: cut, Resume: cut}.shifts(list)
	e, ok := ancova(shifts)
	if !ok {
		return p, false
	}
	for i := range shifts { // the level from which the time to come will start
		shifts[i].level += shifts[i].change
	}
	now, _ := ancova(shifts)
	p.Error, p.Freedom = math.Sqrt(e.one*now.spread), e.freedom
	p.Smallest = p.smallest()
	return p, true
}

// Power is how often an effect would be found: Student's test sees it, and the placebo, which takes one in twenty for
// a trend by chance, lets it pass.
func (p Promise) Power(effect float64) float64 {
	t := Quantile(p.Freedom) - math.Abs(effect)/p.Error
	tail := studentTwoSided(t, p.Freedom) / 2
	if t < 0 {
		tail = 1 - tail
	}
	return (1 - Significance) * tail
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
