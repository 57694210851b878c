package campaign

import (
	"fmt"
	"testing"
	"time"

	"renown/internal/floor/timestamp"
)

// drawn is a measurement whose cells follow rules: targets rise by lift after the publication, everybody by common.
func drawn(targets, controls, after int, lift, common float64) *measuring {
	m := &measuring{start: 20_000, base: 20_000, last: 20_000 + after, about: map[string]bool{}, platforms: []string{"doubao"}}
	for i := range targets + controls {
		id := fmt.Sprintf("pmt_%02d", i)
		m.about[id] = i < targets
		if i < targets {
			m.targets = append(m.targets, id)
		} else {
			m.controls = append(m.controls, id)
		}
		for day := m.start - Before; day <= m.last; day++ {
			c := cell{prompt: i, day: day, answers: 10, named: 2 + 0.2*float64((i*7+day)%5)}
			if day >= m.start {
				c.named += 10 * common
				if i < targets {
					c.named += 10 * lift
					c.Cited, c.Found, c.Site, c.Absorbed = 1, 2, 3, 0.5
				}
			}
			m.cells = append(m.cells, c)
		}
	}
	m.number()
	m.Basis = "controls"
	if controls < 2 {
		m.Basis = "competitors"
	}
	return m
}

// spilled has answers to controls cite the campaign's pages too.
func spilled(m *measuring) *measuring {
	for i := range m.cells {
		if m.cells[i].day >= m.start {
			m.cells[i].Cited = 1
		}
	}
	return m
}

func TestVerdicts(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		m               *measuring
		verdict, reason string
	}{
		"too early":         {drawn(5, 5, WashOut+least-1, 0.2, 0), Early, FewDays},
		"a rise":            {drawn(5, 5, 40, 0.2, 0.1), Effective, AboveControls},
		"a fall":            {drawn(5, 5, 40, -0.15, 0.1), NotVisible, BelowControls},
		"nothing":           {drawn(5, 5, 40, 0, 0.1), NotVisible, WithinChance},
		"one target":        {drawn(1, 9, 40, 0.2, 0), Impossible, FewTargets},
		"spilled over":      {spilled(drawn(5, 5, 40, 0.2, 0.1)), Effective, LowerBound},
		"spilled, nothing":  {spilled(drawn(5, 5, 40, 0, 0.1)), NotVisible, Exposed},
		"two targets":       {drawn(2, 3, 40, 0.2, 0), Impossible, FewTargets},
		"no rivals either":  {drawn(8, 1, 40, 0.2, 0), Impossible, FewControls},
		"nothing published": {&measuring{last: 20_000}, Early, Unpublished},
	} {
		c.m.judge()
		reason := ""
		if c.m.Reason != nil {
			reason = *c.m.Reason
		}
		if c.m.Verdict != c.verdict || reason != c.reason {
			t.Errorf("%s: %s %q, want %s %q: %+v", name, c.m.Verdict, reason, c.verdict, c.reason, c.m.Outcomes)
		}
	}
}

func TestOutcomes(t *testing.T) {
	t.Parallel()
	m := drawn(5, 5, 40, 0.2, 0.1)
	at := timestamp.Of(time.Unix(20_000*86_400, 0))
	m.Publications = []Publication{
		{
			OrderID: "a", OutletID: "m", PublishedAt: &at,
			cited: map[string]citedDays{"doubao": {20_003, 20_010}},
		},
		{OrderID: "b", OutletID: "m", PublishedAt: &at, cited: map[string]citedDays{}},
		{OrderID: "c"},
	}
	m.judge()
	if len(m.Outcomes) != 7 || m.Outcomes[2].Outcome != PageCited || *m.Outcomes[2].Difference < 0.09 ||
		*m.Outcomes[3].Difference < 0.19 || m.Outcomes[0].PlaceboP == nil || *m.Outcomes[0].PlaceboP < 0.05 {
		t.Errorf("%+v", m.Outcomes)
	}
	if !m.Final || len(m.Platforms) != 1 || !m.Platforms[0].Believed || len(m.Curve) != Before+41 ||
		m.Promise == nil || !m.Promise.Effects[3].Visible {
		t.Errorf("%t %+v %d %+v", m.Final, m.Platforms, len(m.Curve), m.Promise)
	}
	if len(m.Arrivals) != 1 || m.Arrivals[0].Cited != 1 || m.Arrivals[0].Of != 2 || *m.Arrivals[0].HalfLife != 7 {
		t.Errorf("%+v", m.Arrivals)
	}
	if len(m.Outlets) != 1 || m.Outlets[0].Articles != 2 || m.Outlets[0].Cited != 1 || *m.Outlets[0].Median != 3 {
		t.Errorf("%+v", m.Outlets)
	}
	if *m.Outcomes[4].Difference < 0.29 || *m.Outcomes[5].Difference < 0.04 || m.Outcomes[5].Verdict != Effective {
		t.Errorf("%+v", m.Outcomes)
	}
	lone := drawn(8, 0, 40, 0.2, 0)
	lone.competitors = 1
	for i := range lone.cells {
		lone.cells[i].rivals = 3 + 0.1*float64(lone.cells[i].day%3)
	}
	lone.judge()
	if lone.Verdict != Impossible || *lone.Reason != FewControls || *lone.Outcomes[0].Low < 0.1 || lone.Outcomes[1].Verdict != Impossible || lone.Basis != "competitors" {
		t.Errorf("beside competitors: %+v", lone.Outcomes)
	}
}

// Competitors that rise as much take the effect away; a platform's own wash-out leaves days out; days after the verdict
// change nothing.
func TestSecondControl(t *testing.T) {
	t.Parallel()
	m := drawn(5, 5, 60, 0.2, 0)
	m.competitors = 1
	for i := range m.cells {
		c := &m.cells[i]
		if c.day >= m.start && m.treated[c.prompt] {
			c.rivals = 2
		}
		if c.day >= m.judged() {
			c.named = 0
		}
	}
	m.judge()
	if m.Verdict != Effective || m.Competitors == nil || *m.Competitors.P < 0.05 || m.Competitors.Difference > 0.01 {
		t.Errorf("%s %+v", m.Verdict, m.Competitors)
	}
	late := drawn(5, 5, 60, 0.2, 0)
	late.Lags = map[string]int{"doubao": 14}
	for i := range late.cells {
		if c := &late.cells[i]; c.day < late.start+14 && c.day >= late.start {
			c.named = 0
		}
	}
	if late.judge(); late.Verdict != Effective || *late.Outcomes[0].Difference < 0.19 {
		t.Errorf("%s %+v", late.Verdict, late.Outcomes[0])
	}
}

// Orders in random order: a channel is cited more once its turn came.
func TestExperiment(t *testing.T) {
	t.Parallel()
	m := drawn(5, 5, 60, 0, 0)
	for i := range 5 {
		planned := timestamp.Of(time.Unix(int64(20_000+7*i)*86_400, 0))
		id := fmt.Sprint("ord", i)
		m.Publications = append(m.Publications, Publication{
			OrderID: id, OutletID: id, PlannedAt: &planned,
			PublishedAt: new(planned.Add(48 * time.Hour)), seed: new(int64(7)), cited: map[string]citedDays{},
		})
		for day := 20_000 + 7*i; day < 20_060; day++ {
			m.trace.Sites = append(m.trace.Sites, siteDay{id, day, 10})
		}
	}
	m.judge()
	if x := m.Experiment; x == nil || x.Seed != 7 || x.Orders != 5 || *x.DelayDays != 2 || *x.P > 0.02 || *x.Difference < 0.19 {
		t.Errorf("%+v", x)
	}
}
