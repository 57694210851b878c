package access

import (
	"context"
	"fmt"
	"net/url"

	"github.com/a-h/templ"

	"renown/internal/door/console/kit"
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

// loggedOutPage is a page for who is not logged in; a form that was refused comes back with 422.
func loggedOutPage(title string, f kit.Form, body templ.Component) (kit.Reply, error) {
	return kit.Show(kit.Page{Title: title, Bare: true, Body: body}, f)
}

func (pages *Pages) showLogin(_ context.Context, v *kit.Visit) (kit.Reply, error) {
	next := kit.LocalPath(v.URL.Query().Get("next"))
	if v.User.ID != "" {
		return kit.LeadTo(next)
	}
	return pages.loginForm(kit.Form{}, next)
}

func (pages *Pages) loginForm(f kit.Form, next string) (kit.Reply, error) {
	return loggedOutPage(kit.Key("登录"), f, loginPage(f, next, !pages.RegistrationClosed))
}

func (pages *Pages) logIn(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f, next := v.Submitted(), kit.LocalPath(v.PostForm.Get("next"))
	_, token, err := pages.Accounts.LogIn(ctx, account.Login{
		Email: f.Value("email"), Password: f.Value("password"), Address: pages.Address(v.Request), Agent: v.UserAgent(),
	})
	if account.NeedsFactor(err) {
		return loggedOutPage(kit.Key("登录"), kit.Form{}, codePage(kit.Form{}, token, next))
	}
	if err != nil {
		return f.Refused(v, err, func() (kit.Reply, error) { return pages.loginForm(f, next) })
	}
	v.BeginSession(token)
	return kit.LeadTo(next)
}

func (pages *Pages) logOut(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	if err := pages.Accounts.EndSession(ctx, v.User.ID, v.Session.ID); err != nil {
		return kit.Reply{}, err
	}
	v.EndSession()
	v.Writer.Header().Set("Clear-Site-Data", `"cache"`)
	return kit.LeadTo("/login")
}

func (pages *Pages) showRegister(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	if pages.RegistrationClosed {
		desk, err := pages.Plans.Desk(ctx)
		if err != nil {
			return kit.Reply{}, err
		}
		return loggedOutPage(kit.Key("注册"), kit.Form{}, loggedOutNotice(v.T("注册"), v.T("这里不开放注册，账号由运营人员创建。"), desk))
	}
	return loggedOutPage(kit.Key("注册"), kit.Form{}, registerPage(kit.Form{}, kit.LocalPath(v.URL.Query().Get("next"))))
}

// register opens the account and, unless the address has to be verified first, logs in at once.
func (pages *Pages) register(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f, next := v.Submitted(), kit.LocalPath(v.PostForm.Get("next"))
	email, password, address := f.Value("email"), f.Value("password"), pages.Address(v.Request)
	if _, err := pages.Plans.Register(ctx, plan.Registration{Email: email, Password: password, Address: address}); err != nil {
		if err := takeBeside(v, f, err, registrationFields); err != nil {
			return kit.Reply{}, err
		}
		return loggedOutPage(kit.Key("注册"), f, registerPage(f, next))
	}
	if pages.Mail {
		return loggedOutPage(kit.Key("注册"), kit.Form{},
			loggedOutNotice(v.T("请查收邮件"), v.T("我们向 %s 寄去了一封邮件，点击其中的链接完成验证后即可登录。", email), plan.Desk{}))
	}
	_, token, err := pages.Accounts.LogIn(ctx, account.Login{Email: email, Password: password, Address: address, Agent: v.UserAgent()})
	if err != nil {
		return kit.LeadTo("/login")
	}
	v.BeginSession(token)
	if next == "/" {
		next = "/start"
	}
	return kit.LeadTo(next)
}

func (pages *Pages) showVerify(_ context.Context, v *kit.Visit) (kit.Reply, error) {
	return loggedOutPage(kit.Key("验证邮箱"), kit.Form{}, verifyPage(kit.Form{}, v.URL.Query().Get("token")))
}

func (pages *Pages) verify(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f := v.Submitted()
	if err := takeToken(v, f, pages.Accounts.Verify(ctx, f.Value("token"), f.Value("password"))); err != nil {
		return kit.Reply{}, err
	}
	if !f.Sound() {
		return loggedOutPage(kit.Key("验证邮箱"), f, verifyPage(f, f.Value("token")))
	}
	v.Say("邮箱已验证，请登录")
	return kit.LeadTo("/login")
}

func (pages *Pages) showForgot(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	return pages.forgotForm(ctx, v, kit.Form{})
}

// forgotForm asks for the address, and says whom to turn to: alone where no mail can be sent.
func (pages *Pages) forgotForm(ctx context.Context, v *kit.Visit, f kit.Form) (kit.Reply, error) {
	desk, err := pages.Plans.Desk(ctx)
	if err != nil {
		return kit.Reply{}, err
	}
	desk.PriceURL = "" // of no use to who cannot log in
	if !pages.Mail {
		return loggedOutPage(kit.Key("找回密码"), f, loggedOutNotice(v.T("找回密码"), v.T("忘记密码？请联系客服重置。"), desk))
	}
	return loggedOutPage(kit.Key("找回密码"), f, forgotPage(f, desk))
}

// forgot says the same whether the address is known or not.
func (pages *Pages) forgot(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f := v.Submitted()
	if err := pages.Accounts.RequestReset(ctx, f.Value("email"), pages.Address(v.Request)); err != nil {
		return f.Refused(v, err, func() (kit.Reply, error) { return pages.forgotForm(ctx, v, f) })
	}
	return loggedOutPage(kit.Key("找回密码"), kit.Form{}, loggedOutNotice(v.T("请查收邮件"), v.T("如果这个邮箱注册过，重置邮件已经寄出。"), plan.Desk{}))
}

func (pages *Pages) showReset(_ context.Context, v *kit.Visit) (kit.Reply, error) {
	return loggedOutPage(kit.Key("设置新密码"), kit.Form{}, resetPage(kit.Form{}, v.URL.Query().Get("token")))
}

func (pages *Pages) reset(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f := v.Submitted()
	if err := takeToken(v, f, pages.Accounts.Reset(ctx, f.Value("token"), f.Value("password"))); err != nil {
		return kit.Reply{}, err
	}
	if !f.Sound() {
		return loggedOutPage(kit.Key("设置新密码"), f, resetPage(f, f.Value("token")))
	}
	v.Say("新密码已生效，请登录")
	return kit.LeadTo("/login?next=" + url.QueryEscape("/keys?after=reset"))
}

// Fields that refusals of addresses and passwords speak of, by reason.
var (
	registrationFields = map[string]string{
		"email_malformed": "email", "email_registered": "email",
		"password_empty": "password", "password_length": "password", "password_common": "password", "password_context": "password",
	}
	passwordFields = map[string]string{
		"password_wrong": "old", "password_empty": "chosen", "password_length": "chosen",
		"password_common": "chosen", "password_context": "chosen",
	}
)

// takeBeside is take for refusals that carry a reason and no field: they are said beside the field they speak of.
func takeBeside(v *kit.Visit, f kit.Form, err error, fields map[string]string) error {
	if known := fault.As(err); known != nil && fields[known.Reason] != "" {
		f.Blame(fields[known.Reason], v.Sentence(known))
		return nil
	}
	return f.Take(v, err)
}

// takeToken is take for a form whose token may be no longer good, which the form says itself.
func takeToken(v *kit.Visit, f kit.Form, err error) error {
	if known := fault.As(err); known != nil && known.Code == fault.NoSuchThing {
		f.Blame("", v.Sentence(known))
		return nil
	}
	if err == nil {
		return nil
	}
	return f.Take(v, err)
}
