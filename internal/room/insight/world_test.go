package insight

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"renown/internal/floor/day"
	"renown/internal/room/reading"
	"renown/internal/simulator/world"
)

// layout is a plan in a market in which the truth is known: the simulated world, without what moves by itself. Prompts have
// effects of their own, platforms differ a little, and a day repeats the one before with a given chance.
type layout struct {
	prompts, platforms int
	every              int // days between runs
	mean               float64
	correlation        float64 // of answers to one prompt
	persistence        float64
	rivals             []float64 // how often competitors are named
	shock              float64   // by which each platform goes up and down as a whole, keeping 0.9 a day; logistic
}

// standard is the plan that most have, in an ordinary market.
var standard = layout{
	prompts: 10, platforms: 3, every: 1, mean: 0.35, correlation: world.Default().Correlation,
	rivals: []float64{0.45, 0.35, 0.35, 0.25, 0.15},
}

func (w layout) with(change func(*layout)) layout {
	change(&w)
	return w
}

// market is one world, drawn.
type market struct {
	layout
	*world.World
	random *rand.Rand
	cells  [][]world.Cell // by prompt and platform
}

func (w layout) draw(seed uint64) *market {
	p := world.Default()
	p.Correlation, p.Persistence, p.Platforms = w.correlation, w.persistence, nil
	p.PlatformSpread, p.ModelSpread, p.Drift, p.Usual.Cites = 0, 0, 0, 0.8
	brands := []world.Brand{{Name: "us", Weight: w.mean}}
	for i, rate := range w.rivals {
		brands = append(brands, world.Brand{Name: fmt.Sprint("rival ", i), Weight: rate})
	}
	m := &market{layout: w, World: world.New(p, world.Market{Brands: brands}, seed), random: rand.New(rand.NewPCG(seed, 17))}
	for i := range w.prompts {
		row := make([]world.Cell, w.platforms)
		for j := range row {
			row[j] = m.Cell(asked(i, j, 0))
		}
		m.cells = append(m.cells, row)
	}
	return m
}

// asked is a prompt on a platform on a day of the tests, whose days begin with 0.
func asked(prompt, platform, day int) world.Question {
	return world.Question{Text: fmt.Sprintf("pmt_%02d", prompt), Platform: fmt.Sprintf("p%d", platform), Day: 20_000 + day}
}

// given is one answer: its counts, and which competitors it names.
type given struct {
	counts
	rivals uint64
}

func givenBy(a world.Answer) (g given) {
	g.counts[reading.Answers] = 1
	for place, brand := range a.Named {
		if brand > 0 {
			g.rivals |= 1 << (brand - 1)
			g.counts[reading.Others]++
			continue
		}
		g.counts[reading.Named], g.counts[reading.Positions] = 1, int64(place+1)
		if place == 0 {
			g.counts[reading.First] = 1
		}
		if place < 3 {
			g.counts[reading.Top3] = 1
		}
		score := a.Scores[0]
		switch g.counts[reading.Score] = int64(score * scale); {
		case score > 0.2:
			g.counts[reading.Positive] = 1
		case score < -0.2:
			g.counts[reading.Negative] = 1
		default:
			g.counts[reading.Neutral] = 1
		}
	}
	if a.Cites {
		g.counts[reading.Cited], g.counts[reading.Citations] = 1, 3
		if a.Own {
			g.counts[reading.OwnCited], g.counts[reading.Own] = 1, 1
		}
	}
	return g
}

// lived is the history of a market: as tables keep it, with the days numbered.
type lived struct {
	strata []stratum
	rivals [][]map[day.Day]uint64 // by stratum: a single map, the competitors of each day
	names  []competitor
}

// live lets days go by. at says what a cell is on a day; nil where it is not asked.
func (m *market) live(days int, at func(day, prompt, platform int) *world.Cell) *lived {
	l := &lived{}
	for i := range m.rivals {
		l.names = append(l.names, competitor{fmt.Sprintf("cmp_%d", i), "甲"})
	}
	for i := range m.cells {
		for j := range m.cells[i] {
			st := stratum{prompt: fmt.Sprintf("pmt_%02d", i), platform: fmt.Sprintf("p%d", j), kinds: "vs", days: &series{}}
			named := map[day.Day]uint64{}
			for on := 0; on < days; on += m.every {
				t := &m.cells[i][j]
				if at != nil {
					t = at(on, i, j)
				}
				if t == nil {
					continue
				}
				got := givenBy(m.Answer(asked(i, j, on), *t))
				st.days.add(day.Day(on), &got.counts)
				named[day.Day(on)] = got.rivals
			}
			l.strata = append(l.strata, st)
			l.rivals = append(l.rivals, []map[day.Day]uint64{named})
		}
	}
	return l
}

// shaken is what cells are on the days of platforms that go up and down.
func (m *market) shaken(days int) func(day, prompt, platform int) *world.Cell {
	if m.shock == 0 {
		return nil
	}
	walks := make([][]float64, m.platforms)
	for p := range walks {
		at := m.shock * m.random.NormFloat64()
		for range days {
			at = 0.9*at + m.shock*math.Sqrt(1-0.81)*m.random.NormFloat64()
			walks[p] = append(walks[p], at)
		}
	}
	return func(day, prompt, platform int) *world.Cell {
		c := m.cells[prompt][platform]
		c.Named = slices.Clone(c.Named)
		c.Named[0] = world.Shifted(c.Named[0], walks[platform][day])
		return &c
	}
}

// chances are how many changes a quarter would tell by chance, as of a day.
func (l *lived) chances(at day.Day) float64 {
	whole := day.Span{From: at - 2*weeksEither*week, To: at - 1}
	t, _ := l.window(whole.From, at)
	s := &Scope{rivals: l.names}
	changes, _ := s.chances(t, weeksOf(whole), weekly{})
	return changes
}

func indexOf(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// window is what the tables of some days hold, the end excluded.
func (l *lived) window(from, to day.Day) (*table, rivals) {
	t, others := newTable(), rivals{}
	for _, c := range l.names {
		others[c.id] = &rival{named: named{}}
	}
	for i := range l.strata {
		st := l.strata[i]
		st.days = &series{}
		for j, day := range l.strata[i].days.days {
			if day < from || day >= to {
				continue
			}
			on := l.strata[i].days.counts(j)
			st.days.add(day, &on)
			st.add(&on)
			for c, who := range l.names {
				if l.rivals[i][0][day]&(1<<c) != 0 {
					others[who.id].named[cellKey{st.prompt, st.platform}]++
				}
			}
		}
		if len(st.days.days) > 0 {
			t.strata = append(t.strata, st)
		}
	}
	return t, others
}

// look is one at the thirty days before a day.
func (l *lived) look(at day.Day) (changed, passed bool, found candidateList) {
	now, theirs := l.window(at-30, at)
	before, theirsWas := l.window(at-60, at-30)
	s := &Scope{rivals: l.names}
	list := s.tested(now, before, theirs, theirsWas, s.sharedOf(now, before))
	changes, passes := list.believed()
	return len(changes) > 0, len(passes) > 0, list
}
