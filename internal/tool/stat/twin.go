package stat

import "math"

// Twin is a unit that was looked at both ways: the cheap way, of which there are many looks, and the dear way, of which there are few.
type Twin struct{ Cheap, Dear float64 }

// TwinsLeast is from how many twins on a slope can be trusted.
const TwinsLeast = 30

// Doubled is the rate that the dear way would have over all units, estimated from a random part of them that was looked at both ways.
type Doubled struct {
	Value    float64
	Interval Interval
	Slope    float64 // of the dear way on the cheap one
	Gain     float64 // how many times as many dear looks alone would be as exact
}

// DoubleSampling is the regression estimator of double sampling: the mean of the dear looks, moved along their regression on the cheap
// ones by as much as the part's cheap looks differ from those of all units. cheap holds all units, the twins among them. It is false for fewer than
// thirty twins, where one of the two ways never varies, and where cheap is not the larger sample: then the dear looks speak for
// themselves. The twins must be a random part of the units; twins that were chosen make it wrong, and it cannot notice.
func DoubleSampling(twins []Twin, cheap []float64) (d Doubled, ok bool) {
	n, all := float64(len(twins)), float64(len(cheap))
	if len(twins) < TwinsLeast || len(cheap) < len(twins) {
		return d, false
	}
	var x, y, everywhere float64
	for _, t := range twins {
		x, y = x+t.Cheap, y+t.Dear
	}
	for _, c := range cheap {
		everywhere += c
	}
	x, y, everywhere = x/n, y/n, everywhere/all
	var xx, yy, xy float64
	for _, t := range twins {
		xx += (t.Cheap - x) * (t.Cheap - x)
		yy += (t.Dear - y) * (t.Dear - y)
		xy += (t.Cheap - x) * (t.Dear - y)
	}
	if xx < 1e-9 || yy < 1e-9 {
		return d, false
	}
	d.Slope = xy / xx
	rest := max(0, yy-d.Slope*xy) / (n - 2) // variance of the dear looks that the cheap ones leave
	spread := yy / (n - 1)
	// What the line leaves, at the place to which it is moved, and what all cheap looks leave of the line's own place.
	variance := rest*(1/n+(everywhere-x)*(everywhere-x)/xx) + max(0, spread-rest)/all
	d.Value = min(1, max(0, y+d.Slope*(everywhere-x)))
	d.Interval = bounded(Rate, d.Value, variance, n, Quantile(n-2))
	d.Gain = spread / n / math.Max(variance, math.SmallestNonzeroFloat64)
	return d, true
}
