package console

import (
	"context"
	"encoding/json"
	"net/http"

	"renown/internal/room/account"
	"renown/internal/room/geo/run"
	"renown/internal/room/plan"
)

// planPage is what an account may use and what it uses.
type planPage struct {
	subscription plan.Subscription
	limits       plan.Limits
	expired      bool
	active       int64
	brands       int
	keys         int
	allowance    run.Allowance
	team         bool
	form         form // of the deletion
}

func (c *Console) showPlan(ctx context.Context, v *visit) (reply, error) {
	return c.planForm(ctx, v, filled())
}

func (c *Console) planForm(ctx context.Context, v *visit, f form) (reply, error) {
	p := planPage{team: v.space.Kind == account.Team, form: f}
	var err error
	if p.subscription, err = c.rooms.Plans.Of(ctx, v.user.ID); err != nil {
		return reply{}, err
	}
	p.limits, p.expired = p.subscription.Tier.Limits(), p.subscription.Expired(v.now)
	if p.allowance, err = c.rooms.Runs.Allowance(ctx, personal(v), ""); err != nil {
		return reply{}, err
	}
	if p.active, _, err = c.rooms.Brands.Enabled(ctx, personal(v)); err != nil {
		return reply{}, err
	}
	brands, err := c.rooms.Brands.List(ctx, personal(v))
	if err != nil {
		return reply{}, err
	}
	p.brands = len(brands)
	keys, err := c.rooms.Accounts.Keys(ctx, v.user.ID)
	if err != nil {
		return reply{}, err
	}
	for _, k := range keys {
		if k.RevokedAt == nil {
			p.keys++
		}
	}
	shown := page{Title: key("套餐与用量"), Body: planBody(p)}
	if !f.sound() {
		shown.Status = http.StatusUnprocessableEntity
	}
	return show(shown)
}

// exportAccount is all that is kept about the account, as JSON.
func (c *Console) exportAccount(ctx context.Context, v *visit) (reply, error) {
	all, err := c.rooms.Export(ctx, v.user.ID)
	if err != nil {
		return reply{}, err
	}
	text, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		return reply{}, err
	}
	return reply{file: &file{name: "renown-" + v.now.In(v.zone).Format("20060102") + ".json", contentType: "application/json; charset=utf-8", body: text}}, nil
}

// deleteAccount erases everything, for who knows the password.
func (c *Console) deleteAccount(ctx context.Context, v *visit) (reply, error) {
	f := v.form()
	if f.value("sure") == "" {
		f.blame("sure", v.t("请勾选确认"))
		return c.planForm(ctx, v, f)
	}
	_, _, err := c.rooms.Accounts.LogIn(ctx, account.Login{
		Email: v.user.Email, Password: f.value("password"), Address: c.rooms.Address(v.Request), Agent: v.UserAgent(),
	})
	if err != nil {
		g := v.form()
		if err := g.take(v, err); err != nil {
			return reply{}, err
		}
		f.blame("password", g.faults[""])
		return c.planForm(ctx, v, f)
	}
	if err := c.rooms.Accounts.Delete(ctx, v.user.ID); err != nil {
		return reply{}, err
	}
	v.endSession()
	v.say("账号与全部数据已删除")
	return leadTo("/login")
}
