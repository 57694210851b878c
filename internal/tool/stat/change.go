package stat

import (
	"cmp"
	"math"
	"slices"
)

// Pair is a cell in two periods: Y of X now and before.
type Pair struct{ Y1, X1, Y0, X0 float64 }

// weight gives a cell the say that the scarcer of its periods can carry; it is the same in both.
func (p Pair) weight() float64 {
	if p.X1 <= 0 || p.X0 <= 0 {
		return 0
	}
	return p.X1 * p.X0 / (p.X1 + p.X0)
}

// Difference is how much higher the rate is now than before; NaN where one of them is unknown.
func (p Pair) Difference() float64 { return p.Y1/p.X1 - p.Y0/p.X0 }

// Noise is the squared error that the difference has because either period holds so many answers and no more. Half a hit and half a miss
// are added to each: a rate of 0 or 1 is known to its answers only.
func (p Pair) Noise() float64 { return noise(p.Y1, p.X1) + noise(p.Y0, p.X0) }

func noise(y, x float64) float64 {
	rate := (min(math.Abs(y), x) + 0.5) / (x + 1) // a difference of two rates may be negative, a corrected one beyond 1
	return rate * (1 - rate) / x
}

// Changed is a difference between two periods over the same cells.
type Changed struct {
	Difference float64
	Error      float64 // standard error of the difference
	Interval   Interval
	Test       Test
}

// Difference is the weighted mean of the cells' differences, whatever its error; false without a cell in both periods.
func Difference(list []Pair) (float64, bool) {
	var sum, weights float64
	for _, p := range list {
		if w := p.weight(); w > 0 {
			sum += w * p.Difference()
			weights += w
		}
	}
	if weights == 0 {
		return 0, false
	}
	return sum / weights, true
}

// Weight is the say of some cells in the difference over more of them: that difference is the mean of those of any groups of
// cells, each with its weight.
func Weight(list []Pair) (sum float64) {
	for _, p := range list {
		sum += p.weight()
	}
	return sum
}

// Paired is Student's test of weighted pairs, with Kish's effective number of them: whether cells that are in both periods
// differ. Each is compared with itself, so that neither a cell's own level
// nor how often it was asked matters. It is false for fewer than three such cells, and for means of which all moved by the
// same step: how far they could have moved otherwise is then not known.
func Paired(list []Pair, kind Kind) (c Changed, ok bool) {
	difference, ok := Difference(list)
	if !ok {
		return Changed{}, false
	}
	var variance, size, floor, weights, squares float64
	n := 0
	for _, p := range list {
		w := p.weight()
		if w == 0 {
			continue
		}
		e := w * (p.Difference() - difference)
		variance += e * e
		size += w * w * p.Difference() * p.Difference()
		weights += w
		squares += w * w
		floor += w * w * p.Noise()
		n++
	}
	if n < leastClusters {
		return Changed{}, false
	}
	alike := weights * weights / squares // cells of equal weight that would tell as much
	freedom := max(1, alike-1)
	if variance <= rounding*size && kind == Mean {
		return Changed{}, false
	}
	variance *= float64(n) / float64(n-1) / (weights * weights)
	if kind != Mean {
		// Cells that all moved by the same step show no spread, and still had some.
		variance = max(variance, floor/4/(weights*weights))
	}
	c = Changed{Difference: difference, Error: math.Sqrt(variance)}
	half := studentQuantile(1-(1-Confidence)/2, freedom) * c.Error
	c.Interval = Interval{difference - half, difference + half}
	c.Test = Test{Statistic: difference / c.Error, Freedom: freedom}
	c.Test.P = studentTwoSided(c.Test.Statistic, freedom)
	return c, true
}

// With is the test where the difference has more variance than its own error.
func (t Test) With(difference, variance float64) Test {
	if variance <= 0 || t.Statistic == 0 {
		return t
	}
	t.Statistic = difference / math.Hypot(difference/t.Statistic, math.Sqrt(variance))
	t.P = studentTwoSided(t.Statistic, t.Freedom)
	return t
}

// With is the same where the difference has more variance than its own error.
func (c Changed) With(variance float64) Changed {
	c.Test, c.Error = c.Test.With(c.Difference, variance), math.Hypot(c.Error, math.Sqrt(variance))
	half := Quantile(c.Test.Freedom) * c.Error
	c.Interval = Interval{c.Difference - half, c.Difference + half}
	return c
}

// Power is the share of true changes that Smallest promises to find.
const Power = 0.8

// Smallest is the smallest true change that a test with this standard error finds with that power.
func Smallest(standardError, freedom float64) float64 {
	return (studentQuantile(1-(1-Confidence)/2, freedom) + studentQuantile(Power, freedom)) * standardError
}

// Discoveries tells which of several tests looked at together may be believed, so that among those no more than the share q is
// false on average (Benjamini and Hochberg).
func Discoveries(p []float64, q float64) []bool {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(p[a], p[b]) })
	believed := make([]bool, len(p))
	last := -1
	for rank, i := range order {
		if p[i] <= q*float64(rank+1)/float64(len(p)) {
			last = rank
		}
	}
	for rank := range last + 1 {
		believed[order[rank]] = true
	}
	return believed
}

// Quantile is Student's two-sided quantile of this package's confidence; 0 degrees mean many.
func Quantile(freedom float64) float64 {
	if freedom <= 0 {
		return z95
	}
	return studentQuantile(1-(1-Confidence)/2, freedom)
}
