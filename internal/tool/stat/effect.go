package stat

import "math"

// Observed is a prompt on a platform on a day: Y of X answers. Prompts and platforms are numbered from 0 on.
type Observed struct {
	Prompt, Platform int
	Day              int // numbered in any way, without gaps
	Y, X             float64
}

// Design is what is compared: the change of the treated prompts with that of all others. Days from First until before
// Start are before; those from Start until before Resume are left out, because what was published takes a while to be
// found; days from Resume on are after, until before End where it is set.
type Design struct {
	Treated                   func(prompt int) bool
	First, Start, Resume, End int
	ResumeOn                  map[int]int // platforms on which after begins on another day
}

func (d Design) before(day int) bool { return day >= d.First && day < d.Start }

func (d Design) after(day, platform int) bool {
	resume, own := d.ResumeOn[platform]
	if !own {
		resume = d.Resume
	}
	return day >= d.Start && day >= resume && (d.End == 0 || day < d.End)
}

// shift is a prompt: its level before and its change, each platform's common level and change taken out.
type shift struct {
	treated              bool
	level, change, noise float64 // noise is the change's squared error by the number of answers alone
}

// Effect is the change of treated prompts less that of the others, adjusted for the level before.
type Effect struct {
	Difference       float64
	Interval         Interval
	P                float64 // two-sided, by Student
	Treated, Control int     // prompts
	Gap              float64 // of treated prompts' level before from that of the others, in their standard deviations

	Before, After [2]float64 // mean rates of treated and control prompts

	fault, freedom float64 // standard error of the difference
	one, spread    float64 // variance of one prompt, of which the error is so many times the root
}

// Significant tells whether chance alone would give such a difference less than once in twenty times.
func (e Effect) Significant() bool { return e.P < Significance }

// UnitsLeast is how many prompts each side must have.
const UnitsLeast = 3

// Estimate is the analysis of covariance of prompts' changes on their levels before. Units are prompts: whatever
// answers of a prompt have in common, from day to day or across platforms, is within a unit. Prompts that were chosen
// because they were low rise by themselves, and so do others that were as low: the level takes that out, as far as it
// is linear. It is false with fewer than UnitsLeast treated prompts or others that were asked both before and after.
func (d Design) Estimate(list []Observed) (e Effect, ok bool) {
	shifts, means := d.shifts(list)
	e, ok = ancova(shifts)
	e.Before, e.After = means[0], means[1]
	return e, ok
}

// mean is a weighted one.
type mean struct{ sum, weight float64 }

func (m *mean) add(value, weight float64) { m.sum, m.weight = m.sum+weight*value, m.weight+weight }

func (m mean) value() float64 {
	if m.weight == 0 {
		return 0
	}
	return m.sum / m.weight
}

// shifts are the prompts, in the order of their numbers. What a platform has in common is the mean of its control
// prompts, so that a step of the platform is taken out also where prompts are not asked on the same platforms. means
// are the rates before and after, of treated and control prompts.
func (d Design) shifts(list []Observed) (out []shift, means [2][2]float64) {
	cells, platforms := d.cells(list)
	common := make([][2]mean, platforms) // level and change
	var rates [2][2]mean
	for i, c := range cells {
		w := c.weight()
		if w == 0 {
			continue
		}
		side := 0
		if !d.Treated(i / platforms) {
			side = 1
			common[i%platforms][0].add(c.Y0/c.X0, w)
			common[i%platforms][1].add(c.Difference(), w)
		}
		rates[0][side].add(c.Y0/c.X0, w)
		rates[1][side].add(c.Y1/c.X1, w)
	}
	for first := 0; first < len(cells); first += platforms {
		var level, change mean
		var noise float64
		for platform, c := range cells[first : first+platforms] {
			w, on := c.weight(), common[platform]
			if w == 0 || on[0].weight == 0 {
				continue // a platform that no control prompt is asked on says nothing
			}
			level.add(c.Y0/c.X0-on[0].value(), w)
			change.add(c.Difference()-on[1].value(), w)
			noise += w * w * c.Noise()
		}
		if w := change.weight; w > 0 {
			out = append(out, shift{d.Treated(first / platforms), level.value(), change.value(), noise / (w * w)})
		}
	}
	for when := range rates {
		for side := range rates[when] {
			means[when][side] = rates[when][side].value()
		}
	}
	return out, means
}

// cells are the sums of each prompt on each platform: all platforms of a prompt beside each other.
func (d Design) cells(list []Observed) (cells []Pair, platforms int) {
	prompts := 0
	for _, o := range list {
		prompts, platforms = max(prompts, o.Prompt+1), max(platforms, o.Platform+1)
	}
	cells = make([]Pair, prompts*platforms)
	for _, o := range list {
		c := &cells[o.Prompt*platforms+o.Platform]
		switch {
		case o.X <= 0:
		case d.before(o.Day):
			c.Y0, c.X0 = c.Y0+o.Y, c.X0+o.X
		case d.after(o.Day, o.Platform):
			c.Y1, c.X1 = c.Y1+o.Y, c.X1+o.X
		}
	}
	return cells, platforms
}

// Changes are the answers of each prompt, over its platforms.
func (d Design) Changes(list []Observed) []Pair {
	cells, platforms := d.cells(list)
	var out []Pair
	for first := 0; first < len(cells); first += platforms {
		var sum Pair
		for _, c := range cells[first : first+platforms] {
			sum = Pair{sum.Y1 + c.Y1, sum.X1 + c.X1, sum.Y0 + c.Y0, sum.X0 + c.X0}
		}
		out = append(out, sum)
	}
	return out
}

// Placebo is the same comparison in the time before alone, as if the treatment had come halfway through it: it should
// find nothing.
func (d Design) Placebo(list []Observed) (Effect, bool) {
	first, last := math.MaxInt, math.MinInt
	var before []Observed
	for _, o := range list {
		if d.before(o.Day) {
			before, first, last = append(before, o), min(first, o.Day), max(last, o.Day)
		}
	}
	if last <= first {
		return Effect{}, false
	}
	half := first + (last-first+1)/2
	return Design{Treated: d.Treated, First: first, Start: half, Resume: half}.Estimate(before)
}

// ancova regresses changes on the treatment and the level before (Fisher's analysis of covariance). The residual
// variance is at least what so many answers have by themselves: a dispersion below one is chance (McCullagh and Nelder).
func ancova(shifts []shift) (e Effect, ok bool) {
	var n [2]float64
	var level, change [2]float64
	noise := 0.0
	for _, s := range shifts {
		i := side(s)
		n[i], level[i], change[i] = n[i]+1, level[i]+s.level, change[i]+s.change
		noise += s.noise / float64(len(shifts))
	}
	e.Treated, e.Control = int(n[0]), int(n[1])
	if e.Treated < UnitsLeast || e.Control < UnitsLeast {
		return e, false
	}
	for i := range n {
		level[i], change[i] = level[i]/n[i], change[i]/n[i]
	}
	slope, xx, rest := within(shifts, level, change)
	apart, freedom := level[0]-level[1], n[0]+n[1]-2
	e.spread = 1/n[0] + 1/n[1]
	if xx > 0 {
		e.Gap = apart / math.Sqrt(xx/freedom)
		freedom, e.spread = freedom-1, e.spread+apart*apart/xx
	}
	e.Difference = change[0] - change[1] - slope*apart
	e.one, e.freedom = max(rest/freedom, noise), freedom
	e.fault = math.Sqrt(e.one * e.spread)
	e.student()
	return e, true
}

func (e *Effect) student() {
	most, half := max(1, math.Abs(e.Difference)), Quantile(e.freedom)*e.fault
	e.Interval = Interval{max(-most, e.Difference-half), min(most, e.Difference+half)}
	e.P = studentTwoSided(e.Difference/e.fault, e.freedom)
}

// OneSample is the mean of prompts' changes less those of something else on the same prompts, by Student; noise is the
// squared error of one by the number of answers alone. It is false under UnitsLeast prompts.
func OneSample(values []float64, noise float64) (e Effect, ok bool) {
	var sum, squares mean
	for _, v := range values {
		sum.add(v, 1)
	}
	for _, v := range values {
		squares.add((v-sum.value())*(v-sum.value()), 1)
	}
	if e.Treated = len(values); e.Treated < UnitsLeast {
		return e, false
	}
	n := sum.weight
	e.Difference = sum.value()
	e.fault, e.freedom = math.Sqrt(max(squares.sum/(n-1), noise)/n), n-1
	e.student()
	return e, true
}

func side(s shift) int {
	if s.treated {
		return 0
	}
	return 1
}

// within is the common slope of both sides, the sum of squares of levels around their sides' means, and what the line
// leaves of that of changes.
func within(shifts []shift, level, change [2]float64) (slope, xx, rest float64) {
	var xy, yy, size float64
	for _, s := range shifts {
		x, y := s.level-level[side(s)], s.change-change[side(s)]
		xx, xy, yy, size = xx+x*x, xy+x*y, yy+y*y, size+s.level*s.level
	}
	if xx <= rounding*size {
		return 0, 0, yy
	}
	slope = xy / xx
	return slope, xx, max(0, yy-slope*xy)
}
