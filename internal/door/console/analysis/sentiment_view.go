package analysis

import (
	"context"
	"math"

	"renown/internal/door/console/kit"
	"renown/internal/room/insight"
	"renown/internal/room/reading"
)

func sentimentText(ctx context.Context, p sentiment) string {
	judged := p.Totals.Positive + p.Totals.Neutral + p.Totals.Negative
	if p.keys.Answers == 0 {
		return p.brand.Name
	}
	return kit.T(ctx, "提到%s的 %s 条回答，判定 %s 条，%s 条未判定、不计入", kit.Spaced(ctx, p.brand.Name), kit.Number(p.keys.Named),
		kit.Number(judged), kit.Number(p.Totals.Unjudged))
}

func (c toneColumn) days() string {
	if c.from == c.to {
		return c.from
	}
	return c.from + " – " + c.to
}

func toneTitle(ctx context.Context, c toneColumn) string {
	return kit.T(ctx, "%s：正面 %s，中性 %s，负面 %s", c.days(), kit.Number(c.positive), kit.Number(c.neutral), kit.Number(c.negative))
}

func toneSpoken(ctx context.Context, p sentiment) string {
	return kit.T(ctx, "情感构成，%s，共 %d 段；数值见下表", p.periodText(ctx), len(p.columns))
}

// columnTicks labels up to five columns, evenly.
func columnTicks(list []toneColumn) []string {
	const most = 5
	if len(list) <= most {
		labels := make([]string, len(list))
		for i, c := range list {
			labels[i] = c.from
		}
		return labels
	}
	labels := make([]string, most)
	for i := range labels {
		labels[i] = list[int(math.Round(float64(i)*float64(len(list)-1)/(most-1)))].from
	}
	return labels
}

// judgesText says who judged, and whose judgements are left out.
func judgesText(ctx context.Context, j insight.Judges) string {
	if j.Used == nil {
		return ""
	}
	byModel := *j.Used == reading.ModelJudge
	text := kit.T(ctx, "语气由规则判定（%s 条）。", kit.Number(j.Offline))
	if byModel {
		text = kit.T(ctx, "语气由语言模型判定（%s 条）。", kit.Number(j.Model))
	}
	switch n := j.Otherwise(); {
	case n == 0:
	case byModel:
		text += kit.T(ctx, "另有 %s 条只由规则判定，不混入均值与占比。", kit.Number(n))
	default:
		text += kit.T(ctx, "另有 %s 条由语言模型判定，不混入均值与占比。", kit.Number(n))
	}
	return text
}
