package console

import (
	"context"
	"encoding/json"

	"renown/internal/room/geo/alert"
	"renown/internal/room/geo/insight"
)

// notice is an alert in the reader's language: a line for each thing it says.
type notice struct {
	insight.Alert
	icon, tone string
	lines      []noticeLine
	link, text string // where to look, and what that is called
}

type noticeLine struct{ said, small string }

// noticeFigures is what alerts of all kinds carry.
type noticeFigures struct {
	Changes []struct {
		Indicator   string
		Platform    *string
		Previous    float64
		Value       float64
		Denominator int64
	}
	Passed []struct {
		Name        string
		Theirs      float64 `json:"competitor_visibility"`
		Ours        float64 `json:"brand_visibility"`
		Denominator int64
	}
	RunID     string   `json:"run_id"`
	RunIDs    []string `json:"run_ids"`
	Platforms []string
	Conflicts []struct {
		Spelling string
		Names    []string
	}
}

// noticesOf translates alerts. What cannot be read is shown as it was written, in Chinese.
func noticesOf(ctx context.Context, l lens, alerts []insight.Alert) []notice {
	list := make([]notice, len(alerts))
	for i, a := range alerts {
		n := notice{Alert: a, icon: "alert", tone: "warn"}
		var f noticeFigures
		if json.Unmarshal(a.Figures, &f) == nil {
			n.describe(ctx, l, f)
		}
		if len(n.lines) == 0 {
			n.lines = []noticeLine{{said: a.Text}}
		}
		list[i] = n
	}
	return list
}

func (n *notice) describe(ctx context.Context, l lens, f noticeFigures) {
	runs := "/brands/" + l.brand.ID + "/runs"
	switch n.Kind {
	case alert.SignificantChange:
		n.describeChanges(ctx, l, f)
	case alert.CompetitorPassed:
		n.icon = "flag"
		for _, p := range f.Passed {
			n.lines = append(n.lines, noticeLine{t(ctx, "%s的可见度超过了你", spaced(ctx, p.Name)), t(ctx, "%s，你是 %s，n %s", percent(p.Theirs), percent(p.Ours), number(p.Denominator))})
		}
		n.link, n.text = "#competitors", t(ctx, "看排名")
	case alert.RunFailed:
		n.tone = "bad"
		n.lines = []noticeLine{{t(ctx, "一次监测没有得到任何回答"), ""}}
		n.link, n.text = runs+"/"+f.RunID, t(ctx, "查看监测")
	case alert.PlatformSkipped:
		for _, p := range f.Platforms {
			n.lines = append(n.lines, noticeLine{t(ctx, "%s连续两次被跳过", spaced(ctx, l.name(p))), ""})
		}
		n.link, n.text = runs, t(ctx, "查看监测")
		if len(f.RunIDs) > 0 {
			n.link = runs + "/" + f.RunIDs[0]
		}
	case alert.NameConflict:
		for _, c := range f.Conflicts {
			n.lines = append(n.lines, noticeLine{t(ctx, "「%s」是几家共用的名字", c.Spelling), t(ctx, "%s；出现时都会计数", joinWords(ctx, c.Names))})
		}
		n.link, n.text = "/brands/"+l.brand.ID+"/competitors", t(ctx, "去修改")
	}
}

func (n *notice) describeChanges(ctx context.Context, l lens, f noticeFigures) {
	good := true
	for _, c := range f.Changes {
		a := aspectOf(alertAspect[c.Indicator])
		platform := ""
		if c.Platform != nil {
			platform = l.name(*c.Platform)
		}
		by := (c.Value - c.Previous) * a.factor
		d := change{by: &by, significant: true, unit: a.unit, worse: a.worse}
		good = good && d.class() == "good"
		n.icon, n.tone = d.icon(), d.class()
		n.lines = append(n.lines, noticeLine{
			changeWords(ctx, d, t(ctx, a.label), spaced(ctx, platform)),
			t(ctx, "%s → %s，n %s", a.maybe(&c.Previous), a.maybe(&c.Value), number(c.Denominator)),
		})
	}
	if len(f.Changes) > 1 && !good {
		n.icon, n.tone = "alert", "warn"
	}
	n.link, n.text = "/brands/"+l.brand.ID+"/visibility", t(ctx, "去看看")
}

// changeWords says that a figure has clearly moved, everywhere or on one platform.
func changeWords(ctx context.Context, d change, label, platform string) string {
	alone, there := key("%s显著下降"), key("%s的%s显著下降")
	switch d.verdict() {
	case "显著上升":
		alone, there = key("%s显著上升"), key("%s的%s显著上升")
	case "显著靠前":
		alone, there = key("%s显著靠前"), key("%s的%s显著靠前")
	case "显著靠后":
		alone, there = key("%s显著靠后"), key("%s的%s显著靠后")
	}
	if platform == "" {
		return t(ctx, alone, label)
	}
	return t(ctx, there, platform, label)
}

// alertAspect is what an alert calls a key figure.
var alertAspect = map[string]string{
	"visibility": "visibility", "share_of_voice": "voice", "average_position": "position", "sentiment": "sentiment", "citation_rate": "citation",
}

// acknowledge marks an alert as seen and goes back.
func (c *Console) acknowledge(ctx context.Context, v *visit) (reply, error) {
	if err := c.rooms.Alerts.Acknowledge(ctx, v.caller, v.PathValue("alert_id")); err != nil {
		return reply{}, err
	}
	v.say("已标为已读")
	return v.backTo("overview")
}

// backTo leads to where a form of this brand came from, or to one of the brand's pages.
func (v *visit) backTo(page string) (reply, error) {
	if back := localPath(v.PostForm.Get("back")); back != "/" {
		return leadTo(back)
	}
	return leadTo("/brands/" + v.brand.ID + "/" + page)
}
