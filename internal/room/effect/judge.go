package effect

import (
	"math"
	"slices"

	"renown/internal/room/geo/finding"
	"renown/internal/tool/stat"
)

func ptr[T any](v T) *T { return &v }

// bounded is a number as JSON can say it: an interval that does not end has no end.
func bounded(v float64) *float64 {
	if math.IsInf(v, 0) || math.IsNaN(v) {
		return nil
	}
	return &v
}

func (m *measuring) treated(prompt string) bool { return slices.Contains(m.targets, prompt) }

func (m *measuring) design() stat.Design {
	return stat.Design{Treated: m.treated, Start: m.start, Resume: m.start + WashOut}
}

// observed is one outcome of all cells, of one platform where it is named.
func (m *measuring) observed(of func(*cell) float64, platform string) (list []stat.Observed) {
	for i := range m.cells {
		c := &m.cells[i]
		if platform == "" || c.platform == platform {
			list = append(list, stat.Observed{Prompt: c.prompt, Platform: c.platform, Day: c.day, Y: of(c), X: c.answers})
		}
	}
	return list
}

var outcomes = []struct {
	name string
	of   func(*cell) float64
}{
	{Named, func(c *cell) float64 { return c.named }},
	{NamedFirst, func(c *cell) float64 { return c.first }},
	{PageCited, func(c *cell) float64 { return c.cited }},
	{PageFound, func(c *cell) float64 { return c.found }},
	{OwnCited, func(c *cell) float64 { return c.own }},
}

// judge computes everything from what was gathered.
func (m *measuring) judge() {
	m.Outcomes, m.Platforms, m.Arrivals = []Outcome{}, []OnPlatform{}, []Arrival{}
	m.promise()
	m.curve()
	if m.start == 0 {
		m.Verdict = Unpublished
		return
	}
	m.StartedOn, m.JudgedOn = ptr(dayText(m.start)), ptr(dayText(m.start+WashOut+After))
	m.Final = m.EndedAt != nil || m.last >= m.start+WashOut+After
	for _, o := range outcomes {
		m.Outcomes = append(m.Outcomes, m.outcome(o.name, o.of))
	}
	m.Verdict, m.Reason = m.Outcomes[0].Verdict, m.Outcomes[0].Reason
	m.byPlatform()
	m.arrive()
}

// promise judges by the time before the first publication, or before now.
func (m *measuring) promise() {
	var before []stat.Observed
	for _, o := range m.observed(outcomes[0].of, "") {
		if m.start == 0 || o.Day < m.start {
			before = append(before, o)
		}
	}
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
	if m.last < m.start+WashOut+least {
		o.Verdict = Early
		return o
	}
	if m.Basis == "competitors" {
		m.besideCompetitors(&o, of)
		return o
	}
	list, d := m.observed(of, ""), m.design()
	e, ok := d.Estimate(list)
	if !ok {
		o.Verdict, o.Reason = Impossible, ptr(m.lacking(e))
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
		o.Verdict, o.Reason = Impossible, ptr(Diverging)
	case !e.Bounded:
		o.Verdict, o.Reason = Impossible, ptr(FewOrders)
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

// besideCompetitors holds each target's change against that of competitors on the same prompt. Only naming can be compared so.
func (m *measuring) besideCompetitors(o *Outcome, of func(*cell) float64) {
	if o.Outcome != Named || len(m.rivals) == 0 {
		o.Verdict, o.Reason = Impossible, ptr(FewControls)
		return
	}
	ours, theirs := m.changes(m.cells, of), m.changes(m.rivals, of)
	var values []float64
	for _, prompt := range slices.Sorted(slices.Values(m.targets)) {
		us, known := ours[prompt]
		them, both := theirs[prompt]
		if known && both {
			values = append(values, us-them)
		}
	}
	e, ok := stat.Flipped(values)
	if !ok {
		o.Verdict, o.Reason = Impossible, ptr(FewTargets)
		return
	}
	o.decide(e, false)
}

// changes are the prompts' rates after less before.
func (m *measuring) changes(cells []cell, of func(*cell) float64) map[string]float64 {
	type sum struct{ y0, x0, y1, x1 float64 }
	sums := map[string]sum{}
	for i := range cells {
		c := &cells[i]
		s := sums[c.prompt]
		switch {
		case c.day < m.start:
			s.y0, s.x0 = s.y0+of(c), s.x0+c.answers
		case c.day >= m.start+WashOut:
			s.y1, s.x1 = s.y1+of(c), s.x1+c.answers
		}
		sums[c.prompt] = s
	}
	out := map[string]float64{}
	for prompt, s := range sums {
		if s.x0 > 0 && s.x1 > 0 {
			out[prompt] = s.y1/s.x1 - s.y0/s.x0
		}
	}
	return out
}

func (m *measuring) platforms() (list []string) {
	for _, c := range m.cells {
		if !slices.Contains(list, c.platform) {
			list = append(list, c.platform)
		}
	}
	slices.Sort(list)
	return list
}

func (m *measuring) byPlatform() {
	if m.Basis != "controls" || m.last < m.start+WashOut+least {
		return
	}
	var p []float64
	var tested []int
	for _, platform := range m.platforms() {
		on := OnPlatform{Platform: platform}
		if e, ok := m.design().Estimate(m.observed(outcomes[0].of, platform)); ok {
			on.Difference, on.P, on.Low, on.High = &e.Difference, &e.P, bounded(e.Interval.Low), bounded(e.Interval.High)
			p, tested = append(p, e.P), append(tested, len(m.Platforms))
		}
		m.Platforms = append(m.Platforms, on)
	}
	for i, yes := range stat.Discoveries(p, stat.Significance) {
		m.Platforms[tested[i]].Believed = yes
	}
}

// curve is the rates of naming, day by day: the mean over prompts and platforms.
func (m *measuring) curve() {
	type sum struct{ rate, cells, named, answers float64 }
	sums := map[int]*[2]sum{}
	for i := range m.cells {
		c := &m.cells[i]
		if sums[c.day] == nil {
			sums[c.day] = &[2]sum{}
		}
		s := &sums[c.day][0]
		if !m.treated(c.prompt) {
			s = &sums[c.day][1]
		}
		s.rate, s.cells, s.named, s.answers = s.rate+c.named/c.answers, s.cells+1, s.named+c.named, s.answers+c.answers
	}
	m.Curve = []Day{}
	for day := m.from(); day <= m.last; day++ {
		both := sums[day]
		if both == nil {
			continue
		}
		d := Day{Day: dayText(day), TargetAnswers: int64(both[0].answers), ControlAnswers: int64(both[1].answers)}
		if t := both[0]; t.cells > 0 {
			d.Target = ptr(t.rate / t.cells)
			if in, ok := stat.Score(*d.Target, t.answers); ok {
				d.TargetLow, d.TargetHigh = &in.Low, &in.High
			}
		}
		if c := both[1]; c.cells > 0 {
			d.Control = ptr(c.rate / c.cells)
		}
		m.Curve = append(m.Curve, d)
	}
}

// arrive computes the time to the first citation on each platform that asked prompts of the campaign.
func (m *measuring) arrive() {
	for _, platform := range m.platforms() {
		var list []stat.Waiting
		a := Arrival{Platform: platform, Steps: []stat.Step{}}
		for _, p := range m.Publications {
			if p.PublishedAt == nil {
				continue
			}
			published := dayNumber(finding.Day(p.PublishedAt.Time))
			if first, ok := p.first[platform]; ok {
				a.Cited++
				list = append(list, stat.Waiting{Days: float64(dayNumber(finding.Day(first.Time)) - published), Came: true})
			} else {
				list = append(list, stat.Waiting{Days: float64(max(0, m.last-published))})
			}
		}
		a.Of = len(list)
		a.Steps = append(a.Steps, stat.Arrivals(list)...)
		if day, _, ok := stat.Median(a.Steps); ok {
			a.Median = &day
		}
		m.Arrivals = append(m.Arrivals, a)
	}
}
