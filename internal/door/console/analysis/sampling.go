package analysis

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"renown/internal/door/console/kit"
	"renown/internal/room/insight/sampling"
	"renown/internal/room/plan"
	"renown/internal/room/run"
)

// changes are the choices of what is to be seen, in points.
var changes = []int{15, 10, 5, 3}

// samplingPage plans how to ask: what the data tell, and what it takes to tell more.
type samplingPage struct {
	lens
	sampling.Plan
	precision, change int // in points; the precision is the default
	limits            plan.Limits
	columns           []kit.PlatformName
	rows              []samplingRow
	chart             samplingChart
	now, often        run.Cost // a run, as it is and with as many samples as are advised
}

// samplingRow is a prompt on each platform; nil where it was not asked.
type samplingRow struct {
	text  string
	cells []*sampling.Cell
}

func (pages *Pages) showSampling(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	p := samplingPage{}
	var err error
	if p.lens, err = pages.lensOf(ctx, v); err != nil {
		return kit.Reply{}, err
	}
	want := p.wanted()
	if p.Plan, err = want.Plan(ctx, pages.Insights, v.Caller, v.Brand.ID, p.asked()); err != nil {
		return kit.Reply{}, err
	}
	subscription, err := pages.Plans.For(ctx, v.Caller.SpaceID)
	if err != nil {
		return kit.Reply{}, err
	}
	p.limits = subscription.Limits()
	for of, samples := range map[*run.Cost]*int64{&p.now: nil, &p.often: p.Detection.Samples} {
		asked := run.Request{BrandID: v.Brand.ID, Samples: 1}
		if samples != nil {
			asked.Samples = *samples
		}
		costs, err := pages.Runs.Cost(ctx, v.Caller, asked)
		if err != nil {
			return kit.Reply{}, err
		}
		*of = costs.Run
	}
	p.arrange()
	return kit.Show(kit.Page{Title: kit.Key("采样"), Entry: "sampling", Bar: lensBar(p.lens), Body: samplingBody(p), Status: p.status()})
}

// wanted reads the choice of the page. One that is not offered is the default.
func (p *samplingPage) wanted() sampling.Wanted {
	p.precision = int(math.Round(100 * sampling.DefaultPrecision))
	p.change = chosenOf(changes, p.query.Get("change"), 100*sampling.DefaultChange)
	return sampling.Wanted{Precision: sampling.DefaultPrecision, Change: float64(p.change) / 100}
}

// seen tells whether the answers of the period show the wanted change already.
func (p samplingPage) seen() bool {
	return p.Detection.Answers != nil && *p.Detection.Answers <= p.Now.Answers
}

// more is the least number of prompts that is offered with which the wanted change is seen; nil: none is enough.
func (p samplingPage) more() (found *sampling.Option) {
	for i, o := range p.Options {
		if o.Action == "more_prompts" && o.Smallest != nil && *o.Smallest*100 <= float64(p.change) {
			return &p.Options[i]
		}
	}
	return nil
}

func chosenOf(offered []int, text string, otherwise float64) int {
	if n, err := strconv.Atoi(text); err == nil && slices.Contains(offered, n) {
		return n
	}
	return int(math.Round(otherwise))
}

// with is the page with another choice.
func (p samplingPage) with(name, value string) string { return p.at("sampling", name, value) }

// few tells whether there is too little for a verdict: what is planned then is rough.
func (p samplingPage) few() bool { return p.Now.Answers < leastAnswers || p.Now.Prompts < leastPrompts }

// What a verdict takes, as the analyses have it.
const leastAnswers, leastPrompts = 30, 3

// line is what cells are held against.
func (p samplingPage) line() float64 {
	if p.Now.Visibility != nil {
		return *p.Now.Visibility
	}
	return 0
}

func (p *samplingPage) arrange() {
	for _, n := range p.platforms {
		if slices.ContainsFunc(p.Cells, func(c sampling.Cell) bool { return c.Platform == n.ID }) {
			p.columns = append(p.columns, n)
		}
	}
	for _, c := range p.Cells { // platforms that left the catalogue
		if !slices.ContainsFunc(p.columns, func(n kit.PlatformName) bool { return n.ID == c.Platform }) {
			p.columns = append(p.columns, kit.PlatformName{ID: c.Platform, Name: c.Platform})
		}
	}
	for i := range p.Cells {
		c := &p.Cells[i]
		if i == 0 || p.Cells[i-1].PromptID != c.PromptID {
			p.rows = append(p.rows, samplingRow{text: c.Text, cells: make([]*sampling.Cell, len(p.columns))})
		}
		at := slices.IndexFunc(p.columns, func(n kit.PlatformName) bool { return n.ID == c.Platform })
		p.rows[len(p.rows)-1].cells[at] = c
	}
	p.chart = newSamplingChart(p.Plan)
}

// samplingChart is half widths in points against answers, drawn within a box of 1000 × 240.
type samplingChart struct {
	top          float64 // points
	first, last  float64 // answers
	lines        []samplingLine
	nowX, nowY   string
	goal, lowest string // heights of the wish and of the floor; "" outside the box
}

type samplingLine struct {
	prompts int64 // 0: these questions
	path    string
	end     string // its height at the right
	class   string
}

const chartHeight, chartWidth = 240, 1000

func newSamplingChart(s sampling.Plan) (c samplingChart) {
	if len(s.Curves) == 0 || s.Now.HalfWide == nil {
		return c
	}
	points := s.Curves[0].Points
	c.first, c.last = points[0].Answers, points[len(points)-1].Answers
	for _, curve := range s.Curves {
		c.top = max(c.top, curve.Points[0].Half*100)
	}
	c.top = max(5, math.Ceil(min(c.top, 50)/5)*5)
	for i, curve := range s.Curves {
		l := samplingLine{prompts: curve.Prompts, class: "line"}
		if i == 0 {
			l.class = "line was"
		} else if i > 1 {
			l.class = "line k" + strconv.Itoa(i)
		}
		var b strings.Builder
		for j, p := range curve.Points {
			verb := "L"
			if j == 0 {
				verb = "M"
			}
			fmt.Fprintf(&b, "%s%.1f %.1f ", verb, c.across(p.Answers)*chartWidth, c.down(p.Half)*chartHeight)
			l.end = percentOf(c.down(p.Half))
		}
		l.path = strings.TrimSpace(b.String())
		c.lines = append(c.lines, l)
	}
	c.nowX, c.nowY = percentOf(c.across(float64(s.Now.Answers))), percentOf(c.down(*s.Now.HalfWide))
	c.goal = percentOf(c.down(s.Wanted.Precision))
	if s.LikeThese.Floor != nil && *s.LikeThese.Floor*100 < c.top {
		c.lowest = percentOf(c.down(*s.LikeThese.Floor))
	}
	return c
}

func (c samplingChart) across(answers float64) float64 {
	return (answers - c.first) / (c.last - c.first)
}

func (c samplingChart) down(half float64) float64 { return 1 - min(half*100/c.top, 1) }

func percentOf(share float64) string { return fmt.Sprintf("%.2f%%", share*100) }

// ticks are the labels of the heights, the highest first.
func (c samplingChart) ticks() (list []string) {
	for i := 5; i >= 0; i-- {
		list = append(list, plusMinus(c.top*float64(i)/500))
	}
	return list
}

// plusMinus is half a width in points.
func plusMinus(half float64) string {
	if half == 0 {
		return "0"
	}
	return "±" + kit.TrimZero(kit.Rounded(half*100, 1))
}

func maybePlusMinus(half *float64) string {
	if half == nil {
		return "—"
	}
	return plusMinus(*half)
}
