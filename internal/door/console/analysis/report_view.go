package analysis

import (
	"context"

	"renown/internal/door/console/kit"
	"renown/internal/room/geo/insight"
)

// reportScope says what the report rests on.
func reportScope(ctx context.Context, r report) string {
	text := kit.T(ctx, "%s 条回答 · %d 个平台 · %d 条启用的意图词", kit.Number(r.answers()), r.measured(), r.brand.Counts.ActivePrompts)
	if len(r.chosen) > 0 {
		text += " · " + platformList(ctx, r.lens, r.chosen)
	}
	for _, id := range r.topics {
		text += " · " + r.topicName(id)
	}
	return text
}

// reportFindings are the figures in sentences that need no explanation.
func reportFindings(ctx context.Context, r report) (list []string) {
	if v := r.figures[0]; v.Known() {
		list = append(list, kit.T(ctx, "向 AI 提问时，%s 的回答提到%s（区间 %s%%）。", kit.Percent(*v.Value), kit.Led(ctx, r.brand.Name), v.Plot.Bound)+changeSentence(ctx, v))
	}
	for i, s := range r.ranking {
		if s.IsBrand && s.known && len(r.ranking) > 1 {
			sentence := kit.T(ctx, "在 %d 个被观察的品牌里排第 %d。", len(r.ranking), s.Rank)
			if i > 0 {
				sentence += kit.T(ctx, "紧靠前面的是%s（%s）。", kit.Led(ctx, r.ranking[i-1].Name), kit.AsRate.Maybe(r.ranking[i-1].Visibility))
			}
			list = append(list, sentence)
		}
	}
	if best, worst, ok := r.extremes(); ok {
		list = append(list, kit.T(ctx, "在%s最常被提到（%s），在%s最少（%s）。", kit.Spaced(ctx, best.name), kit.AsRate.Maybe(best.Visibility), kit.Spaced(ctx, worst.name), kit.AsRate.Maybe(worst.Visibility)))
	}
	if p := r.figures[2]; p.Known() {
		list = append(list, kit.T(ctx, "被提到时平均排在第 %s 位（区间 %s）。", p.Text(*p.Value), p.Plot.Bound)+changeSentence(ctx, p))
	}
	if s := r.figures[3]; s.Known() && r.keys.Positive.Value != nil {
		list = append(list, kit.T(ctx, "判定过的回答里 %s 正面、%s 负面。", kit.AsRate.Maybe(r.keys.Positive.Value), kit.AsRate.Maybe(r.keys.Negative.Value))+changeSentence(ctx, s))
	}
	return list
}

func changeSentence(ctx context.Context, f kit.Figure) string {
	if f.Change.By == nil {
		return ""
	}
	return kit.T(ctx, "与上一周期相比：%s（%s）。", kit.T(ctx, f.Change.Verdict()), f.Change.Size(ctx))
}

// extremes are the platforms that name the brand most and least often.
func (o overview) extremes() (best, worst platformRow, ok bool) {
	n := 0
	for _, row := range o.rows {
		if !row.known {
			continue
		}
		if n == 0 || *row.Visibility > *best.Visibility {
			best = row
		}
		if n == 0 || *row.Visibility < *worst.Visibility {
			worst = row
		}
		n++
	}
	return best, worst, n > 1
}

func gapList(ctx context.Context, r report) string {
	names := make([]string, len(r.gaps))
	for i, g := range r.gaps {
		names[i] = g.Channel
	}
	return kit.JoinWords(ctx, names)
}

// groundNames are those that answers were read for, with their other spellings.
func groundNames(ctx context.Context, b insight.Basis) string {
	var names []string
	for _, n := range b.Names {
		names = append(names, n.Name)
		names = append(names, n.Aliases...)
	}
	return kit.JoinWords(ctx, names)
}
