package console_test

import (
	"context"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"renown/internal/config"
	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

func TestLogIn(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		a := s.Account(t, plan.Standard)
		b := newBrowser(t, s)
		b.get("/").leads("/login")
		b.get("/account?x=1").leads("/login?next=" + url.QueryEscape("/account?x=1"))
		b.post("/account/password", "old", "x", "chosen", "y").leads("/login")
		for from, to := range map[string]string{s.URL + "/account?x=1": "/login?next=" +
			url.QueryEscape("/account?x=1"), "https://evil.example/account": "/login", s.URL +
			"//evil.example": "/login"} {
			b.header.Set("Referer", from)
			b.follow(b.post("/account/password", "old", "x", "chosen", "y").leads(to)).expect(200, "没有保存，请重新登录")
		}
		b.header.Del("Referer")
		b.get("/login").expect(200, "登录", "注册")

		wrong := b.post("/login", "email", a.Email, "password", "wrong", "next", "/account").expect(422, "邮箱或密码不正确")
		expect.Equal(t, attr(wrong.find("#email")[0], "value"), a.Email, "the address that was typed is gone")
		if len(wrong.find("#password[value]")) > 0 {
			t.Error("the password is written back")
		}
		expect.Equal(t, attr(wrong.find("input[name=next]")[0], "value"), "/account", "the way back is lost")
		b.post("/login", "email", a.Email, "password", a.Password, "next", "https://evil.example/").leads("/")
		b.get("/login?next=//evil.example").leads("/")
		b.get("/account").expect(200, a.Email, "已登录的浏览器")

		cookie := b.cookie("renown")
		if cookie == "" {
			t.Fatal("no session cookie")
		}
		b.post("/logout").leads("/login")
		b.get("/account").leads("/login?next=%2Faccount")
		if _, _, err := s.App.Accounts.Resume(context.Background(), cookie); err == nil {
			t.Error("the session outlives the log-out")
		}
	})
}

func (b *browser) cookie(name string) string {
	u, _ := url.Parse(b.s.URL)
	for _, c := range b.client.Jar.Cookies(u) {
		if c.Name == name {
			return c.Value
		}
	}
	return ""
}

func TestLogInIsThrottled(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		b := newBrowser(t, s)
		var last *received
		for range 12 {
			last = b.post("/login", "email", "nobody@example.com", "password", "wrong")
		}
		last.expect(422, "请求过于频繁", "后可再试")
	})
}

// A session ends with its account's standing, whatever cookie the browser still has.
func TestDisabledSession(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		b, a := loggedIn(t, s, plan.Standard)
		b.get("/account").expect(200)
		must.Do(t, s.App.Accounts.SetStatus(context.Background(), a.UserID, account.StatusDisabled))
		b.get("/account").leads("/login?next=%2Faccount")
		b.post("/login", "email", a.Email, "password", a.Password).expect(422, "账号已停用")
	})
}

func TestCookies(t *testing.T) {
	t.Parallel()
	loopback, elsewhere := []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
	for _, tc := range []struct {
		name, public, proto string
		proxies             []netip.Prefix
		secure              bool
	}{
		{name: "plain"},
		{name: "behind TLS by its address", public: "https://console.example", secure: true},
		{name: "behind TLS by a trusted proxy", proto: "https", proxies: loopback, secure: true},
		{name: "a stranger's proxy chain ends in ours", proto: "https, http", proxies: loopback},
		{name: "a stranger says so", proto: "https", proxies: elsewhere},
		{name: "a stranger says so, no proxies", proto: "https"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			s := apitest.Start(t, "sqlite", apitest.Options{Settings: func(c *config.Settings) {
				c.PublicURL,
					c.TrustedProxies = tc.public, tc.proxies
			}})
			a := s.Account(t, plan.Standard)
			b := newBrowser(t, s)
			if tc.proto != "" {
				b.header.Set("X-Forwarded-Proto", tc.proto)
			}
			got := b.post("/login", "email", a.Email, "password", a.Password)
			set := strings.Join(got.header["Set-Cookie"], "\n")
			cookie := map[bool]string{false: "renown=", true: "__Host-renown="}[tc.secure]
			for _, want := range []string{"\n" + cookie, "HttpOnly", "SameSite=Lax", "Path=/"} {
				if !strings.Contains("\n"+set, want) {
					t.Errorf("no %s in %s", want, set)
				}
			}
			expect.Equal(t, strings.Contains(set, "Secure"), tc.secure, "Secure:", set)
			kept := must.Get(http.ParseSetCookie(got.header.Get("Set-Cookie")))(t)
			if most := s.App.Settings.SessionMax; time.Duration(kept.MaxAge)*time.Second < most {
				t.Errorf("the browser forgets a session that is used after %d s, it may last %s", kept.MaxAge, most)
			}
			if (got.header.Get("Strict-Transport-Security") != "") != tc.secure {
				t.Errorf("HSTS: %q", got.header.Get("Strict-Transport-Security"))
			}
		})
	}
}

// What another site makes a browser send is refused before anything happens.
func TestCrossOrigin(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		b, _ := loggedIn(t, s, plan.Standard)
		for _, header := range []http.Header{
			{"Sec-Fetch-Site": {"cross-site"}},
			{"Sec-Fetch-Site": {"same-site"}},
			{"Sec-Fetch-Site": nil, "Origin": {"https://evil.example"}},
			{"Sec-Fetch-Site": nil, "Origin": {"null"}},
		} {
			b.header = header
			b.post("/logout").expect(403, "来自别的网站")
		}
		b.header = http.Header{}
		b.get("/account").expect(200)
	})
}

func TestRegister(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		b := newBrowser(t, s)
		b.post("/register", "email", "not an address", "password", "long enough").expect(422, "邮箱地址格式不正确")
		short := b.post("/register", "email", "new@example.com", "password", "short").expect(422, "密码长度应为 8")
		expect.Equal(t, short.count("#password[aria-invalid][autofocus]"), 1, "the password is not marked")
		expect.Equal(t, short.count("#email[autofocus]"), 0, "the address takes the focus")
		b.post("/register", "email", "new@example.com", "password", "long enough").leads("/start")
		b.get("/account").expect(200, "new@example.com")
		newBrowser(t, s).post("/register", "email", "NEW@example.com", "password", "long enough").expect(422, "该邮箱已注册")
	})
}

func TestRegistrationClosed(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, "sqlite", apitest.Options{Settings: func(c *config.Settings) { c.RegistrationClosed = true }})
	b := newBrowser(t, s)
	if got := b.get("/login").expect(200); got.count(`a[href="/register"]`) > 0 {
		t.Error("the log-in page leads to a registration that is closed")
	}
	b.get("/register").expect(200, "不开放注册")
	if got := b.post("/register", "email", "new@example.com", "password", "long enough"); got.status < 400 {
		t.Errorf("registered although it is closed: %d", got.status)
	}
}

func TestPassword(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		b, a := loggedIn(t, s, plan.Standard)
		other := newBrowser(t, s)
		other.logIn(a.Email, a.Password)
		b.post("/account/password", "old", "wrong", "chosen", "something new").expect(422, "密码不正确")
		b.post("/account/password", "old", a.Password, "chosen", "short").expect(422, "密码长度")
		b.follow(b.post("/account/password", "old", a.Password, "chosen", "something new").leads("/account")).expect(200, "密码已修改")
		b.get("/account").expect(200)
		other.get("/account").leads("/login?next=%2Faccount")
		other.logIn(a.Email, "something new")
	})
}

func TestSessions(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		b, a := loggedIn(t, s, plan.Standard)
		other := newBrowser(t, s)
		other.logIn(a.Email, a.Password)
		page := b.get("/account").expect(200)
		must.Equal(t, page.count("#sessions tbody tr"), 2, "sessions")
		forms := page.find("#sessions tbody form")
		must.Equal(t, len(forms), 1, "sessions can be ended, want the other one")
		action := attr(forms[0], "action")
		stranger, _ := loggedIn(t, s, plan.Standard)
		stranger.post(action).leads("/account")
		other.get("/account").expect(200)
		b.post(action).leads("/account")
		other.get("/account").leads("/login?next=%2Faccount")
	})
}

func TestPreferences(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, "sqlite", apitest.Options{})
	b := newBrowser(t, s)
	b.post("/preferences", "lang", "en", "back", "/login").leads("/login")
	page := b.get("/login").expect(200, "Log in")
	expect.Equal(t, attr(page.find("html")[0], "lang"), "en", "lang")
	b.post("/preferences", "theme", "dark", "back", "//evil.example").leads("/")
	expect.Equal(t, attr(b.get("/login").find("html")[0], "data-theme"), "dark", "theme")
	b.post("/preferences", "lang", "tlh", "theme", "pink", "zone", "Nowhere/Land", "back", "/login").leads("/login")
	b.get("/login").expect(200, "Log in")
}

// The first page is in the browser's language; a choice wins afterwards.
func TestFirstLanguage(t *testing.T) {
	t.Parallel()
	b := newBrowser(t, apitest.Start(t, "sqlite", apitest.Options{}))
	b.header.Set("Accept-Language", "en-GB,en;q=0.9,zh;q=0.5")
	b.get("/login").expect(200, "Log in")
	b.post("/preferences", "lang", "zh", "back", "/login").leads("/login")
	b.get("/login").expect(200, "登录")
}

func TestNothingThere(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, "sqlite", apitest.Options{})
	b := newBrowser(t, s)
	missing := b.get("/nowhere").expect(404, "找不到这个页面", "请求编号")
	if id := missing.header.Get("X-Request-Id"); !strings.Contains(missing.text(), id) {
		t.Errorf("the request number %s is not on the page", id)
	}
	wrong := b.send(http.MethodPut, "/login", nil).expect(405)
	expect.Equal(t, wrong.header.Get("Allow"), "GET, HEAD, POST", "Allow")
	known, _ := loggedIn(t, s, plan.Standard)
	expect.Equal(t, known.get("/nowhere").expect(404).count("aside.rail"), 1, "who is logged in loses the rail")
}

func TestAssets(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, "sqlite", apitest.Options{})
	b := newBrowser(t, s)
	for _, link := range b.get("/login").find("link[rel=stylesheet]") {
		got := b.get(attr(link, "href")).expect(200)
		if !strings.Contains(got.header.Get("Cache-Control"), "immutable") || got.header.Get("ETag") == "" {
			t.Errorf("%s: %v", got.path, got.header)
		}
		b.header = http.Header{"If-None-Match": {got.header.Get("ETag")}}
		b.get(got.path).expect(304)
		b.header = http.Header{}
	}
	b.get("/assets/console.css").expect(404)
}
