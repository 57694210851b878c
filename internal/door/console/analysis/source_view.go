package analysis

import (
	"context"

	"renown/internal/door/console/kit"
)

// sourceText stands under a channel: what it is and how often it is cited.
func sourceText(ctx context.Context, p sourcePage) string {
	if !p.Known {
		return p.periodText(ctx)
	}
	return kit.JoinDots(kit.T(ctx, className(p.Class)), kit.T(ctx, "%s 条回答引用 %s 次", kit.Number(p.Answers), kit.Number(p.Citations)),
		kit.T(ctx, "%s / %s 条提到%s", kit.Number(p.Naming.Count), kit.Number(p.Naming.Of), kit.Led(ctx, p.brand.Name)), p.periodText(ctx))
}
