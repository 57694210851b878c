package console

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/room/points"
)

const usersAPage = 50

// userLine is an account with its plan.
type userLine struct {
	account.User
	plan    plan.Subscription
	expired bool
}

// userList is all accounts, narrowed by the URL.
type userList struct {
	items  []userLine
	paging paging
	q      string
	tier   string
	status string
	counts map[string]int64 // by tier, and by status
	query  url.Values
}

const userSwap = "user-list user-tools"

func (l userList) filtered(name, value string) string {
	return withQuery("/operator/users", l.query, name, value)
}

func (c *Console) showUsers(ctx context.Context, v *visit) (reply, error) {
	l, err := c.userList(ctx, v)
	if err != nil {
		return reply{}, err
	}
	l.paging.total = int64(len(l.items))
	from := min((l.paging.number-1)*usersAPage, l.paging.total)
	l.items = l.items[from:min(from+usersAPage, l.paging.total)]
	return show(page{Title: key("用户"), Entry: "users", Body: usersBody(l)})
}

// userList reads every account: an installation has thousands, not millions.
func (c *Console) userList(ctx context.Context, v *visit) (l userList, err error) {
	asked := v.URL.Query()
	l = userList{paging: pagingOf(v, usersAPage), q: strings.TrimSpace(asked.Get("q")), tier: asked.Get("tier"), status: asked.Get("status"), counts: map[string]int64{}, query: url.Values{}}
	for name, value := range map[string]string{"q": l.q, "tier": l.tier, "status": l.status} {
		if value != "" {
			l.query.Set(name, value)
		}
	}
	l.paging.query = l.query
	users, err := c.rooms.Accounts.List(ctx)
	if err != nil {
		return l, err
	}
	plans, err := c.rooms.Plans.All(ctx)
	if err != nil {
		return l, err
	}
	now := c.rooms.Now()
	for _, u := range users {
		line := userLine{u, plans[u.ID], plans[u.ID].Expired(now)}
		l.counts[""]++
		l.counts[string(line.plan.Tier)]++
		l.counts[u.Status]++
		if (l.tier == "" || string(line.plan.Tier) == l.tier) && (l.status == "" || u.Status == l.status) && strings.Contains(strings.ToLower(u.Email+" "+u.ID), strings.ToLower(l.q)) {
			l.items = append(l.items, line)
		}
	}
	return l, nil
}

func (c *Console) exportUsers(ctx context.Context, v *visit) (reply, error) {
	l, err := c.userList(ctx, v)
	if err != nil {
		return reply{}, err
	}
	header := []string{v.t("编号"), v.t("邮箱"), v.t("角色"), v.t("状态"), v.t("套餐"), v.t("到期"), v.t("创建")}
	var rows [][]string
	for _, u := range l.items {
		end := ""
		if u.plan.ExpiresAt != nil {
			end = exactTime(ctx, *u.plan.ExpiresAt)
		}
		rows = append(rows, []string{u.ID, u.Email, v.t(userRole(u.Role)), v.t(accountStatus(u.Status)), v.t(tierName(u.plan.Tier)), end, exactTime(ctx, u.CreatedAt)})
	}
	return table(v.t("用户")+".csv", header, rows)
}

// userSheet is one account before an operator.
type userSheet struct {
	userLine
	quota   plan.Quota
	entries []points.Entry
	form    form
	self    bool
}

func (s userSheet) path(rest string) string { return "/operator/users/" + s.ID + rest }

func (c *Console) showUser(ctx context.Context, v *visit) (reply, error) {
	return c.userPage(ctx, v, nil)
}

func (c *Console) userPage(ctx context.Context, v *visit, refused *form) (reply, error) {
	user, err := c.rooms.Accounts.ByID(ctx, v.PathValue("user_id"))
	if err != nil {
		return reply{}, err
	}
	subscription, err := c.rooms.Plans.Of(ctx, user.ID)
	if err != nil {
		return reply{}, err
	}
	s := userSheet{userLine: userLine{user, subscription, subscription.Expired(c.rooms.Now())}, self: user.ID == v.user.ID}
	if s.quota, err = c.rooms.Plans.Quota(ctx, user.ID); err != nil {
		return reply{}, err
	}
	if s.entries, _, err = c.rooms.Plans.PointsRecords(ctx, user.ID, points.Page{Number: 1, Size: 10}); err != nil {
		return reply{}, err
	}
	s.form = filled("tier", string(subscription.Tier), "expires_at", dateField(v, subscription.ExpiresAt))
	p := page{Title: user.Email, Entry: "users"}
	if refused != nil {
		for name, values := range refused.values {
			s.form.values[name] = values
		}
		s.form.faults, p.Status = refused.faults, http.StatusUnprocessableEntity
	}
	p.Body = userBody(s)
	return show(p)
}

// dateField is the last day of a subscription in the operator's zone, as a date field writes it.
func dateField(v *visit, end *timestamp.Time) string {
	if end == nil {
		return ""
	}
	return end.Add(-time.Microsecond).In(v.zone).Format(time.DateOnly)
}

// told answers a form of the user's page: done, or the page again with what is wrong.
func (c *Console) told(ctx context.Context, v *visit, f form, err error) (reply, error) {
	if err != nil {
		if err := f.take(v, err); err != nil {
			return reply{}, err
		}
	}
	if !f.sound() {
		return c.userPage(ctx, v, &f)
	}
	return leadTo("/operator/users/" + v.PathValue("user_id"))
}

// setUserPlan changes tier and end. The end is the whole of the day that was chosen; an empty date is no end.
func (c *Console) setUserPlan(ctx context.Context, v *visit) (reply, error) {
	f := v.form()
	change := plan.Change{}
	tier, err := plan.ParseTier(f.value("tier"))
	if err != nil {
		f.blame("tier", v.t("请从列出的选项中选择"))
	}
	change.Tier = &tier
	if text := f.text("expires_at"); text == "" {
		change.Forever = true
	} else if end, err := time.ParseInLocation(time.DateOnly, text, v.zone); err != nil {
		f.blame("expires_at", v.t("请写成 2027-12-31 这样的日期"))
	} else {
		end = end.AddDate(0, 0, 1)
		change.ExpiresAt = timestamp.Ptr(&end)
	}
	if !f.sound() {
		return c.told(ctx, v, f, nil)
	}
	if _, err = c.rooms.Plans.Set(ctx, v.PathValue("user_id"), change); err == nil {
		v.say("套餐已更新")
	}
	return c.told(ctx, v, f, err)
}

// notYourself keeps an operator from shutting themselves out.
func (c *Console) notYourself(v *visit) error {
	if v.PathValue("user_id") == v.user.ID {
		return fault.New(fault.OrderState).Why("own_role")
	}
	return nil
}

func (c *Console) setUserRole(ctx context.Context, v *visit) (reply, error) {
	role := v.PostForm.Get("role")
	err := c.notYourself(v)
	if err == nil && role != account.RoleUser && role != account.RoleOperator {
		err = fault.New(fault.Malformed)
	}
	if err == nil {
		if err = c.rooms.Accounts.SetRole(ctx, v.PathValue("user_id"), role); err == nil {
			v.say("角色已改为%s", v.t(userRole(role)))
		}
	}
	return c.told(ctx, v, v.form(), err)
}

func (c *Console) setUserStatus(ctx context.Context, v *visit) (reply, error) {
	status := v.PostForm.Get("status")
	err := c.notYourself(v)
	if err == nil && status != account.StatusActive && status != account.StatusDisabled {
		err = fault.New(fault.Malformed)
	}
	if err == nil {
		if err = c.rooms.Accounts.SetStatus(ctx, v.PathValue("user_id"), status); err == nil {
			v.say("账号现在：%s", v.t(accountStatus(status)))
		}
	}
	return c.told(ctx, v, v.form(), err)
}

func (c *Console) adjustUserPoints(ctx context.Context, v *visit) (reply, error) {
	f := v.form()
	by, err := strconv.ParseInt(strings.TrimPrefix(strings.ReplaceAll(f.text("points"), "−", "-"), "+"), 10, 64)
	if err != nil {
		f.blame("points", v.t("请填整数，负数为扣减"))
	}
	if f.text("reason") == "" {
		f.blame("reason", v.t("请填写"))
	}
	if !f.sound() {
		return c.told(ctx, v, f, nil)
	}
	quota, err := c.rooms.Plans.AdjustPoints(ctx, v.PathValue("user_id"), by, f.text("reason"))
	if err == nil {
		v.say("已调整 %s 积分，现有 %s", signed(by), number(quota.Balance))
	}
	return c.told(ctx, v, f, blamed(err, "points"))
}
