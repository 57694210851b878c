package analysis

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"time"

	"renown/internal/door/console/kit"
	"renown/internal/door/message"
	"renown/internal/room/campaign"
	"renown/internal/room/event"
)

// chanceText is a probability to three places; what is smaller is never called nought.
func chanceText(p float64) string {
	if p < 0.0005 {
		return "< 0.001"
	}
	return kit.Rounded(p, 3)
}

// signedPoints is a difference in points: +11.0.
func signedPoints(x *float64) string { return message.Points(x) }

// verdictSentence is what a client is told.
func verdictSentence(ctx context.Context, p campaignView) string {
	switch {
	case p.StartedOn == nil:
		return kit.T(ctx, "还没有发布：属于这次活动的订单发布后开始衡量。")
	case p.Verdict == campaign.Early:
		if p.EndedAt != nil {
			return kit.T(ctx, "活动结束得太早，没有可判断的回答。")
		}
		return kit.T(ctx, "发布后的天数还不够，%s 有最终判断。", *p.JudgedOn)
	}
	o := p.main()
	return said(ctx, len(p.Targets), campaign.Judged{
		Verdict: p.Verdict, Reason: p.Reason, Difference: o.Difference,
		Low: o.Low, High: o.High,
	})
}

func said(ctx context.Context, targets int, j campaign.Judged) string {
	return message.VerdictText(kit.ViewOf(ctx).Lang, event.Campaign{
		Verdict: j.Verdict, Reason: j.Reason,
		Difference: j.Difference, Low: j.Low, High: j.High, Targets: targets,
	})
}

// revised tells whether what is measured now is another verdict than what was said: answers were read again, or prompts are gone.
func (p campaignView) revised() bool { return p.Judged != nil && p.Judged.Verdict != p.Verdict }

// promiseSentence is what the plan can see, before points are spent.
func promiseSentence(ctx context.Context, p campaignView) string {
	if p.Promise == nil {
		return p.unpromised(ctx)
	}
	visible, hidden := "", ""
	for _, s := range p.Promise.Effects {
		text := "+" + strconv.Itoa(int(s.Effect*100+0.5))
		if s.Visible && visible == "" {
			visible = text
		}
		if !s.Visible {
			hidden = text
		}
	}
	switch {
	case visible == "":
		return kit.T(ctx, "以你的计划，%d 天后连 %s 点也多半看不出。增加目标或对照意图词。", p.Promise.Days, hidden)
	case hidden == "":
		return kit.T(ctx, "以你的计划，%s 点的效果可在 %d 天后看出。", visible, p.Promise.Days)
	}
	return kit.T(ctx, "以你的计划，%s 点的效果可在 %d 天后看出，%s 点看不出。", visible, p.Promise.Days, hidden)
}

// unpromised is why it cannot be said what the plan can see.
func (p campaignView) unpromised(ctx context.Context) string {
	before := slices.DeleteFunc(slices.Clone(p.Curve), func(d campaign.Day) bool { return p.StartedOn != nil && d.Day >= *p.StartedOn })
	switch {
	case p.Basis == "competitors":
		return kit.T(ctx, "没有对照意图词，推算不出能看出多大的效果。")
	case len(before) == 0 || daysBetween(before[0].Day, before[len(before)-1].Day) < 2*7-1:
		return kit.T(ctx, "历史太短，还说不出能看出多大的效果。发布前先积累两周以上的回答。")
	}
	return kit.T(ctx, "这些问题的回答至今没有起伏，推算不出能看出多大的效果。")
}

// daysBetween is how many days after the first the second is.
func daysBetween(first, second string) int {
	from, err := time.Parse(time.DateOnly, first)
	to, err2 := time.Parse(time.DateOnly, second)
	if err != nil || err2 != nil {
		return 0
	}
	return int(to.Sub(from).Hours() / 24)
}

func outcomeName(outcome string) string {
	return kit.Label(map[string]string{
		campaign.Named:      kit.Key("提到品牌"),
		campaign.NamedFirst: kit.Key("第一个提到"),
		campaign.PageCited:  kit.Key("引用本活动的文章"),
		campaign.PageFound:  kit.Key("检索到本活动的文章"),
		campaign.SiteCited:  kit.Key("引用发布过的渠道"),
		campaign.Absorbed:   kit.Key("用了文章的原话"),
	}, outcome, kit.Key("引用自有或发布的页面"))
}

func outcomeVerdict(verdict string) string {
	return kit.Label(map[string]string{
		campaign.Effective:  kit.Key("campaign|有效"),
		campaign.NotVisible: kit.Key("看不出"),
		campaign.Early:      kit.Key("还太早"),
	}, verdict, kit.Key("无法判断"))
}

func droppedWord(reason string) string {
	return kit.Label(map[string]string{
		"edited":  kit.Key("改过文字"),
		"deleted": kit.Key("已删除"),
	}, reason, kit.Key("另一次活动也在影响它"))
}

// perCitation is what a citation cost in points; "—" where there is none.
func perCitation(o campaign.OutletCited) string {
	if o.Citations == 0 {
		return "—"
	}
	return kit.Rounded(float64(o.Points)/float64(o.Citations), 1)
}

// daysText is a number of days, or what stands for none.
func daysText(ctx context.Context, days *float64, none string) string {
	if days == nil {
		return none
	}
	return kit.T(ctx, "%s 天", kit.Rounded(*days, 0))
}

// at is an address below the campaign's page.
func (p campaignView) at(rest string) string {
	return "/brands/" + p.brand.ID + "/campaigns/" + p.ID + rest
}

func negative(x float64) *float64 {
	x = -x
	return &x
}

// dots are the estimate, what the placebo gave, and the second control.
func (p campaignView) dots(ctx context.Context) (float64, []dotted) {
	o := p.main()
	if o == nil || o.Difference == nil {
		return 0, nil
	}
	rows, labels := []campaign.Beside{{Difference: *o.Difference, Low: o.Low, High: o.High}}, []string{kit.T(ctx, "估计")}
	if p.Competitors != nil {
		rows, labels = append(rows, *p.Competitors), append(labels, kit.T(ctx, "扣除竞品"))
	}
	if o.Placebo != nil {
		rows, labels = append(rows, campaign.Beside{Difference: *o.Placebo}), append(labels, kit.T(ctx, "安慰剂"))
	}
	bound, list := dots(rows)
	for i := range list {
		list[i].label = labels[i]
	}
	return bound, list
}

// washoutText is how many days after publishing are left out.
func washoutText(ctx context.Context, p campaignView) string {
	text := kit.T(ctx, "%d 天", campaign.WashOut)
	for _, platform := range slices.Sorted(maps.Keys(p.Lags)) {
		text += kit.T(ctx, "，%s %d 天", p.named(platform), p.Lags[platform])
	}
	return text
}

func (p campaignView) citedText(ctx context.Context) string {
	published, cited := 0, 0
	for _, o := range p.Publications {
		if o.PublishedAt != nil {
			published++
		}
		if o.FirstCited != nil {
			cited++
		}
	}
	return kit.T(ctx, "%d 篇，%d 篇已被引用", published, cited)
}

// laneText says a row of the drawing to who listens.
func laneText(ctx context.Context, l lane) string {
	text := l.Outlet
	if l.PublishedAt != nil {
		text += kit.T(ctx, "，%s 发布", beijingDay(*l.PublishedAt))
	}
	if l.FirstCited != nil {
		return text + kit.T(ctx, "，%s 首次被引用", beijingDay(*l.FirstCited))
	}
	return text + kit.T(ctx, "，未被引用")
}
