package console

import (
	"context"
	"math"

	"renown/internal/room/geo/insight"
	"renown/internal/tool/stat"
)

// measure is how a figure is shown: its unit, by how much it is multiplied and how many decimals it has.
type measure struct {
	unit   string // "%", "位" or ""
	factor float64
	digits int
	worse  bool    // a rise is bad
	floor  float64 // in the shown unit
	ceil   float64
}

var (
	asRate     = measure{unit: "%", factor: 100, digits: 1, ceil: 100}
	asBadRate  = measure{unit: "%", factor: 100, digits: 1, ceil: 100, worse: true}
	asPosition = measure{unit: "位", factor: 1, digits: 1, worse: true, floor: 1, ceil: math.Inf(1)}
	asScore    = measure{factor: 1, digits: 2, floor: -1, ceil: 1}
)

func (m measure) text(x float64) string { return rounded(x*m.factor, m.digits) }

// full is a figure with its unit, in running text.
func (m measure) full(ctx context.Context, x float64) string {
	switch m.unit {
	case "位":
		return t(ctx, "第 %s 位", m.text(x))
	default:
		return m.text(x) + m.unit
	}
}

func (m measure) maybe(x *float64) string {
	if x == nil {
		return "—"
	}
	return m.text(*x) + m.suffix()
}

// suffix is the unit where it is written behind every figure.
func (m measure) suffix() string {
	if m.unit == "%" {
		return "%"
	}
	return ""
}

// plot is an estimate on a scale, ready to be drawn.
type plot struct {
	interval
	mean  *float64 // of the whole, as a dashed line
	label string   // for who listens
	ends  [2]string
	bound string // low – high
}

// figure is a key figure with all that belongs to it.
type figure struct {
	label, define string // keys
	measure
	value  *float64
	n      int64
	sample string // numerator / denominator
	plot   plot
	change change
}

// known tells whether there are enough answers for a figure.
func (f figure) known() bool { return f.value != nil && f.n >= fewAnswers }

// newFigure prepares an indicator.
func newFigure(ctx context.Context, label, define string, m measure, i insight.Indicator) figure {
	f := figure{label: label, define: define, measure: m, value: i.Value, n: i.Denominator}
	if m.unit == "%" {
		f.sample = number(int64(i.Numerator)) + " / " + number(i.Denominator)
	} else {
		f.sample = t(ctx, "n %s", number(i.Denominator))
	}
	f.change = changeOf(m, i.Change)
	if f.known() {
		f.plot = m.zoomed(ctx, i.Value, i.Interval, i.Previous)
	}
	return f
}

func changeOf(m measure, c insight.Change) change {
	d := change{significant: c.Significant, worse: m.worse}
	switch m.unit {
	case "%":
		d.unit = "点"
	case "位":
		d.unit = "位"
	}
	if c.Change != nil {
		by := *c.Change * m.factor
		d.by = &by
	}
	return d
}

// on puts an estimate on a scale from low to high in the shown unit.
func (m measure) on(ctx context.Context, low, high float64, value *float64, span insight.Interval) plot {
	p := plot{interval: interval{min: low, max: high, unit: m.suffix()}}
	if value == nil {
		return p
	}
	p.value = *value * m.factor
	p.low, p.high = p.value, p.value
	if span.Low != nil {
		p.low, p.high = *span.Low*m.factor, *span.High*m.factor
	}
	p.bound = rounded(p.low, m.digits) + " – " + rounded(p.high, m.digits)
	p.label = t(ctx, "%s，95%% 区间 %s 至 %s", m.full(ctx, *value), rounded(p.low, m.digits), rounded(p.high, m.digits))
	return p
}

func (p plot) tick(m measure, was *float64) plot {
	if was != nil {
		at := *was * m.factor
		p.was = &at
	}
	return p
}

// zoomed chooses a scale around the estimate whose ends are round; both are printed.
func (m measure) zoomed(ctx context.Context, value *float64, span insight.Interval, was *float64) plot {
	p := m.on(ctx, 0, 1, value, span).tick(m, was)
	low, high := p.low, p.high
	if p.was != nil {
		low, high = min(low, *p.was), max(high, *p.was)
	}
	switch m.unit {
	case "%":
		pad := max((high-low)*0.6, 5)
		p.min, p.max = max(math.Floor((low-pad)/5)*5, m.floor), min(math.Ceil((high+pad)/5)*5, m.ceil)
	case "位":
		p.min, p.max = 1, max(math.Ceil(high+0.5), 3)
	default:
		p.min, p.max = 0, 1
		if low < 0 {
			p.min = -1
		}
	}
	p.ends = [2]string{rounded(p.min, 0) + m.suffix(), rounded(p.max, 0) + m.suffix()}
	return p
}

// wilson is the interval of a rate that the page adds up itself.
func wilson(hits, n int64) insight.Interval {
	i, ok := stat.Wilson(int(hits), int(n))
	if !ok {
		return insight.Interval{}
	}
	return insight.Interval{Low: &i.Low, High: &i.High}
}

// plusMinus is the half width of an interval: ±2.0.
func (m measure) plusMinus(span insight.Interval) string {
	if span.Low == nil {
		return ""
	}
	return "±" + rounded((*span.High-*span.Low)/2*m.factor, m.digits)
}

// topOf is a round end of a shared scale of rates, in percent.
func topOf(highs ...*float64) float64 {
	top := 0.2
	for _, h := range highs {
		if h != nil {
			top = max(top, *h)
		}
	}
	return min(math.Ceil(top*5)*20, 100)
}

// unitWord is what stands behind a figure; a language may have no word for a place.
func unitWord(ctx context.Context, unit string) string {
	if unit == "位" {
		return t(ctx, "unit|位")
	}
	return unit
}
