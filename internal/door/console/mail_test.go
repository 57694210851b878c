package console_test

import (
	"context"
	"net/url"
	"strings"
	"testing"

	"renown/internal/config"
	"renown/internal/room/account"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/must"
)

// withMail is a program that posts mails and, being without workers, never sends one: tests write the letters themselves.
func withMail(s *config.Settings) {
	s.Role = config.API
	s.SMTPURL, s.MailFrom, s.PublicURL = &url.URL{Scheme: "smtp", Host: "127.0.0.1:1"}, "renown@example.com", ""
}

func letter(t *testing.T, s *apitest.Server, purpose account.Purpose, email string) string {
	t.Helper()
	ctx := context.Background()
	user := must.Get(s.App.Accounts.ByEmail(ctx, email))(t)
	l := must.Get(s.App.Accounts.WriteLetter(ctx, account.Notice{Purpose: purpose, UserID: user.ID}))(t)
	return l.Token
}

// With a mail server an address is verified first, and a forgotten password is mended by a link that works once.
func TestMail(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{Settings: withMail}, func(t *testing.T, s *apitest.Server) {
		b := newBrowser(t, s)
		b.get("/login").expect(200, "忘记密码")
		b.post("/register", "email", "lin@example.com", "password", "long enough").expect(200, "请查收邮件", "lin@example.com")
		b.post("/login", "email", "lin@example.com", "password", "long enough").expect(422, "完成邮箱验证")
		b.post("/verify", "token", "wrong", "password", "the owner's").expect(422)
		token := letter(t, s, account.VerifyAddress, "lin@example.com")
		b.get("/verify?token="+token).expect(200, "确认邮箱")
		b.post("/verify", "token", token).expect(422, "密码长度")
		b.follow(b.post("/verify", "token", token, "password", "the owner's").leads("/login")).expect(200, "邮箱已验证")
		b.post("/login", "email", "lin@example.com", "password", "long enough").expect(422) // the registrant's
		b.logIn("lin@example.com", "the owner's")

		// A known address and an unknown one are answered alike; the known one's password stays.
		known := b.post("/register", "email", "lin@example.com", "password", "another try").expect(200)
		unknown := b.post("/register", "email", "who@example.com", "password", "another try").expect(200)
		if got, want := known.text(), strings.ReplaceAll(unknown.text(), "who@example.com", "lin@example.com"); got != want {
			t.Errorf("a known address reads\n%s\nand an unknown one\n%s", got, want)
		}
		newBrowser(t, s).logIn("lin@example.com", "the owner's")

		other := newBrowser(t, s)
		other.post("/forgot", "email", "nobody@example.com").expect(200, "如果这个邮箱注册过")
		other.post("/forgot", "email", "lin@example.com").expect(200, "如果这个邮箱注册过")
		token = letter(t, s, account.ResetPassword, "lin@example.com")
		other.get("/reset?token="+token).expect(200, "设置新密码")
		other.post("/reset", "token", token, "password", "short").expect(422, "密码长度")
		other.post("/reset", "token", "wrong", "password", "something new").expect(422)
		other.post("/reset", "token", token, "password", "something new").leads("/login?next=%2Fkeys%3Fafter%3Dreset")
		other.post("/reset", "token", token, "password", "something newer").expect(422)
		b.get("/account").leads("/login?next=%2Faccount")
		other.logIn("lin@example.com", "something new")
	})
}

func TestNoMail(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, "sqlite", apitest.Options{})
	newBrowser(t, s).get("/forgot").expect(200, "请联系客服重置")
}
