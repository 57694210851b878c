package analysis

import (
	"context"

	"renown/internal/door/console/kit"
	"renown/internal/room/alert"
)

// notice is an alert in the reader's language: a line for each thing it says.
type notice struct {
	alert.Alert
	icon, tone string
	lines      []noticeLine
	link, text string // where to look, and what that is called
}

type noticeLine struct{ said, small string }

// noticesOf says alerts by their figures. One of a kind that is not known here is shown as it was written, in Chinese.
func noticesOf(ctx context.Context, l lens, alerts []alert.Alert) []notice {
	list := make([]notice, len(alerts))
	for i, a := range alerts {
		n := notice{Alert: a, icon: "alert", tone: "warn"}
		n.describe(ctx, l)
		if len(n.lines) == 0 {
			n.lines = []noticeLine{{said: a.Text}}
		}
		list[i] = n
	}
	return list
}

func (n *notice) describe(ctx context.Context, l lens) {
	f := n.Figures
	runs := "/brands/" + l.brand.ID + "/runs"
	switch n.Kind {
	case alert.SignificantChange:
		n.describeChanges(ctx, l)
	case alert.CompetitorPassed:
		n.icon = "flag"
		for _, p := range f.Passed {
			n.lines = append(n.lines, noticeLine{
				kit.T(ctx, "%s的可见度超过了你", kit.Spaced(ctx, p.Name)),
				kit.T(ctx, "%s，你是 %s", kit.Whole(p.Theirs), kit.Whole(p.Ours)),
			})
		}
		n.link, n.text = l.at("change")+"#competitors", kit.T(ctx, "看排名")
	case alert.RunFailed:
		n.tone = "bad"
		n.lines = []noticeLine{{kit.T(ctx, "一次监测没有得到任何回答"), ""}}
		n.link, n.text = runs+"/"+f.RunID, kit.T(ctx, "查看监测")
	case alert.PlatformSkipped:
		for _, p := range f.Platforms {
			n.lines = append(n.lines, noticeLine{kit.T(ctx, "%s连续两次被跳过", kit.Spaced(ctx, l.name(p))), ""})
		}
		n.link, n.text = runs, kit.T(ctx, "查看监测")
		if len(f.RunIDs) > 0 {
			n.link = runs + "/" + f.RunIDs[0]
		}
	case alert.FactContradicted:
		for _, c := range f.Facts {
			names := make([]string, len(c.Platforms))
			for i, p := range c.Platforms {
				names[i] = l.name(p)
			}
			n.lines = append(n.lines, noticeLine{
				kit.T(ctx, "回答与事实不符：%s", c.Statement),
				kit.T(ctx, "%d 条回答，%s", c.Answers, kit.JoinWords(ctx, names)),
			})
		}
		n.link, n.text = "/brands/"+l.brand.ID+"/accuracy#contradictions", kit.T(ctx, "看说错的句子")
		if len(f.Facts) == 1 {
			n.link = "/brands/" + l.brand.ID + "/accuracy?fact=" + f.Facts[0].FactID + "#contradictions"
		}
	case alert.NameConflict:
		for _, c := range f.Conflicts {
			n.lines = append(n.lines, noticeLine{
				kit.T(ctx, "「%s」是几家共用的名字", c.Spelling),
				kit.T(ctx, "%s；出现时都会计数", kit.JoinWords(ctx, c.Names)),
			})
		}
		n.link, n.text = "/brands/"+l.brand.ID+"/competitors", kit.T(ctx, "去修改")
	}
}

func (n *notice) describeChanges(ctx context.Context, l lens) {
	good := true
	for _, c := range n.Figures.Changes {
		a, other := noticed[c.Indicator]
		if !other {
			a = aspectOf(alertAspect[c.Indicator])
		}
		platform := ""
		if c.Platform != nil {
			platform = l.name(*c.Platform)
		}
		by := (c.Value - c.Previous) * a.Factor
		if c.Matched != nil { // what was tested
			by = *c.Matched * a.Factor
		}
		d := kit.Change{By: &by, Significant: true, Unit: a.Unit, Worse: a.Worse}
		good = good && d.Class() == "good"
		n.icon, n.tone = d.Icon(), d.Class()
		n.lines = append(n.lines, noticeLine{
			changeWords(ctx, d, kit.T(ctx, a.label), kit.Spaced(ctx, platform)),
			a.Maybe(&c.Previous) + " → " + a.Maybe(&c.Value),
		})
	}
	if len(n.Figures.Changes) > 1 && !good {
		n.icon, n.tone = "alert", "warn"
	}
	n.link, n.text = l.at("change"), kit.T(ctx, "去看看")
}

// changeWords says that a figure has clearly moved, everywhere or on one platform.
func changeWords(ctx context.Context, d kit.Change, label, platform string) string {
	alone, there := kit.Key("%s下降"), kit.Key("%s的%s下降")
	switch d.Verdict() {
	case "上升":
		alone, there = kit.Key("%s上升"), kit.Key("%s的%s上升")
	case "靠前":
		alone, there = kit.Key("%s靠前"), kit.Key("%s的%s靠前")
	case "靠后":
		alone, there = kit.Key("%s靠后"), kit.Key("%s的%s靠后")
	}
	if platform == "" {
		return kit.T(ctx, alone, label)
	}
	return kit.T(ctx, there, platform, label)
}

// alertAspect is what an alert calls a key figure.
var alertAspect = map[alert.Indicator]string{
	alert.Visibility: "visibility", alert.ShareOfVoice: "voice", alert.AveragePosition: "position", alert.Sentiment: "sentiment",
}

// noticed are figures of alerts that the curve does not follow.
var noticed = map[alert.Indicator]aspect{
	alert.OwnCitationRate: {label: kit.Key("自有引用率"), Measure: kit.AsRate},
	alert.FirstRate:       {label: kit.Key("首位率"), Measure: kit.AsRate},
	alert.Top3Rate:        {label: kit.Key("前三率"), Measure: kit.AsRate},
}

// acknowledge marks an alert as seen and goes back.
func (pages *Pages) acknowledge(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	if err := pages.Insights.Acknowledge(ctx, v.Caller, v.PathValue("alert_id")); err != nil {
		return kit.Reply{}, err
	}
	v.Say("已标为已读")
	return backTo(v, "overview")
}

// backTo leads to where a form of this brand came from, or to one of the brand's pages.
func backTo(v *kit.Visit, page string) (kit.Reply, error) {
	if back := kit.LocalPath(v.PostForm.Get("back")); back != "/" {
		return kit.LeadTo(back)
	}
	return kit.LeadTo("/brands/" + v.Brand.ID + "/" + page)
}
