package console

import (
	"context"

	"renown/internal/door/console/kit"
	"renown/internal/door/locale"
	"renown/internal/room/account"
)

func spaceName(ctx context.Context, s account.Space) string {
	if s.Kind == account.Personal {
		return kit.T(ctx, "个人空间")
	}
	if s.Role == account.Guest {
		return kit.T(ctx, "访客：%s", s.Name)
	}
	return kit.T(ctx, "团队：%s", s.Name)
}

// setPreferences keeps language, appearance, zone and the end of the tour in the browser and goes back.
func (c *Console) setPreferences(_ context.Context, v *kit.Visit) (kit.Reply, error) {
	if lang, ok := locale.Of(v.PostForm.Get("lang")); ok {
		v.Remember(kit.LanguageCookie, lang.Code)
	}
	switch theme := v.PostForm.Get("theme"); theme {
	case "light", "dark", "auto":
		v.Remember(kit.ThemeCookie, theme)
	}
	if v.PostForm.Get("tour") == tourEnded {
		v.Remember(kit.TourCookie, tourEnded)
	}
	if zone := v.PostForm.Get("zone"); zone != "" && len(zone) <= 64 {
		v.Remember(kit.ZoneCookie, zone)
	}
	return kit.LeadTo(kit.LocalPath(v.PostForm.Get("back")))
}
