package stat

import "math"

// Accuracy is what checking a sample of readings found, drawn apart among those that say yes and those that say no.
type Accuracy struct {
	Yes, YesRight int64   // checked readings that say yes, and of them the right ones
	No, NoWrong   int64   // checked readings that say no, and of them the wrong ones
	Share         float64 // of readings that say yes, where the sample was drawn
}

// Known tells whether both kinds were checked: of a kind that was not nothing is known.
func (a Accuracy) Known() bool { return a.Yes > 0 && a.No > 0 && a.Share > 0 && a.Share < 1 }

// Precision is the share of right ones among readings that say yes.
func (a Accuracy) Precision() float64 { return float64(a.YesRight) / float64(a.Yes) }

// missed is the share of wrong ones among readings that say no.
func (a Accuracy) missed() float64 { return float64(a.NoWrong) / float64(a.No) }

// Recall is the share that is read among all that is there.
func (a Accuracy) Recall() float64 { s, _ := sensitivity(a.Share, a.Precision(), a.missed()); return s }

// sensitivity and specificity follow from the two shares where readings say yes so often.
func sensitivity(share, precision, missed float64) (yes, no float64) {
	yes, no = 1, 1
	if there := share*precision + (1-share)*missed; there > 0 {
		yes = share * precision / there
	}
	if absent := share*(1-precision) + (1-share)*(1-missed); absent > 0 {
		no = (1 - share) * (1 - missed) / absent
	}
	return yes, no
}

// corrected is Rogan and Gladen's estimate of a true rate from one that is read.
func corrected(read, share, precision, missed float64) float64 {
	yes, no := sensitivity(share, precision, missed)
	if yes+no <= 1 { // no better than chance: nothing can be told
		return read
	}
	return math.Min(1, math.Max(0, (read+no-1)/(yes+no-1)))
}

// Corrected is the true rate behind one that is read.
func (a Accuracy) Corrected(read float64) float64 {
	return corrected(read, a.Share, a.Precision(), a.missed())
}

// Widen is the interval of a true rate: the interval of the one that is read, corrected, and widened by how little the sample knows.
// The errors are independent, so their distances from the estimate add up as squares. A share in which the sample found no error may
// still have some: its variance is that of one success and one failure more.
func (a Accuracy) Widen(read float64, bounds Interval) Interval {
	value := a.Corrected(read)
	p, m := a.Precision(), a.missed()
	spread := func(k, n int64) float64 {
		q := float64(k+1) / float64(n+2)
		return math.Sqrt(q * (1 - q) / float64(n))
	}
	byPrecision := slope(p, func(x float64) float64 { return corrected(read, a.Share, x, m) }) * spread(a.YesRight, a.Yes)
	byMissed := slope(m, func(x float64) float64 { return corrected(read, a.Share, p, x) }) * spread(a.NoWrong, a.No)
	own := z95 * math.Hypot(byPrecision, byMissed)
	low := value - math.Hypot(value-a.Corrected(bounds.Low), own)
	high := value + math.Hypot(a.Corrected(bounds.High)-value, own)
	return Interval{math.Max(0, low), math.Min(1, high)}
}

// slope is a derivative within 0 and 1.
func slope(at float64, of func(float64) float64) float64 {
	const step = 1e-4
	low, high := math.Max(0, at-step), math.Min(1, at+step)
	return (of(high) - of(low)) / (high - low)
}
