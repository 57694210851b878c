package analysis

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"renown/internal/door/console/kit"
	"renown/internal/floor/timestamp"
	"renown/internal/room/brand"
	"renown/internal/room/reading"
	"renown/internal/room/run"
	"renown/internal/tool/answer"
)

func toneName(label string) string {
	return kit.Label(map[string]string{"positive": kit.Key("正面"), "negative": kit.Key("负面")}, label, kit.Key("中性"))
}

func toneClass(label string) string {
	return kit.Label(map[string]string{"positive": "good", "negative": "bad"}, label, "")
}

var classNames = map[string]string{
	"own":          kit.Key("自有网站"),
	"competitor":   kit.Key("竞品官网"),
	"news":         kit.Key("新闻媒体"),
	"self_media":   kit.Key("自媒体"),
	"social":       kit.Key("社交与问答"),
	"encyclopedia": kit.Key("百科"),
	"ecommerce":    kit.Key("电商"),
	"government":   kit.Key("政府与标准"),
}

// className is a kind of site.
func className(class string) string { return kit.Label(classNames, class, kit.Key("其他")) }

// stanceNames say what an answer does with the brand that it names.
var stanceNames = map[answer.Stance]string{
	answer.Recommended:    kit.Key("是，推荐了"),
	answer.Mentioned:      kit.Key("是，只是提到"),
	answer.Compared:       kit.Key("是，只用来对比"),
	answer.AdvisedAgainst: kit.Key("是，但劝人不选"),
}

func namedWord(ctx context.Context, a run.Answer) string {
	switch {
	case !a.Counted:
		return kit.T(ctx, "未计入")
	case a.Mentioned != nil && *a.Mentioned:
		if a.Stance == nil {
			return kit.T(ctx, "是")
		}
		return kit.T(ctx, kit.Label(stanceNames, answer.Stance(*a.Stance), kit.Key("是")))
	case a.Mention != nil && *a.Mention == "echoed":
		return kit.T(ctx, "否，只复述了问题")
	case a.Mention != nil && *a.Mention == "unknown":
		return kit.T(ctx, "否，助手说不了解")
	}
	return kit.T(ctx, "否")
}

func joinLines(list []string) string { return strings.Join(list, "\n") }

// file names a download after the brand and the period.
func (l lens) file(kind, what string) string {
	return kit.FileName(kind, l.brand.Name, what, l.from.Format(time.DateOnly), l.to.Format(time.DateOnly))
}

// promptLabel is a prompt in a choice of many.
func promptLabel(prompts []brand.Prompt, id string) string {
	for _, p := range prompts {
		if p.ID == id {
			return p.Text
		}
	}
	return ""
}

func answerPlace(ctx context.Context, a run.Answer) string {
	if a.Position == nil {
		return ""
	}
	return kit.T(ctx, "第 %d 位", *a.Position)
}

// tookText is how long an answer took, said after its time; less than a tenth of a second is left out.
func tookText(ctx context.Context, ms *int64) string {
	if ms == nil || *ms < 100 {
		return ""
	}
	return kit.T(ctx, "，用时 %s 秒", kit.Rounded(float64(*ms)/1000, 1))
}

// exactMoment is a time to the second, in the reader's zone.
func exactMoment(ctx context.Context, at timestamp.Time) string {
	local := at.In(kit.ViewOf(ctx).Zone)
	if local.Year() == kit.ViewOf(ctx).Now.In(kit.ViewOf(ctx).Zone).Year() {
		return local.Format(kit.T(ctx, "layout|01-02 15:04:05"))
	}
	return local.Format(kit.T(ctx, "layout|2006-01-02 15:04:05"))
}

// rivalWords lists the competitors that an answer names, in their order.
func rivalWords(ctx context.Context, a run.Answer) string {
	list := slices.Clone(a.Competitors)
	slices.SortFunc(list, func(a, b reading.Other) int { return cmp.Compare(a.Position, b.Position) })
	names := make([]string, len(list))
	for i, o := range list {
		names[i] = kit.T(ctx, "%s 第 %d 位", o.Name, o.Position)
	}
	return kit.JoinWords(ctx, names)
}

// names tells whether a competitor was read in the answer.
func (a answerView) names(competitor string) bool {
	return slices.ContainsFunc(a.Competitors, func(o reading.Other) bool { return o.ID == competitor })
}

// idle tells whether a name stands in the answer that does not count there.
func (a answerView) idle() bool {
	return slices.ContainsFunc(a.Marks, func(m reading.Mark) bool { return m.Uncounted })
}

// chip is a brand at its place in an answer.
type chip struct {
	place, name string
	us          bool
}

// chips are the brands that an answer mentions, in its order.
func (a listedAnswer) chips(brand string) (list []chip) {
	type named struct {
		name string
		at   int64
	}
	var all []named
	if a.Position != nil {
		all = append(all, named{brand, *a.Position})
	}
	for _, o := range a.Competitors {
		all = append(all, named{o.Name, o.Position})
	}
	slices.SortStableFunc(all, func(a, b named) int { return cmp.Compare(a.at, b.at) })
	for _, n := range all {
		list = append(list, chip{strconv.FormatInt(n.at, 10), n.name, n.name == brand})
	}
	return list
}
