package stat

import "math"

// Sampled is a stratum of readings of which a random part was judged.
type Sampled struct {
	Readings int64 `json:"readings"`
	Judged   int64 `json:"judged"`
	Wrong    int64 `json:"wrong"`  // judged: it was read and is not there
	Missed   int64 `json:"missed"` // judged: it is there and was not read
}

func (s Sampled) mean() float64 { return float64(s.Missed-s.Wrong) / max(1, float64(s.Judged)) }

// Audit is a sample that was drawn at random within strata: by platform the readings of a kind each.
type Audit map[string][]Sampled

// Correction is what judgements add to a rate that is read, and the variance of that.
type Correction struct{ Add, Variance float64 }

// Of is the correction of a rate over so many answers of each platform: the stratified difference estimator (Cochran,
// Sampling Techniques, 5 and 7; Särndal, Swensson and Wretman, 6.3). A platform of which nothing was judged is taken for
// one like the others, from which it may differ as they do among themselves. It is false without judgements.
func (a Audit) Of(answers map[string]float64) (c Correction, ok bool) {
	like, ok := a.usual()
	if !ok {
		return c, false
	}
	all := 0.0
	for _, n := range answers {
		all += n
	}
	for platform, n := range answers {
		one, known := a.on(platform)
		if !known {
			one = like
		}
		c.Add += n / all * one.Add
		c.Variance += n / all * n / all * one.Variance
	}
	return c, all > 0
}

// on is the correction on one platform. Where no error was found there may still be some: for the variance an error and a
// right reading are added to each stratum (Laplace).
func (a Audit) on(platform string) (c Correction, ok bool) {
	all := 0.0
	for _, s := range a[platform] {
		all += float64(s.Readings)
		ok = ok || s.Judged > 0
	}
	for _, s := range a[platform] {
		if s.Readings == 0 {
			continue
		}
		w, n := float64(s.Readings)/all, float64(s.Judged)
		q := float64(s.Wrong+s.Missed+1) / (n + 2)
		c.Add += w * s.mean()
		c.Variance += w * w * q * (1 - q) / max(1, n) * (1 - n/float64(s.Readings))
	}
	return c, ok
}

// usual is the mean of the platforms' corrections, with the variance of one more.
func (a Audit) usual() (c Correction, ok bool) {
	var n, squares float64
	for platform := range a {
		if one, known := a.on(platform); known {
			n, c.Add, squares, c.Variance = n+1, c.Add+one.Add, squares+one.Add*one.Add, c.Variance+one.Variance
		}
	}
	if n == 0 {
		return c, false
	}
	c.Add, c.Variance = c.Add/n, c.Variance/n
	c.Variance += max(0, squares/n-c.Add*c.Add)
	return c, true
}

// Judged is how many readings were judged.
func (a Audit) Judged() (n int64) {
	for _, strata := range a {
		for _, s := range strata {
			n += s.Judged
		}
	}
	return n
}

// Around is an interval moved by the correction and widened by its error: as the errors are independent, distances from the value
// add up as squares.
func (c Correction) Around(value float64, in Interval) Interval {
	own, moved := z95*math.Sqrt(c.Variance), value+c.Add
	return Interval{
		min(1, max(0, moved-math.Hypot(value-in.Low, own))), min(1, max(0, moved+math.Hypot(in.High-value, own))),
	}
}

// Found are the precision and the recall of readings that say yes, the first of two strata of each platform; NaN where nothing is there.
func (a Audit) Found() (precision, recall float64) {
	var read, hit, there float64
	for _, strata := range a {
		for kind, s := range strata {
			n, share := float64(s.Readings), max(1, float64(s.Judged))
			if kind == 0 {
				read, hit = read+n, hit+n*(1-float64(s.Wrong)/share)
			}
			there += n * float64(s.Missed) / share
		}
	}
	return hit / read, hit / (hit + there)
}
