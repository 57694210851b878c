package setup

import (
	"context"

	"renown/internal/door/console/kit"
	"renown/internal/room/drafting"
)

func working(s drafting.Status) bool {
	return s.Status == drafting.Queued || s.Status == drafting.Running
}

func startAction(g guide) string {
	if g.brand.ID == "" {
		return "/start"
	}
	return g.path("/brand")
}

func startBrandWords(ctx context.Context, g guide) string {
	if g.brand.ID == "" {
		return kit.T(ctx, "叫什么，做什么")
	}
	said := g.brand.Name
	if n := len(g.brand.Aliases); n > 0 {
		said += " · " + kit.T(ctx, "%d 个别名", n)
	}
	if n := len(g.brand.Exclusions); n > 0 {
		said += " · " + kit.T(ctx, "%d 条排除", n)
	}
	return said
}

// typedIn is what was typed in a step that was refused.
func (g guide) typedIn(step int) string {
	if g.step == step {
		return g.typed
	}
	return ""
}

// proposedWords says how many prompts there are and how many of them are ticked.
func proposedWords(ctx context.Context, g guide) string {
	switch n := int64(g.ticked()); {
	case g.enabled() > 0:
		return kit.T(ctx, "共 %d 条，已启用 %d 条。", len(g.prompts), g.enabled())
	case n == proposals:
		return kit.T(ctx, "已选 10 条：8 条测可见度，2 条测口碑。")
	default:
		return kit.T(ctx, "共 %d 条。套餐还能启用 %d 条，已勾选 %d 条。", len(g.prompts), g.free, n)
	}
}

// reasonWords says why a platform is skipped.
func reasonWords(ctx context.Context, code string) string {
	return kit.T(ctx, kit.Label(map[string]string{
		"not_implemented": kit.Key("不支持这种方式"),
		"not_configured":  kit.Key("暂不可用"),
		"not_logged_in":   kit.Key("未登录"),
		"suspended":       kit.Key("已被运营人员暂停"),
		"balance":         kit.Key("平台账户余额不足"),
	}, code, kit.Key("暂时不可用")))
}
