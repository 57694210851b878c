package analysis

import (
	"context"

	"renown/internal/door/console/kit"
)

// heatNote stands under a prompt: its stage, and that it is not asked any more.
func heatNote(ctx context.Context, r heatRow) string {
	switch {
	case r.off && r.stage == "":
		return kit.T(ctx, "已删除")
	case r.off:
		return kit.JoinDots(r.topic, r.stage) + kit.T(ctx, " · 已停用")
	}
	return kit.JoinDots(r.topic, r.stage)
}

func visibilityText(ctx context.Context, p visibility) string {
	if p.answers == 0 {
		return p.brand.Name
	}
	text := kit.T(ctx, "提到%s的回答 ÷ 全部回答 · %s / %s · 只计「可见度」类问题", kit.Spaced(ctx, p.brand.Name), kit.Number(p.named), kit.Number(p.answers))
	return text + kit.T(ctx, " · 较上期：%s", p.againstText(ctx))
}
