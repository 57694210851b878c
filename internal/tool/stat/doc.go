// Package stat says how far a figure from a sample can be trusted: 95 % intervals for rates and means, and whether two
// periods differ. It owns the formulas and their refusals; it refuses to know what was counted. Every function is false
// where the sample cannot carry the answer: such a figure is unknown, not zero.
package stat

// Level of all intervals, and the p value under which a difference counts as significant.
const (
	Confidence   = 0.95
	Significance = 0.05
)

// Interval is where the true value lies with the confidence of this package.
type Interval struct{ Low, High float64 }

// Test is the outcome of a comparison.
type Test struct {
	Statistic float64 // z or t
	Freedom   float64 // degrees of freedom; 0 for a z-test
	P         float64 // two-sided
}

// Below is the one-sided p value of being less.
func (t Test) Below() float64 {
	if t.Statistic > 0 {
		return 1 - t.P/2
	}
	return t.P / 2
}

// Significant tells whether chance alone would give such a difference less than once in twenty times.
func (t Test) Significant() bool { return t.P < Significance }
