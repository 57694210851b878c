package setup

import (
	"context"

	"renown/internal/door/console/kit"
	"renown/internal/room/geo/generation"
)

func working(s generation.Status) bool {
	return s.Status == generation.Queued || s.Status == generation.Running
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

// reasonWords says why a platform is skipped.
func reasonWords(ctx context.Context, code string) string {
	switch code {
	case "not_implemented":
		return kit.T(ctx, "不支持这种方式")
	case "not_configured":
		return kit.T(ctx, "尚未配置密钥")
	case "not_logged_in":
		return kit.T(ctx, "未登录")
	case "suspended":
		return kit.T(ctx, "已被管理员暂停")
	case "balance":
		return kit.T(ctx, "平台账户余额不足")
	}
	return kit.T(ctx, "暂时不可用")
}
