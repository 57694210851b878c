package stat

import (
	"cmp"
	"math"
)

// Stratum compares two groups within one place: A of N in the group asked about, B of M in the others. Inflation is
// by how much its answers vary more than independent ones; 0 means not at all.
type Stratum struct{ A, N, B, M, Inflation float64 }

// Contrast is how much more often something happens in one group than in the other, where like is compared with like.
type Contrast struct {
	Difference float64 // of the rates
	Interval   Interval
	Test       Test
	N, M       float64 // in strata that have both groups
}

// MantelHaenszel compares two groups within strata: the difference of rates weighted as Mantel and Haenszel do, its
// interval by Sato's variance, and their test with the correction for continuity, so that few answers do not speak
// too loudly. Strata that hold only one of the groups say nothing. It is false where none holds both, or where all
// answers of all strata are alike.
func MantelHaenszel(list []Stratum) (c Contrast, ok bool) {
	var weights, difference, p, q float64 // Sato's parts
	var observed, expected, variance float64
	for _, s := range list {
		if s.N <= 0 || s.M <= 0 {
			continue
		}
		t := s.N + s.M
		w := s.N * s.M / t
		weights += w
		difference += w * (s.A/s.N - s.B/s.M)
		inflation := cmp.Or(s.Inflation, 1)
		p += inflation * (s.N*s.N*s.B - s.M*s.M*s.A + s.N*s.M*(s.M-s.N)/2) / (t * t)
		q += inflation * (s.A*(s.M-s.B) + s.B*(s.N-s.A)) / (2 * t)
		hits := s.A + s.B
		observed += s.A
		expected += s.N * hits / t
		if t > 1 {
			variance += inflation * s.N * s.M * hits * (t - hits) / (t * t * (t - 1))
		}
		c.N, c.M = c.N+s.N, c.M+s.M
	}
	if weights == 0 || variance <= 0 {
		return Contrast{}, false
	}
	c.Difference = difference / weights
	half := z95 * math.Sqrt(max(0, (c.Difference*p+q)/(weights*weights)))
	c.Interval = Interval{max(-1, c.Difference-half), min(1, c.Difference+half)}
	away := max(0, math.Abs(observed-expected)-0.5)
	c.Test.Statistic = math.Copysign(away/math.Sqrt(variance), observed-expected)
	c.Test.P = math.Erfc(math.Abs(c.Test.Statistic) / math.Sqrt2)
	return c, true
}
