package analysis

import (
	"context"

	"renown/internal/door/console/kit"
)

// reportScope says what the report rests on.
func reportScope(ctx context.Context, r clientReport) string {
	text := kit.JoinDots(kit.T(ctx, "%s 条回答", kit.Number(r.answers())), kit.T(ctx, "%d 个平台", r.measured()),
		kit.T(ctx, "%d 个问题", r.brand.Counts.ActivePrompts))
	if len(r.chosen) > 0 {
		text += " · " + platformList(ctx, r.lens, r.chosen)
	}
	for _, id := range r.topics {
		text += " · " + r.topicName(id)
	}
	return text
}

// leadText is who is mentioned most.
func leadText(ctx context.Context, r clientReport) string {
	switch {
	case r.best == nil:
		return kit.T(ctx, "谁被提到得最多")
	case r.best.IsBrand:
		return kit.T(ctx, "%s被提到得最多", kit.Spaced(ctx, r.brand.Name))
	}
	return kit.T(ctx, "%s被提到得最多，%s在其后", kit.Spaced(ctx, r.best.Name), kit.Spaced(ctx, r.brand.Name))
}

// wrongText is how many answers are wrong.
func wrongText(ctx context.Context, r clientReport) string {
	if n := int64(r.wrong.Contradicted.Numerator); n > 0 {
		return kit.T(ctx, "%s 条回答说错了事实", kit.Number(n))
	}
	return kit.T(ctx, "没有回答说错事实")
}
