package access

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"

	"renown/internal/door/console/kit"
	"renown/internal/floor/fault"
	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/room/run"
)

// planPage is what an account may use and what it uses.
type planPage struct {
	subscription plan.Subscription
	limits       plan.Limits
	expired      bool
	active       int64
	allowance    run.Allowance
	storage      plan.Storage
	generated    int // today
	generations  int // a day
	team         bool
	form         kit.Form // of the deletion
	desk         plan.Desk
	asked        *plan.Request // the newest
	asking       kit.Form
	busy         busy
}

// busy is what keeps an account from being deleted.
type busy struct{ orders, runs, teams []string }

func busyWith(f *fault.Fault) (b busy) {
	b.orders, _ = f.Detail["orders"].([]string)
	b.runs, _ = f.Detail["runs"].([]string)
	b.teams, _ = f.Detail["teams"].([]string)
	return b
}

func (pages *Pages) showPlan(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	return pages.planForm(ctx, v, planPage{})
}

// planForm shows the page with forms as they were refused.
func (pages *Pages) planForm(ctx context.Context, v *kit.Visit, p planPage) (kit.Reply, error) {
	p.team = v.Space.Kind == account.Team
	var err error
	if p.desk, err = pages.Plans.Desk(ctx); err != nil {
		return kit.Reply{}, err
	}
	if p.asked, err = pages.Plans.Asked(ctx, v.User.ID); err != nil {
		return kit.Reply{}, err
	}
	if p.subscription, err = pages.Plans.Of(ctx, v.User.ID); err != nil {
		return kit.Reply{}, err
	}
	p.limits, p.expired = p.subscription.Limits(), p.subscription.Expired(v.Now)
	if p.allowance, err = pages.Runs.Allowance(ctx, personal(v), ""); err != nil {
		return kit.Reply{}, err
	}
	if p.active, _, err = pages.Brands.Enabled(ctx, personal(v)); err != nil {
		return kit.Reply{}, err
	}
	if p.storage, err = pages.Plans.Storage(ctx, v.User.ID); err != nil {
		return kit.Reply{}, err
	}
	if p.generated, p.generations, err = pages.Generations.Today(ctx, v.User.ID); err != nil {
		return kit.Reply{}, err
	}
	return kit.Show(kit.Page{Title: kit.Key("套餐"), Entry: "plan", Body: planBody(p)}, p.form, p.asking)
}

// planHint is the plan that there is, until when.
func planHint(ctx context.Context, p planPage) string {
	name := kit.T(ctx, kit.TierName(p.subscription.Tier))
	switch {
	case p.expired:
		return kit.T(ctx, "%s · 已到期", name)
	case p.subscription.ExpiresAt != nil:
		return kit.T(ctx, "%s · 到 %s", name, kit.LastDay(ctx, *p.subscription.ExpiresAt))
	}
	return name
}

// apart says what an operator set for the account apart from its tier.
func apart(ctx context.Context, s plan.Subscription) (list []string) {
	for _, l := range plan.OwnLimits {
		if n, own := s.Own[l.Name]; own {
			list = append(list, kit.T(ctx, kit.LimitName(l.Name))+" "+kit.Number(n))
		}
	}
	return list
}

func restText(ctx context.Context, used, limit int64) string {
	if used >= limit {
		return kit.T(ctx, "已满")
	}
	return kit.T(ctx, "还能加 %d 个", int(limit-used))
}

// dashes draws a part of a ring whose length is 100.
func dashes(used, limit int64) string {
	return fmt.Sprintf("%.1f 100", 100*min(1, float64(used)/float64(max(1, limit))))
}

// tierRow is one thing in which plans differ.
type tierRow struct {
	name string
	of   func(plan.Limits) string
}

func tierRows(ctx context.Context) []tierRow {
	return []tierRow{
		{kit.T(ctx, "启用的问题"), func(l plan.Limits) string { return kit.Number(l.ActivePrompts) }},
		{kit.T(ctx, "平台"), func(l plan.Limits) string { return kit.Number(l.Platforms) }},
		{kit.T(ctx, "每日监测"), func(l plan.Limits) string { return kit.T(ctx, "%d 次", l.RunsPerDay) }},
		{kit.T(ctx, "两次监测间隔"), func(l plan.Limits) string { return kit.Lasting(ctx, l.RunGap) }},
		{kit.T(ctx, "每题最多问"), func(l plan.Limits) string { return kit.T(ctx, "%d 遍", l.Samples) }},
		{kit.T(ctx, "每期积分"), func(l plan.Limits) string { return kit.Number(l.Points) }},
	}
}

// lacking is what keeps customers from asking for a plan.
func lacking(ctx context.Context, d plan.Desk) (list []string) {
	for name, there := range map[string]bool{
		kit.T(ctx, "联系方式"): d.Contact != "", kit.T(ctx, "价格页"): d.PriceURL != "", kit.T(ctx, "在线申请"): d.Open,
	} {
		if !there {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list
}

// monthOptions are the lengths that are usual.
func monthOptions(ctx context.Context) (list []kit.Option) {
	for _, n := range []int{1, 3, 6, 12, 24, plan.MonthsMost} {
		list = append(list, kit.Option{Value: strconv.Itoa(n), Label: kit.T(ctx, "%d 个月", n)})
	}
	return list
}

// exportAccount is all that is kept about the account, as JSON, sent as it is read. Of one account one is made at a time.
func (pages *Pages) exportAccount(_ context.Context, v *kit.Visit) (kit.Reply, error) {
	return kit.Reply{File: &kit.File{
		Name:        kit.FileName("json", "renown", v.User.Email, v.Now.In(v.Zone).Format("20060102")),
		ContentType: "application/json; charset=utf-8",
		Stream: func(ctx context.Context, out io.Writer) error {
			ctx, end, err := pages.Exporting.Begin(ctx, v.User.ID)
			if err != nil {
				return err
			}
			defer end()
			return pages.Export(ctx, out, v.User.ID)
		},
	}}, nil
}

// askPlan asks the operators for a plan.
func (pages *Pages) askPlan(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f := v.Submitted()
	months, err := strconv.Atoi(f.Text("months"))
	if err != nil {
		months = 0
	}
	if err := pages.Plans.Ask(ctx, v.User.ID, plan.Tier(f.Value("tier")), months, f.Text("note")); err != nil {
		return f.Refused(v, err, func() (kit.Reply, error) { return pages.planForm(ctx, v, planPage{asking: f}) })
	}
	v.Say("申请已提交，等待运营人员确认")
	return kit.LeadTo("/plan")
}

func (pages *Pages) withdrawPlan(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f := kit.Filled()
	if err := pages.Plans.Withdraw(ctx, v.User.ID); err != nil {
		return f.Refused(v, err, func() (kit.Reply, error) { return pages.planForm(ctx, v, planPage{asking: f}) })
	}
	v.Say("申请已撤回")
	return kit.LeadTo("/plan")
}

// deleteAccount erases everything, for who knows the password.
func (pages *Pages) deleteAccount(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f := v.Submitted()
	if f.Value("sure") == "" {
		f.Blame("sure", v.T("请勾选确认"))
		return pages.planForm(ctx, v, planPage{form: f})
	}
	if err := pages.Accounts.CheckPassword(ctx, v.User.ID, f.Value("password")); err != nil {
		g := v.Submitted()
		if err := g.Take(v, err); err != nil {
			return kit.Reply{}, err
		}
		f.Blame("password", g.Faults[""])
		return pages.planForm(ctx, v, planPage{form: f})
	}
	if err := pages.Accounts.Delete(ctx, v.User.ID); err != nil {
		if !fault.Is(err, fault.AccountBusy) {
			return kit.Reply{}, err
		}
		f.Blame("sure", v.Sentence(fault.As(err)))
		return pages.planForm(ctx, v, planPage{form: f, busy: busyWith(fault.As(err))})
	}
	v.EndSession()
	v.Say("账号与全部数据已删除")
	return kit.LeadTo("/login")
}
