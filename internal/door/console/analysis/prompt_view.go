package analysis

import (
	"context"

	"renown/internal/door/console/kit"
)

// promptText stands under a prompt: where it belongs, and what its answers amount to.
func promptText(ctx context.Context, p promptPage) string {
	text := kit.JoinDots(p.topicName(p.TopicID), kit.StageName(ctx, p.Stage))
	if p.total == 0 {
		return text
	}
	text = kit.JoinDots(text, kit.T(ctx, "%s 条回答", kit.Number(p.total)), p.periodText(ctx))
	if v := p.overview.Indicators.Visibility; v.Denominator > 0 {
		text = kit.JoinDots(text, kit.T(ctx, "%s / %s 条提到%s", kit.Number(int64(v.Numerator)), kit.Number(v.Denominator),
			kit.Led(ctx, p.brand.Name)))
	}
	return text
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
