package stat

import (
	"math"
	"math/rand/v2"
)

// assignments are ways in which the treatment could have fallen on units: all of them where they are few, else a fixed random
// choice, so that the same data always give the same verdict.
type assignments struct {
	n     int
	k     int     // units that are treated
	sets  []int32 // treated units of each, one after the other
	exact bool
}

func assign(treated []bool) *assignments {
	a := &assignments{n: len(treated)}
	for i, yes := range treated {
		if yes {
			a.sets = append(a.sets, int32(i))
		}
	}
	a.k = len(a.sets)
	if ways(a.n, a.k) <= assignmentsMost {
		a.exact, a.sets = true, nil
		a.enumerate()
		return a
	}
	random := rand.New(rand.NewPCG(assignmentsSeed, uint64(a.n)<<32|uint64(a.k)))
	for range assignmentsTried {
		for _, i := range random.Perm(a.n)[:a.k] {
			a.sets = append(a.sets, int32(i))
		}
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

func (a *assignments) enumerate() {
	k := a.k
	set := make([]int32, k)
	var walk func(at, from int)
	walk = func(at, from int) {
		if at == k {
			a.sets = append(a.sets, set...)
			return
		}
		for i := from; i <= a.n-(k-at); i++ {
			set[at] = int32(i)
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

func partsOf(values []float64, treated []bool, set []int32) (p parts) {
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
	p := permuted{n: float64(len(values)), k: float64(a.k), sets: make([]parts, len(a.sets)/a.k)}
	every, real := make([]int32, 0, len(values)), make([]int32, 0, len(values))
	for i, yes := range treated {
		if every = append(every, int32(i)); yes {
			real = append(real, int32(i))
		}
	}
	p.all, p.real = partsOf(values, treated, every), partsOf(values, treated, real)
	for i := range p.sets {
		p.sets[i] = partsOf(values, treated, a.sets[i*a.k:(i+1)*a.k])
	}
	return p
}

// tilted is all that is the same for every assignment when an effect of a size was taken off the treated units.
type tilted struct {
	by, total, squares float64
	k, m, vk, vm       float64 // one over each side's units, and over what their variances are divided by
}

func (p *permuted) tilt(by float64) tilted {
	k, m := p.k, p.n-p.k
	t := tilted{by: by, k: 1 / k, m: 1 / m, vk: 1 / (max(k-1, 1) * k), vm: 1 / (max(m-1, 1) * m)}
	t.total, t.squares = p.all.less(by)
	return t
}

// contrast is the difference of a set of units from the others and the square of its standard error, with a variance of each side's own: an effect
// need not be the same for every prompt (Neuhaus; Chung and Romano).
func (t *tilted) contrast(set *parts) (difference, within float64) {
	sum, square := set.less(t.by)
	rest := t.total - sum
	return sum*t.k - rest*t.m, (square-sum*sum*t.k)*t.vk + (t.squares-square-rest*rest*t.m)*t.vm
}

// exact is where a standard error is none.
const exact = 1e-18

// bar is the squared studentised contrast of the real assignment, a trifle lower: what reaches it is as extreme.
func (t *tilted) bar(real *parts) float64 {
	difference, within := t.contrast(real)
	switch {
	case within > exact:
		return difference * difference / within * (1 - 2e-9)
	case math.Abs(difference) < 1e-12:
		return 0
	}
	return math.Inf(1)
}

// extremes counts assignments that look at least as extreme as the real one, if the treatment added by to each treated unit. It may stop at most.
func (p *permuted) extremes(by float64, most int) (n int) {
	t := p.tilt(by)
	bar := t.bar(&p.real)
	for i := range p.sets {
		difference, within := t.contrast(&p.sets[i])
		if within > exact && difference*difference >= bar*within || within <= exact && (bar == 0 || math.Abs(difference) >= 1e-12) {
			if n++; n >= most {
				break
			}
		}
	}
	return n
}

// p is the share of these assignments.
func (p *permuted) p(by float64) float64 {
	return float64(p.extremes(by, len(p.sets))) / float64(len(p.sets))
}

// refuted tells whether they are fewer than one in twenty.
func (p *permuted) refuted(by float64) bool {
	enough := max(0, int(Significance*float64(len(p.sets)))-1)
	for float64(enough)/float64(len(p.sets)) < Significance { // as a share is compared
		enough++
	}
	return p.extremes(by, enough) < enough
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
		if p.refuted(center + far) {
			break
		}
		far *= 2
	}
	if !p.refuted(center + far) {
		return math.Copysign(math.Inf(1), step), false
	}
	// The share of extreme assignments does not fall steadily: the outermost effect that is not refuted counts.
	inside, outside := 0.0, far
	const looks = 32
	for i := looks - 1; i > 0; i-- {
		if at := far * float64(i) / looks; !p.refuted(center + at) {
			inside, outside = at, far*float64(i+1)/looks
			break
		}
	}
	for range 12 {
		middle := (inside + outside) / 2
		if p.refuted(center + middle) {
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
