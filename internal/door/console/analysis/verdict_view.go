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

// A verdict is said in one of three words; what rooms tell apart beside is its reason.
const (
	worked  = "yes"
	unclear = "none"
	early   = "early"
)

// verdictOf is the word for a verdict, as a class.
func verdictOf(verdict string) string {
	switch verdict {
	case campaign.Effective:
		return worked
	case campaign.Early:
		return early
	}
	return unclear
}

func verdictName(verdict string) string {
	return kit.Label(map[string]string{worked: kit.Key("verdict|有效"), early: kit.Key("还太早")}, verdictOf(verdict), kit.Key("看不出"))
}

// reasons are why a verdict is what it is.
var reasons = map[string]string{
	campaign.AboveControls: "", campaign.LowerBound: kit.Key("至少这么多，对照也引用了文章"),
	campaign.Exposed: kit.Key("对照问题也引用了文章"), campaign.BelowControls: kit.Key("变化不如对照问题"),
	campaign.FewTargets: kit.Key("目标问题太少"), campaign.FewControls: kit.Key("对照问题太少"), "few_assignments": kit.Key("订单太少"),
	campaign.NoHistory: kit.Key("发布前没有回答"), campaign.Diverging: kit.Key("发布前两组已经分开"), "impossible": kit.Key("问题太少"),
	campaign.Unpublished: kit.Key("还没有发布"), campaign.FewDays: kit.Key("发布不满 14 天"), campaign.Early: kit.Key("发布不满 14 天"),
}

// reasonOf is the reason of a verdict in a few words; "" for an effect.
func reasonOf(ctx context.Context, verdict string, reason *string) string {
	code := kit.OrElse(kit.OrEmpty(reason), verdict)
	if _, known := reasons[code]; !known {
		code = verdict
	}
	if key, known := reasons[code]; known {
		if key == "" {
			return ""
		}
		return kit.T(ctx, key)
	}
	if verdictOf(verdict) == worked {
		return ""
	}
	return kit.T(ctx, "误差范围跨过 0")
}

// verdictSentence is what a client is told.
func verdictSentence(ctx context.Context, p campaignView) string {
	if o := p.main(); verdictOf(p.Verdict) == worked && o != nil {
		said := kit.T(ctx, "%d 篇文章让 %d 个目标问题的可见度多了 %s 点。", p.published(), len(p.Targets), wholePoints(o.Difference))
		return kit.JoinDots(said, reasonOf(ctx, p.Verdict, p.Reason))
	}
	return kit.T(ctx, "%s：%s。", kit.T(ctx, verdictName(p.Verdict)), reasonOf(ctx, p.Verdict, p.Reason))
}

// wholePoints is the size of a difference in whole points.
func wholePoints(x *float64) string {
	if x == nil {
		return "—"
	}
	return kit.Rounded(max(*x, -*x)*100, 0)
}

// whenFinal says when the verdict is final, where it is not.
func (p campaignView) whenFinal(ctx context.Context) string {
	if p.Final || p.JudgedOn == nil {
		return ""
	}
	return kit.T(ctx, "%s 出最终结论，之前可能变化", kit.ShortDay(ctx, *p.JudgedOn))
}

// published is how many articles came out.
func (p campaignView) published() (n int) {
	for _, o := range p.Publications {
		if o.PublishedAt != nil {
			n++
		}
	}
	return n
}

// cited is how many answers cite the articles, the points that the published cost, and after how many days the first was cited; −1: none was.
func (p campaignView) cited() (answers, points int64, days int) {
	days = -1
	for _, o := range p.Publications {
		if o.PublishedAt == nil {
			continue
		}
		answers, points = answers+o.Citations, points+o.Points
		if o.FirstCited == nil {
			continue
		}
		if n := daysBetween(beijingDay(*o.PublishedAt), beijingDay(*o.FirstCited)); days < 0 || n < days {
			days = n
		}
	}
	return answers, points, days
}

// platformsText says on which platforms it worked.
func (p campaignView) platformsText(ctx context.Context) string {
	var names []string
	for _, on := range p.Platforms {
		if on.Believed {
			names = append(names, p.named(on.Platform))
		}
	}
	if len(names) == 0 {
		return kit.T(ctx, "看不出")
	}
	return kit.T(ctx, "%s有效", kit.Spaced(ctx, kit.JoinWords(ctx, names)))
}

// believedAs is the verdict on a platform, in the words of all others.
func believedAs(believed bool) string {
	if believed {
		return "effective"
	}
	return "not_visible"
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
		return kit.T(ctx, "以你的计划，%d 天后连 %s 点也多半看不出。增加目标或对照问题。", p.Promise.Days, hidden)
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
		return kit.T(ctx, "没有对照问题，推算不出能看出多大的效果。")
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

func droppedWord(reason string) string {
	return kit.Label(map[string]string{
		"edited":  kit.Key("改过文字"),
		"deleted": kit.Key("已删除"),
	}, reason, kit.Key("另一次活动也在影响它"))
}

// at is an address below the campaign's page.
func (p campaignView) at(rest string) string {
	return "/brands/" + p.brand.ID + "/campaigns/" + p.ID + rest
}

// washoutText is how many days after publishing are left out.
func washoutText(ctx context.Context, p campaignView) string {
	text := kit.T(ctx, "%d 天", campaign.WashOut)
	for _, platform := range slices.Sorted(maps.Keys(p.Lags)) {
		text += kit.T(ctx, "，%s %d 天", p.named(platform), p.Lags[platform])
	}
	return text
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
