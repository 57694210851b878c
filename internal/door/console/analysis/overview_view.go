package analysis

import (
	"context"

	"renown/internal/door/console/kit"
	"renown/internal/room/insight"
	"renown/internal/room/reading"
)

func platformText(ctx context.Context, o overview) string {
	whole := o.Indicators.Visibility
	if whole.Value == nil || len(o.Platforms) < 2 {
		return kit.T(ctx, "短竖线为上一周期")
	}
	return kit.T(ctx, "虚线为总体 %s，短竖线为上一周期", kit.Percent(*whole.Value))
}

// excludedText tells what was left out; "" when nothing was.
func excludedText(ctx context.Context, e insight.Excluded) string {
	var parts []string
	for _, p := range []struct {
		n    int64
		word string
	}{
		{e.Failed, kit.Key("失败 %s")},
		{e.Empty, kit.Key("空回答 %s")},
		{e.Refused, kit.Key("拒答 %s")},
		{e.Cut, kit.Key("被截断 %s")},
		{e.Error, kit.Key("服务报错 %s")},
	} {
		if p.n > 0 {
			parts = append(parts, kit.T(ctx, p.word, kit.Number(p.n)))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return kit.T(ctx, "未计入：%s。它们不进入任何比例。", kit.JoinWords(ctx, parts))
}

// rateTicks are the figures under a shared scale of rates.
func rateTicks(top float64) []string {
	step := 20.0
	if top <= 40 {
		step = 10
	}
	var ticks []string
	for x := 0.0; x < top; x += step {
		ticks = append(ticks, kit.Rounded(x, 0))
	}
	return append(ticks, kit.Rounded(top, 0)+"%")
}

func aspectParameter(a aspect) string {
	if a.name == aspects[0].name {
		return ""
	}
	return a.name
}

// checkedText says how many places and tones were read wrongly, of those that people judged.
func checkedText(ctx context.Context, c *insight.CheckedReadings) string {
	if c == nil || c.Position.Of == 0 {
		return ""
	}
	text := kit.T(ctx, "人工核对的名次：%d 个里 %d 个读错（%s 至 %s）。", c.Position.Of, c.Position.Count, kit.Percent(*c.Position.Low),
		kit.Percent(*c.Position.High))
	if c.Tone.Of > 0 {
		text += kit.T(ctx, "情感：%d 个里 %d 个读错（%s 至 %s）。", c.Tone.Of, c.Tone.Count, kit.Percent(*c.Tone.Low), kit.Percent(*c.Tone.High))
	}
	return text + kit.T(ctx, "名次与情感的数字不因此校正。")
}

// readingText says how often readings err where nobody has checked some.
func readingText(ctx context.Context) string {
	return kit.T(ctx, "难认的回答里，每 100 次系统约认错 %d 次提到；抽检会校正数字。", reading.HardWrong)
}

// auditedText says that people checked readings, and what follows.
func auditedText(ctx context.Context, in insight.Indicator) string {
	a := in.Audited
	if a == nil || in.Read == nil {
		return readingText(ctx)
	}
	return kit.T(ctx, "人工核对过 %d 条回答，可见度与声量份额按此校正；校正前可见度 %s。", a.Answers, kit.Percent(*in.Read))
}
