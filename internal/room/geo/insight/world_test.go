package insight

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// world is a market in which the truth is known: prompts have effects of their own, platforms differ a little, and an answer
// repeats yesterday's as a whole with a given chance.
type world struct {
	prompts, platforms int
	every              int // days between runs
	mean               float64
	correlation        float64 // of answers to one prompt
	persistence        float64
	rivals             []float64 // how often competitors are named
}

// standard is the plan that most have, in an ordinary market.
var standard = world{prompts: 10, platforms: 3, every: 1, mean: 0.35, correlation: 0.2, rivals: []float64{0.45, 0.35, 0.35, 0.25, 0.15}}

func (w world) with(change func(*world)) world {
	change(&w)
	return w
}

// truth is what a cell really is.
type truth struct {
	named, cited, own, tone, ahead float64
	rivals                         []float64
}

// market is one world, drawn.
type market struct {
	world
	random *rand.Rand
	cells  [][]truth // by prompt and platform
}

func (w world) draw(seed uint64) *market {
	m := &market{world: w, random: rand.New(rand.NewPCG(seed, 17))}
	for range w.prompts {
		m.cells = append(m.cells, m.prompt())
	}
	return m
}

func (m *market) prompt() []truth {
	named := m.around(m.mean, m.correlation)
	rivals := make([]float64, len(m.rivals))
	for i, mean := range m.world.rivals {
		rivals[i] = m.around(mean, m.correlation)
	}
	ahead, tone, cited, own := m.random.Float64(), 0.25+0.25*m.random.NormFloat64(), m.around(0.8, 0.1), m.around(0.15, 0.2)
	row := make([]truth, m.platforms)
	for j := range row {
		row[j] = truth{named: m.around(named, 0.05), cited: m.around(cited, 0.05), own: own, tone: tone, ahead: ahead}
		for _, mean := range rivals {
			row[j].rivals = append(row[j].rivals, m.around(mean, 0.05))
		}
	}
	return row
}

// around draws a rate with a mean and an intraclass correlation.
func (m *market) around(mean, correlation float64) float64 {
	k := 1/correlation - 1
	x, y := m.gamma(max(mean*k, 1e-3)), m.gamma(max((1-mean)*k, 1e-3))
	return x / (x + y)
}

// gamma is Marsaglia and Tsang's method.
func (m *market) gamma(a float64) float64 {
	if a < 1 {
		return m.gamma(a+1) * math.Pow(m.random.Float64(), 1/a)
	}
	d := a - 1.0/3
	c := 1 / math.Sqrt(9*d)
	for {
		x := m.random.NormFloat64()
		v := math.Pow(1+c*x, 3)
		if v > 0 && math.Log(m.random.Float64()) < 0.5*x*x+d-d*v+d*math.Log(v) {
			return d * v
		}
	}
}

// given is one answer: its counts, and which competitors it names.
type given struct {
	counts
	rivals uint64
}

func (m *market) answer(t *truth) (g given) {
	g.answers = 1
	for i, q := range t.rivals {
		if m.random.Float64() < q {
			g.rivals |= 1 << i
			g.others++
		}
	}
	if m.random.Float64() < t.named {
		g.named, g.positions = 1, 1
		for range g.others {
			if m.random.Float64() < t.ahead {
				g.positions++
			}
		}
		if g.positions == 1 {
			g.first = 1
		}
		if g.positions <= 3 {
			g.top3 = 1
		}
		score := max(-1, min(1, t.tone+0.35*m.random.NormFloat64()))
		switch g.score = int64(score * scale); {
		case score > 0.2:
			g.positive = 1
		case score < -0.2:
			g.negative = 1
		default:
			g.neutral = 1
		}
	}
	if m.random.Float64() < t.cited {
		g.cited, g.citations = 1, 3
		if m.random.Float64() < t.own {
			g.ownCited, g.own = 1, 1
		}
	}
	return g
}

// lived is the history of a market: as tables keep it, with the days numbered.
type lived struct {
	strata []stratum
	rivals [][]map[int64]uint64 // by stratum: a single map, the competitors of each day
	names  []competitor
}

// live lets days go by. at says what a cell is on a day; nil where it is not asked.
func (m *market) live(days int, at func(day, prompt, platform int) *truth) *lived {
	l := &lived{}
	for i := range m.world.rivals {
		l.names = append(l.names, competitor{fmt.Sprintf("cmp_%d", i), "甲"})
	}
	for i := range m.cells {
		for j := range m.cells[i] {
			st := stratum{prompt: fmt.Sprintf("pmt_%02d", i), platform: fmt.Sprintf("p%d", j), kinds: "vs"}
			named := map[int64]uint64{}
			var last given
			for day := 0; day < days; day += m.every {
				t := &m.cells[i][j]
				if at != nil {
					t = at(day, i, j)
				}
				if t == nil {
					last = given{}
					continue
				}
				if last.answers == 0 || m.random.Float64() >= m.persistence {
					last = m.answer(t)
				}
				st.days = append(st.days, dated{int64(day), last.counts})
				named[int64(day)] = last.rivals
			}
			l.strata = append(l.strata, st)
			l.rivals = append(l.rivals, []map[int64]uint64{named})
		}
	}
	return l
}

// window is what the tables of some days hold, the end excluded.
func (l *lived) window(from, to int64) (*table, rivals) {
	t, others := newTable(), rivals{}
	for _, c := range l.names {
		others[c.id] = &rival{named: named{}}
	}
	for i := range l.strata {
		st := l.strata[i]
		st.days = nil
		for _, d := range l.strata[i].days {
			if d.day < from || d.day >= to {
				continue
			}
			st.days = append(st.days, d)
			st.add(&d.counts)
			for c, who := range l.names {
				if l.rivals[i][0][d.day]&(1<<c) != 0 {
					others[who.id].named[cellKey{st.prompt, st.platform}]++
				}
			}
		}
		if len(st.days) > 0 {
			t.strata = append(t.strata, st)
		}
	}
	return t, others
}

// look is one at the thirty days before a day.
func (l *lived) look(day int64) (changed, passed bool, found candidateList) {
	now, theirs := l.window(day-30, day)
	before, theirsWas := l.window(day-60, day-30)
	s := &scope{rivals: l.names}
	list := s.tested(now, before, theirs, theirsWas)
	changes, passes := list.believed()
	return len(changes) > 0, len(passes) > 0, list
}
