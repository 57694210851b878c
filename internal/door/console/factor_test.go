package console_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha1" //nolint:gosec // RFC 6238
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"renown/internal/config"
	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/must"
	"renown/internal/tool/secretbox"
)

func withSeal(t *testing.T, required bool) func(*config.Settings) {
	t.Helper()
	keys := must.Get(secretbox.ParseRing("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="))(t)
	return func(s *config.Settings) { s.SealKeys, s.OperatorSecondFactor = keys, required }
}

// sixDigits is what an authenticator shows now, or so many steps of 30 seconds later.
func sixDigits(secret []byte, later int64) string {
	message := binary.BigEndian.AppendUint64(nil, uint64(time.Now().Unix()/30+later))
	mac := hmac.New(sha1.New, secret)
	mac.Write(message)
	sum := mac.Sum(nil)
	at := sum[19] & 15
	return fmt.Sprintf("%06d", (binary.BigEndian.Uint32(sum[at:])&0x7fffffff)%1_000_000)
}

// enrol turns the second factor on, and returns its secret and the recovery codes.
func (b *browser) enrol(password string) (secret []byte, codes []string) {
	b.t.Helper()
	setup := b.post("/account/second-factor/begin", "password", password).expect(200, "扫码")
	if setup.count("svg.qr path") != 1 {
		b.t.Error("there is nothing to scan")
	}
	secret = must.Get(base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(setup.one("#factor-secret")))(b.t)
	b.post("/account/second-factor/confirm", "code", "000000").expect(422, "验证码不正确", "扫码")
	on := b.post("/account/second-factor/confirm", "code", sixDigits(secret, 0)).expect(200, "请保存恢复码")
	return secret, strings.Fields(on.one("#recovery-codes"))
}

// Two steps to log in: the password shows the second, a code opens the session, and what was used is used up.
func TestSecondFactor(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{Settings: withSeal(t, false)}, func(t *testing.T, s *apitest.Server) {
		b, a := loggedIn(t, s, plan.Standard)
		b.get("/account/second-factor").expect(200, "两步验证", "开始设置")
		b.post("/account/second-factor/begin", "password", "wrong").expect(422, "密码不正确")
		secret, codes := b.enrol(a.Password)
		must.Equal(t, len(codes), 10, "codes", codes)
		b.get("/account/second-factor").expect(200, "已开启", "还有 10 个恢复码")

		other := newBrowser(t, s)
		step := other.post("/login", "email", a.Email, "password", a.Password, "next", "/account").expect(200, "六位数字或恢复码")
		other.get("/account").leads("/login?next=%2Faccount")
		challenge := attr(step.find("input[name=challenge]")[0], "value")
		other.post("/login/code", "challenge", challenge, "next", "/account", "code", "123").expect(422, "验证码不正确")
		other.post("/login/code", "challenge", "made up", "code", sixDigits(secret, 1)).expect(422, "请重新登录")
		other.post("/login/code", "challenge", challenge, "next", "https://evil.example/", "code", codes[0]).leads("/")
		other.get("/account/log").expect(200, "使用恢复码登录", "开启两步验证")

		b.post("/account/second-factor/codes", "code", codes[0]).expect(422, "验证码不正确")
		b.post("/account/second-factor/codes", "code", codes[1]).expect(200, "请保存恢复码")
		b.post("/account/second-factor/disable", "password", a.Password, "proof", codes[2]).expect(422, "验证码不正确")
		b.post("/account/second-factor/disable", "password", a.Password, "proof", sixDigits(secret, 1)).leads("/account/second-factor")
		newBrowser(t, s).logIn(a.Email, a.Password)
	})
}

// Where operators must have a second factor, their pages wait for it, and nothing else does; one of them can clear another's.
func TestOperatorSecondFactor(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{Settings: withSeal(t, true)}, func(t *testing.T, s *apitest.Server) {
		user, u := loggedIn(t, s, plan.Standard)
		operator, o := loggedIn(t, s, plan.Standard)
		must.Do(t, s.App.Accounts.SetRole(context.Background(), o.UserID, account.RoleOperator))
		for _, path := range []string{"/operator/users", "/operator/log", "/operator/review"} {
			operator.get(path).leads("/account/second-factor")
			user.get(path).expect(http.StatusNotFound)
		}
		operator.post("/operator/users/"+u.UserID+"/points", "points", "5", "reason", "x").leads("/account/second-factor")
		operator.get("/account/second-factor").expect(200, "要求运营人员开启两步验证")
		operator.enrol(o.Password)
		operator.get("/operator/users").expect(200)

		user.enrol(u.Password)
		operator.get("/operator/users/"+u.UserID).expect(200, "清除两步验证")
		operator.post("/operator/users/" + o.UserID + "/second-factor").expect(422)
		operator.post("/operator/users/" + u.UserID + "/second-factor").leads("/operator/users/" + u.UserID)
		user.get("/account").leads("/login?next=%2Faccount")
		user.logIn(u.Email, u.Password)
	})
}

func TestSecondFactorWithoutKeys(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		b, a := loggedIn(t, s, plan.Standard)
		b.get("/account/second-factor").expect(200, "暂不能开启")
		b.post("/account/second-factor/begin", "password", a.Password).expect(503)
	})
}
