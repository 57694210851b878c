package analysis

import (
	"context"
	"slices"

	"renown/internal/door/console/kit"
	"renown/internal/room/insight"
	"renown/internal/room/opportunity"
	"renown/internal/room/publishing/catalogue"
)

// decision is an opportunity as it is decided on: what to do, where the brand stands, what it brings and costs, one button.
type decision struct {
	*opportunity.Opportunity
	name, title, short  string
	drawn               kit.Dumbbell
	widest              *insight.OpportunityPrompt
	widestText          string
	gain, gainNote      string
	cost, button, path  string
	post                bool // the button starts something
	outlets             []opportunity.Outlet
	points              int64
	low, high, expected float64 // points of total visibility; answers set right, of a fact
}

// outletsOffered is for how many outlets a cost is told.
const outletsOffered = 2

// newDecision words an opportunity, of so many answers that count for visibility.
func newDecision(ctx context.Context, l lens, answers int64, p *opportunity.Opportunity) (d decision) {
	d.Opportunity = p
	d.name = d.subject(ctx)
	d.title, d.button = kit.T(ctx, verbs[p.Action].title, d.name), kit.T(ctx, verbs[p.Action].button)
	d.drawn = kit.Dumbbell{UsName: l.brand.Name, Named: true, Height: 32, Alone: p.Theirs == nil}
	if p.Ours.Rate != nil {
		d.drawn.Us = *p.Ours.Rate
	}
	d.drawn.Label = kit.T(ctx, "%s：你 %s", d.name, kit.Whole(d.drawn.Us))
	if p.Theirs != nil && p.Theirs.Rate != nil {
		d.drawn.Them, d.drawn.Rival = *p.Theirs.Rate, p.Theirs.Name
		d.drawn.Label = kit.T(ctx, "%s：你 %s，%s %s", d.name, kit.Whole(d.drawn.Us), d.drawn.Rival, kit.Whole(d.drawn.Them))
	}
	d.reasons(ctx)
	d.brings(ctx, answers)
	d.costs(ctx)
	d.leads(l)
	return d
}

// verbs are what is done, by action: a sentence about the subject, and a button.
var verbs = map[string]struct{ title, button string }{
	opportunity.Write:   {kit.Key("%s：写一篇选购指南"), kit.Key("起草文章")},
	opportunity.Place:   {kit.Key("%s：投一篇带数据的文章"), kit.Key("起草文章")},
	opportunity.Ask:     {kit.Key("%s：请编辑补充你的资料"), kit.Key("看页面")},
	opportunity.Refresh: {kit.Key("%s：更新这个页面"), kit.Key("看页面")},
	opportunity.Correct: {kit.Key("%s：请引用的页面更正"), kit.Key("去更正")},
}

func (d *decision) subject(ctx context.Context) string {
	switch {
	case d.Fact != nil:
		return d.Fact.Statement
	case d.Channel != nil:
		return *d.Channel
	case d.Topic != nil:
		return kit.OrElse(d.Topic.Name, kit.T(ctx, "已删除的主题"))
	}
	return ""
}

// reasons say why, in a clause, and which prompt is lost by most.
func (d *decision) reasons(ctx context.Context) {
	switch {
	case d.Fact != nil:
		d.short = kit.T(ctx, "应为 %s", d.Fact.Expected)
		if d.Fact.Said != nil {
			d.short = kit.T(ctx, "AI 说 %s，应为 %s", *d.Fact.Said, d.Fact.Expected)
		}
	case d.Topic != nil && d.Channel == nil && d.Theirs != nil:
		d.short = kit.T(ctx, "%s在 %d 个问题上领先", kit.Spaced(ctx, d.Theirs.Name), len(d.Prompts))
	case d.Ours.Rate != nil:
		d.short = kit.T(ctx, "引用它的回答只有 %s 提到你", kit.Whole(*d.Ours.Rate))
	}
	most := 0.0
	for i := range d.Prompts {
		p := &d.Prompts[i]
		ours, theirs, name := sumOf(p)
		if by := theirs - ours; by > most {
			most, d.widest = by, p
			d.widestText = kit.T(ctx, "你 %s · %s %s", kit.Whole(ours), name, kit.Whole(theirs))
		}
	}
}

// sumOf adds up the platforms of a prompt: the rates of the brand and of the competitor that is named first.
func sumOf(p *insight.OpportunityPrompt) (ours, theirs float64, name string) {
	var k, n, their, of int64
	for _, c := range p.Platforms {
		k, n = k+c.Ours.Count, n+c.Ours.Of
		if name == "" {
			name = c.Theirs.Name
		}
		if c.Theirs.Name == name {
			their, of = their+c.Theirs.Count, of+c.Theirs.Of
		}
	}
	return float64(k) / float64(max(n, 1)), float64(their) / float64(max(of, 1)), name
}

// brings says what is to be won: points of all answers, or answers set right.
func (d *decision) brings(ctx context.Context, answers int64) {
	if d.Fact != nil {
		d.expected, d.low, d.high = d.Gain.Answers, d.Gain.Low, d.Gain.High
		d.gain, d.gainNote = kit.T(ctx, "−%s 条", kit.Rounded(d.expected, 0)), kit.T(ctx, "说错的回答")
		return
	}
	per := 100 / float64(max(answers, 1))
	d.expected, d.low, d.high = d.Gain.Answers*per, d.Gain.Low*per, d.Gain.High*per
	d.gain = kit.T(ctx, "+%s 点", pointsText(d.expected))
	d.gainNote = kit.T(ctx, "可见度，%s – %s", pointsText(d.low), pointsText(d.high))
}

// pointsText has a decimal below one.
func pointsText(x float64) string {
	if x < 0.95 {
		return kit.Rounded(x, 1)
	}
	return kit.Rounded(x, 0)
}

// costs are those of the nearest outlets. Others than those that answers cite are not offered.
func (d *decision) costs(ctx context.Context) {
	d.cost = kit.T(ctx, "免费")
	if d.Action != opportunity.Write && d.Action != opportunity.Place {
		return
	}
	for _, m := range d.Outlets {
		if slices.Contains([]catalogue.Match{catalogue.MatchChannel, catalogue.MatchTopic, catalogue.MatchCited}, m.Match) &&
			len(d.outlets) < outletsOffered {
			d.outlets, d.points = append(d.outlets, m), d.points+m.Points
		}
	}
	if len(d.outlets) > 0 {
		d.cost = kit.T(ctx, "约 %s 积分", kit.Number(d.points))
	}
}

func (d *decision) leads(l lens) {
	switch d.Action {
	case opportunity.Write, opportunity.Place:
		d.post, d.path = true, "/brands/"+l.brand.ID+"/opportunities/"+d.ID+"/draft"
	case opportunity.Correct:
		d.path = l.at("accuracy")
	default:
		d.path = l.at("source", "channel", d.name)
	}
}

// certain tells whether the range leaves nothing out.
func (d decision) certain() bool { return d.Gain.Low > 0 }

// costText says the cost and for how many outlets it is.
func (d decision) costText(ctx context.Context) string {
	if len(d.outlets) == 0 {
		return d.cost
	}
	return d.cost + " · " + kit.T(ctx, "%d 家媒体", len(d.outlets))
}

// promptDrawn is one prompt of an opportunity.
func promptDrawn(ctx context.Context, p *insight.OpportunityPrompt) kit.Dumbbell {
	d := kit.Dumbbell{Height: 26}
	d.Us, d.Them, d.Rival = sumOf(p)
	d.Label = kit.T(ctx, "%s：你 %s，%s %s", p.Text, kit.Whole(d.Us), d.Rival, kit.Whole(d.Them))
	return d
}

func pageTitle(p insight.OpportunityPage) string {
	if p.Title != nil {
		return *p.Title
	}
	return p.URL
}
