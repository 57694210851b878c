package stat

import (
	"math"
	"math/rand/v2"
	"slices"
)

// assignments are ways in which the treatment could have fallen on units: all of them where they are few, else a fixed random
// choice, so that the same data always give the same verdict.
type assignments struct {
	n      int
	k      int     // units that are treated
	sets   []int32 // treated units of each, one after the other; those that share the most with the real one first
	shared []int   // how many assignments share 0, 1, 2 and more treated units with the real one
	exact  bool
}

func assign(treated []bool) *assignments {
	a := &assignments{n: len(treated)}
	for i, yes := range treated {
		if yes {
			a.sets = append(a.sets, int32(i))
		}
	}
	a.k = len(a.sets)
	if a.exact = ways(a.n, a.k) <= assignmentsMost; a.exact {
		a.sets = nil // the real one is among all
		a.enumerate()
	} else {
		random := rand.New(rand.NewPCG(assignmentsSeed, uint64(a.n)<<32|uint64(a.k)))
		for range assignmentsTried {
			for _, i := range random.Perm(a.n)[:a.k] {
				a.sets = append(a.sets, int32(i))
			}
		}
	}
	a.sort(treated)
	return a
}

// sort puts assignments with as many treated units in common with the real one beside each other.
func (a *assignments) sort(treated []bool) {
	by := make([][]int32, a.k+1)
	a.shared = make([]int, a.k+1)
	for set := range slices.Chunk(a.sets, a.k) {
		n := 0
		for _, i := range set {
			if treated[i] {
				n++
			}
		}
		by[n] = append(by[n], set...)
		a.shared[n]++
	}
	slices.Reverse(by)
	a.sets = slices.Concat(by...)
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

// parts of a set of units: from them follow its contrast and the square of the contrast's standard error after any
// effect was taken off the treated units, together with how many treated units are in the set (see tilt).
type parts struct {
	difference    float64 // of its mean from that of the others
	within, taken float64 // squared error, and what an effect of one adds to it beside its square
}

// tilt is what an effect of a size does to the contrast of every set with so many treated units.
type tilt struct{ by, difference, within float64 }

// contrast is the difference and its squared error then. It is a trifle below 0 where units do not differ, for want of digits.
func (t *tilt) contrast(set *parts) (difference, within float64) {
	return set.difference - t.difference, set.within + t.by*set.taken + t.within
}

// permuted is a set of values with the parts of every assignment: trying another effect costs a few operations an assignment.
type permuted struct {
	sides
	real   parts
	sets   []parts
	shared []int // as in assignments
}

// sides are one over each side's units, and over what their variances are divided by: each side has a variance of its
// own, because an effect need not be the same for every prompt (Neuhaus; Chung and Romano).
type sides struct{ n, k, m, vk, vm float64 }

func sidesOf(treated, others float64) sides {
	return sides{treated, 1 / treated, 1 / others, 1 / (max(treated-1, 1) * treated), 1 / (max(others-1, 1) * others)}
}

// tilt is that of sets with so many treated units.
func (s *sides) tilt(by float64, treated int) tilt {
	in, out := float64(treated), s.n-float64(treated)
	return tilt{by, by * (in*s.k - out*s.m), by * by * ((in-in*in*s.k)*s.vk + (out-out*out*s.m)*s.vm)}
}

// sum is what values of some units add up to: they, their squares, and those of treated units.
type sum struct{ values, squares, treated float64 }

// parts are those of a set, of which so many units are treated, beside all.
func (s *sides) parts(in, all sum, shared float64) parts {
	out := sum{all.values - in.values, all.squares - in.squares, all.treated - in.treated}
	return parts{
		difference: in.values*s.k - out.values*s.m,
		within:     (in.squares-in.values*in.values*s.k)*s.vk + (out.squares-out.values*out.values*s.m)*s.vm,
		taken:      2 * ((in.values*shared*s.k-in.treated)*s.vk + (out.values*(s.n-shared)*s.m-out.treated)*s.vm),
	}
}

func (a *assignments) over(values []float64, treated []bool) permuted {
	p := permuted{sides: sidesOf(float64(a.k), float64(a.n-a.k)), sets: make([]parts, 0, len(a.sets)/a.k), shared: a.shared}
	var all, real sum
	held := make([]float64, len(values)) // by the treated alone
	for i, v := range values {
		all.values, all.squares = all.values+v, all.squares+v*v
		if treated[i] {
			held[i] = v
			real.values, real.squares, real.treated = real.values+v, real.squares+v*v, real.treated+v
		}
	}
	all.treated = real.treated
	p.real = p.parts(real, all, float64(a.k))
	sets := a.sets
	for shared := a.k; shared >= 0; shared-- {
		for range a.shared[shared] {
			var in sum
			for _, i := range sets[:a.k] {
				v := values[i]
				in.values, in.squares, in.treated = in.values+v, in.squares+v*v, in.treated+held[i]
			}
			p.sets, sets = append(p.sets, p.parts(in, all, float64(shared))), sets[a.k:]
		}
	}
	return p
}

// exact is where a standard error is none.
const exact = 1e-18

// bar is the squared studentised contrast of the real assignment after an effect was taken off, a trifle lower: what
// reaches it is as extreme.
func (p *permuted) bar(by float64) float64 {
	t := p.tilt(by, len(p.shared)-1)
	difference, within := t.contrast(&p.real)
	switch {
	case within > exact:
		return difference * difference / within * (1 - 2e-9)
	case math.Abs(difference) < 1e-12:
		return 0
	}
	return math.Inf(1)
}

// extremes counts assignments that look at least as extreme as the real one, if the treatment added by to each treated
// unit. It may stop at most.
func (p *permuted) extremes(by float64, most int) (n int) {
	bar, sets := p.bar(by), p.sets
	for shared := len(p.shared) - 1; shared >= 0; shared-- {
		t := p.tilt(by, shared)
		for i := range sets[:p.shared[shared]] {
			difference, within := t.contrast(&sets[i])
			if within > exact && difference*difference >= bar*within || within <= exact && (bar == 0 || math.Abs(difference) >= 1e-12) {
				if n++; n >= most {
					return n
				}
			}
		}
		sets = sets[p.shared[shared]:]
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
	far, refuted := step, p.refuted(center+step)
	for i := 0; i < 12 && !refuted; i++ {
		far *= 2
		refuted = p.refuted(center + far)
	}
	if !refuted {
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

// Flipped tests the mean of differences, each of one unit: without a control, the change of each prompt is held
// against what moved beside it. Signs are flipped instead of labels. noise is the squared error of the mean by the
// number of answers alone. It is false under six units, which cannot refute anything.
func Flipped(values []float64, noise float64) (e Effect, ok bool) {
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
	if slices.Max(values)-slices.Min(values) < 1e-9 {
		e.byAnswers(noise)
	}
	e.holdNothing()
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
