package analysis

import (
	"context"

	"renown/internal/door/console/kit"
	"renown/internal/room/insight/sampling"
)

// promptsWhy says what the wanted number of prompts means.
func promptsWhy(ctx context.Context, p samplingPage) string {
	need, have := p.LikeThese.Prompts, int64(p.Now.Prompts)
	switch {
	case need == nil:
		return kit.T(ctx, "满 %d 个问题，才能推及同类问题", leastPrompts)
	case *need <= have:
		return kit.T(ctx, "现有 %s 个，够了", kit.Number(have))
	}
	return kit.T(ctx, "现有 %s 个，再加 %s 个", kit.Number(have), kit.Number(*need-have))
}

// answersWhy says what the wanted number of answers means.
func answersWhy(ctx context.Context, p samplingPage) string {
	if *p.These.Answers <= p.Now.Answers {
		return kit.T(ctx, "现有 %s 条，够了", kit.Number(p.Now.Answers))
	}
	return kit.T(ctx, "现有 %s 条，照现在的速度共 %s 天", kit.Number(p.Now.Answers), kit.Number(*p.These.Days))
}

// detectionWhy says how the wanted change can be seen.
func detectionWhy(ctx context.Context, p samplingPage) string {
	d := p.Detection
	switch {
	case *d.Answers <= p.Now.Answers:
		return kit.T(ctx, "每期现有 %s 条，够了", kit.Number(p.Now.Answers))
	case d.Samples != nil:
		return kit.T(ctx, "每期 %s 天，或每次问 %d 遍", kit.Number(*d.Days), *d.Samples)
	}
	return kit.T(ctx, "每期 %s 天", kit.Number(*d.Days))
}

// adviceText puts what helps into a sentence.
func adviceText(ctx context.Context, p samplingPage, code string) string {
	switch code {
	case "more_prompts":
		if p.LikeThese.Floor == nil {
			return kit.T(ctx, "问题太少：加到 %d 个以上，才能推及同类问题。", leastPrompts)
		}
		return kit.T(ctx, "要推及同类问题，得加问题：同样的问题再问多少次，也到不了 %s 点以下。", plusMinus(*p.LikeThese.Floor))
	case "more_runs":
		return kit.T(ctx, "这些问题还要多问：还差 %s 条回答。", kit.Number(*p.These.Answers-p.Now.Answers))
	case "more_samples":
		return kit.T(ctx, "想在同样长的时间里看出 %d 点的变化，每个问题每次问 %d 遍。", p.change, *p.Detection.Samples)
	}
	return kit.T(ctx, "已经够准，不必加问题，也不必多问。")
}

// optionText is one thing to do.
func optionText(ctx context.Context, p samplingPage, o sampling.Option) string {
	switch o.Action {
	case "more_runs":
		return kit.T(ctx, "同样的问题再问 %s 天", kit.Number(o.Amount-int64(p.Now.Days)))
	case "more_samples":
		return kit.T(ctx, "每个问题每次问 %d 遍", o.Amount)
	case "more_prompts":
		return kit.T(ctx, "加到 %s 个问题", kit.Number(o.Prompts))
	}
	return kit.T(ctx, "现在")
}

// cellText says how a cell stands to the target.
func cellText(ctx context.Context, p samplingPage, c sampling.Cell) string {
	switch {
	case c.Settled && *c.Rate > p.line():
		return kit.T(ctx, "cell|高于")
	case c.Settled:
		return kit.T(ctx, "cell|低于")
	case c.More != nil:
		return kit.T(ctx, "再问 %s 次", kit.Number(*c.More))
	}
	return kit.T(ctx, "不必再问")
}

// settledHeat is a cell as the heat map draws it.
func settledHeat(c sampling.Cell) kit.Heat { return figuresOf(kit.Heat{}, c.Naming) }
