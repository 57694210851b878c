package analysis

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"renown/internal/door/console/kit"
	"renown/internal/room/insight"
)

// curve is a figure of the brand over the days of a period, with competitors where they are followed, as the server draws it.
type curve struct {
	label       string // for who listens
	band, was   string // paths in a box of 1000 × 100
	single      string // dots
	lines       []curveLine
	ticks, grid []string
	days        []string
	flags       []dayFlag // publications
	notes       []string  // and of what was noted
	models      []string  // and of changes of models
	told        []toldDay // days that say their figures
	published   string
	known       bool
}

// dayFlag marks a day. Flags that would cover each other stand below each other.
type dayFlag struct {
	at   float64 // of the span
	x    string  // in percent
	drop int     // pixels from the top
}

// flag marks a publication, the next after those there are.
func (c *curve) flag(at float64) {
	f := dayFlag{at: at, x: percentOf(at)}
	if n := len(c.flags); n > 0 && at-c.flags[n-1].at < flagRoom {
		f.drop = c.flags[n-1].drop + flagHeight
	}
	c.flags = append(c.flags, f)
}

// toldDay is what a day says to who points at it.
type toldDay struct{ left, width, text string }

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
	flagRoom    = 0.05 // of the span, that a flag takes on a phone
	flagHeight  = 8
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
	if !tr.drawable() {
		return c
	}
	c = drawn(tr.series, all, curveRoom, func(i int) float64 { return float64(i) / float64(len(tr.days)-1) })
	c.notes, c.models = nil, nil
	c.label = kit.T(ctx, "%s，7 日滚动", kit.T(ctx, tr.label))
	for i := range c.lines {
		l := &c.lines[i]
		l.class, l.name = []string{"u", "r1", "r2"}[i], names[i]
		if l.path != "" {
			c.label += kit.T(ctx, "，%s从 %s 到 %s", kit.Spaced(ctx, l.name), l.from, l.to)
		}
	}
	c.placeNames()
	n := 0
	for _, f := range tr.series.Flags {
		if !f.Model && !f.Note {
			n += max(f.Count, 1)
		}
	}
	if n > 0 {
		c.published = kit.T(ctx, "发布 %d 篇", n)
		c.label += kit.T(ctx, "；%s", c.published)
	}
	return c
}

// drawn puts lines and the band of a series on one scale, with room left above and below; across is where a day stands, of 1.
func drawn(s kit.Series, all [][]*float64, room float64, across func(int) float64) (c curve) {
	low, high, step := curveScale(s.Points, all, room)
	if high <= low || len(s.Points) < 2 {
		return c
	}
	c.known = true
	up := func(x float64) float64 { return (high - x) / (high - low) * 100 }
	at := func(i int, x float64) string { return fmt.Sprintf("%.1f %.1f", across(i)*paperWidth, up(x)) }
	c.band = bandPath(s.Points, at)
	for _, list := range all {
		l := curveLine{path: linePath(list, at)}
		for _, x := range list {
			if x == nil {
				continue
			}
			l.to = kit.Rounded(*x, min(s.Digits, 1)) + s.Unit
			l.last, l.from = up(*x), kit.OrElse(l.from, l.to)
		}
		c.lines = append(c.lines, l)
	}
	for i, p := range s.Points {
		if s.FlaggedOn(p.Day, kit.FlagPublished) {
			c.flag(across(i))
		}
		for kind, places := range map[string]*[]string{kit.FlagNote: &c.notes, kit.FlagModel: &c.models} {
			if s.FlaggedOn(p.Day, kind) {
				*places = append(*places, percentOf(across(i)))
			}
		}
	}
	for x := high; x > low-step/2; x -= step {
		c.ticks = append(c.ticks, kit.Rounded(x, stepDigits(step))+s.Unit)
		c.grid = append(c.grid, fmt.Sprintf("%.2f%%", up(x)))
	}
	for i := range 5 {
		c.days = append(c.days, s.Points[(len(s.Points)-1)*i/4].Day)
	}
	return c
}

// newPaperChart draws a series without names, days by themselves as dots, the previous period dashed.
func newPaperChart(s kit.Series) curve {
	was, single := make([]*float64, len(s.Points)), make([]*float64, len(s.Points))
	for i, p := range s.Points {
		was[i], single[i] = p.Was, p.Single
	}
	all := [][]*float64{values(s.Points), was, single}
	c := drawn(s, all, 0, func(i int) float64 { return float64(i) / float64(len(s.Points)-1) })
	if c.label = s.Label; c.known {
		c.was, c.single, c.lines = c.lines[1].path, dotsOf(c.lines[2].path), c.lines[:1]
	}
	return c
}

// dotsOf is a dot at each point of a path.
func dotsOf(path string) string {
	if path == "" {
		return ""
	}
	return strings.NewReplacer(" M", "h0 M", " L", "h0 M").Replace(path) + "h0"
}

// newTrendChart is such a chart whose days tell their figures to who points at them.
func newTrendChart(ctx context.Context, s kit.Series) curve {
	c := newPaperChart(s)
	if !c.known {
		return c
	}
	wide := 1 / float64(len(s.Points)-1)
	for i, p := range s.Points {
		c.told = append(c.told, toldDay{percentOf((float64(i) - 0.5) * wide), percentOf(wide), s.Told(kit.ShortDay(ctx, p.Day), p)})
	}
	return c
}

// placeNames moves names apart, from the top down.
func (c *curve) placeNames() {
	order := make([]int, len(c.lines))
	for i := range order {
		order[i] = i
	}
	order = slices.DeleteFunc(order, func(i int) bool { return c.lines[i].path == "" })
	slices.SortFunc(order, func(a, b int) int { return int(math.Copysign(1, c.lines[a].last-c.lines[b].last)) })
	above := -labelGap
	for _, i := range order {
		l := &c.lines[i]
		y := max(l.last, above+labelGap)
		l.end, l.text, above = fmt.Sprintf("%.2f%%", l.last), fmt.Sprintf("%.2f%%", y), y
	}
}

// curveScale is the lower and the upper end of a scale with round parts, and how large a part is.
func curveScale(points []kit.Point, all [][]*float64, room float64) (low, high, step float64) {
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
	step = niceStep((high - low) * (1 + room))
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
