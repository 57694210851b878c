package analysis

import (
	"context"

	"renown/internal/door/console/kit"
	"renown/internal/tool/claim"
)

// narrowed tells whether anything beside the lens was asked for.
func (p answerList) narrowed() bool {
	for _, name := range answerParameters {
		if p.fields.Get(name) != "" {
			return true
		}
	}
	return false
}

func promptChoices(ctx context.Context, p answerList) []kit.Option {
	list := []kit.Option{{Label: kit.T(ctx, "全部问题")}}
	for _, prompt := range p.prompts {
		list = append(list, kit.Option{Value: prompt.ID, Label: prompt.Text})
	}
	if chosen := p.fields.Get("prompt"); chosen != "" && promptLabel(p.prompts, chosen) == "" {
		list = append(list, kit.Option{Value: chosen, Label: kit.T(ctx, "已删除的问题")})
	}
	return list
}

func namedChoices(ctx context.Context) []kit.Option {
	return []kit.Option{
		{Label: kit.T(ctx, "提到与否")},
		{Value: "yes", Label: kit.T(ctx, "只看提到品牌的")},
		{Value: "no", Label: kit.T(ctx, "只看没提到的")},
	}
}

func rivalChoices(ctx context.Context, p answerList) []kit.Option {
	list := []kit.Option{{Label: kit.T(ctx, "不限竞品")}}
	for _, r := range p.rivals {
		list = append(list, kit.Option{Value: r.ID, Label: kit.T(ctx, "提到%s", kit.Led(ctx, r.Name))})
	}
	return list
}

func toneChoices(ctx context.Context) []kit.Option {
	list := []kit.Option{{Label: kit.T(ctx, "不限情感")}}
	for _, tone := range []string{"positive", "neutral", "negative"} {
		list = append(list, kit.Option{Value: tone, Label: kit.T(ctx, toneName(tone))})
	}
	return list
}

func claimChoices(ctx context.Context) []kit.Option {
	return []kit.Option{
		{Label: kit.T(ctx, "不限说法")},
		{Value: string(claim.Contradicts), Label: kit.T(ctx, "与事实不符")},
		{Value: string(claim.Agrees), Label: kit.T(ctx, "与事实相符")},
	}
}

func modelChoices(ctx context.Context, p answerList) []kit.Option {
	list := []kit.Option{{Label: kit.T(ctx, "全部模型")}}
	for _, m := range p.models {
		list = append(list, kit.Option{Value: m, Label: kit.OrElse(m, "—")})
	}
	return list
}
