package stat

import "math"

// tuned is how many answers the sequential interval is narrowest for, in proportion to its fixed-time form: some thirty.
const tuned = 4.0

// Sequential is the interval of a rate for those who look at it again and again: with 95 % probability it holds the truth at all looks
// together, however many there are (Robbins' normal mixture, on as many independent answers as would have the rate's variance). It is
// about half as wide again as the interval for one look.
func Sequential(cells []Cell, persistence float64) (Interval, bool) {
	u, ok := Estimate(cells, Rate, persistence)
	if !ok || !u.NearOK || u.Variance <= 0 {
		return Interval{}, false
	}
	p := smoothed(cells)
	effective := p * (1 - p) / u.Variance
	return score(u.Value, effective, sequentialQuantile(effective)), true
}

// sequentialQuantile stands where the normal quantile does for one look.
func sequentialQuantile(n float64) float64 {
	return math.Sqrt((1 + tuned/n) * (math.Log1p(n/tuned) - 2*math.Log(1-Confidence)))
}
