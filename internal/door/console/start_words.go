package console

import (
	"context"
	"strings"

	"renown/internal/room/geo/generation"
	"renown/internal/room/geo/run"
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
		return t(ctx, "叫什么，做什么")
	}
	return t(ctx, "%s · %d 个别名 · %d 条排除", g.brand.Name, len(g.brand.Aliases), len(g.brand.Exclusions))
}

// joinWords is a list in one line.
func joinWords(ctx context.Context, list []string) string {
	return strings.Join(list, t(ctx, "、"))
}

func offerName(ctx context.Context, p run.Offer) string {
	return viewOf(ctx).lang.Proper(p.Name, p.NameEN)
}

// reasonWords says why a platform is skipped.
func reasonWords(ctx context.Context, code string) string {
	switch code {
	case "not_implemented":
		return t(ctx, "不支持这种方式")
	case "not_configured":
		return t(ctx, "尚未配置密钥")
	case "not_logged_in":
		return t(ctx, "未登录")
	case "suspended":
		return t(ctx, "已被管理员暂停")
	case "balance":
		return t(ctx, "平台账户余额不足")
	}
	return t(ctx, "暂时不可用")
}
