package effect

import (
	"fmt"
	"testing"
	"time"

	"renown/internal/floor/timestamp"
)

// drawn is a measurement whose cells follow rules: targets rise by lift after the publication, everybody by common.
func drawn(targets, controls, after int, lift, common float64) *measuring {
	m := &measuring{start: 20_000, last: 20_000 + after}
	for i := range targets + controls {
		id := fmt.Sprintf("pmt_%02d", i)
		if i < targets {
			m.targets = append(m.targets, id)
		} else {
			m.controls = append(m.controls, id)
		}
		for day := m.start - Before; day <= m.last; day++ {
			c := cell{prompt: id, platform: "doubao", day: day, answers: 10, named: 2 + 0.2*float64((i*7+day)%5)}
			if day >= m.start {
				c.named += 10 * common
				if i < targets {
					c.named += 10 * lift
					c.cited, c.found = 1, 2
				}
			}
			m.cells = append(m.cells, c)
		}
	}
	m.Basis = "controls"
	if controls < 2 {
		m.Basis = "competitors"
	}
	return m
}

func TestVerdicts(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		m               *measuring
		verdict, reason string
	}{
		"too early":         {drawn(5, 5, WashOut+least-1, 0.2, 0), Early, ""},
		"a rise":            {drawn(5, 5, 40, 0.2, 0.1), Rise, ""},
		"a fall":            {drawn(5, 5, 40, -0.15, 0.1), Fall, ""},
		"nothing":           {drawn(5, 5, 40, 0, 0.1), Unclear, ""},
		"one target":        {drawn(1, 9, 40, 0.2, 0), Impossible, FewTargets},
		"too few prompts":   {drawn(2, 3, 40, 0.2, 0), Impossible, FewOrders},
		"no rivals either":  {drawn(8, 1, 40, 0.2, 0), Impossible, FewControls},
		"nothing published": {&measuring{last: 20_000}, Unpublished, ""},
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
	m.Publications = []Publication{{OrderID: "a", PublishedAt: &at, first: map[string]timestamp.Time{"doubao": at}}, {OrderID: "b", PublishedAt: &at, first: map[string]timestamp.Time{}}, {OrderID: "c"}}
	m.judge()
	if len(m.Outcomes) != 5 || m.Outcomes[2].Outcome != PageCited || *m.Outcomes[2].Difference < 0.09 || *m.Outcomes[3].Difference < 0.19 || m.Outcomes[0].PlaceboP == nil || *m.Outcomes[0].PlaceboP < 0.05 {
		t.Errorf("%+v", m.Outcomes)
	}
	if !m.Final || len(m.Platforms) != 1 || !m.Platforms[0].Believed || len(m.Curve) != Before+41 || m.Promise == nil || !m.Promise.Effects[3].Visible {
		t.Errorf("%t %+v %d %+v", m.Final, m.Platforms, len(m.Curve), m.Promise)
	}
	if len(m.Arrivals) != 1 || m.Arrivals[0].Cited != 1 || m.Arrivals[0].Of != 2 {
		t.Errorf("%+v", m.Arrivals)
	}
	lone := drawn(8, 0, 40, 0.2, 0)
	for _, c := range lone.cells {
		c.named = 3 + 0.1*float64(c.day%3)
		lone.rivals = append(lone.rivals, c)
	}
	lone.judge()
	if lone.Verdict != Rise || lone.Outcomes[1].Verdict != Impossible || lone.Basis != "competitors" {
		t.Errorf("beside competitors: %+v", lone.Outcomes)
	}
}
