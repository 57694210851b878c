package publish

import (
	"context"

	"renown/internal/door/console/kit"
	"renown/internal/room/publishing/catalogue"
)

// effectText is what placements at an outlet cost for one that is cited.
func effectText(ctx context.Context, e *catalogue.Effect) string {
	switch {
	case e.PointsPerCitation == nil:
		return kit.T(ctx, "还没有一篇被引用。")
	case e.PointsHigh == nil:
		return kit.T(ctx, "每篇被引用的稿件约 %s 积分，95%% 区间 %s 起。", kit.Rounded(*e.PointsPerCitation, 0), kit.Rounded(*e.PointsLow, 0))
	}
	return kit.T(ctx, "每篇被引用的稿件约 %s 积分，95%% 区间 %s 至 %s。", kit.Rounded(*e.PointsPerCitation, 0),
		kit.Rounded(*e.PointsLow, 0), kit.Rounded(*e.PointsHigh, 0))
}

// placedText is how many placements count: their number is told in steps.
func placedText(e *catalogue.Effect) string {
	if e.PlacementsTo == nil {
		return kit.Number(e.Placements) + "+"
	}
	return kit.Number(e.Placements) + "–" + kit.Number(*e.PlacementsTo)
}

// medianText is how long the first citation takes.
func medianText(ctx context.Context, e *catalogue.Effect) string {
	if e.MedianDays == nil {
		return kit.T(ctx, "30 天内被引用的不到一半。")
	}
	return kit.T(ctx, "一半在 %s 天内首次被引用。", kit.Rounded(*e.MedianDays, 0))
}
