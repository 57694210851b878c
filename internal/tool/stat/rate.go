package stat

// z95 is the 97.5 % quantile of the normal distribution.
const z95 = 1.959963984540054

// Wilson is the score interval of a rate. It stays within 0 and 1 and means something for few answers and for none that
// hit. It is false for an empty sample and for counts that are none.
func Wilson(hits, n int) (Interval, bool) {
	if n <= 0 || hits < 0 || hits > n {
		return Interval{}, false
	}
	return score(float64(hits)/float64(n), float64(n), z95), true
}

// Score is Wilson's interval of a rate that rests on so many answers, be they counted or effective. It is false without any.
func Score(rate, n float64) (Interval, bool) {
	if n <= 0 || rate < 0 || rate > 1 {
		return Interval{}, false
	}
	return score(rate, n, z95), true
}
