package kit

import (
	"context"
	"math"

	"renown/internal/room/insight"
)

// Measure is how a figure is shown: its unit, by how much it is multiplied and how many decimals it has.
type Measure struct {
	Unit   string // "%", "位" or ""
	Factor float64
	Digits int
	Worse  bool // a rise is bad
}

var (
	AsRate     = Measure{Unit: "%", Factor: 100, Digits: 1}
	AsBadRate  = Measure{Unit: "%", Factor: 100, Digits: 1, Worse: true}
	AsPosition = Measure{Unit: "位", Factor: 1, Digits: 1, Worse: true}
	AsScore    = Measure{Factor: 1, Digits: 2}
)

// Text is a figure in the shown unit, without it.
func (m Measure) Text(x float64) string { return Rounded(x*m.Factor, m.Digits) }

// full is a figure with its unit, in running text.
func (m Measure) full(ctx context.Context, x float64) string {
	switch m.Unit {
	case "位":
		return T(ctx, "第 %s 位", m.Text(x))
	default:
		return m.Text(x) + m.Unit
	}
}

// Maybe is a figure that may be unknown, which is a dash.
func (m Measure) Maybe(x *float64) string {
	if x == nil {
		return "—"
	}
	return m.Text(*x) + m.Suffix()
}

// Suffix is the unit where it is written behind every figure.
func (m Measure) Suffix() string {
	if m.Unit == "%" {
		return "%"
	}
	return ""
}

// Plot is an estimate on a scale, ready to be drawn.
type Plot struct {
	Interval
	Mean  *float64    // of the whole, as a dashed line
	wide  *[2]float64 // low and high for questions like these
	label string      // for who listens
	Bound string      // low – high
}

// Figure is a key figure with all that belongs to it.
type Figure struct {
	Label, define string // keys
	Measure
	Value  *float64
	n      int64
	sample string // numerator / denominator
	Plot   Plot
	Change Change
	Wide   string // low – high for questions like these
}

// Sample is what the figure rests on: a part of a whole, or how many.
func (f Figure) Sample() string { return f.sample }

// Define is the key of what the figure is.
func (f Figure) Define() string { return f.define }

// Known tells whether there are enough answers for a figure.
func (f Figure) Known() bool { return f.Value != nil && f.n >= FewAnswers }

// NewFigure prepares an indicator.
func NewFigure(ctx context.Context, label, define string, m Measure, i insight.Indicator) Figure {
	f := Figure{Label: label, define: define, Measure: m, Value: i.Value, n: i.Denominator}
	if m.Unit == "%" {
		f.sample = Number(int64(i.Numerator)) + " / " + Number(i.Denominator)
	} else {
		f.sample = T(ctx, "n %s", Number(i.Denominator))
	}
	f.Change = ChangeOf(m, i.Change)
	if f.Known() {
		f.Plot = m.On(ctx, 0, 1, i.Value, i.Interval)
		if i.LowWide != nil {
			f.Wide = m.Text(*i.LowWide) + "\u00a0–\u2060\u00a0" + m.Text(*i.HighWide)
		}
	}
	return f
}

// ChangeOf is a change against the previous period in the unit of a measure.
func ChangeOf(m Measure, c insight.Change) Change {
	d := Change{Significant: c.Clear(), Few: c.Undecided(), Remodelled: c.Remodelled(), Worse: m.Worse, Helps: c.Helps}
	d.Sparse = c.Change == nil && c.PreviousDenominator > 0
	if c.SmallestChange != nil {
		least := *c.SmallestChange * m.Factor
		d.Smallest = &least
	}
	switch m.Unit {
	case "%":
		d.Unit = "点"
	case "位":
		d.Unit = "位"
	}
	if c.Change != nil {
		by := *c.Change * m.Factor
		d.By = &by
	}
	return d
}

// On puts an estimate on a scale from low to high in the shown unit.
func (m Measure) On(ctx context.Context, low, high float64, value *float64, span insight.Interval) Plot {
	p := Plot{Interval: Interval{min: low, Max: high, Unit: m.Suffix()}}
	if value == nil {
		return p
	}
	p.Value = *value * m.Factor
	p.Low, p.High, p.Bound, p.label = p.Value, p.Value, "—", m.full(ctx, *value)
	if span.Low == nil {
		return p
	}
	p.Low, p.High = *span.Low*m.Factor, *span.High*m.Factor
	p.Bound = Rounded(p.Low, m.Digits) + " – " + Rounded(p.High, m.Digits)
	p.label = T(ctx, "%s，95%% 区间 %s 至 %s", m.full(ctx, *value), Rounded(p.Low, m.Digits), Rounded(p.High, m.Digits))
	return p
}

// Whisker draws the interval for questions like these behind the other, as far as the scale goes.
func (p Plot) Whisker(m Measure, w insight.Wide) Plot {
	if w.LowWide != nil {
		p.wide = &[2]float64{max(p.min, *w.LowWide*m.Factor), min(p.Max, *w.HighWide*m.Factor)}
	}
	return p
}

// Tick marks the figure of the previous period.
func (p Plot) Tick(m Measure, was *float64) Plot {
	if was != nil {
		at := *was * m.Factor
		p.was = &at
	}
	return p
}

// PlusMinus is the half width of an interval: ±2.0.
func (m Measure) PlusMinus(span insight.Interval) string {
	half, known := span.Half()
	if !known {
		return ""
	}
	return "±" + Rounded(half*m.Factor, m.Digits)
}

// TopOf is a round end of a shared scale of rates, in percent.
func TopOf(highs ...*float64) float64 {
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
		return T(ctx, "unit|位")
	}
	return unit
}
