package campaign

import (
	"math"
	"slices"

	"renown/internal/tool/stat"
)

// bounded is a number as JSON can say it: an interval that does not end has no end.
func bounded(v float64) *float64 {
	if math.IsInf(v, 0) || math.IsNaN(v) {
		return nil
	}
	return &v
}

// design compares until the day of the verdict: what comes later does not change it. Each platform is given the time it
// usually takes.
func (m *measuring) design() stat.Design {
	d := stat.Design{Treated: func(prompt int) bool { return m.treated[prompt] }, Start: m.start, Resume: m.base +
		WashOut, End: m.judged(), ResumeOn: map[int]int{}, Draws: &m.draws}
	for i, platform := range m.platforms {
		if days, known := m.Lags[platform]; known {
			d.ResumeOn[i] = m.base + days
		}
	}
	return d
}

// soon tells whether there are too few days for any verdict.
func (m *measuring) soon() bool { return m.last < m.base+WashOut+least }

// observed is one outcome of all cells that are compared, of one platform where it is not everywhere. The list is good
// until the next call.
func (m *measuring) observed(of func(*cell) float64, platform int) []stat.Observed {
	if m.list == nil {
		m.list = make([]stat.Observed, 0, len(m.cells))
	}
	list := m.list[:0]
	for i := range m.cells {
		c := &m.cells[i]
		if (platform == everywhere || c.platform == platform) && (m.start == 0 || c.day < m.judged()) {
			list = append(list, stat.Observed{Prompt: c.prompt, Platform: c.platform, Day: c.day, Y: of(c), X: c.answers})
		}
	}
	return list
}

const everywhere = -1

var outcomes = []struct {
	name string
	of   func(*cell) float64
}{
	{Named, func(c *cell) float64 { return c.named }},
	{NamedFirst, func(c *cell) float64 { return c.first }},
	{PageCited, func(c *cell) float64 { return c.Cited }},
	{PageFound, func(c *cell) float64 { return c.Found }},
	{SiteCited, func(c *cell) float64 { return c.Site }},
	{Absorbed, func(c *cell) float64 { return c.Absorbed }},
	{OwnCited, func(c *cell) float64 { return c.own }},
}

// judge computes everything from what was gathered.
func (m *measuring) judge() {
	m.Outcomes, m.Platforms, m.Arrivals, m.Outlets = []Outcome{}, []OnPlatform{}, []Arrival{}, []OutletCited{}
	m.promise()
	m.curve()
	if m.start == 0 {
		m.Verdict = Unpublished
		return
	}
	m.StartedOn, m.JudgedOn = new(dayText(m.start)), new(dayText(m.judged()))
	m.Final = m.EndedAt != nil || m.last >= m.judged()
	for _, o := range outcomes {
		m.Outcomes = append(m.Outcomes, m.outcome(o.name, o.of))
	}
	m.Verdict, m.Reason = m.Outcomes[0].Verdict, m.Outcomes[0].Reason
	m.besideRivals()
	m.byPlatform()
	m.arrive()
	m.experiment()
}

// promise judges by the time before the first publication, or before now.
func (m *measuring) promise() {
	before := slices.DeleteFunc(m.observed(outcomes[0].of, everywhere),
		func(o stat.Observed) bool { return m.start > 0 && o.Day >= m.start })
	p, ok := stat.Foresee(before, After, len(m.targets), len(m.controls))
	if !ok {
		return
	}
	m.Promise = &Promise{Days: WashOut + After, Smallest: p.Smallest, Effects: []Seen{}}
	for _, effect := range []float64{0.05, 0.10, 0.15, 0.20} {
		power := p.Power(effect)
		m.Promise.Effects = append(m.Promise.Effects, Seen{effect, power, power >= stat.Power})
	}
}

func (m *measuring) outcome(name string, of func(*cell) float64) (o Outcome) {
	o.Outcome = name
	if m.soon() {
		o.Verdict = Early
		return o
	}
	if m.Basis == "competitors" {
		m.besideCompetitors(&o, of)
		return o
	}
	list, d := m.observed(of, everywhere), m.design()
	e, ok := d.Estimate(list)
	if !ok {
		o.Verdict, o.Reason = Impossible, new(m.lacking(e))
		return o
	}
	o.TargetBefore, o.TargetAfter, o.ControlBefore, o.ControlAfter = &e.Before[0], &e.After[0], &e.Before[1], &e.After[1]
	placebo, known := d.Placebo(list)
	if known {
		o.Placebo, o.PlaceboP = &placebo.Difference, &placebo.P
	}
	if trend, ok := d.Trend(list); ok {
		o.Trend = &trend.Difference
	}
	o.decide(e, known && placebo.Significant())
	return o
}

// decide puts an estimate into a verdict.
func (o *Outcome) decide(e stat.Effect, diverging bool) {
	o.Difference, o.P, o.Exact = &e.Difference, &e.P, e.Exact
	o.Low, o.High = bounded(e.Interval.Low), bounded(e.Interval.High)
	switch {
	case diverging:
		o.Verdict, o.Reason = Impossible, new(Diverging)
	case !e.Bounded:
		o.Verdict, o.Reason = Impossible, new(FewOrders)
	case !e.Significant():
		o.Verdict = Unclear
	case e.Difference > 0:
		o.Verdict = Rise
	default:
		o.Verdict = Fall
	}
}

// lacking is why there is no estimate.
func (m *measuring) lacking(e stat.Effect) string {
	before := slices.ContainsFunc(m.cells, func(c cell) bool { return c.day < m.start })
	switch {
	case !before:
		return NoHistory
	case e.Treated < 2:
		return FewTargets
	}
	return FewControls
}

// besideCompetitors holds each target's change against that of competitors on the same prompt. Only naming can be
// compared so.
func (m *measuring) besideCompetitors(o *Outcome, of func(*cell) float64) {
	if o.Outcome != Named || m.competitors == 0 {
		o.Verdict, o.Reason = Impossible, new(FewControls)
		return
	}
	ours, theirs := m.changes(of), m.changes(func(c *cell) float64 { return c.rivals })
	var values []float64
	var noise float64
	for prompt, target := range m.treated {
		our, their := ours[prompt], theirs[prompt]
		if target && !math.IsNaN(our.Difference()) {
			values, noise = append(values, our.Difference()-their.Difference()), noise+our.Noise()+their.Noise()
		}
	}
	n := float64(len(values))
	e, ok := stat.Flipped(values, noise/(n*n))
	if !ok {
		o.Verdict, o.Reason = Impossible, new(FewTargets)
		return
	}
	o.decide(e, false)
}

// besideRivals is the second control: the same comparison of how much more often the brand is named than its
// competitors are. What lifts everybody on the targets drops out.
func (m *measuring) besideRivals() {
	if m.Basis != "controls" || m.competitors == 0 || m.soon() {
		return
	}
	e, ok := m.design().Estimate(m.observed(func(c *cell) float64 { return c.named - c.rivals }, everywhere))
	if ok {
		m.Competitors = &Beside{e.Difference, bounded(e.Interval.Low), bounded(e.Interval.High), &e.P}
	}
}

// changes are the prompts' answers before and after.
func (m *measuring) changes(of func(*cell) float64) []stat.Pair {
	sums, d := make([]stat.Pair, len(m.prompts)), m.design()
	for i := range m.cells {
		c := &m.cells[i]
		s := &sums[c.prompt]
		switch before, after := d.Side(c.platform, c.day); {
		case before:
			s.Y0, s.X0 = s.Y0+of(c), s.X0+c.answers
		case after:
			s.Y1, s.X1 = s.Y1+of(c), s.X1+c.answers
		}
	}
	return sums
}

func (m *measuring) byPlatform() {
	if m.Basis != "controls" || m.soon() {
		return
	}
	var p []float64
	var tested []int
	for i, platform := range m.platforms {
		on := OnPlatform{Platform: platform}
		if e, ok := m.design().Estimate(m.observed(outcomes[0].of, i)); ok {
			on.Difference, on.P, on.Low, on.High = &e.Difference, &e.P, bounded(e.Interval.Low), bounded(e.Interval.High)
			p, tested = append(p, e.P), append(tested, len(m.Platforms))
		}
		m.Platforms = append(m.Platforms, on)
	}
	for i, yes := range stat.Discoveries(p, stat.Significance) {
		m.Platforms[tested[i]].Believed = yes
	}
}
