package analysis

import (
	"context"

	"renown/internal/door/console/kit"
	"renown/internal/room/insight"
)

// promptText stands under a prompt: where it belongs, and how often it was answered.
func promptText(ctx context.Context, p promptPage) string {
	text := kit.JoinDots(p.topicName(p.TopicID), kit.StageName(ctx, p.Stage))
	if p.total == 0 {
		return text
	}
	return kit.JoinDots(text, kit.T(ctx, "%s 条回答", kit.Number(p.total)), p.periodText(ctx))
}

// lead says who leads and how often the brand is mentioned; of a prompt that names it, how it is spoken of.
func (p promptPage) lead(ctx context.Context) (before, bold string) {
	seen, tone := p.overview.Indicators.Visibility, p.figures[3]
	switch {
	case p.Branded && tone.Known():
		return kit.T(ctx, "问题里有品牌名，不计入可见度") + kit.T(ctx, "。"), kit.T(ctx, "情感得分") + " " + tone.Text(*tone.Value)
	case p.Branded:
		return kit.T(ctx, "问题里有品牌名，不计入可见度"), ""
	case !p.figures[0].Known():
		return kit.T(ctx, "%s 条回答里，", kit.Number(seen.Denominator)),
			kit.T(ctx, "%s 条提到%s", kit.Number(int64(seen.Numerator)), kit.Led(ctx, p.brand.Name))
	}
	for i, r := range p.ranking {
		if r.IsBrand && i > 0 && r.Rank > 1 {
			before = kit.T(ctx, "%s领先，你排第 %d：", kit.Spaced(ctx, p.ranking[0].Name), r.Rank)
		} else if r.IsBrand && len(p.ranking) > 1 {
			before = kit.T(ctx, "你领先：")
		}
	}
	return before, p.happened(ctx).bold
}

// byPlatform is who leads on each platform.
func (p promptPage) byPlatform() []leading {
	list := leadingBy(p.leaders.Cells, func(c insight.NamedCell) string { return c.Platform })
	for i := range list {
		list[i].name, list[i].path = p.name(list[i].id), p.at("answers", "prompt", p.Prompt.ID, "platform", list[i].id)
	}
	return list
}

// diffText says of when the answers are that are set beside each other.
func (p promptPage) diffText(ctx context.Context) string {
	if p.diff == nil {
		return ""
	}
	return kit.T(ctx, "当时 %s", kit.When(ctx, *p.diff.then.AnsweredAt))
}

func diffWord(kind string) string {
	return kit.Label(map[string]string{
		"added":   kit.Key("新增的说法"),
		"gone":    kit.Key("不再出现的说法"),
		"changed": kit.Key("换了说法"),
	}, kind, kit.Key("说法相同"))
}

func diffMark(kind string) string {
	return map[string]string{"added": "+", "gone": "−", "changed": "⇄"}[kind] + map[bool]string{true: "="}[kind == "same"]
}

// diffOf is in how many answers statements were looked for.
func diffOf(d *answerDiff) int {
	if len(d.rows) == 0 {
		return 0
	}
	return d.rows[0].of
}
