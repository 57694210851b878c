package campaign

import (
	"slices"

	"renown/internal/tool/stat"
)

// design compares until the day of the verdict: what comes later does not change it. Each platform is given the time it
// usually takes.
func (m *measuring) design() stat.Design {
	d := stat.Design{
		Treated: func(prompt int) bool { return m.treated[prompt] }, First: m.compared(), Start: m.start,
		Resume: m.base + WashOut, End: m.judged(), ResumeOn: map[int]int{},
	}
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
		m.Verdict, m.Reason = Early, new(Unpublished)
		return
	}
	m.StartedOn, m.JudgedOn = new(dayText(m.start)), new(dayText(m.judged()))
	m.Final = m.EndedAt != nil || m.last >= m.judged()
	for _, o := range outcomes {
		m.Outcomes = append(m.Outcomes, m.outcome(o.name, o.of))
	}
	m.exposed()
	m.Verdict, m.Reason = m.Outcomes[0].Verdict, m.Outcomes[0].Reason
	m.besideRivals()
	m.byPlatform()
	m.arrive()
	m.experiment()
}

// exposed says of naming that controls rose by the campaign as well: their answers cite its pages.
func (m *measuring) exposed() {
	o, cited := &m.Outcomes[0], m.Outcomes[slices.IndexFunc(m.Outcomes, func(o Outcome) bool { return o.Outcome == PageCited })]
	if o.Reason == nil || cited.ControlAfter == nil || *cited.ControlAfter == 0 {
		return
	}
	switch *o.Reason {
	case AboveControls:
		o.Reason = new(LowerBound)
	case WithinChance:
		o.Reason = new(Exposed)
	}
}

// apart is how many standard deviations targets may lie below the controls before adjusting for the level says where
// no prompt was to say it (Cochran and Rubin).
const apart = 1.0

// promise judges by the time before the first publication, or before now.
func (m *measuring) promise() {
	before := slices.DeleteFunc(m.observed(outcomes[0].of, everywhere),
		func(o stat.Observed) bool { return m.start > 0 && o.Day >= m.start })
	p, ok := stat.Foresee(before, After, m.design().Treated)
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
		o.Verdict, o.Reason = Early, new(FewDays)
		return o
	}
	list, d := m.observed(of, everywhere), m.design()
	if m.Basis == "competitors" {
		m.besideCompetitors(&o, d.Changes(list))
		return o
	}
	e, ok := d.Estimate(list)
	if !ok {
		o.Verdict, o.Reason = Impossible, new(m.lacking(e))
		return o
	}
	o.TargetBefore, o.TargetAfter, o.ControlBefore, o.ControlAfter = &e.Before[0], &e.After[0], &e.Before[1], &e.After[1]
	placebo, known := d.Placebo(list)
	if known {
		o.Placebo, o.PlaceboP, o.Trend = &placebo.Difference, &placebo.P, new(placebo.Difference*14/Before)
	}
	if name == Named {
		m.BaselineGap, m.FarBelow = &e.Gap, e.Gap < -apart && m.LotSeed == nil
	}
	o.decide(e, known && placebo.Significant())
	return o
}

// decide puts an estimate into a verdict.
func (o *Outcome) decide(e stat.Effect, diverging bool) {
	o.Difference, o.P, o.Low, o.High = &e.Difference, &e.P, &e.Interval.Low, &e.Interval.High
	switch {
	case diverging:
		o.Verdict, o.Reason = Impossible, new(Diverging)
	case !e.Significant():
		o.Verdict, o.Reason = NotVisible, new(WithinChance)
	case e.Difference < 0:
		o.Verdict, o.Reason = NotVisible, new(BelowControls)
	default:
		o.Verdict, o.Reason = Effective, new(AboveControls)
	}
}

// lacking is why there is no estimate.
func (m *measuring) lacking(e stat.Effect) string {
	before := slices.ContainsFunc(m.cells, func(c cell) bool { return c.day < m.start && c.day >= m.compared() })
	switch {
	case !before:
		return NoHistory
	case e.Treated < stat.UnitsLeast:
		return FewTargets
	}
	return FewControls
}

// besideCompetitors holds each target's change against that of competitors on the same prompt. Only naming can be
// compared so, and it decides nothing: targets that were chosen because the brand was low on them rise by themselves,
// and no prompt that was as low shows by how much.
func (m *measuring) besideCompetitors(o *Outcome, ours []stat.Pair) {
	o.Verdict, o.Reason = Impossible, new(FewControls)
	if o.Outcome != Named || m.competitors == 0 {
		return
	}
	theirs := m.design().Changes(m.observed(func(c *cell) float64 { return c.rivals }, everywhere))
	var values []float64
	noise := 0.0
	for prompt, our := range ours {
		if m.treated[prompt] && our.X1 > 0 && our.X0 > 0 {
			values = append(values, our.Difference()-theirs[prompt].Difference())
			noise += our.Noise() + theirs[prompt].Noise()
		}
	}
	if e, ok := stat.OneSample(values, noise/float64(len(values))); ok {
		o.Difference, o.P, o.Low, o.High = &e.Difference, &e.P, &e.Interval.Low, &e.Interval.High
	}
}

// besideRivals is the second control: the same comparison of how much more often the brand is named than its
// competitors are. What lifts everybody on the targets drops out.
func (m *measuring) besideRivals() {
	if m.Basis != "controls" || m.competitors == 0 || m.soon() {
		return
	}
	e, ok := m.design().Estimate(m.observed(func(c *cell) float64 { return c.named - c.rivals }, everywhere))
	if ok {
		m.Competitors = &Beside{e.Difference, &e.Interval.Low, &e.Interval.High, &e.P}
	}
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
			on.Difference, on.P, on.Low, on.High = &e.Difference, &e.P, &e.Interval.Low, &e.Interval.High
			p, tested = append(p, e.P), append(tested, len(m.Platforms))
		}
		m.Platforms = append(m.Platforms, on)
	}
	for i, yes := range stat.Discoveries(p, stat.Significance) {
		m.Platforms[tested[i]].Believed = yes
	}
}
