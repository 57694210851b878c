package access

import (
	"context"
	"strings"

	"renown/internal/door/console/kit"
)

func (pages *Pages) showAccount(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	return pages.accountForm(ctx, v, kit.Form{})
}

func (pages *Pages) accountForm(ctx context.Context, v *kit.Visit, f kit.Form) (kit.Reply, error) {
	sessions, err := pages.Accounts.Sessions(ctx, v.User.ID)
	if err != nil {
		return kit.Reply{}, err
	}
	p := kit.Page{Title: kit.Key("账号与安全"), Body: accountBody(accountPage{
		user: v.User, sessions: sessions, current: v.Session.ID, password: f,
		zone: kit.OrElse(v.Remembered(kit.ZoneCookie), "Asia/Shanghai"),
	})}
	return kit.Show(p, f)
}

func (pages *Pages) changePassword(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f := v.Submitted()
	if err := pages.Accounts.ChangePassword(ctx, v.Session, f.Value("old"), f.Value("chosen")); err != nil {
		if err := takeBeside(v, f, err, passwordFields); err != nil {
			return kit.Reply{}, err
		}
		return pages.accountForm(ctx, v, f)
	}
	v.Say("密码已修改，其他浏览器已退出")
	return kit.LeadTo("/account")
}

func (pages *Pages) endSession(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	if err := pages.Accounts.EndSession(ctx, v.User.ID, v.PathValue("session_id")); err != nil {
		return kit.Reply{}, err
	}
	v.Say("已结束")
	return kit.LeadTo("/account")
}

// agentName is a browser as its owner would call it.
func agentName(ctx context.Context, agent string) string {
	browser := kit.T(ctx, "未知浏览器")
	for _, known := range [][2]string{
		{"MicroMessenger", "WeChat"},
		{"Edg", "Edge"},
		{"OPR", "Opera"},
		{"Firefox", "Firefox"},
		{"Chrome", "Chrome"},
		{"Safari", "Safari"},
		{"curl", "curl"},
	} {
		if strings.Contains(agent, known[0]) {
			browser = known[1]
			break
		}
	}
	for _, known := range [][2]string{
		{"iPhone", "iPhone"},
		{"iPad", "iPad"},
		{"Android", "Android"},
		{"Windows", "Windows"},
		{"Mac OS", "macOS"},
		{"Linux", "Linux"},
	} {
		if strings.Contains(agent, known[0]) {
			return browser + " · " + known[1]
		}
	}
	return browser
}

// zoneOptions are the zones on offer, not all there are.
func zoneOptions(ctx context.Context) []kit.Option {
	return []kit.Option{
		{Value: "Asia/Shanghai", Label: kit.T(ctx, "北京")},
		{Value: "Asia/Tokyo", Label: kit.T(ctx, "东京")},
		{Value: "Asia/Singapore", Label: kit.T(ctx, "新加坡")},
		{Value: "Asia/Dubai", Label: kit.T(ctx, "迪拜")},
		{Value: "Europe/Berlin", Label: kit.T(ctx, "柏林")},
		{Value: "Europe/London", Label: kit.T(ctx, "伦敦")},
		{Value: "America/New_York", Label: kit.T(ctx, "纽约")},
		{Value: "America/Los_Angeles", Label: kit.T(ctx, "洛杉矶")},
		{Value: "Australia/Sydney", Label: kit.T(ctx, "悉尼")},
		{Value: "UTC", Label: "UTC"},
	}
}
