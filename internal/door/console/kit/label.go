package kit

import (
	"context"

	"renown/internal/room/plan"
	"renown/internal/room/run"
)

// Label is what a table of names says of a value, or what is said of all that are not in it.
func Label[K comparable](names map[K]string, value K, otherwise string) string {
	if name, ok := names[value]; ok {
		return name
	}
	return otherwise
}

// TierName is the key of a plan's name.
func TierName(tier plan.Tier) string {
	return Label(map[plan.Tier]string{plan.Upper: Key("专业版"), plan.Standard: Key("标准版")}, tier, Key("试用版"))
}

// TriggerName is the key of what started a run.
func TriggerName(trigger string) string {
	return Label(map[string]string{run.FromSchedule: Key("定时"), run.FromAPI: Key("API")}, trigger, Key("手动"))
}

// ModeName is the key of how assistants are asked.
func ModeName(mode string) string {
	return Label(map[string]string{"chat": Key("模型知识"), "reasoning": Key("深度思考")}, mode, Key("联网搜索"))
}

var runStatuses = map[string]string{
	run.Queued:    Key("排队中"),
	run.Running:   Key("进行中"),
	run.Completed: Key("完成"),
	run.Failed:    Key("失败"),
	run.Skipped:   Key("已跳过"),
}

// RunStatus is the key of how a run stands, or a platform within it.
func RunStatus(status string) string { return Label(runStatuses, status, Key("已取消")) }

var runTones = map[string]string{
	run.Queued:    "live",
	run.Running:   "live",
	run.Completed: "good",
	run.Failed:    "bad",
}

// RunTone is the tone of its badge.
func RunTone(status string) string { return Label(runTones, status, "off") }

// Stages are those that are on offer; callers of the API may use others, which are shown as they are.
func Stages(ctx context.Context) []Option {
	return []Option{
		{"awareness", T(ctx, "认知")},
		{"consideration", T(ctx, "考虑")},
		{"comparison", T(ctx, "比较")},
		{"decision", T(ctx, "决策")},
		{"usage", T(ctx, "使用")},
	}
}

// StageName is a stage of the buyer's way, as it is called.
func StageName(ctx context.Context, stage string) string {
	for _, o := range Stages(ctx) {
		if o.Value == stage {
			return o.Label
		}
	}
	return stage
}

// LimitName is the key of a limit that can be set apart from the tier.
func LimitName(name string) string {
	return Label(map[string]string{"active_prompts": Key("启用的问题"), "runs_per_day": Key("每日监测")}, name, Key("每期积分"))
}
