package analysis

import (
	"fmt"
	"math"
	"strings"

	"renown/internal/door/console/kit"
)

// paperChart is a time series drawn by the server, for paper: a stretched plot, labels outside.
type paperChart struct {
	band, line, was string // paths in a box of 1000 × 100
	ticks           []string
	grid            []string // places of the ticks, in percent
	days            []string
	flags           []string // places of publications, in percent
	notes           []string // and of what was noted
	models          []string // places of changes of models
	known           bool
}

const paperWidth, paperHeight = 1000.0, 100.0

func newPaperChart(s kit.Series) (c paperChart) {
	low, high := math.Inf(1), math.Inf(-1)
	for _, p := range s.Points {
		for _, x := range []*float64{p.Low, p.High, p.Was} {
			if x != nil {
				low, high = math.Min(low, *x), math.Max(high, *x)
			}
		}
	}
	if high < low || len(s.Points) < 2 {
		return c
	}
	step := niceStep(high - low)
	low, high = math.Floor(low/step)*step, math.Ceil(high/step)*step
	if high == low {
		high += step
	}
	at := func(i int, x float64) string {
		return fmt.Sprintf("%.1f %.1f", float64(i)/float64(len(s.Points)-1)*paperWidth, (high-x)/(high-low)*paperHeight)
	}
	c.known = true
	c.line = linePath(s.Points, at, func(p kit.Point) *float64 { return p.Value })
	c.was = linePath(s.Points, at, func(p kit.Point) *float64 { return p.Was })
	c.band = bandPath(s.Points, at)
	for x := high; x > low-step/2; x -= step {
		c.ticks = append(c.ticks, kit.Rounded(x, stepDigits(step))+s.Unit)
		c.grid = append(c.grid, fmt.Sprintf("%.2f%%", (high-x)/(high-low)*100))
	}
	for i, p := range s.Points {
		place := fmt.Sprintf("%.2f%%", float64(i)/float64(len(s.Points)-1)*100)
		if s.FlaggedOn(p.Day, kit.FlagModel) {
			c.models = append(c.models, place)
		}
		if s.FlaggedOn(p.Day, kit.FlagPublished) {
			c.flags = append(c.flags, place)
		}
		if s.FlaggedOn(p.Day, kit.FlagNote) {
			c.notes = append(c.notes, place)
		}
	}
	for _, i := range []int{0, len(s.Points) / 4, len(s.Points) / 2, len(s.Points) * 3 / 4, len(s.Points) - 1} {
		c.days = append(c.days, s.Points[i].Day)
	}
	return c
}

// niceStep divides a range into about five round parts.
func niceStep(span float64) float64 {
	if span <= 0 {
		return 1
	}
	power := math.Pow(10, math.Floor(math.Log10(span/4)))
	for _, m := range []float64{1, 2, 5, 10} {
		if span/(power*m) <= 5 {
			return power * m
		}
	}
	return power * 10
}

func stepDigits(step float64) int { return max(0, int(math.Ceil(-math.Log10(step)-1e-9))) }

// linePath joins what is known; a gap lifts the pen.
func linePath(points []kit.Point, at func(int, float64) string, of func(kit.Point) *float64) string {
	var d strings.Builder
	down := false
	for i, p := range points {
		x := of(p)
		switch {
		case x == nil:
			down = false
			continue
		case down:
			d.WriteString(" L")
		default:
			d.WriteString(" M")
			down = true
		}
		d.WriteString(at(i, *x))
	}
	return strings.TrimSpace(d.String())
}

// bandPath goes along the upper bounds and back along the lower ones, stretch by stretch.
func bandPath(points []kit.Point, at func(int, float64) string) string {
	var d strings.Builder
	for start := 0; start < len(points); {
		if points[start].Low == nil || points[start].High == nil {
			start++
			continue
		}
		end := start
		for end < len(points) && points[end].Low != nil && points[end].High != nil {
			end++
		}
		for i := start; i < end; i++ {
			d.WriteString(map[bool]string{true: " M", false: " L"}[i == start] + at(i, *points[i].High))
		}
		for i := end - 1; i >= start; i-- {
			d.WriteString(" L" + at(i, *points[i].Low))
		}
		d.WriteString("Z")
		start = end
	}
	return strings.TrimSpace(d.String())
}
