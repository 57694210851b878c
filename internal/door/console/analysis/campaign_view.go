package analysis

import (
	"context"
	"time"

	"renown/internal/door/console/kit"
	"renown/internal/floor/day"
	"renown/internal/floor/timestamp"
	"renown/internal/room/campaign"
	"renown/internal/tool/stat"
)

// rolling is how many days a point of a campaign's curve is the mean of.
const rolling = 7

// newCampaignChart draws targets and controls from nothing up: means of seven days, the interval of the targets, and publications.
func newCampaignChart(ctx context.Context, m campaign.Measured) (c curve) {
	if len(m.Curve) < 2 {
		return c
	}
	first, last := m.Curve[0].Day, m.Curve[len(m.Curve)-1].Day
	controls := rolled(m.Curve, func(d campaign.Day) (*float64, int64) { return d.Control, d.ControlAnswers })
	s := kit.Series{Unit: "%", Points: rolled(m.Curve, func(d campaign.Day) (*float64, int64) { return d.Target, d.TargetAnswers })}
	c = drawn(s, [][]*float64{values(s.Points), values(controls), {new(float64)}}, 0,
		func(i int) float64 { return between(first, last, m.Curve[i].Day) })
	if c.known = len(c.lines) > 0 && c.lines[0].path != ""; !c.known {
		return c
	}
	c.lines = c.lines[:2]
	c.lines[0].class, c.lines[0].name = "u", kit.T(ctx, "目标问题")
	c.lines[1].class, c.lines[1].name = "ctl", kit.T(ctx, "对照问题")
	c.placeNames()
	c.label = kit.T(ctx, "目标与对照的可见度，%s 至 %s", kit.LongDay(ctx, first), kit.LongDay(ctx, last))
	for _, p := range m.Publications {
		if p.PublishedAt != nil {
			c.flag(between(first, last, beijingDay(*p.PublishedAt)))
		}
	}
	return c
}

func beijingDay(t timestamp.Time) string { return day.Of(t.Time).String() }

// between is where a day stands between the first and the last.
func between(first, last, day string) float64 {
	from, _ := time.Parse(time.DateOnly, first)
	to, _ := time.Parse(time.DateOnly, last)
	at, _ := time.Parse(time.DateOnly, day)
	return min(1, max(0, at.Sub(from).Hours()/max(1, to.Sub(from).Hours())))
}

// rolled are means over the last days, in percent.
func rolled(days []campaign.Day, of func(campaign.Day) (*float64, int64)) []kit.Point {
	out := make([]kit.Point, len(days))
	for i := range days {
		sum, n := 0.0, 0.0
		for j := max(0, i-rolling+1); j <= i; j++ {
			if rate, answers := of(days[j]); rate != nil {
				sum, n = sum+*rate*float64(answers), n+float64(answers)
			}
		}
		if out[i].Day = days[i].Day; n == 0 {
			continue
		}
		rate := sum / n * 100
		out[i].Value, out[i].Low, out[i].High = &rate, &rate, &rate
		if in, ok := stat.Score(sum/n, n); ok {
			low, high := in.Low*100, in.High*100
			out[i].Low, out[i].High = &low, &high
		}
	}
	return out
}

// lanes is a row for each order: when it was published and first cited, on one axis of time.
type lanes struct {
	first, last string // days
	rows        []lane
}

type lane struct {
	campaign.Publication
	published, cited string // places in percent; "" where there is none
}

// lanesMost bounds the drawing; the table below holds all.
const lanesMost = 40

func newLanes(m campaign.Measured, now timestamp.Time) (l lanes) {
	l.first, l.last = beijingDay(m.DeclaredAt), beijingDay(now)
	if m.EndedAt != nil {
		l.last = beijingDay(*m.EndedAt)
	}
	for _, p := range m.Publications {
		if p.PublishedAt != nil {
			l.last = max(l.last, beijingDay(*p.PublishedAt))
		}
		if p.PlannedAt != nil {
			l.last = max(l.last, beijingDay(*p.PlannedAt))
		}
	}
	place := func(t *timestamp.Time) string {
		if t == nil {
			return ""
		}
		return percentOf(between(l.first, l.last, beijingDay(*t)))
	}
	for _, p := range m.Publications {
		if (p.PublishedAt != nil || p.PlannedAt != nil) && len(l.rows) < lanesMost {
			l.rows = append(l.rows, lane{p, place(p.PublishedAt), place(p.FirstCited)})
		}
	}
	return l
}
