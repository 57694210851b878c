package analysis

import (
	"context"
	"math"
	"strings"

	"renown/internal/door/console/kit"
	"renown/internal/door/message"
	"renown/internal/room/insight"
	"renown/internal/room/opportunity"
)

// why is where a change of visibility comes from, in points, rounded so that what is printed adds up.
type why struct {
	steps                           []addedStep
	total                           string
	prompts, platforms, competitors signedList
	clear                           bool // the change or one of its parts can be told from chance
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
	clear bool
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
		r.label = kit.OrElse(r.label, kit.T(ctx, "已删除的意图词"))
		r.path = o.at("prompts/" + r.id)
	})
	w.platforms = newSigned(ctx, c.Platforms, same,
		func(r *signedRow) { r.label, r.path = o.name(r.id), o.at("visibility", "platform", r.id) })
	if voice := o.Indicators.ShareOfVoice.Change.Change; voice != nil {
		w.competitors = newSigned(ctx, c.Competitors, *voice*100,
			func(r *signedRow) { r.path = o.at("answers", "rival", r.id, "named", "no") })
	}
	w.clear = in.Clear() || w.prompts.clear || w.platforms.clear
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
			s.clear = s.clear || c.Clear()
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

// sentence is one sentence of the conclusion: what it is about, and its words with at most one link behind them.
type sentence struct {
	about, text string
	link, path  string
}

// conclusion is the page in five sentences, written by rules from the figures below.
func (o overview) conclusion(ctx context.Context) (list []sentence) {
	v := o.figures[0]
	if !v.Known() {
		return nil
	}
	in := o.Indicators.Visibility
	head := kit.T(ctx, "%s 的回答提到%s。", kit.Percent(*v.Value), kit.Led(ctx, o.brand.Name))
	if in.Previous != nil {
		head = kit.T(ctx, "%s 的回答提到%s，上期（%s）是 %s：%s，%s。", kit.Percent(*v.Value), kit.Led(ctx, o.brand.Name),
			periodDays(ctx, o.Compared), kit.Percent(*in.Previous), v.Change.Size(ctx), kit.LowerFirst(kit.T(ctx, v.Change.Verdict())))
	}
	list = append(list, sentence{about: kit.T(ctx, "结果"), text: head})
	if text := o.causeText(ctx); text != "" {
		list = append(list, sentence{about: kit.T(ctx, "concl|原因"), text: text})
	}
	list = append(list, o.whereText(ctx))
	if text := o.unseenText(ctx); text != "" {
		list = append(list, sentence{about: kit.T(ctx, "concl|其他"), text: text})
	}
	if text := o.scopeText(ctx); text != "" {
		list = append(list, sentence{about: kit.T(ctx, "适用于"), text: text, link: kit.T(ctx, "怎样问得更准"), path: o.at("sampling")})
	}
	return list
}

// causeText says which part of a change means that the brand is seen more or less.
func (o overview) causeText(ctx context.Context) string {
	in := o.Indicators.Visibility
	if o.why == nil {
		return ""
	}
	same := kit.T(ctx, "相同的问题贡献 %s 点", points(in.Parts.Same*100))
	if text := bounds(ctx, insight.Interval{Low: in.ChangeLow, High: in.ChangeHigh}); text != "" {
		same = kit.T(ctx, "相同的问题贡献 %s 点（%s）", points(in.Parts.Same*100), text)
	}
	rest := math.Round(*in.Change.Change*1000)/10 - math.Round(in.Parts.Same*1000)/10 // of what is shown, as the breakdown does
	if rest == 0 {
		return kit.T(ctx, "%s，没有别的来源。", same)
	}
	return kit.T(ctx, "%s；其余 %s 点来自问题、平台或模型的增减，不算表现变化。", same, points(rest))
}

// whereText names what can be told from chance, or else the platforms at both ends.
func (o overview) whereText(ctx context.Context) sentence {
	s := sentence{about: kit.T(ctx, "在哪里")}
	var clear []string
	if o.why != nil {
		for _, list := range []signedList{o.why.platforms, o.why.prompts} {
			for _, r := range list.rows {
				if r.main && len(clear) < 4 {
					clear = append(clear, kit.T(ctx, "「%s」%s 点", r.label, r.value))
				}
			}
		}
	}
	switch best, worst, ok := o.extremes(); {
	case len(clear) > 0:
		s.text = kit.T(ctx, "变化集中在%s。", kit.JoinWords(ctx, clear))
	case o.why != nil && ok:
		s.text = kit.T(ctx, "没有哪个平台或意图词单独看得出变化。在%s最常被提到（%s），在%s最少（%s）。", kit.Spaced(ctx, best.name),
			kit.AsRate.Maybe(best.Visibility), kit.Spaced(ctx, worst.name), kit.AsRate.Maybe(worst.Visibility))
		s.link, s.path = kit.T(ctx, "看%s的回答", kit.Spaced(ctx, worst.name)), o.at("answers", "platform", worst.Platform, "named", "no")
	case ok:
		s.text = kit.T(ctx, "在%s最常被提到（%s），在%s最少（%s）。", kit.Spaced(ctx, best.name), kit.AsRate.Maybe(best.Visibility),
			kit.Spaced(ctx, worst.name), kit.AsRate.Maybe(worst.Visibility))
	case best.known:
		s.text = kit.T(ctx, "只有一个平台有足够的回答。")
	default:
		s.text = kit.T(ctx, "还没有哪个平台有足够的回答。")
	}
	return s
}

// unseenText says what else changed and what did not, as far as that can be seen.
func (o overview) unseenText(ctx context.Context) string {
	var moved, still []string
	for _, f := range o.figures[1:] {
		if !f.Known() || f.Change.By == nil {
			continue
		}
		if f.Change.Significant {
			moved = append(moved, kit.T(ctx, "%s%s（%s）", kit.T(ctx, f.Label),
				kit.LowerFirst(kit.T(ctx, f.Change.Verdict())), f.Change.Size(ctx)))
		} else {
			still = append(still, kit.LowerFirst(kit.T(ctx, f.Label)))
		}
	}
	var parts []string
	if len(moved) > 0 {
		parts = append(parts, kit.T(ctx, "%s。", kit.JoinWords(ctx, moved)))
	}
	if len(still) > 0 {
		parts = append(parts, kit.T(ctx, "%s没有看得出的变化。", kit.JoinWords(ctx, still)))
	}
	if least := o.figures[0].Change; !least.Significant && least.Smallest != nil {
		parts = append(parts, kit.T(ctx, "可见度若变化不到 %s 点，现有样本看不出来。", kit.Rounded(*least.Smallest, 1)))
	}
	if kit.ViewOf(ctx).Lang.Spaced() {
		return strings.Join(parts, " ")
	}
	return strings.Join(parts, "")
}

// scopeText says about which questions the sentences before are.
func (o overview) scopeText(ctx context.Context) string {
	if v := o.figures[0]; v.Wide != "" {
		return kit.T(ctx, "以上说的是这些问题；换一批同类问题，可见度在 %s%% 之间。", v.Wide)
	}
	return kit.T(ctx, "以上只说这几个问题，不能推及同类问题。")
}

// step is something to do next.
type step struct {
	action, title, reason, gain, link, path string
}

const stepsShown = 3

// steps are what to do next: where there is most to win, and the weakest prompt where that leaves room.
func (o overview) steps(ctx context.Context) (list []step) {
	for _, p := range o.opportunities {
		list = append(list, step{
			action: kit.T(ctx, actionName(p.Action)), title: todo(ctx, p),
			reason: message.OpportunityText(kit.ViewOf(ctx).Lang, &p), link: kit.T(ctx, "看这个机会"), path: o.at("opportunities") + "#" + p.ID,
			gain: gainWords(ctx, p),
		})
	}
	if p := o.weakest(); p != nil && len(list) < stepsShown {
		list = append(list, step{
			action: kit.T(ctx, "one|意图词"), title: kit.T(ctx, "看看「%s」缺什么", kit.Clipped(p.Name, 40)),
			link: kit.T(ctx, "看这个意图词"), path: o.at("prompts/" + p.ID),
			reason: kit.T(ctx, "只有 %s 的回答提到%s，总体是 %s", kit.Percent(*p.Now), kit.Led(ctx, o.brand.Name),
				kit.AsRate.Maybe(o.Indicators.Visibility.Value)),
		})
	}
	return list
}

// gainWords say what is to be won. Answers that get a fact wrong name the brand already: they are set right.
func gainWords(ctx context.Context, p opportunity.Opportunity) string {
	about, low, high := kit.Rounded(p.Gain.Answers, 0), kit.Rounded(p.Gain.Low, 0), kit.Rounded(p.Gain.High, 0)
	if p.Action == opportunity.Correct {
		return kit.T(ctx, "预计有 %s 条回答改正（%s – %s）", about, low, high)
	}
	return kit.T(ctx, "预计多 %s 条回答提到（%s – %s）", about, low, high)
}

// weakest is the prompt with the lowest rate, when it is below the whole.
func (o overview) weakest() (low *insight.Contribution) {
	for i := range o.Contributions.Prompts {
		if c := &o.Contributions.Prompts[i]; c.Name != "" && c.Now != nil && (low == nil || *c.Now < *low.Now) {
			low = c
		}
	}
	if low == nil || o.Indicators.Visibility.Value == nil || *low.Now >= *o.Indicators.Visibility.Value {
		return nil
	}
	return low
}
