package setup

import (
	"cmp"
	"context"
	"slices"

	"renown/internal/door/console/kit"
	"renown/internal/room/brand"
	"renown/internal/room/insight"
)

// promptRow is a prompt with how often answers to it named the brand over the last thirty days.
type promptRow struct {
	brand.Prompt
	topic string // shown where the list is not grouped
	insight.Naming
	plot kit.Plot
}

// asked tells whether the prompt counts for visibility at all.
func (p promptRow) asked() bool {
	return len(p.Types) == 0 || slices.Contains(p.Types, brand.Visibility)
}

func (p promptRow) known() bool { return p.Rate != nil && p.Answers >= kit.FewAnswers }

// rates reads the figures of all prompts at once and puts them on one scale.
func (pages *Pages) rates(ctx context.Context, v *kit.Visit, l *promptList) error {
	shown, err := pages.Insights.Visibility(ctx, v.Caller, v.Brand.ID, insight.Query{})
	if err != nil {
		return err
	}
	figures := shown.ByPrompt
	var highs []*float64
	for _, n := range figures {
		if n.Answers >= kit.FewAnswers {
			highs = append(highs, n.High)
		}
	}
	top := kit.TopOf(highs...)
	for i := range l.groups {
		for j := range l.groups[i].prompts {
			p := &l.groups[i].prompts[j]
			p.Naming = figures[p.ID]
			if p.known() {
				p.plot = kit.AsRate.On(ctx, 0, top, p.Rate, p.Interval)
			}
		}
	}
	return nil
}

const byVisibility = "visibility"

// rank puts all prompts into one group in the order of their figures. Those without one come last, whatever the direction.
func (l *promptList) rank(descending bool) {
	if len(l.groups) == 0 {
		return
	}
	var all []promptRow
	for _, g := range l.groups {
		for _, p := range g.prompts {
			p.topic = g.topic.Name
			all = append(all, p)
		}
	}
	slices.SortStableFunc(all, func(a, b promptRow) int {
		switch {
		case a.known() != b.known():
			if a.known() {
				return -1
			}
			return 1
		case !a.known():
			return 0
		case descending:
			return cmp.Compare(*b.Rate, *a.Rate)
		}
		return cmp.Compare(*a.Rate, *b.Rate)
	})
	l.groups = []promptGroup{{prompts: all}}
}
