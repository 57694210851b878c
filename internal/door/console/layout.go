package console

import (
	"context"

	"renown/internal/door/locale"
	"renown/internal/room/account"
)

func expiry(ctx context.Context, f frame) string {
	if f.subscription.ExpiresAt == nil {
		return ""
	}
	if f.expired {
		return t(ctx, " · 已到期")
	}
	return t(ctx, " · %s 到期", lastDay(ctx, *f.subscription.ExpiresAt))
}

func spaceName(ctx context.Context, s account.Space) string {
	if s.Kind == account.Personal {
		return t(ctx, "个人空间")
	}
	return t(ctx, "团队：%s", s.Name)
}

// The button goes system → light → dark.
func themeAfter(theme string) string {
	switch theme {
	case "light":
		return "dark"
	case "dark":
		return "auto"
	}
	return "light"
}

func themeIcon(theme string) string {
	switch theme {
	case "light":
		return "sun"
	case "dark":
		return "moon"
	}
	return "auto"
}

func themeLabel(theme string) string {
	switch theme {
	case "light":
		return key("外观：浅色")
	case "dark":
		return key("外观：深色")
	}
	return key("外观：跟随系统")
}

// setPreferences keeps language, appearance and zone in the browser and goes back.
func (c *Console) setPreferences(_ context.Context, v *visit) (reply, error) {
	if lang, ok := locale.Of(v.PostForm.Get("lang")); ok {
		v.remember(languageCookie, lang.Code)
	}
	switch theme := v.PostForm.Get("theme"); theme {
	case "light", "dark", "auto":
		v.remember(themeCookie, theme)
	}
	if zone := v.PostForm.Get("zone"); zone != "" && len(zone) <= 64 {
		v.remember(zoneCookie, zone)
	}
	return leadTo(localPath(v.PostForm.Get("back")))
}
