package kit

import (
	"context"

	"renown/internal/room/geo/run"
	"renown/internal/room/plan"
)

func TierName(tier plan.Tier) string {
	switch tier {
	case plan.Upper:
		return Key("专业版")
	case plan.Standard:
		return Key("标准版")
	}
	return Key("试用版")
}

func TriggerName(trigger string) string {
	switch trigger {
	case run.FromSchedule:
		return Key("定时")
	case run.FromAPI:
		return Key("API")
	}
	return Key("手动")
}

func ModeName(mode string) string {
	switch mode {
	case "chat":
		return Key("模型知识")
	case "reasoning":
		return Key("深度思考")
	}
	return Key("联网搜索")
}

func RunStatus(status string) string {
	switch status {
	case run.Queued:
		return Key("排队中")
	case run.Running:
		return Key("进行中")
	case run.Completed:
		return Key("完成")
	case run.Failed:
		return Key("失败")
	case run.Skipped:
		return Key("已跳过")
	}
	return Key("已取消")
}

func RunTone(status string) string {
	switch status {
	case run.Queued, run.Running:
		return "live"
	case run.Completed:
		return "good"
	case run.Failed:
		return "bad"
	}
	return "off"
}

// Stages are those that are on offer; callers of the API may use others, which are shown as they are.
func Stages(ctx context.Context) []Option {
	return []Option{
		{"awareness", T(ctx, "认知")}, {"consideration", T(ctx, "考虑")}, {"comparison", T(ctx, "比较")}, {"decision", T(ctx, "决策")}, {"usage", T(ctx, "使用")},
	}
}

func StageName(ctx context.Context, stage string) string {
	for _, o := range Stages(ctx) {
		if o.Value == stage {
			return o.Label
		}
	}
	return stage
}
