package stat

import "math"

// Cell is one question on one platform: what its days add to a ratio, Y of X (named of answers, sum of positions of answers
// that name, …). Answers to one question resemble each other, and so do those of neighbouring days: it is questions that
// vary, not answers.
type Cell struct {
	Cluster int // the question; those of one share the number, from 0 on without gaps
	Y, X    float64
	Days    []Day // on which it was asked, in order of time; empty where they are not known

	// Where days are not known one by one: on how many it was asked (0: once for each of X), and what Dispersion tells of others that
	// were asked with it (0: nothing).
	DaysAsked, Dispersion float64
}

func (c Cell) daysAsked() float64 {
	switch {
	case len(c.Days) > 0:
		return float64(len(c.Days))
	case c.DaysAsked > 0:
		return c.DaysAsked
	}
	return c.X
}

// Day is what one day adds to a cell.
type Day struct{ Y, X float64 }

// Kind is what kind of ratio cells add up to.
type Kind int

const (
	Rate  Kind = iota // each of X is a hit or not
	Share             // between 0 and 1, but one answer adds several to X
	Mean              // anything else
)

// Uncertain is a ratio with what is known of its error. Near is for these very questions, Wide for questions like these.
type Uncertain struct {
	Value        float64
	Near, Wide   Interval
	NearOK       bool
	WideOK       bool    // at least three questions
	Effective    float64 // answers that would tell as much about questions like these, if they were independent; 0 unknown
	Variance     float64 // of the value, for these questions
	NearFreedom  float64 // degrees of freedom of that variance; 0: many
	Observations int     // cells
}

// leastClusters is how few questions tell nothing about others like them.
const leastClusters = 3

// Estimate is the ratio of all cells. persistence is how much of a day's answer the next one repeats, as Persistence
// estimates it; it widens what many days seem to know. It is false when there is nothing to divide by, and for a Mean as
// EstimateMean is.
func Estimate(cells []Cell, kind Kind, persistence float64) (u Uncertain, ok bool) {
	if kind == Mean {
		u, _, ok = EstimateMean(cells, cells, &persistence)
		return u, ok
	}
	y, x := total(cells)
	if x <= 0 {
		return Uncertain{}, false
	}
	u = Uncertain{Value: y / x, Observations: len(cells)}
	u.near(cells, kind, x, persistence)
	u.wide(cells, kind, x)
	return u, true
}

func total(cells []Cell) (y, x float64) {
	for _, c := range cells {
		y, x = y+c.Y, x+c.X
	}
	return y, x
}

// near is the interval for these questions: what varies is within cells.
func (u *Uncertain) near(cells []Cell, kind Kind, x, persistence float64) {
	var variance, freedom float64
	if kind == Rate {
		variance = binomialWithin(cells, persistence)
	} else if variance, freedom = residualWithin(cells, u.Value, persistence); freedom == 0 {
		return
	}
	u.Variance, u.NearFreedom = variance/(x*x), freedom
	quantile := z95
	if freedom > 0 {
		quantile = studentQuantile(1-(1-Confidence)/2, freedom)
	}
	u.Near, u.NearOK = bounded(kind, u.Value, u.Variance, x, quantile), true
	if kind == Rate {
		// Half a hit and half a miss were added to every cell: the whole is smoothed alike, or rates near 0 and 1 would seem to
		// rest on a handful of answers.
		p := smoothed(cells)
		u.Near = score(u.Value, p*(1-p)/u.Variance, quantile)
	}
}

// smoothed is the rate of all cells with half a hit and half a miss added to each that has an answer.
func smoothed(cells []Cell) float64 {
	y, x := total(cells)
	for _, c := range cells {
		if c.X > 0 {
			y, x = y+0.5, x+1
		}
	}
	return y / x
}

// serial is by how much the variance of a mean of n days is larger than that of independent ones, where each keeps its
// predecessor's answer with a chance (Bayley and Hammersley).
func serial(persistence, n float64) float64 {
	if persistence <= 0 || n < 2 {
		return 1
	}
	rest := 1 - persistence
	return (1+persistence)/rest - 2*persistence*(1-math.Pow(persistence, n))/(n*rest*rest)
}

// bounded is the interval of a value with a variance: for what lies between 0 and 1 the score interval on as many answers as
// would have that variance.
func bounded(kind Kind, value, variance, x, quantile float64) Interval {
	if kind == Mean {
		half := quantile * math.Sqrt(variance)
		return Interval{value - half, value + half}
	}
	effective := x
	if variance > 0 {
		effective = max(value*(1-value), 0.5/x) / variance
	}
	return score(value, effective, quantile)
}

// score is Wilson's interval on an effective number of answers.
func score(p, n, quantile float64) Interval {
	q2 := quantile * quantile
	centre := (p + q2/(2*n)) / (1 + q2/n)
	half := quantile / (1 + q2/n) * math.Sqrt(max(0, p*(1-p)/n+q2/(4*n*n)))
	i := Interval{max(0, centre-half), min(1, centre+half)}
	// Rounding must not move the ends that are exact.
	if p <= 0 {
		i.Low = 0
	}
	if p >= 1 {
		i.High = 1
	}
	return i
}

// binomialWithin is the variance of Y summed over cells that each have a rate of their own. A cell that hit always or never
// still varies: half a hit and half a miss are added. Days that repeat each other also hide how much they vary.
func binomialWithin(cells []Cell, persistence float64) (variance float64) {
	dispersion := Dispersion(cells)
	for _, c := range cells {
		p := (c.Y + 0.5) / (c.X + 1)
		variance += c.X * p * (1 - p) * c.Inflation(persistence, dispersion)
	}
	return variance
}

// Inflation is by how much a rate of the cell varies more than one of independent answers: days repeat each other,
// which also hides how much they vary, and where there are several answers a day so do these, by as much as Dispersion
// tells.
func (c Cell) Inflation(persistence, dispersion float64) float64 {
	n := c.daysAsked()
	k := serial(persistence, n)
	day := 1.0
	if c.X > n {
		day = max(dispersion, c.Dispersion)
	}
	return day * k * n / max(1, n-k+1)
}

// Dispersion is Pearson's statistic over its degrees of freedom (McCullagh and Nelder): by how much days differ
// more than their numbers of answers explain, pooled over cells that were asked several times a day: answers of one day that repeat each other tell less than their number. It is at least 1, and 1 where no cell was.
func Dispersion(cells []Cell) float64 {
	var seen, expected float64
	for _, c := range cells {
		if n := float64(len(c.Days)); n < 2 || c.X <= n {
			continue
		}
		p := c.Y / c.X
		for _, d := range c.Days {
			e := d.Y - p*d.X
			seen += e * e
			expected += p * (1 - p) * d.X * (1 - d.X/c.X)
		}
	}
	if expected <= 0 {
		return 1
	}
	return max(1, seen/expected)
}

// residualWithin is the variance of Y − ratio × X summed over cells, from how the days of each differ. Where no cell has two
// days, what varies between cells stands for it, which is more.
func residualWithin(cells []Cell, value, persistence float64) (variance, freedom float64) {
	var squares, known, effective, all, size float64
	for _, c := range cells {
		n := float64(len(c.Days))
		if n == 0 {
			continue
		}
		k := serial(persistence, n)
		all += n * k
		if n < 2 {
			continue
		}
		mean := (c.Y - value*c.X) / n
		for _, d := range c.Days {
			e := d.Y - value*d.X - mean
			squares += e * e
			size += d.Y * d.Y
		}
		known += n - k // what the squares of so many days are worth
		effective += (n - k) / k
	}
	if squares <= rounding*size {
		squares = 0
	}
	if known > 0 {
		return squares / known * all, max(1, effective)
	}
	return residualBetween(cells, value)
}

// residualBetween is that variance from how cells differ; no freedom tells that there are fewer than two.
func residualBetween(cells []Cell, value float64) (variance, freedom float64) {
	n := 0.0
	for _, c := range cells {
		if c.X > 0 {
			e := c.Y - value*c.X
			variance += e * e
			n++
		}
	}
	if n < 2 {
		return 0, 0
	}
	return variance * n / (n - 1), n - 1
}

// wide is the interval for questions like these: linearised by question, Kish's effective number of answers, Korn and
// Graubard's quantile. It always holds the near one.
func (u *Uncertain) wide(cells []Cell, kind Kind, x float64) {
	residuals, clusters := byCluster(cells, u.Value)
	if clusters < leastClusters {
		return
	}
	variance := 0.0
	for _, e := range residuals {
		variance += e * e
	}
	variance *= float64(clusters) / float64(clusters-1) / (x * x)
	quantile := studentQuantile(1-(1-Confidence)/2, float64(clusters-1))
	u.WideOK = true
	if kind == Mean {
		u.Wide = bounded(kind, u.Value, variance, x, quantile)
		u.Effective = x
		if u.Variance > 0 && variance > 0 {
			u.Effective = min(x, x*u.Variance/variance)
		}
	} else {
		u.Effective = float64(clusters) // all or none: no spread to be seen
		if variance > 0 {
			u.Effective = min(x, u.Value*(1-u.Value)/variance)
		}
		u.Wide = score(u.Value, u.Effective, quantile)
	}
	if u.NearOK {
		u.Wide = Interval{min(u.Wide.Low, u.Near.Low), max(u.Wide.High, u.Near.High)}
	}
}

// byCluster sums what each question differs from the whole ratio.
func byCluster(cells []Cell, value float64) (residuals []float64, clusters int) {
	seen := []bool{}
	for _, c := range cells {
		for len(residuals) <= c.Cluster {
			residuals, seen = append(residuals, 0), append(seen, false)
		}
		if c.X <= 0 {
			continue
		}
		residuals[c.Cluster] += c.Y - value*c.X
		if !seen[c.Cluster] {
			seen[c.Cluster] = true
			clusters++
		}
	}
	return residuals, clusters
}

// Persistence is the lag-1 correlation of days within cells, pooled, without its bias in short series (Kendall; Marriott and
// Pope): how much of a day's answer the next one repeats. Short series show less than there is, so it is the
// persistence under which such a correlation is expected.
// It is false when there are too few days to tell.
func Persistence(cells []Cell) (float64, bool) {
	y, x := total(cells)
	if x <= 0 {
		return 0, false
	}
	var products, squares, size float64
	pairs, lengths := 0, map[int]float64{} // how many cells have so many days
	for _, c := range cells {
		n := len(c.Days)
		if n < leastDays {
			continue
		}
		mean, previous := (c.Y-y/x*c.X)/float64(n), 0.0
		for i, d := range c.Days {
			e := d.Y - y/x*d.X - mean
			if i > 0 {
				products += e * previous
			}
			squares += e * e
			size += d.Y * d.Y
			previous = e
		}
		lengths[n]++
		pairs += n - 1
	}
	if pairs < leastPairs || squares <= rounding*size {
		return 0, false
	}
	low, high := 0.0, mostPersistence
	for range 30 {
		middle := (low + high) / 2
		if expectedCorrelation(middle, lengths) < products/squares {
			low = middle
		} else {
			high = middle
		}
	}
	if low == 0 {
		return 0, true
	}
	return (low + high) / 2, true
}

// expectedCorrelation is what the pooled correlation is on average when each day repeats the one before with a chance.
func expectedCorrelation(persistence float64, lengths map[int]float64) float64 {
	var products, squares float64
	for length, times := range lengths {
		n := float64(length)
		k := serial(persistence, n)
		ends := (1 - math.Pow(persistence, n)) / (1 - persistence)
		products += times * ((n-1)*persistence - (n+1)*k/n + 2*ends/n)
		squares += times * (n - k)
	}
	return products / squares
}

// rounding is what is left of equal values after subtraction, in proportion to their squares: it is no spread.
const rounding = 1e-15

const (
	leastDays       = 3    // of a cell, below which its days tell nothing of each other
	leastPairs      = 20   // of neighbouring days, below which a correlation is noise
	mostPersistence = 0.95 // beyond it nothing could be told at all
)

// Around is the interval of a ratio over x, whose variance is known from elsewhere.
func Around(kind Kind, value, variance, x float64) Interval {
	return bounded(kind, value, variance, x, z95)
}
