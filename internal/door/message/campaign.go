package message

import (
	"encoding/json"
	"strconv"

	"renown/internal/door/locale"
	"renown/internal/room/campaign"
	"renown/internal/room/event"
)

// VerdictText is what a client is told of a campaign, in one sentence.
func VerdictText(l *locale.Language, c event.Campaign) string {
	reason := ""
	if c.Reason != nil {
		reason = *c.Reason
	}
	switch reason {
	case campaign.AboveControls:
		return l.T("发布使 %d 个目标问题的可见度上升 %s 点，区间 %s 至 %s。", c.Targets, unsigned(c.Difference), Points(c.Low), Points(c.High))
	case campaign.LowerBound:
		return l.T("发布使 %d 个目标问题的可见度至少上升 %s 点，区间 %s 至 %s。", c.Targets, unsigned(c.Difference), Points(c.Low), Points(c.High)) +
			l.T("对照问题的回答也引用了这些文章，真实的效果可能更大。")
	case campaign.BelowControls:
		return l.T("发布后 %d 个目标问题的可见度比对照低 %s 点，区间 %s 至 %s。", c.Targets, unsigned(c.Difference), Points(c.Low), Points(c.High))
	case campaign.WithinChance:
		return l.T("看不出效果：估计 %s 点，区间 %s 至 %s，含 0。", Points(c.Difference), Points(c.Low), Points(c.High))
	case campaign.Exposed:
		return l.T("看不出效果：估计 %s 点，区间 %s 至 %s，含 0。", Points(c.Difference), Points(c.Low), Points(c.High)) +
			l.T("对照问题的回答也引用了这些文章，真实的效果可能更大。")
	}
	return l.T("看不出：%s", verdictReason(l, reason))
}

func verdictReason(l *locale.Language, code string) string {
	switch code {
	case campaign.NoHistory:
		return l.T("发布前没有回答，无从比较。")
	case campaign.FewTargets:
		return l.T("发布前后都问过的目标太少。")
	case campaign.Diverging:
		return l.T("发布前目标与对照已在分开，对照不可用。")
	}
	return l.T("没有足够的对照：挑出来的问题自己也会回升，分不出多少来自发布。")
}

// Points is a difference of rates in points, with its sign: +11.0. What is shown as nothing has none.
func Points(x *float64) string {
	switch text := unsigned(x); {
	case x == nil || text == "0.0":
		return text
	case *x < 0:
		return "−" + text
	default:
		return "+" + text
	}
}

func unsigned(x *float64) string {
	if x == nil {
		return "—"
	}
	return strconv.FormatFloat(max(*x, -*x)*100, 'f', 1, 64)
}

func (w Writer) campaign(l *locale.Language, e event.Event) told {
	var c event.Campaign
	_ = json.Unmarshal(e.Data, &c) // what is missing is not said
	return told{
		title: l.T("%s：「%s」的成效", c.Brand, c.Name), path: "/brands/" + c.BrandID + "/campaigns/" + c.CampaignID,
		warn:  c.Reason != nil && *c.Reason == campaign.BelowControls,
		lines: []string{VerdictText(l, c), l.T("发布 %d 篇，回答引用它们 %d 次。", c.Published, c.Citations)},
	}
}
