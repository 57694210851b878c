package stat

import "math"

// Sample is what a mean needs of its values. Samples of days add up to that of a period.
type Sample struct {
	N       int
	Sum     float64
	Squares float64 // sum of the squares
}

// Of is the sample of some values.
func Of(values ...float64) Sample {
	var s Sample
	for _, v := range values {
		s.Add(v)
	}
	return s
}

// Add takes one more value.
func (s *Sample) Add(v float64) {
	s.N++
	s.Sum += v
	s.Squares += v * v
}

// Mean is false for an empty sample.
func (s Sample) Mean() (float64, bool) {
	if s.N <= 0 {
		return 0, false
	}
	return s.Sum / float64(s.N), true
}

// Variance is that of the population, estimated. It is false for fewer than two values.
func (s Sample) Variance() (float64, bool) {
	if s.N < 2 {
		return 0, false
	}
	n := float64(s.N)
	return max(0, (s.Squares-s.Sum*s.Sum/n)/(n-1)), true
}

// Interval is the t interval of the mean. It is false for fewer than two values.
func (s Sample) Interval() (Interval, bool) {
	variance, ok := s.Variance()
	if !ok {
		return Interval{}, false
	}
	n := float64(s.N)
	mean := s.Sum / n
	half := studentQuantile(1-(1-Confidence)/2, n-1) * math.Sqrt(variance/n)
	return Interval{mean - half, mean + half}, true
}

// Welch is the t-test of two means that may vary differently. It is false for fewer than two values in either sample, and
// for two samples in which nothing varies: they may differ, but not by any measure of chance.
func Welch(a, b Sample) (Test, bool) {
	va, oka := a.Variance()
	vb, okb := b.Variance()
	if !oka || !okb {
		return Test{}, false
	}
	na, nb := float64(a.N), float64(b.N)
	ea, eb := va/na, vb/nb
	if ea+eb <= rounding*(a.Squares/na+b.Squares/nb) {
		return Test{}, false
	}
	t := (a.Sum/na - b.Sum/nb) / math.Sqrt(ea+eb)
	freedom := (ea + eb) * (ea + eb) / (ea*ea/(na-1) + eb*eb/(nb-1))
	return Test{Statistic: t, Freedom: freedom, P: studentTwoSided(t, freedom)}, true
}
