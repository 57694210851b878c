package analysis

import (
	"fmt"
	"strings"
	"time"

	"renown/internal/floor/day"
	"renown/internal/floor/timestamp"
	"renown/internal/room/campaign"
	"renown/internal/tool/stat"
)

// campaignChart is the rates of targets and controls, mean of seven days with their intervals, drawn within a box of 1000 × 240.
type campaignChart struct {
	target, control curvePaths
	top             float64
	marks           []string // where something was published, across
	first, last     string   // days
}

// curvePaths are a line, the band of its interval, and how high the line ends.
type curvePaths struct{ line, band, end string }

// rolling is how many days a point of the curve is the mean of.
const rolling = 7

func newCampaignChart(m campaign.Measured) (c campaignChart) {
	if len(m.Curve) < 2 {
		return c
	}
	c.first, c.last = m.Curve[0].Day, m.Curve[len(m.Curve)-1].Day
	targets := rolled(m.Curve, func(d campaign.Day) (*float64, int64) { return d.Target, d.TargetAnswers })
	controls := rolled(m.Curve, func(d campaign.Day) (*float64, int64) { return d.Control, d.ControlAnswers })
	c.top = 0.2
	for _, p := range append(append([]rolledDay{}, targets...), controls...) {
		for p.known && p.high > c.top && c.top < 0.99 {
			c.top += 0.2
		}
	}
	c.target, c.control = c.draw(targets), c.draw(controls)
	for _, p := range m.Publications {
		if p.PublishedAt != nil {
			c.marks = append(c.marks, percentOf(c.across(beijingDay(*p.PublishedAt))))
		}
	}
	return c
}

func beijingDay(t timestamp.Time) string { return day.Of(t.Time).String() }

// across is where a day stands between the first and the last.
func (c campaignChart) across(day string) float64 { return between(c.first, c.last, day) }

func between(first, last, day string) float64 {
	from, _ := time.Parse(time.DateOnly, first)
	to, _ := time.Parse(time.DateOnly, last)
	at, _ := time.Parse(time.DateOnly, day)
	return min(1, max(0, at.Sub(from).Hours()/max(1, to.Sub(from).Hours())))
}

// rolledDay is a mean over the last days, at its place.
type rolledDay struct {
	at              float64
	rate, low, high float64
	known           bool
}

func rolled(days []campaign.Day, of func(campaign.Day) (*float64, int64)) []rolledDay {
	out := make([]rolledDay, len(days))
	for i := range days {
		sum, n := 0.0, 0.0
		for j := max(0, i-rolling+1); j <= i; j++ {
			if rate, answers := of(days[j]); rate != nil {
				sum, n = sum+*rate*float64(answers), n+float64(answers)
			}
		}
		out[i].at = between(days[0].Day, days[len(days)-1].Day, days[i].Day)
		if n == 0 {
			continue
		}
		p := &out[i]
		p.rate, p.known = sum/n, true
		p.low, p.high = p.rate, p.rate
		if in, ok := stat.Score(p.rate, n); ok {
			p.low, p.high = in.Low, in.High
		}
	}
	return out
}

func (c campaignChart) draw(days []rolledDay) (p curvePaths) {
	var line, upper, lower strings.Builder
	verb := "M"
	at := func(d rolledDay, y float64) string {
		return fmt.Sprintf("%.1f %.1f", d.at*chartWidth, (1-min(y, c.top)/c.top)*chartHeight)
	}
	var known []rolledDay
	for _, d := range days {
		if !d.known {
			verb = "M"
			continue
		}
		line.WriteString(verb + at(d, d.rate) + " ")
		verb, known = "L", append(known, d)
	}
	for i, d := range known {
		upper.WriteString(map[bool]string{true: "M", false: "L"}[i == 0] + at(d, d.high) + " ")
		lower.WriteString("L" + at(known[len(known)-1-i], known[len(known)-1-i].low) + " ")
	}
	if p.line = strings.TrimSpace(line.String()); len(known) > 1 {
		p.band = upper.String() + lower.String() + "Z"
		p.end = percentOf(1 - min(known[len(known)-1].rate, c.top)/c.top)
	}
	return p
}

// ticks are the labels of the heights, the highest first.
func (c campaignChart) ticks() (list []string) {
	for i := 4; i >= 0; i-- {
		list = append(list, fmt.Sprintf("%.0f%%", c.top*float64(i)/4*100))
	}
	return list
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
