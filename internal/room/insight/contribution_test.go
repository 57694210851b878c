package insight

import (
	"math"
	"math/rand/v2"
	"testing"

	"renown/internal/simulator/world"
	"renown/internal/testkit/must"
)

// What prompts, platforms and competitors add to a change adds up to it, also when prompts and platforms come and go.
func TestContributionsAddUp(t *testing.T) {
	t.Parallel()
	for seed := range uint64(20) {
		random := rand.New(rand.NewPCG(seed, 5))
		m := standard.draw(seed)
		gone, late := random.IntN(10), random.IntN(10)
		l := m.live(60, func(day, prompt, platform int) *world.Cell {
			if prompt == gone && day >= 30 || prompt == late && day < 30 || platform == 2 && day < 20 || random.IntN(4) == 0 {
				return nil
			}
			return &m.cells[prompt][platform]
		})
		now, theirs := l.window(30, 60)
		before, theirsWas := l.window(0, 30)
		for _, list := range []rivals{theirs, theirsWas} {
			for _, r := range list {
				r.answers = r.named.sum()
			}
		}
		s := &Scope{rivals: l.names, book: &collected{texts: map[string]string{"pmt_03": "三"}}}
		in := indicators(now, before)
		standings := s.ranked(now, before, theirs, theirsWas, nil)
		c := must.Get(s.contributions(t.Context(), now, before, standings))(t)
		parts := in.Visibility.Parts
		sums(t, "prompts", c.Prompts, parts.Same)
		sums(t, "platforms", c.Platforms, parts.Same)
		sums(t, "competitors", c.Competitors, *in.ShareOfVoice.Value-*in.ShareOfVoice.Previous)
		if whole := parts.Same + parts.Prompts + parts.Platforms + parts.Reading +
			parts.Model; math.Abs(whole-*in.Visibility.Change.Change) > 1e-9 {
			t.Errorf("the parts are %v, the change %v", whole, *in.Visibility.Change.Change)
		}
		if gone != late && len(c.Prompts) != 8 || len(c.Platforms) != 3 || len(c.Competitors) != len(l.names) {
			t.Errorf("%d prompts, %d platforms, %d competitors", len(c.Prompts), len(c.Platforms), len(c.Competitors))
		}
	}
}

func sums(t *testing.T, what string, list []Contribution, want float64) {
	t.Helper()
	sum := 0.0
	for i, c := range list {
		sum += c.Points
		if i > 0 && math.Abs(c.Points) > math.Abs(list[i-1].Points) {
			t.Errorf("%s: not the largest first", what)
		}
	}
	if math.Abs(sum-want) > 1e-9 || len(list) == 0 {
		t.Errorf("%s add up to %v, want %v", what, sum, want)
	}
}
