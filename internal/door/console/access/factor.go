package access

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"rsc.io/qr"

	"renown/internal/door/console/kit"
	"renown/internal/floor/fault"
	"renown/internal/room/account"
)

// factorPage is a user's second factor: off, being set up, or on.
type factorPage struct {
	factor   account.Factor
	setup    *account.Setup
	codes    []string // shown this once
	email    string
	required bool // an operator must have one
	begin    kit.Form
	confirm  kit.Form
	renew    kit.Form
	disable  kit.Form
}

func (p factorPage) sound() bool {
	return p.begin.Sound() && p.confirm.Sound() && p.renew.Sound() && p.disable.Sound()
}

func (pages *Pages) showFactor(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	return pages.factorForm(ctx, v, factorPage{})
}

func (pages *Pages) factorForm(ctx context.Context, v *kit.Visit, p factorPage) (kit.Reply, error) {
	var err error
	if p.factor, err = pages.Accounts.Factor(ctx, v.User.ID); err != nil {
		return kit.Reply{}, err
	}
	p.email, p.required = v.User.Email, pages.OperatorFactor && v.User.Role == account.RoleOperator
	shown := kit.Page{Title: kit.Key("两步验证"), Body: factorBody(p)}
	if !p.sound() {
		shown.Status = http.StatusUnprocessableEntity
	}
	return kit.Show(shown)
}

// beginFactor answers with the secret itself, for who knows the password.
func (pages *Pages) beginFactor(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f := v.Submitted()
	setup, err := pages.Accounts.BeginFactor(ctx, v.User.ID, f.Value("password"))
	if err != nil {
		return f.Refused(v, err, func() (kit.Reply, error) { return pages.factorForm(ctx, v, factorPage{begin: f}) })
	}
	return pages.factorForm(ctx, v, factorPage{setup: &setup})
}

// confirmFactor answers with the recovery codes, which cannot be shown again.
func (pages *Pages) confirmFactor(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f := v.Submitted()
	codes, err := pages.Accounts.ConfirmFactor(ctx, v.Session, f.Value("code"))
	if err == nil {
		return pages.factorForm(ctx, v, factorPage{codes: codes})
	}
	if err := f.Take(v, err); err != nil {
		return kit.Reply{}, err
	}
	setup, err := pages.Accounts.PendingFactor(ctx, v.User.ID)
	if fault.Is(err, fault.NoSuchThing) {
		return kit.LeadTo("/account/second-factor")
	}
	if err != nil {
		return kit.Reply{}, err
	}
	return pages.factorForm(ctx, v, factorPage{setup: &setup, confirm: f})
}

func (pages *Pages) renewCodes(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f := v.Submitted()
	codes, err := pages.Accounts.RenewCodes(ctx, v.User.ID, f.Value("code"))
	if err != nil {
		return f.Refused(v, err, func() (kit.Reply, error) { return pages.factorForm(ctx, v, factorPage{renew: f}) })
	}
	return pages.factorForm(ctx, v, factorPage{codes: codes})
}

func (pages *Pages) disableFactor(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f := v.Submitted()
	if err := pages.Accounts.DisableFactor(ctx, v.User.ID, f.Value("password"), f.Value("proof")); err != nil {
		return f.Refused(v, err, func() (kit.Reply, error) { return pages.factorForm(ctx, v, factorPage{disable: f}) })
	}
	v.Say("两步验证已关闭")
	return kit.LeadTo("/account/second-factor")
}

// logInCode is the second step of logging in.
func (pages *Pages) logInCode(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f, next := v.Submitted(), kit.LocalPath(v.PostForm.Get("next"))
	_, token, err := pages.Accounts.AnswerChallenge(ctx, f.Value("challenge"), f.Value("code"),
		account.Login{Address: pages.Address(v.Request), Agent: v.UserAgent()})
	if fault.Is(err, fault.NoSuchThing) { // over: from the beginning
		begin := kit.Filled()
		begin.Blame("", v.Sentence(fault.As(err)))
		return pages.loginForm(begin, next)
	}
	if err != nil {
		return f.Refused(v, err, func() (kit.Reply, error) {
			return loggedOutPage(kit.Key("登录"), f, codePage(f, f.Value("challenge"), next))
		})
	}
	v.BeginSession(token)
	return kit.LeadTo(next)
}

const quiet = 4 // modules around a code that must be empty

// qrPath draws a text as a QR code: the path of its dark modules, one unit each, and the length of a side.
func qrPath(text string) (path string, side int, err error) {
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return "", 0, err
	}
	var b strings.Builder
	for y := range code.Size {
		for x := 0; x < code.Size; x++ {
			from := x
			for x < code.Size && code.Black(x, y) {
				x++
			}
			if x > from {
				fmt.Fprintf(&b, "M%d %dh%dv1h-%dz", from+quiet, y+quiet, x-from, x-from)
			}
		}
	}
	return b.String(), code.Size + 2*quiet, nil
}
