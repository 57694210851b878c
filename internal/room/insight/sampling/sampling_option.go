package sampling

import (
	"math"

	"renown/internal/tool/stat"
)

// Option is something one can do, and how exact the visibility would be known then, if answers go on to vary as they do.
type Option struct {
	Action   string   `json:"action"` // now, more_runs, more_samples or more_prompts
	Amount   int64    `json:"amount"` // in all: days with answers, samples a prompt and run, or prompts
	Answers  int64    `json:"answers"`
	Prompts  int64    `json:"prompts"`
	Half     *float64 `json:"half"` // nil with more prompts: these questions would be others
	HalfWide *float64 `json:"half_wide"`
	Smallest *float64 `json:"smallest_change"`
}

// Curve is how half a width falls with the number of answers. Prompts is 0 for these very questions.
type Curve struct {
	Prompts int64
	Points  []Point
}

// Point is half a width at a number of answers.
type Point struct{ Answers, Half float64 }

// exactness foretells widths from what varies now: one answer, and prompts beyond what their answers explain.
type exactness struct {
	answers, prompts    float64
	half, wide          float64 // as they are; wide is 0 where it is not known
	smallest            float64
	variance, between   float64
	days, samplesWanted float64
}

func (e exactness) these(answers float64) float64 { return e.half * math.Sqrt(e.answers/answers) }

func (e exactness) smallestOf(answers float64) float64 {
	return e.smallest * math.Sqrt(e.answers/answers)
}

// like is scaled so that it starts at the interval that is shown.
func (e exactness) like(prompts, answers float64) float64 {
	return e.wide * e.spread(prompts, answers) / e.spread(e.prompts, e.answers)
}

func (e exactness) spread(prompts, answers float64) float64 {
	return stat.Quantile(prompts-1) * math.Sqrt(e.between/prompts+e.variance/answers)
}

// foretell fills in what each thing to do would bring.
func (out *Plan) foretell(variance, between float64) {
	n := out.Now
	if n.Half == nil || n.Smallest == nil {
		return
	}
	e := exactness{
		answers: float64(n.Answers), prompts: float64(n.Prompts), half: *n.Half, smallest: *n.Smallest,
		variance: variance, between: between,
		days: float64(n.Days), samplesWanted: 3,
	}
	if n.HalfWide != nil {
		e.wide = *n.HalfWide
	}
	if k := out.Detection.Samples; k != nil && *k > 1 {
		e.samplesWanted = float64(*k)
	}
	out.Options = []Option{
		e.option("now", 1, float64(n.Days), e.prompts),
		e.option("more_runs", 2, 2*e.days, e.prompts),
		e.option("more_samples", e.samplesWanted, e.samplesWanted, e.prompts),
	}
	if e.wide == 0 {
		return
	}
	sets := []float64{e.prompts}
	if need := out.LikeThese.Prompts; need != nil && *need > int64(n.Prompts) && *need <= promptsShown {
		if middle := math.Ceil((e.prompts + float64(*need)) / 2); middle < float64(*need) {
			sets = append(sets, middle)
		}
		sets = append(sets, float64(*need))
	}
	for _, prompts := range sets[1:] {
		o := e.option("more_prompts", prompts/e.prompts, prompts, prompts)
		o.Half = nil
		out.Options = append(out.Options, o)
	}
	out.Curves = e.curves(sets)
}

// promptsShown bounds what is drawn: a wish that takes more is told as a number.
const promptsShown = 500

func (e exactness) option(action string, times, amount, prompts float64) Option {
	answers := math.Round(times * e.answers)
	o := Option{
		Action: action, Amount: int64(amount), Answers: int64(answers), Prompts: int64(prompts),
		Half: new(e.these(answers)), Smallest: new(e.smallestOf(answers)),
	}
	if e.wide > 0 {
		o.HalfWide = new(e.like(prompts, answers))
	}
	return o
}

// curvePoints is how many points a curve is drawn through.
const curvePoints = 24

// curves run from a quarter of the answers to four times as many.
func (e exactness) curves(sets []float64) (list []Curve) {
	at := func(i int) float64 {
		low, high := e.answers/4, e.answers*4
		return low + (high-low)*square(float64(i)/(curvePoints-1)) // closer where the curve bends
	}
	these := Curve{}
	for i := range curvePoints {
		these.Points = append(these.Points, Point{at(i), e.these(at(i))})
	}
	list = append(list, these)
	for _, prompts := range sets {
		c := Curve{Prompts: int64(prompts)}
		for i := range curvePoints {
			c.Points = append(c.Points, Point{at(i), e.like(prompts, at(i))})
		}
		list = append(list, c)
	}
	return list
}
