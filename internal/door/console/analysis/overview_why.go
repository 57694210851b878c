package analysis

import (
	"context"
	"math"

	"renown/internal/door/console/kit"
	"renown/internal/room/insight"
)

// why is where a change of visibility comes from, in points, rounded so that what is printed adds up.
type why struct {
	steps                           []addedStep
	total                           string
	prompts, platforms, competitors signedList
}

// addedStep is one row of the bars that each begin where the one above ended. Places are percentages of the width.
type addedStep struct {
	label, value, small string
	from, to            float64 // in percent of answers
	left, width, end    string
	bar, main           bool
}

// signedList are contributions about a zero line.
type signedList struct {
	rows  []signedRow
	total string
}

type signedRow struct {
	id, label, value, small, spoken string
	path                            string
	left, width, zero               string
	low, high                       string // "" without an interval
	main, rest                      bool
}

// contributionsShown is how many are told before the rest is one row.
const contributionsShown = 5

// tenths rounds parts to tenths of a point so that they add up to the rounded total: the largest takes what is over.
func tenths(parts []float64, total float64) []float64 {
	out := make([]float64, len(parts))
	sum, largest := 0.0, 0
	for i, p := range parts {
		out[i] = math.Round(p*10) / 10
		sum += out[i]
		if math.Abs(p) > math.Abs(parts[largest]) {
			largest = i
		}
	}
	if len(out) > 0 {
		out[largest] += math.Round((math.Round(total*10)/10-sum)*10) / 10
	}
	return out
}

// points is a movement with its sign: +4.2, −0.4, 0.0.
func points(x float64) string {
	if x = math.Round(x*10) / 10; x > 0 {
		return "+" + kit.Rounded(x, 1)
	}
	return kit.Rounded(x, 1)
}

// bounds is an interval of a movement, or nothing.
func bounds(ctx context.Context, i insight.Interval) string {
	if i.Low == nil {
		return ""
	}
	return kit.T(ctx, "%s 至 %s", points(*i.Low*100), points(*i.High*100))
}

func (o *overview) arrangeWhy(ctx context.Context) {
	in := o.Indicators.Visibility
	if in.Change.Change == nil || in.Parts == nil {
		return
	}
	w := &why{total: points(*in.Change.Change * 100)}
	w.addSteps(ctx, o, in)
	same := in.Parts.Same * 100
	c := o.Contributions
	w.prompts = newSigned(ctx, c.Prompts, same, func(r *signedRow) {
		r.label = kit.OrElse(r.label, kit.T(ctx, "已删除的问题"))
		r.path = o.at("prompts/" + r.id)
	})
	w.platforms = newSigned(ctx, c.Platforms, same,
		func(r *signedRow) { r.label, r.path = o.name(r.id), o.at("visibility", "platform", r.id) })
	if voice := o.Indicators.ShareOfVoice.Change.Change; voice != nil {
		w.competitors = newSigned(ctx, c.Competitors, *voice*100,
			func(r *signedRow) { r.path = o.at("answers", "rival", r.id, "named", "no") })
	}
	o.why = w
}

func (w *why) addSteps(ctx context.Context, o *overview, in insight.Indicator) {
	p := in.Parts
	change := *in.Change.Change * 100
	same := math.Round(p.Same*1000) / 10 // as it is told everywhere else: what rounding leaves over goes to the others
	was, by := math.Round(*in.Previous*1000)/10, math.Round(change*10)/10
	if p.Prompts != 0 || p.Platforms != 0 || p.Model != 0 {
		by = math.Round(*in.Value*1000)/10 - was // ends at what the page says elsewhere
	}
	parts := append([]float64{same}, tenths([]float64{p.Prompts * 100, p.Platforms * 100, p.Model * 100}, by-same)...)
	labels := []string{kit.T(ctx, "相同问题"), kit.T(ctx, "问题增减"), kit.T(ctx, "part|其余"), kit.T(ctx, "part|模型更换")}
	w.steps = append(w.steps, addedStep{
		label: kit.T(ctx, "上期"), value: kit.Percent(*in.Previous),
		small: periodDays(ctx, o.Compared), from: was, to: was,
	})
	at := was
	for i, by := range parts {
		if i > 0 && by == 0 {
			continue
		}
		step := addedStep{label: labels[i], value: points(by), from: at, to: at + by, bar: true, main: i == 0}
		if i == 0 {
			step.small = bounds(ctx, insight.Interval{Low: in.ChangeLow, High: in.ChangeHigh})
		}
		w.steps = append(w.steps, step)
		at += by
	}
	w.steps = append(w.steps, addedStep{
		label: kit.T(ctx, "本期"), value: kit.Rounded(at, 1) + "%",
		small: periodDays(ctx, o.Period), from: at, to: at,
	})
	low, high := math.Inf(1), math.Inf(-1)
	for _, s := range w.steps {
		low, high = min(low, s.from, s.to), max(high, s.from, s.to)
	}
	pad := max((high-low)*0.15, 0.5)
	place := func(x float64) float64 { return (x - low + pad) / (high - low + 2*pad) }
	for i := range w.steps {
		s := &w.steps[i]
		left, right := place(min(s.from, s.to)), place(max(s.from, s.to))
		s.left, s.width, s.end = percentOf(left), percentOf(max(right-left, 0.004)), percentOf(place(s.to))
	}
}

// newSigned puts contributions on one scale; finish completes a row that is not the rest.
func newSigned(ctx context.Context, list []insight.Contribution, total float64, finish func(*signedRow)) (s signedList) {
	if len(list) == 0 {
		return s
	}
	s.total = points(total)
	shown := list[:min(len(list), contributionsShown)]
	if len(list) == contributionsShown+1 { // a rest of one is told by its name
		shown = list
	}
	parts := make([]float64, 0, len(shown)+1)
	reach := 0.5
	for _, c := range shown {
		parts = append(parts, c.Points*100)
		reach = max(reach, math.Abs(c.Points*100))
		if c.Low != nil {
			reach = max(reach, math.Abs(*c.Low*100), math.Abs(*c.High*100))
		}
	}
	rest := 0.0
	for _, c := range list[len(shown):] {
		rest += c.Points * 100
	}
	if len(list) > len(shown) {
		parts = append(parts, rest)
	}
	rounded := tenths(parts, total)
	reach *= 1.05
	place := func(x float64) float64 { return (min(max(x, -reach), reach) + reach) / (2 * reach) }
	for i, by := range rounded {
		r := signedRow{
			value: points(by), zero: "50%", left: percentOf(place(min(by, 0))),
			width: percentOf(place(max(by, 0)) - place(min(by, 0))),
		}
		if i == len(shown) {
			r.rest, r.label = true, kit.T(ctx, "其余 %d 个", len(list)-len(shown))
		} else {
			c := shown[i]
			r.id, r.label, r.main = c.ID, c.Name, c.Clear()
			if c.Was != nil && c.Now != nil {
				r.small = kit.Rounded(*c.Was*100, 1) + " → " + kit.Percent(*c.Now)
			}
			if c.Low != nil {
				r.low, r.high = percentOf(place(*c.Low*100)), percentOf(place(*c.High*100))
			}
			finish(&r)
		}
		r.spoken = kit.T(ctx, "%s 点", r.value)
		if r.low != "" {
			r.spoken = kit.T(ctx, "%s 点，区间 %s", r.value, bounds(ctx, shown[i].Interval))
		}
		s.rows = append(s.rows, r)
	}
	return s
}
