package operator

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"renown/internal/door/console/kit"
	"renown/internal/floor/fault"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/room/points"
)

const usersAPage = 50

// userRow is an account with its plan.
type userRow struct {
	account.User
	plan    plan.Subscription
	expired bool
}

// userList is all accounts, narrowed by the URL.
type userList struct {
	items  []userRow
	paging kit.Paging
	q      string
	tier   string
	status string
	counts map[string]int64 // by tier, and by status
	query  url.Values
}

const userSwap = "user-list user-tools"

func (l userList) filtered(name, value string) string {
	return kit.WithQuery("/operator/users", l.query, name, value)
}

func (pages *Pages) showUsers(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	l, err := pages.userList(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	l.paging.Total = int64(len(l.items))
	l.items = kit.PartOf(l.paging, l.items)
	return kit.Show(kit.Page{Title: kit.Key("用户"), Entry: "users", Body: usersBody(l)})
}

// userList reads every account: an installation has thousands, not millions.
func (pages *Pages) userList(ctx context.Context, v *kit.Visit) (l userList, err error) {
	asked := v.URL.Query()
	l = userList{
		paging: kit.PagingOf(v, usersAPage), q: strings.TrimSpace(asked.Get("q")), tier: asked.Get("tier"),
		status: asked.Get("status"), counts: map[string]int64{}, query: url.Values{},
	}
	for name, value := range map[string]string{"q": l.q, "tier": l.tier, "status": l.status} {
		if value != "" {
			l.query.Set(name, value)
		}
	}
	l.paging.Query = l.query
	users, err := pages.Accounts.List(ctx)
	if err != nil {
		return l, err
	}
	plans, err := pages.Plans.All(ctx)
	if err != nil {
		return l, err
	}
	now := v.Now
	for _, u := range users {
		line := userRow{u, plans[u.ID], plans[u.ID].Expired(now)}
		l.counts[""]++
		l.counts[string(line.plan.Tier)]++
		l.counts[u.Status]++
		if (l.tier == "" || string(line.plan.Tier) == l.tier) && (l.status == "" || u.Status == l.status) &&
			strings.Contains(strings.ToLower(u.Email+" "+u.ID), strings.ToLower(l.q)) {
			l.items = append(l.items, line)
		}
	}
	return l, nil
}

func (pages *Pages) exportUsers(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	l, err := pages.userList(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	return kit.TableOf(ctx, l.items, func(u userRow) []kit.Cell {
		return []kit.Cell{
			kit.Column("编号", u.ID), kit.Column("邮箱", u.Email), kit.Column("角色", v.T(userRole(u.Role))),
			kit.Column("状态", v.T(accountStatus(u.Status))),
			kit.Column("套餐", v.T(kit.TierName(u.plan.Tier))), kit.Column("到期", u.plan.ExpiresAt),
			kit.Column("创建", u.CreatedAt),
		}
	}).CSV(v.T("用户") + ".csv")
}

// userPage is one account before an operator.
type userPage struct {
	userRow
	quota   plan.Quota
	entries []points.Entry
	form    kit.Form
	self    bool
	factor  account.Factor
}

func (s userPage) path(rest string) string { return "/operator/users/" + s.ID + rest }

func (pages *Pages) showUser(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	return pages.userPage(ctx, v, nil)
}

func (pages *Pages) userPage(ctx context.Context, v *kit.Visit, refused *kit.Form) (kit.Reply, error) {
	user, err := pages.Accounts.ByID(ctx, v.PathValue("user_id"))
	if err != nil {
		return kit.Reply{}, err
	}
	subscription, err := pages.Plans.Of(ctx, user.ID)
	if err != nil {
		return kit.Reply{}, err
	}
	s := userPage{userRow: userRow{user, subscription, subscription.Expired(v.Now)}, self: user.ID == v.User.ID}
	if s.quota, err = pages.Plans.Quota(ctx, user.ID); err != nil {
		return kit.Reply{}, err
	}
	if s.entries, _, err = pages.Plans.PointsRecords(ctx, user.ID, points.Paging{Number: 1, Size: 10}); err != nil {
		return kit.Reply{}, err
	}
	if s.factor, err = pages.Accounts.Factor(ctx, user.ID); err != nil {
		return kit.Reply{}, err
	}
	s.form = kit.Filled("tier", string(subscription.Tier), "expires_at", dateField(v, subscription.ExpiresAt))
	for name, n := range subscription.Own {
		s.form.Values.Set(name, strconv.Itoa(n))
	}
	p := kit.Page{Title: user.Email, Entry: "users"}
	if refused != nil {
		for name, values := range refused.Values {
			s.form.Values[name] = values
		}
		s.form.Faults, p.Status = refused.Faults, http.StatusUnprocessableEntity
	}
	p.Body = userBody(s)
	return kit.Show(p)
}

// dateField is the last day of a subscription in the operator's zone, as a date field writes it.
func dateField(v *kit.Visit, end *timestamp.Time) string {
	if end == nil {
		return ""
	}
	return end.Add(-time.Microsecond).In(v.Zone).Format(time.DateOnly)
}

// told answers a form of the user's page: done, or the page again with what is wrong.
func (pages *Pages) told(ctx context.Context, v *kit.Visit, f kit.Form, err error) (kit.Reply, error) {
	if err != nil {
		if err := f.Take(v, err); err != nil {
			return kit.Reply{}, err
		}
	}
	if !f.Sound() {
		return pages.userPage(ctx, v, &f)
	}
	return kit.LeadTo("/operator/users/" + v.PathValue("user_id"))
}

// setUserPlan changes tier, end and what is apart from the tier. The end is the whole of the day that was chosen; an empty date is no
// end, an empty limit the tier's.
func (pages *Pages) setUserPlan(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f := v.Submitted()
	change := plan.Change{}
	tier, err := plan.ParseTier(f.Value("tier"))
	if err != nil {
		f.Blame("tier", v.T("请从列出的选项中选择"))
	}
	change.Tier = &tier
	if text := f.Text("expires_at"); text == "" {
		change.Forever = true
	} else if end, err := time.ParseInLocation(time.DateOnly, text, v.Zone); err != nil {
		f.Blame("expires_at", v.T("请写成 2027-12-31 这样的日期"))
	} else {
		end = end.AddDate(0, 0, 1)
		change.ExpiresAt = timestamp.Ptr(&end)
	}
	change.Own = map[string]*int{}
	for _, l := range plan.OwnLimits {
		change.Own[l.Name] = nil
		if text := f.Text(l.Name); text == "" {
			continue
		} else if n, err := strconv.Atoi(text); err != nil || n < 0 || n > l.Most {
			f.Blame(l.Name, v.T("请填 0 到 %s 的整数", kit.Number(l.Most)))
		} else {
			change.Own[l.Name] = &n
		}
	}
	if !f.Sound() {
		return pages.told(ctx, v, f, nil)
	}
	after, err := pages.Plans.Set(ctx, v.PathValue("user_id"), change)
	if err == nil && after.Archived > 0 {
		v.Say("套餐已更新，超出上限的 %d 个问题已归档", after.Archived)
	} else if err == nil {
		v.Say("套餐已更新")
	}
	return pages.told(ctx, v, f, err)
}

// notYourself keeps an operator from shutting themselves out.
func (pages *Pages) notYourself(v *kit.Visit) error {
	if v.PathValue("user_id") == v.User.ID {
		return fault.New(fault.OrderState).Why("own_role")
	}
	return nil
}

func (pages *Pages) setUserRole(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	role := v.PostForm.Get("role")
	err := pages.notYourself(v)
	if err == nil && role != account.RoleUser && role != account.RoleOperator {
		err = fault.New(fault.Malformed)
	}
	if err == nil {
		if err = pages.Accounts.SetRole(ctx, v.PathValue("user_id"), role); err == nil {
			v.Say("角色已改为%s", v.T(userRole(role)))
		}
	}
	return pages.told(ctx, v, v.Submitted(), err)
}

func (pages *Pages) setUserStatus(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	status := v.PostForm.Get("status")
	err := pages.notYourself(v)
	if err == nil && status != account.StatusActive && status != account.StatusDisabled {
		err = fault.New(fault.Malformed)
	}
	if err == nil {
		if err = pages.Accounts.SetStatus(ctx, v.PathValue("user_id"), status); err == nil {
			v.Say("账号现在：%s", v.T(accountStatus(status)))
		}
	}
	return pages.told(ctx, v, v.Submitted(), err)
}

// resetUserFactor helps who has lost the second factor and the recovery codes.
func (pages *Pages) resetUserFactor(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	err := pages.notYourself(v)
	if err == nil {
		if err = pages.Accounts.ResetFactor(ctx, v.PathValue("user_id")); err == nil {
			v.Say("两步验证已清除，该用户已退出登录")
		}
	}
	return pages.told(ctx, v, v.Submitted(), err)
}

func (pages *Pages) adjustUserPoints(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f := v.Submitted()
	by, err := strconv.ParseInt(strings.TrimPrefix(strings.ReplaceAll(f.Text("points"), "−", "-"), "+"), 10, 64)
	if err != nil {
		f.Blame("points", v.T("请填整数，负数为扣减"))
	}
	if f.Text("reason") == "" {
		f.Blame("reason", v.T("请填写"))
	}
	if !f.Sound() {
		return pages.told(ctx, v, f, nil)
	}
	quota, err := pages.Plans.AdjustPoints(ctx, v.PathValue("user_id"), by, f.Text("reason"))
	if err == nil {
		v.Say("已调整 %s 积分，现有 %s", kit.Signed(by), kit.Number(quota.Balance))
	}
	return pages.told(ctx, v, f, blamed(err, "points"))
}
