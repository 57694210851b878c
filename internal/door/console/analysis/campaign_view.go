package analysis

import (
	"fmt"
	"strings"

	"renown/internal/room/effect"
)

// campaignChart is the rates of targets and controls, mean of seven days, drawn within a box of 1000 × 240.
type campaignChart struct {
	target, control string // paths
	top             float64
	marks           []string // where something was published, across
	first, last     string   // days
}

// rolling is how many days a point of the curve is the mean of.
const rolling = 7

func newCampaignChart(m effect.Measured) (c campaignChart) {
	if len(m.Curve) < 2 {
		return c
	}
	c.first, c.last = m.Curve[0].Day, m.Curve[len(m.Curve)-1].Day
	targets := rolled(m.Curve, func(d effect.Day) (*float64, int64) { return d.Target, d.TargetAnswers })
	controls := rolled(m.Curve, func(d effect.Day) (*float64, int64) { return d.Control, d.ControlAnswers })
	c.top = 0.2
	for _, list := range [][]float64{targets, controls} {
		for _, v := range list {
			for v > c.top {
				c.top += 0.2
			}
		}
	}
	c.target, c.control = c.path(targets), c.path(controls)
	for _, p := range m.Publications {
		if p.PublishedAt == nil {
			continue
		}
		for i, d := range m.Curve {
			if m.StartedOn != nil && d.Day >= p.PublishedAt.Time.Format("2006-01-02") {
				c.marks = append(c.marks, percentOf(float64(i)/float64(len(m.Curve)-1)))
				break
			}
		}
	}
	return c
}

// rolled are means over the last days; -1 where nothing is known.
func rolled(days []effect.Day, of func(effect.Day) (*float64, int64)) []float64 {
	out := make([]float64, len(days))
	for i := range days {
		sum, n := 0.0, 0.0
		for j := max(0, i-rolling+1); j <= i; j++ {
			if rate, answers := of(days[j]); rate != nil {
				sum, n = sum+*rate*float64(answers), n+float64(answers)
			}
		}
		out[i] = -1
		if n > 0 {
			out[i] = sum / n
		}
	}
	return out
}

func (c campaignChart) path(values []float64) string {
	var b strings.Builder
	verb := "M"
	for i, v := range values {
		if v < 0 {
			verb = "M"
			continue
		}
		fmt.Fprintf(&b, "%s%.1f %.1f ", verb, float64(i)/float64(len(values)-1)*chartWidth, (1-v/c.top)*chartHeight)
		verb = "L"
	}
	return strings.TrimSpace(b.String())
}

// ticks are the labels of the heights, the highest first.
func (c campaignChart) ticks() (list []string) {
	for i := 4; i >= 0; i-- {
		list = append(list, fmt.Sprintf("%.0f%%", c.top*float64(i)/4*100))
	}
	return list
}
