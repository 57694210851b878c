package stat

import (
	"math"
	"math/rand/v2"
)

// assignments are ways in which the treatment could have fallen on units: all of them where they are few, else a fixed random
// choice, so that the same data always give the same verdict.
type assignments struct {
	n     int
	sets  [][]int // treated units of each
	exact bool
}

func assign(treated []bool) *assignments {
	a := &assignments{n: len(treated)}
	var chosen []int
	for i, yes := range treated {
		if yes {
			chosen = append(chosen, i)
		}
	}
	k := len(chosen)
	if ways(a.n, k) <= assignmentsMost {
		a.exact = true
		a.enumerate(k)
		return a
	}
	random := rand.New(rand.NewPCG(assignmentsSeed, uint64(a.n)<<32|uint64(k)))
	a.sets = append(a.sets, chosen)
	for range assignmentsTried {
		a.sets = append(a.sets, random.Perm(a.n)[:k])
	}
	return a
}

// ways to choose k of n; a large number beyond a bound that is never reached.
func ways(n, k int) float64 {
	w := 1.0
	for i := range min(k, n-k) {
		w = w * float64(n-i) / float64(i+1)
	}
	return math.Round(w)
}

func (a *assignments) enumerate(k int) {
	set := make([]int, k)
	var walk func(at, from int)
	walk = func(at, from int) {
		if at == k {
			a.sets = append(a.sets, append([]int(nil), set...))
			return
		}
		for i := from; i <= a.n-(k-at); i++ {
			set[at] = i
			walk(at+1, i+1)
		}
	}
	walk(0, 0)
}

// contrastOf is the mean of the treated less that of the others.
func contrastOf(values []float64, treated []bool) float64 {
	var sum, n [2]float64
	for i, v := range values {
		side := 0
		if !treated[i] {
			side = 1
		}
		sum[side], n[side] = sum[side]+v, n[side]+1
	}
	return sum[0]/n[0] - sum[1]/n[1]
}

// parts of a set of units: from them follows its contrast after any effect was taken off the treated units.
type parts struct {
	sum, square float64 // of all units
	treated     float64 // of those that are treated
	overlap     float64 // how many are
}

func partsOf(values []float64, treated []bool, set []int) (p parts) {
	for _, i := range set {
		v := values[i]
		p.sum, p.square = p.sum+v, p.square+v*v
		if treated[i] {
			p.treated, p.overlap = p.treated+v, p.overlap+1
		}
	}
	return p
}

// less is the parts after by was taken off each treated unit.
func (p parts) less(by float64) (sum, square float64) {
	return p.sum - by*p.overlap, p.square - 2*by*p.treated + by*by*p.overlap
}

// permuted is a set of values with the parts of every assignment: trying another effect costs a few operations an assignment.
type permuted struct {
	n         float64
	all, real parts
	k         float64
	sets      []parts
}

func (a *assignments) over(values []float64, treated []bool) permuted {
	p := permuted{n: float64(len(values)), sets: make([]parts, len(a.sets))}
	every, real := make([]int, 0, len(values)), make([]int, 0, len(values))
	for i, yes := range treated {
		if every = append(every, i); yes {
			real = append(real, i)
		}
	}
	p.all, p.real, p.k = partsOf(values, treated, every), partsOf(values, treated, real), float64(len(real))
	for i, set := range a.sets {
		p.sets[i] = partsOf(values, treated, set)
	}
	return p
}

// studentised is the contrast of a set of units with the others over its standard error, with a variance of each side's own: an effect
// need not be the same for every prompt (Neuhaus; Chung and Romano). It is squared, which orders sets just as well.
func (p *permuted) studentised(set parts, by, total, squares float64) float64 {
	sum, square := set.less(by)
	k, m := p.k, p.n-p.k
	difference := sum/k - (total-sum)/m
	within := (square-sum*sum/k)/max(k-1, 1)/k + (squares-square-(total-sum)*(total-sum)/m)/max(m-1, 1)/m
	if within <= 1e-18 {
		if math.Abs(difference) < 1e-12 {
			return 0
		}
		return math.Inf(1)
	}
	return difference * difference / within
}

// p is how often an assignment looks at least as extreme as the real one, if the treatment added by to each treated unit.
func (p *permuted) p(by float64) float64 {
	total, squares := p.all.less(by)
	observed := p.studentised(p.real, by, total, squares) * (1 - 2e-9)
	extreme := 0
	for _, set := range p.sets {
		if p.studentised(set, by, total, squares) >= observed {
			extreme++
		}
	}
	return float64(extreme) / float64(len(p.sets))
}

// invert is every effect that the data do not refute. It is unbounded, and false, where even the largest could not be refuted
// because there are too few assignments.
func (p *permuted) invert(values []float64, center float64) (Interval, bool) {
	scale := 1e-6
	for _, v := range values {
		scale = max(scale, math.Abs(v), math.Abs(v-center))
	}
	low, below := p.edge(center, -scale)
	high, above := p.edge(center, scale)
	return Interval{low, high}, below && above
}

// edge is where effects begin to be refuted, on the side of step from the centre.
func (p *permuted) edge(center, step float64) (float64, bool) {
	far := step
	for range 12 {
		if p.p(center+far) < Significance {
			break
		}
		far *= 2
	}
	if p.p(center+far) >= Significance {
		return math.Copysign(math.Inf(1), step), false
	}
	// The share of extreme assignments does not fall steadily: the outermost effect that is not refuted counts.
	inside, outside := 0.0, far
	const looks = 32
	for i := looks - 1; i > 0; i-- {
		if at := far * float64(i) / looks; p.p(center+at) >= Significance {
			inside, outside = at, far*float64(i+1)/looks
			break
		}
	}
	for range 12 {
		middle := (inside + outside) / 2
		if p.p(center+middle) < Significance {
			outside = middle
		} else {
			inside = middle
		}
	}
	return center + inside, true
}

// Flipped tests the mean of differences, each of one unit: without a control, the change of each prompt is held against what moved beside it.
// Signs are flipped instead of labels. It is false under six units, which cannot refute anything.
func Flipped(values []float64) (e Effect, ok bool) {
	if len(values) < leastFlipped {
		return e, false
	}
	e.Treated = len(values)
	for _, v := range values {
		e.Difference += v / float64(len(values))
	}
	f := flip(len(values))
	e.Exact = f.exact
	e.P = f.p(values, 0)
	e.Interval.Low, _ = f.edge(values, e.Difference, -1)
	e.Interval.High, _ = f.edge(values, e.Difference, 1)
	e.Bounded = true
	return e, true
}

const leastFlipped = 6 // 2 of 2⁶ is less than one in twenty

type flips struct {
	signs []uint64
	n     int
	exact bool
}

func flip(n int) flips {
	f := flips{n: n, exact: n <= 13}
	if f.exact {
		for s := range uint64(1) << n {
			f.signs = append(f.signs, s)
		}
		return f
	}
	random := rand.New(rand.NewPCG(assignmentsSeed, uint64(n)))
	f.signs = append(f.signs, 0)
	for range assignmentsTried {
		f.signs = append(f.signs, random.Uint64())
	}
	return f
}

func (f flips) p(values []float64, by float64) float64 {
	observed := 0.0
	for _, v := range values {
		observed += v - by
	}
	extreme := 0
	for _, signs := range f.signs {
		sum := 0.0
		for i, v := range values {
			if signs>>(i&63)&1 == 1 {
				sum -= v - by
			} else {
				sum += v - by
			}
		}
		if math.Abs(sum) >= math.Abs(observed)*(1-1e-9) {
			extreme++
		}
	}
	return float64(extreme) / float64(len(f.signs))
}

func (f flips) edge(values []float64, center, side float64) (float64, bool) {
	far := 1e-6
	for _, v := range values {
		far = max(far, 2*math.Abs(v-center))
	}
	inside, outside := 0.0, far*4
	for range 24 {
		middle := (inside + outside) / 2
		if f.p(values, center+side*middle) < Significance {
			outside = middle
		} else {
			inside = middle
		}
	}
	return center + side*inside, true
}
