// Package sampling plans how to ask: how exactly a brand's visibility is known, and how many more answers, days or prompts it would take to
// know it as exactly as is wanted.
//
// It owns no table and reads none: what the visibility rests on it gets from insight.
package sampling

import (
	"cmp"
	"context"
	"encoding/json"
	"math"
	"slices"

	"renown/internal/floor/fault"
	"renown/internal/room/account"
	"renown/internal/room/insight"
	"renown/internal/tool/stat"
)

// Wanted is how exact the visibility is to be known; all are shares of 1.
type Wanted struct {
	Precision float64  `json:"precision"` // half width of the interval
	Change    float64  `json:"change"`    // to be seen between two periods
	Target    *float64 `json:"target"`    // that cells are held against; nil: the visibility as it is
}

// Defaults of what is wanted.
const (
	DefaultPrecision = 0.05
	DefaultChange    = 0.10
)

// Plan is what a brand's data tell, and what it takes to tell more. What cannot be said is nil.
type Plan struct {
	Period    insight.Period  `json:"period"`
	Filters   insight.Filters `json:"filters"`
	Wanted    Wanted          `json:"wanted"`
	Now       Now             `json:"now"`
	These     These           `json:"these"`
	LikeThese LikeThese       `json:"like_these"`
	Detection Detection       `json:"detection"`
	Advice    []string        `json:"advice"` // codes: enough, more_runs, more_samples, more_prompts, unknown
	Options   []Option        `json:"options"`
	Settled   int             `json:"settled"`
	Cells     []Cell          `json:"cells"`

	Curves []Curve `json:"-"` // these questions first; none under three prompts
}

// Now is what there is.
type Now struct {
	Visibility *float64 `json:"visibility"`
	Answers    int64    `json:"answers"`
	Prompts    int      `json:"prompts"`
	Platforms  int      `json:"platforms"`
	Days       int      `json:"days"` // with answers
	PerDay     *float64 `json:"answers_per_day"`
	Half       *float64 `json:"half"`
	HalfWide   *float64 `json:"half_wide"`
	Smallest   *float64 `json:"smallest_change"`
	Effective  *float64 `json:"effective_n"`
	Persists   *float64 `json:"persistence"`
}

// These is what the wanted precision takes for these questions.
type These struct {
	Answers *int64 `json:"answers"`
	Days    *int64 `json:"days"`
}

// LikeThese is what it takes for questions like these.
type LikeThese struct {
	Prompts *int64   `json:"prompts"` // in all
	Floor   *float64 `json:"floor"`   // half width that no number of answers to the present prompts gets below
}

// Detection is what the wanted change takes to be seen four times out of five, in each of two periods.
type Detection struct {
	Answers *int64 `json:"answers"`
	Days    *int64 `json:"days"`
	Samples *int64 `json:"samples"` // a prompt and run, 1 to 5, with which the present period would do; nil: more than that
}

// Cell is a prompt on a platform: whether it is known to be above or below the target. Who looks after each run until it is would find
// most cells settled by chance, so that is decided by an interval which holds at all looks together.
type Cell struct {
	PromptID string `json:"prompt_id"`
	Text     string `json:"text"`
	Platform string `json:"platform"`
	insight.Naming
	LowAlways  *float64 `json:"low_always"`
	HighAlways *float64 `json:"high_always"`

	Settled bool   `json:"settled"`
	More    *int64 `json:"more"` // answers until it is settled, at its present rate; nil: settled, or not worth it
}

// cellMost is how many more answers a cell is worth.
const cellMost = 120

// Plan says what it takes to know a brand's visibility so. Faults: NotFound, and Malformed for a period that is none.
func (goal Wanted) Plan(ctx context.Context, i *insight.Insights, who account.Caller, brandID string,
	query insight.Query,
) (out Plan, err error) {
	defer fault.Wrap(&err, "sampling.Plan")

	text, err := json.Marshal(goal)
	if err != nil {
		return out, err
	}
	err = i.Analyse(ctx, who, brandID, query, insight.Made("sampling "+string(text), &out, goal.plan))
	return out, err
}

func (goal Wanted) plan(s *insight.Scope, ctx context.Context) (out Plan, err error) {
	sample, err := s.Sample(ctx)
	if err != nil {
		return out, err
	}
	out = Plan{Period: s.Period(), Filters: s.Filters(), Wanted: goal, Advice: []string{}, Options: []Option{}, Cells: []Cell{}}
	out.plan(sample)
	out.settle(sample)
	return out, nil
}

func (out *Plan) plan(in insight.Sample) {
	n := &out.Now
	*n = Now{
		Visibility: in.Value, Answers: in.Denominator, Prompts: in.Prompts, Platforms: in.Platforms, Days: in.Days,
		Effective: in.EffectiveN, Persists: in.Persistence, Smallest: in.SmallestChange,
	}
	if in.Value == nil {
		out.Advice = append(out.Advice, "unknown")
		return
	}
	perDay := float64(n.Answers) / float64(n.Days)
	n.PerDay = &perDay
	if half, ok := in.Half(); ok {
		n.Half = &half
	}
	// Of one answer, repetitions of neighbouring days included. All or none named is no proof that nothing varies.
	answers := float64(n.Answers)
	variance := max(in.Variance*answers, 0.25/answers)
	z := stat.Quantile(0)
	out.These = These{whole64(z * z * variance / square(out.Wanted.Precision)), nil}
	out.These.Days = whole64(float64(*out.These.Answers) / perDay)
	each := 2 * square(stat.Smallest(1, many)) * variance / square(out.Wanted.Change)
	out.Detection = Detection{Answers: whole64(each), Days: whole64(each / perDay)}
	if k := math.Ceil(each / answers); k <= 5 {
		out.Detection.Samples = new(int64(max(1, k)))
	}
	if n.Smallest == nil {
		n.Smallest = new(stat.Smallest(1, many) * math.Sqrt(2*variance/answers))
	}
	between := out.like(in.Indicator, variance)
	out.foretell(variance, between)
	out.advise()
}

// promptsLeast is how many prompts questions like these are judged by.
const promptsLeast = 3

// many degrees of freedom are as good as infinitely many.
const many = 1e6

func square(x float64) float64 { return x * x }

func whole64(x float64) *int64 { return new(int64(math.Ceil(min(x, 1e12)))) }

// like plans for questions like these, and returns how much prompts differ beyond what their own answers explain.
func (out *Plan) like(in insight.Indicator, variance float64) (between float64) {
	if in.LowWide == nil || *in.EffectiveN <= 0 {
		return 0
	}
	out.Now.HalfWide = new((*in.HighWide - *in.LowWide) / 2)
	m, n, p := float64(out.Now.Prompts), float64(out.Now.Answers), *in.Value
	between = max(0, (p*(1-p) / *in.EffectiveN - variance/n)*m)
	// As the curves do: the present interval, scaled by what would be left of its variance. A formula of its own could lie above it.
	out.LikeThese.Floor = new(*out.Now.HalfWide * math.Sqrt(between/(between+variance*m/n)))
	one := between + variance/(n/m) // what one prompt adds, with as many answers as one has now
	need := float64(promptsLeast)
	for range 50 { // the quantile falls as prompts are added
		more := max(promptsLeast, square(stat.Quantile(need-1))*one/square(out.Wanted.Precision))
		if math.Abs(more-need) < 0.01 {
			break
		}
		need = (need + more) / 2
	}
	out.LikeThese.Prompts = whole64(need)
	return between
}

// advise says what helps: the thing that is short, not whatever sounds like more.
func (out *Plan) advise() {
	add := func(code string) { out.Advice = append(out.Advice, code) }
	if out.Now.HalfWide == nil || out.LikeThese.Prompts != nil && *out.LikeThese.Prompts > int64(out.Now.Prompts) &&
		*out.Now.HalfWide > out.Wanted.Precision {
		add("more_prompts")
	}
	if *out.These.Answers > out.Now.Answers {
		add("more_runs")
	}
	if *out.Detection.Answers > out.Now.Answers && out.Detection.Samples != nil {
		add("more_samples")
	}
	if len(out.Advice) == 0 {
		add("enough")
	}
}

// settle holds each cell against the target.
func (out *Plan) settle(in insight.Sample) {
	target := out.Wanted.Target
	if target == nil {
		target = in.Value
	}
	if target == nil {
		return
	}
	rho := 0.0
	if in.Persistence != nil {
		rho = *in.Persistence
	}
	for _, item := range in.Items {
		c := Cell{PromptID: item.PromptID, Text: item.Text, Platform: item.Platform, Naming: item.Naming}
		always, ok := stat.Sequential([]stat.Cell{item.Cell}, rho)
		if ok {
			c.LowAlways, c.HighAlways = &always.Low, &always.High
		}
		c.Settled = ok && (always.Low > *target || always.High < *target)
		if c.Settled {
			out.Settled++
		} else {
			c.More = more(item.Cell, *target, rho)
		}
		out.Cells = append(out.Cells, c)
	}
	slices.SortStableFunc(out.Cells, func(a, b Cell) int { return cmp.Compare(a.PromptID, b.PromptID) })
}

// more is how many answers would part a cell's interval from the target, a day each, at the rate it has now; nil: more than it is worth.
func more(c stat.Cell, target, persistence float64) *int64 {
	if c.X == 0 {
		return nil
	}
	for more := int64(1); more <= cellMost; more++ {
		then := c
		then.X, then.DaysAsked = c.X+float64(more), c.DaysAsked+float64(more)
		then.Y = c.Y / c.X * then.X
		i, ok := stat.Sequential([]stat.Cell{then}, persistence)
		if ok && (i.Low > target || i.High < target) {
			return &more
		}
	}
	return nil
}
