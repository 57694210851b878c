package stat

import (
	"math"
	"slices"
)

// Observed is a prompt on a platform on a day: Y of X answers. Prompts and platforms are numbered from 0 on; which is
// which number matters to the random choice of assignments alone.
type Observed struct {
	Prompt, Platform int
	Day              int // numbered in any way, without gaps
	Y, X             float64
}

// Design is what is compared: the change of the treated prompts with that of all others. Days before Start are
// before; those from Start until before Resume are left out, because what was published takes a while to be found;
// days from Resume on are after, until before End where it is set.
type Design struct {
	Treated            func(prompt int) bool
	Start, Resume, End int
	ResumeOn           map[int]int // platforms on which after begins on another day
	Draws              *Draws      // keeps assignments from one comparison to the next; nil: they are made anew
}

// Draws keeps the assignments of the last comparison: outcomes of the same prompts share them. It is not for use at once.
type Draws struct {
	treated []bool
	made    *assignments
}

func (d *Draws) assign(treated []bool) *assignments {
	if d == nil {
		return assign(treated)
	}
	if d.made == nil || !slices.Equal(d.treated, treated) {
		d.treated, d.made = treated, assign(treated)
	}
	return d.made
}

// Side tells whether a day on a platform is before or after; neither is left out.
func (d Design) Side(platform, day int) (before, after bool) {
	return day < d.Start, d.after(day, d.resume(platform))
}

func (d Design) resume(platform int) int {
	if day, ok := d.ResumeOn[platform]; ok {
		return day
	}
	return d.Resume
}

func (d Design) after(day, resume int) bool {
	return day >= d.Start && day >= resume && (d.End == 0 || day < d.End)
}

// change of a prompt: how much more often after than before, platform by platform, each platform's common change taken out.
type shift struct {
	treated      bool
	value, noise float64 // noise is its squared error by the number of answers alone
}

// Effect is the change of treated prompts less that of the others, with everything that a verdict needs.
type Effect struct {
	Difference       float64
	Interval         Interval
	Bounded          bool    // whether few enough assignments would look as extreme for an interval to end
	P                float64 // two-sided, over assignments of the treatment to prompts
	Exact            bool    // every assignment was tried
	Treated, Control int     // prompts

	Before, After [2]float64 // mean rates of treated and control prompts
}

// Significant tells whether chance alone would give such a difference less than once in twenty times.
func (e Effect) Significant() bool { return e.P < Significance }

// holdNothing has the interval hold 0 where the test does not refute it. Prompts that did not change at all are alike
// under that effect alone, so that the ones beside it, where the interval's ends are looked for, may be refuted.
func (e *Effect) holdNothing() {
	if !e.Significant() {
		e.Interval = Interval{min(e.Interval.Low, 0), max(e.Interval.High, 0)}
	}
}

// byAnswers is the interval where all units of a side changed alike. The test sees nothing vary then, and would
// refute every effect but one: an interval without a width, as if rates were known without error. They are known as
// well as so many answers can tell. It does not reach past 0 where the test refutes 0.
func (e *Effect) byAnswers(noise float64) {
	most, half := max(1, math.Abs(e.Difference)), z95*math.Sqrt(noise)
	e.Interval = Interval{max(-most, e.Difference-half), min(most, e.Difference+half)}
	switch {
	case !e.Significant():
	case e.Difference > 0:
		e.Interval.Low = max(e.Interval.Low, 0)
	default:
		e.Interval.High = min(e.Interval.High, 0)
	}
}

const (
	assignmentsTried = 4_999  // when not all can be tried
	assignmentsMost  = 10_000 // up to which all are tried
	assignmentsSeed  = 20_261_116
)

// Estimate is the difference in differences. Units are prompts: whatever answers of a prompt have in common, from day to day or across
// platforms, is within a unit. It is false with fewer than two treated prompts or two others that were asked both before and after.
func (d Design) Estimate(list []Observed) (e Effect, ok bool) {
	shifts, means := d.shifts(list)
	e, ok = d.estimated(shifts, true)
	e.Before, e.After = means[0], means[1]
	return e, ok
}

// leastUnits is how many prompts each side must have.
const leastUnits = 2

// shifts are the prompts' changes, in the order of their numbers. A platform's common change is the mean of its
// control prompts' changes where it has any, so that a step of the platform is taken out also where prompts are not
// asked on the same platforms.
func (d Design) shifts(list []Observed) (out []shift, means [2][2]float64) {
	cells, platforms := d.cells(list)
	type change struct{ sum, weight float64 }
	common := make([]change, platforms)
	var rates [2][2]change // before, after × treated, control
	for i, c := range cells {
		w := c.weight()
		if w == 0 {
			continue
		}
		side := 0
		if !d.Treated(i / platforms) {
			side = 1
			on := &common[i%platforms]
			on.sum, on.weight = on.sum+w*c.Difference(), on.weight+w
		}
		rates[0][side] = change{rates[0][side].sum + w*c.Y0/c.X0, rates[0][side].weight + w}
		rates[1][side] = change{rates[1][side].sum + w*c.Y1/c.X1, rates[1][side].weight + w}
	}
	for first := 0; first < len(cells); first += platforms {
		var v change
		var noise float64
		for platform, c := range cells[first : first+platforms] {
			w, on := c.weight(), common[platform]
			if w == 0 || on.weight == 0 {
				continue // a platform that no control prompt is asked on says nothing
			}
			v = change{v.sum + w*(c.Difference()-on.sum/on.weight), v.weight + w}
			noise += w * w * c.Noise()
		}
		if v.weight > 0 {
			out = append(out, shift{d.Treated(first / platforms), v.sum / v.weight, noise / (v.weight * v.weight)})
		}
	}
	for when := range rates {
		for side, c := range rates[when] {
			if c.weight > 0 {
				means[when][side] = c.sum / c.weight
			}
		}
	}
	return out, means
}

// cells are the sums of each prompt on each platform: all platforms of a prompt beside each other.
func (d Design) cells(list []Observed) (cells []Pair, platforms int) {
	prompts := promptsIn(list)
	for _, o := range list {
		platforms = max(platforms, o.Platform+1)
	}
	resume := make([]int, platforms)
	for i := range resume {
		resume[i] = d.resume(i)
	}
	cells = make([]Pair, prompts*platforms)
	for _, o := range list {
		if o.X <= 0 {
			continue
		}
		c := &cells[o.Prompt*platforms+o.Platform]
		switch {
		case o.Day < d.Start:
			c.Y0, c.X0 = c.Y0+o.Y, c.X0+o.X
		case d.after(o.Day, resume[o.Platform]):
			c.Y1, c.X1 = c.Y1+o.Y, c.X1+o.X
		}
	}
	return cells, platforms
}

func promptsIn(list []Observed) (n int) {
	for _, o := range list {
		n = max(n, o.Prompt+1)
	}
	return n
}

// Placebo is the same comparison in the time before alone, as if the treatment had come halfway through it: it should find nothing. It
// has no interval.
func (d Design) Placebo(list []Observed) (Effect, bool) {
	first, last := math.MaxInt, math.MinInt
	before := make([]Observed, 0, len(list))
	for _, o := range list {
		if o.Day < d.Start {
			before, first, last = append(before, o), min(first, o.Day), max(last, o.Day)
		}
	}
	if last <= first {
		return Effect{}, false
	}
	half := first + (last-first+1)/2
	early := Design{Treated: d.Treated, Start: half, Resume: half, Draws: d.Draws}
	shifts, _ := early.shifts(before)
	return early.estimated(shifts, false)
}

// Trend is how much faster treated prompts rose than the others in the time before, a week. It has no interval.
func (d Design) Trend(list []Observed) (e Effect, ok bool) {
	type line struct{ n, x, y, xx, xy float64 }
	lines := make([]line, promptsIn(list))
	for _, o := range list {
		if o.Day >= d.Start || o.X <= 0 {
			continue
		}
		l := &lines[o.Prompt]
		day, rate := float64(o.Day-d.Start), o.Y/o.X
		l.n, l.x, l.y, l.xx, l.xy = l.n+o.X, l.x+o.X*day, l.y+o.X*rate, l.xx+o.X*day*day, l.xy+o.X*day*rate
	}
	var shifts []shift
	for prompt, l := range lines {
		if spread := l.xx - l.x*l.x/l.n; l.n > 0 && spread > 1e-9 {
			shifts = append(shifts, shift{treated: d.Treated(prompt), value: 7 * (l.xy - l.x*l.y/l.n) / spread})
		}
	}
	return d.estimated(shifts, false)
}

// estimated compares changes that are computed already.
func (d Design) estimated(shifts []shift, interval bool) (e Effect, ok bool) {
	values, treated := make([]float64, len(shifts)), make([]bool, len(shifts))
	var noise [2]float64
	for i, s := range shifts {
		values[i], treated[i] = s.value, s.treated
		if s.treated {
			e.Treated++
			noise[0] += s.noise
		} else {
			e.Control++
			noise[1] += s.noise
		}
	}
	if e.Treated < leastUnits || e.Control < leastUnits {
		return e, false
	}
	a := d.Draws.assign(treated)
	all := a.over(values, treated)
	e.Exact, e.Difference, e.P = a.exact, contrastOf(values, treated), all.p(0)
	if interval {
		e.Interval, e.Bounded = all.invert(values, e.Difference)
		if e.Bounded && all.real.within <= exact {
			k, m := float64(e.Treated), float64(e.Control)
			e.byAnswers(noise[0]/(k*k) + noise[1]/(m*m))
		}
		e.holdNothing()
	}
	return e, true
}
