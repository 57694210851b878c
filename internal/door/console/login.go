package console

import (
	"context"
	"fmt"
	"net/http"
	"net/url"

	"github.com/a-h/templ"

	"renown/internal/floor/fault"
	"renown/internal/room/account"
	"renown/internal/room/plan"
)

// trial is what a new account may use.
var trial = plan.Trial.Limits()

// artRows are the intervals drawn beside the form: from, to, value.
var artRows = [][3]int{
	{76, 168, 126},
	{105, 202, 157},
	{79, 200, 144},
	{154, 313, 239},
	{187, 290, 242},
	{180, 289, 238},
	{172, 264, 222},
	{150, 322, 243},
	{230, 390, 316},
	{277, 377, 331},
	{226, 368, 303},
	{270, 434, 358},
	{340, 431, 389},
}

func artCaps(from, to int) string {
	return fmt.Sprintf("M%d-13C%d-5 %d 5 %d 13M%d-13C%d-5 %d 5 %d 13", from+5, from-3, from-3, from+5, to-5, to+3, to+3, to-5)
}

func artDot(i int) string {
	if i == 9 {
		return "6.5"
	}
	return "4.5"
}

func nextQuery(next string) string {
	if next == "/" || next == "" {
		return ""
	}
	return "?next=" + url.QueryEscape(next)
}

// gatePage is a page for who is not logged in; a form that was refused comes back with 422.
func gatePage(title string, f form, body templ.Component) (reply, error) {
	p := page{Title: title, Bare: true, Body: body}
	if !f.sound() {
		p.Status = http.StatusUnprocessableEntity
	}
	return show(p)
}

func (c *Console) showLogin(_ context.Context, v *visit) (reply, error) {
	next := localPath(v.URL.Query().Get("next"))
	if v.user.ID != "" {
		return leadTo(next)
	}
	return c.loginForm(form{}, next)
}

func (c *Console) loginForm(f form, next string) (reply, error) {
	return gatePage(key("登录"), f, loginPage(f, next, !c.rooms.RegistrationClosed, c.rooms.Mail))
}

func (c *Console) logIn(ctx context.Context, v *visit) (reply, error) {
	f, next := v.form(), localPath(v.PostForm.Get("next"))
	_, token, err := c.rooms.Accounts.LogIn(ctx, account.Login{
		Email: f.value("email"), Password: f.value("password"), Address: c.rooms.Address(v.Request), Agent: v.UserAgent(),
	})
	if err != nil {
		if err := f.take(v, err); err != nil {
			return reply{}, err
		}
		return c.loginForm(f, next)
	}
	v.beginSession(token)
	return leadTo(next)
}

func (c *Console) logOut(ctx context.Context, v *visit) (reply, error) {
	if err := c.rooms.Accounts.EndSession(ctx, v.user.ID, v.session.ID); err != nil {
		return reply{}, err
	}
	v.endSession()
	v.w.Header().Set("Clear-Site-Data", `"cache"`)
	return leadTo("/login")
}

func (c *Console) showRegister(_ context.Context, v *visit) (reply, error) {
	if c.rooms.RegistrationClosed {
		return gatePage(key("注册"), form{}, gateNotice(v.t("注册"), v.t("这里不开放注册，账号由管理员创建。")))
	}
	return gatePage(key("注册"), form{}, registerPage(form{}, localPath(v.URL.Query().Get("next"))))
}

// register opens the account and, unless the address has to be verified first, logs in at once.
func (c *Console) register(ctx context.Context, v *visit) (reply, error) {
	f, next := v.form(), localPath(v.PostForm.Get("next"))
	email, password, address := f.value("email"), f.value("password"), c.rooms.Address(v.Request)
	if _, err := c.rooms.Plans.Register(ctx, plan.Registration{Email: email, Password: password, Address: address}); err != nil {
		if err := f.take(v, err); err != nil {
			return reply{}, err
		}
		return gatePage(key("注册"), f, registerPage(f, next))
	}
	if c.rooms.Mail {
		return gatePage(key("注册"), form{}, gateNotice(v.t("请查收邮件"), v.t("我们向 %s 寄去了一封邮件，点击其中的链接完成验证后即可登录。", email)))
	}
	_, token, err := c.rooms.Accounts.LogIn(ctx, account.Login{Email: email, Password: password, Address: address, Agent: v.UserAgent()})
	if err != nil {
		return leadTo("/login")
	}
	v.beginSession(token)
	if next == "/" {
		next = "/start"
	}
	return leadTo(next)
}

func (c *Console) showVerify(_ context.Context, v *visit) (reply, error) {
	return gatePage(key("验证邮箱"), form{}, verifyPage(form{}, v.URL.Query().Get("token")))
}

func (c *Console) verify(ctx context.Context, v *visit) (reply, error) {
	f := v.form()
	if err := takeToken(v, f, c.rooms.Accounts.Verify(ctx, f.value("token"))); err != nil {
		return reply{}, err
	}
	if !f.sound() {
		return gatePage(key("验证邮箱"), f, verifyPage(f, f.value("token")))
	}
	v.say("邮箱已验证")
	return leadTo("/login")
}

func (c *Console) showForgot(_ context.Context, v *visit) (reply, error) {
	if !c.rooms.Mail {
		return gatePage(key("找回密码"), form{}, gateNotice(v.t("找回密码"), v.t("忘记密码？请联系管理员重置。")))
	}
	return gatePage(key("找回密码"), form{}, forgotPage(form{}))
}

// forgot says the same whether the address is known or not.
func (c *Console) forgot(ctx context.Context, v *visit) (reply, error) {
	f := v.form()
	if err := c.rooms.Accounts.RequestReset(ctx, f.value("email"), c.rooms.Address(v.Request)); err != nil {
		if err := f.take(v, err); err != nil {
			return reply{}, err
		}
		return gatePage(key("找回密码"), f, forgotPage(f))
	}
	return gatePage(key("找回密码"), form{}, gateNotice(v.t("请查收邮件"), v.t("如果这个邮箱注册过，重置邮件已经寄出。")))
}

func (c *Console) showReset(_ context.Context, v *visit) (reply, error) {
	return gatePage(key("设置新密码"), form{}, resetPage(form{}, v.URL.Query().Get("token")))
}

func (c *Console) reset(ctx context.Context, v *visit) (reply, error) {
	f := v.form()
	if err := takeToken(v, f, c.rooms.Accounts.Reset(ctx, f.value("token"), f.value("password"))); err != nil {
		return reply{}, err
	}
	if !f.sound() {
		return gatePage(key("设置新密码"), f, resetPage(f, f.value("token")))
	}
	v.say("新密码已生效，请登录")
	return leadTo("/login")
}

// takeToken is take for a form whose token may be no longer good, which the form says itself.
func takeToken(v *visit, f form, err error) error {
	if known := fault.As(err); known != nil && known.Code == fault.NoSuchThing {
		f.blame("", v.sentence(known))
		return nil
	}
	if err == nil {
		return nil
	}
	return f.take(v, err)
}
