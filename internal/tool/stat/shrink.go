package stat

import "math"

// BetaPosterior is a rate of so many hits in n tries, drawn towards a mean that counts as much as weight tries, with its 95 % interval: the
// posterior of a beta prior. It is false for counts that are none, and for a mean or a weight that no prior has.
func BetaPosterior(hits, n int, mean, weight float64) (rate float64, in Interval, ok bool) {
	if hits < 0 || n < hits || mean <= 0 || mean >= 1 || weight <= 0 {
		return 0, Interval{}, false
	}
	a, b := mean*weight+float64(hits), (1-mean)*weight+float64(n-hits)
	tail := (1 - Confidence) / 2
	return a / (a + b), Interval{betaQuantile(a, b, tail), betaQuantile(a, b, 1-tail)}, true
}

// EmpiricalBayes are differences drawn towards none, as of several that were looked at the largest are overstated: the posterior
// of a normal prior around 0, whose variance is what the differences vary more than their errors explain (Morris's
// parametric empirical Bayes).
func EmpiricalBayes(list []Changed) []Changed {
	prior, out := 0.0, make([]Changed, len(list))
	for _, c := range list {
		prior += (c.Difference*c.Difference - c.Error*c.Error) / float64(len(list))
	}
	for i, c := range list {
		kept := max(0, prior) / (max(0, prior) + c.Error*c.Error)
		c.Difference, c.Error = kept*c.Difference, math.Sqrt(kept)*c.Error
		half := Quantile(c.Test.Freedom) * c.Error
		c.Interval = Interval{c.Difference - half, c.Difference + half}
		out[i] = c
	}
	return out
}

// betaQuantile halves the interval until no digit is left.
func betaQuantile(a, b, p float64) float64 {
	low, high := 0.0, 1.0
	for range 60 {
		if mid := (low + high) / 2; incompleteBeta(a, b, mid) < p {
			low = mid
		} else {
			high = mid
		}
	}
	return (low + high) / 2
}
