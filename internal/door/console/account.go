package console

import (
	"context"
	"net/http"
	"strings"
)

func (c *Console) showAccount(ctx context.Context, v *visit) (reply, error) {
	return c.accountForm(ctx, v, form{})
}

func (c *Console) accountForm(ctx context.Context, v *visit, f form) (reply, error) {
	sessions, err := c.rooms.Accounts.Sessions(ctx, v.user.ID)
	if err != nil {
		return reply{}, err
	}
	p := page{Title: key("账号与安全"), Body: accountBody(accountPage{
		user: v.user, sessions: sessions, current: v.session.ID, password: f, zone: orElse(v.remembered(zoneCookie), "Asia/Shanghai"),
	})}
	if !f.sound() {
		p.Status = http.StatusUnprocessableEntity
	}
	return show(p)
}

func (c *Console) changePassword(ctx context.Context, v *visit) (reply, error) {
	f := v.form()
	if err := c.rooms.Accounts.ChangePassword(ctx, v.session, f.value("old"), f.value("chosen")); err != nil {
		if err := f.take(v, err); err != nil {
			return reply{}, err
		}
		return c.accountForm(ctx, v, f)
	}
	v.say("密码已修改，其他浏览器已退出")
	return leadTo("/account")
}

func (c *Console) endSession(ctx context.Context, v *visit) (reply, error) {
	if err := c.rooms.Accounts.EndSession(ctx, v.user.ID, v.PathValue("session_id")); err != nil {
		return reply{}, err
	}
	v.say("已结束")
	return leadTo("/account")
}

// agentName is a browser as its owner would call it.
func agentName(ctx context.Context, agent string) string {
	browser := t(ctx, "未知浏览器")
	for _, known := range [][2]string{{"MicroMessenger", "WeChat"}, {"Edg", "Edge"}, {"OPR", "Opera"}, {"Firefox", "Firefox"}, {"Chrome", "Chrome"}, {"Safari", "Safari"}, {"curl", "curl"}} {
		if strings.Contains(agent, known[0]) {
			browser = known[1]
			break
		}
	}
	for _, known := range [][2]string{{"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"}, {"Windows", "Windows"}, {"Mac OS", "macOS"}, {"Linux", "Linux"}} {
		if strings.Contains(agent, known[0]) {
			return browser + " · " + known[1]
		}
	}
	return browser
}

// zoneOptions are the zones on offer; others can be added by whoever misses theirs.
func zoneOptions(ctx context.Context) []option {
	return []option{
		{"Asia/Shanghai", t(ctx, "北京")},
		{"Asia/Tokyo", t(ctx, "东京")},
		{"Asia/Singapore", t(ctx, "新加坡")},
		{"Asia/Dubai", t(ctx, "迪拜")},
		{"Europe/Berlin", t(ctx, "柏林")},
		{"Europe/London", t(ctx, "伦敦")},
		{"America/New_York", t(ctx, "纽约")},
		{"America/Los_Angeles", t(ctx, "洛杉矶")},
		{"Australia/Sydney", t(ctx, "悉尼")},
		{"UTC", "UTC"},
	}
}
