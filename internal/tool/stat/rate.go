package stat

import "math"

// z95 is the 97.5 % quantile of the normal distribution.
const z95 = 1.959963984540054

// Wilson is the score interval of a rate. It stays within 0 and 1 and means something for few answers and for none that
// hit. It is false for an empty sample and for counts that are none.
func Wilson(hits, n int) (Interval, bool) {
	if n <= 0 || hits < 0 || hits > n {
		return Interval{}, false
	}
	total, p := float64(n), float64(hits)/float64(n)
	z2 := z95 * z95
	centre := (p + z2/(2*total)) / (1 + z2/total)
	half := z95 / (1 + z2/total) * math.Sqrt(p*(1-p)/total+z2/(4*total*total))
	i := Interval{max(0, centre-half), min(1, centre+half)}
	// Rounding must not move the ends that are exact.
	if hits == 0 {
		i.Low = 0
	}
	if hits == n {
		i.High = 1
	}
	return i, true
}

// TwoProportions is the pooled z-test of two rates. It is false when a sample is empty. Two rates of 0, or of 1, do not
// differ: P is 1.
func TwoProportions(hits1, n1, hits2, n2 int) (Test, bool) {
	if n1 <= 0 || n2 <= 0 || hits1 < 0 || hits2 < 0 || hits1 > n1 || hits2 > n2 {
		return Test{}, false
	}
	a, b := float64(n1), float64(n2)
	pooled := float64(hits1+hits2) / (a + b)
	spread := math.Sqrt(pooled * (1 - pooled) * (1/a + 1/b))
	if spread == 0 {
		return Test{P: 1}, true
	}
	z := (float64(hits1)/a - float64(hits2)/b) / spread
	return Test{Statistic: z, P: math.Erfc(math.Abs(z) / math.Sqrt2)}, true
}

// Score is Wilson's interval of a rate that rests on so many answers, be they counted or effective. It is false without any.
func Score(rate, n float64) (Interval, bool) {
	if n <= 0 || rate < 0 || rate > 1 {
		return Interval{}, false
	}
	return score(rate, n, z95), true
}
