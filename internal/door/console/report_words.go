package console

import "context"

// reportScope says what the report rests on.
func reportScope(ctx context.Context, r report) string {
	text := t(ctx, "%s 条回答 · %d 个平台 · %d 条启用的意图词", number(r.answers()), r.measured(), r.brand.Counts.ActivePrompts)
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
	if v := r.figures[0]; v.known() {
		list = append(list, t(ctx, "向 AI 提问时，%s 的回答提到%s（区间 %s%%）。", percent(*v.value), led(ctx, r.brand.Name), v.plot.bound)+changeSentence(ctx, v))
	}
	for i, s := range r.ranking {
		if s.IsBrand && s.known && len(r.ranking) > 1 {
			sentence := t(ctx, "在 %d 个被观察的品牌里排第 %d。", len(r.ranking), s.Rank)
			if i > 0 {
				sentence += t(ctx, "紧靠前面的是%s（%s）。", led(ctx, r.ranking[i-1].Name), asRate.maybe(r.ranking[i-1].Visibility))
			}
			list = append(list, sentence)
		}
	}
	if best, worst, ok := r.extremes(); ok {
		list = append(list, t(ctx, "在%s最常被提到（%s），在%s最少（%s）。", spaced(ctx, best.name), asRate.maybe(best.Visibility), spaced(ctx, worst.name), asRate.maybe(worst.Visibility)))
	}
	if p := r.figures[2]; p.known() {
		list = append(list, t(ctx, "被提到时平均排在第 %s 位（区间 %s）。", p.text(*p.value), p.plot.bound)+changeSentence(ctx, p))
	}
	if s := r.figures[3]; s.known() && r.keys.Positive.Value != nil {
		list = append(list, t(ctx, "判定过的回答里 %s 正面、%s 负面。", asRate.maybe(r.keys.Positive.Value), asRate.maybe(r.keys.Negative.Value))+changeSentence(ctx, s))
	}
	return list
}

func changeSentence(ctx context.Context, f figure) string {
	if f.change.by == nil {
		return ""
	}
	return t(ctx, "与上一周期相比：%s（%s）。", t(ctx, f.change.verdict()), f.change.size(ctx))
}

// extremes are the platforms that name the brand most and least often.
func (r report) extremes() (best, worst platformRow, ok bool) {
	n := 0
	for _, row := range r.rows {
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
		names[i] = g.Domain
	}
	return joinWords(ctx, names)
}
