package insight

import (
	"context"

	"renown/internal/floor/day"
	"renown/internal/floor/fault"
	"renown/internal/room/reading"
)

// Sample is what a brand's visibility in a period rests on.
type Sample struct {
	Indicator                    // the visibility
	Prompts, Platforms, Days int // with answers
	Items                    []VisibilityItem
}

// Sample reads what the visibility rests on.
func (s *Scope) Sample(ctx context.Context) (out Sample, err error) {
	defer fault.Wrap(&err, "insight.Sample")

	now, before, err := s.tables(ctx)
	if err != nil {
		return out, err
	}
	cells := now.cells(forVisibility, "")
	prompts, platforms, days := map[string]bool{}, map[string]bool{}, map[day.Day]bool{}
	for _, c := range cells {
		if c.counts[reading.Answers] == 0 {
			continue
		}
		prompts[c.prompt], platforms[c.platform] = true, true
		for _, day := range c.days.days {
			days[day] = true
		}
	}
	out = Sample{
		Indicator: visibilityOf.indicator(cells, before.cells(forVisibility, "")), Prompts: len(prompts),
		Platforms: len(platforms), Days: len(days),
	}
	now.countDays()
	out.Items, err = s.items(ctx, now.visible(), dependenceOf(now, before))
	return out, err
}
