package console

import (
	"context"

	"renown/internal/room/geo/run"
	"renown/internal/room/plan"
)

func tierName(tier plan.Tier) string {
	switch tier {
	case plan.Upper:
		return key("专业版")
	case plan.Standard:
		return key("标准版")
	}
	return key("试用版")
}

func triggerName(trigger string) string {
	switch trigger {
	case run.FromSchedule:
		return key("定时")
	case run.FromAPI:
		return key("API")
	}
	return key("手动")
}

func modeName(mode string) string {
	switch mode {
	case "chat":
		return key("模型知识")
	case "reasoning":
		return key("深度思考")
	}
	return key("联网搜索")
}

func runStatus(status string) string {
	switch status {
	case run.Queued:
		return key("排队中")
	case run.Running:
		return key("进行中")
	case run.Completed:
		return key("完成")
	case run.Failed:
		return key("失败")
	case run.Skipped:
		return key("已跳过")
	}
	return key("已取消")
}

func runTone(status string) string {
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

// stages are those that are on offer; callers of the API may use others, which are shown as they are.
func stages(ctx context.Context) []option {
	return []option{
		{"awareness", t(ctx, "认知")}, {"consideration", t(ctx, "考虑")}, {"comparison", t(ctx, "比较")}, {"decision", t(ctx, "决策")}, {"usage", t(ctx, "使用")},
	}
}

func stageName(ctx context.Context, stage string) string {
	for _, o := range stages(ctx) {
		if o.Value == stage {
			return o.Label
		}
	}
	return stage
}
