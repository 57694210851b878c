package analysis

import (
	"context"
	"fmt"
	"math"
	"slices"

	"renown/internal/door/console/kit"
	"renown/internal/room/insight"
)

// curve is a figure of the brand over the days of a period, with competitors where they are followed, as the server draws it.
type curve struct {
	label       string // for who listens
	band        string // paths in a box of 1000 × 100
	lines       []curveLine
	ticks, grid []string
	days        []string
	flags       []string // places of publications, in percent
	published   string
	known       bool
}

// curveLine is a brand's line. Labels are moved apart where lines end close together.
type curveLine struct {
	class, name, path string
	last              float64 // 0 at the top, 100 at the bottom
	end, text         string  // places of its last point and of its name
	from, to          string  // figures at both ends
}

const (
	curveRivals = 2    // that are drawn
	labelGap    = 6.5  // between names, in percent of the height
	curveRoom   = 0.02 // of the span, that is left free above and below
)

// newCurve draws a trend, and the competitors that are named most.
func newCurve(ctx context.Context, tr trend, brandName string, rivals []insight.Followed) (c curve) {
	all := [][]*float64{values(tr.series.Points)}
	names := []string{brandName}
	if tr.name == aspects[0].name {
		for _, r := range foremostRivals(rivals) {
			all, names = append(all, rates(r, tr.days)), append(names, r.Name)
		}
	}
	low, high, step := curveScale(tr.series.Points, all)
	if high <= low || !tr.drawable() {
		return c
	}
	c.known, c.label = true, kit.T(ctx, "%s，7 日滚动", kit.T(ctx, tr.label))
	up := func(x float64) float64 { return (high - x) / (high - low) * 100 }
	at := func(i int, x float64) string {
		return fmt.Sprintf("%.1f %.1f", float64(i)/float64(len(tr.series.Points)-1)*paperWidth, up(x))
	}
	c.band = bandPath(tr.series.Points, at)
	for i, list := range all {
		l := curveLine{class: []string{"u", "r1", "r2"}[i], name: names[i], path: pathOf(list, at)}
		for _, x := range list {
			if x == nil {
				continue
			}
			if l.last = up(*x); l.from == "" {
				l.from = kit.Rounded(*x, min(tr.Digits, 1)) + tr.Suffix()
			}
			l.to = kit.Rounded(*x, min(tr.Digits, 1)) + tr.Suffix()
		}
		if l.path != "" {
			c.lines = append(c.lines, l)
			c.label += kit.T(ctx, "，%s从 %s 到 %s", kit.Spaced(ctx, l.name), l.from, l.to)
		}
	}
	c.placeNames()
	for x := high; x > low-step/2; x -= step {
		c.ticks = append(c.ticks, kit.Rounded(x, stepDigits(step))+tr.Suffix())
		c.grid = append(c.grid, fmt.Sprintf("%.2f%%", up(x)))
	}
	c.mark(ctx, tr)
	return c
}

// mark adds days and publications.
func (c *curve) mark(ctx context.Context, tr trend) {
	points, n := tr.series.Points, 0
	for i, p := range points {
		if tr.series.FlaggedOn(p.Day, kit.FlagPublished) {
			c.flags = append(c.flags, fmt.Sprintf("%.2f%%", float64(i)/float64(len(points)-1)*100))
		}
	}
	for _, f := range tr.series.Flags {
		if !f.Model && !f.Note {
			n += max(f.Count, 1)
		}
	}
	if n > 0 {
		c.published = kit.T(ctx, "发布 %d 篇", n)
		c.label += kit.T(ctx, "；%s", c.published)
	}
	for i := range 5 {
		c.days = append(c.days, points[(len(points)-1)*i/4].Day)
	}
}

// placeNames moves names apart, from the top down.
func (c *curve) placeNames() {
	order := make([]int, len(c.lines))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return int(math.Copysign(1, c.lines[a].last-c.lines[b].last)) })
	above := -labelGap
	for _, i := range order {
		l := &c.lines[i]
		y := max(l.last, above+labelGap)
		l.end, l.text, above = fmt.Sprintf("%.2f%%", l.last), fmt.Sprintf("%.2f%%", y), y
	}
}

// curveScale is the lower and the upper end of a scale with round parts, and how large a part is.
func curveScale(points []kit.Point, all [][]*float64) (low, high, step float64) {
	low, high = math.Inf(1), math.Inf(-1)
	take := func(x *float64) {
		if x != nil {
			low, high = min(low, *x), max(high, *x)
		}
	}
	for _, list := range all {
		for _, x := range list {
			take(x)
		}
	}
	for _, p := range points {
		take(p.Low)
		take(p.High)
	}
	if high < low {
		return 0, 0, 1
	}
	step = niceStep((high - low) * (1 + curveRoom))
	low, high = math.Floor(low/step)*step, math.Ceil(high/step)*step
	if high == low {
		high += step
	}
	return low, high, step
}

// foremostRivals are those that are named most in the period.
func foremostRivals(rivals []insight.Followed) []insight.Followed {
	list := slices.Clone(rivals)
	total := func(f insight.Followed) (n int64) {
		for _, k := range f.Weeks {
			n += k
		}
		return n
	}
	slices.SortStableFunc(list, func(a, b insight.Followed) int { return int(total(b) - total(a)) })
	return list[:min(len(list), curveRivals)]
}

// rates are in how many of a hundred answers of each week a competitor is named.
func rates(f insight.Followed, days []insight.CurveDay) []*float64 {
	list := make([]*float64, len(days))
	for i, d := range days {
		if n := d.Week.Visibility.N; n >= kit.FewAnswers && i < len(f.Weeks) {
			x := float64(f.Weeks[i]) / float64(n) * 100
			list[i] = &x
		}
	}
	return list
}

func values(points []kit.Point) []*float64 {
	list := make([]*float64, len(points))
	for i, p := range points {
		list[i] = p.Value
	}
	return list
}

// pathOf joins what is known; a gap lifts the pen.
func pathOf(list []*float64, at func(int, float64) string) string {
	points := make([]kit.Point, len(list))
	for i, x := range list {
		points[i].Value = x
	}
	return linePath(points, at, func(p kit.Point) *float64 { return p.Value })
}
