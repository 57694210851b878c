package console_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"

	"renown/internal/config"
	"renown/internal/room/plan"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/expect"
)

// An endpoint by forms: refused, made with its secret shown once, tried, changed, switched off, deleted; another account sees nothing.
func TestEventPages(t *testing.T) {
	t.Parallel()
	seal := withSeal(t, false)
	settings := func(s *config.Settings) {
		seal(s)
		s.EventNetworks = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	}
	each(t, apitest.Options{Settings: settings}, func(t *testing.T, s *apitest.Server) {
		var status atomic.Int64
		status.Store(500)
		receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(int(status.Load()))
			_, _ = io.WriteString(w, "<h1>不在</h1>")
		}))
		t.Cleanup(receiver.Close)
		b, _ := loggedIn(t, s, plan.Standard)
		b.get("/events").expect(200, "还没有端点", "还没有投递", "添加端点")
		b.post("/events", "name", "x").expect(422, "请选择一种")
		b.post("/events", "kind", "webhook", "name", "数据中台", "address", "https://10.0.0.1/", "types", "run.finished").expect(422, "地址不可用")
		kept := b.post("/events", "kind", "webhook", "name", "数据中台", "address", receiver.URL).expect(422, "请至少选一种事件")
		expect.Equal(t, attr(kept.find("#name")[0], "value"), "数据中台", "the name is gone")
		b.post("/events", "kind", "mail", "name", "x", "address", "x@example.com", "types", "digest.weekly").expect(422)
		made := b.post("/events", "kind", "webhook", "name", payload[:40], "address", receiver.URL, "types",
			"run.finished").expect(200, "只显示这一次")
		secret := made.one("#fresh-secret")
		if !strings.HasPrefix(secret, "whsec_") || made.header.Get("Cache-Control") != "private, no-store" {
			t.Errorf("%q", secret)
		}
		page := b.get("/events").expect(200, "不静默")
		if strings.Contains(page.body, secret) {
			t.Error("the secret is shown again")
		}
		path := attr(page.find("td a.two")[0], "href")
		failed := b.follow(b.post(path+"/test").leads("/events")).expect(200, "试发未送达：对方没有收下", "已放弃")
		links := failed.find("td a.two")
		delivery := attr(links[len(links)-1], "href")
		b.get(delivery).expect(200, "POST "+receiver.URL, "webhook-id: evt_", `"type": "endpoint.test"`, "HTTP 500",
			"<h1>不在</h1>", "对方没有收下")
		b.follow(b.post(delivery+"/replay", "from", "delivery").leads(delivery)).expect(200, "未能重发")
		b.follow(b.post(path+"/test").leads("/events")).expect(200, "未能试发")

		b.get(path).expect(200, "保存端点", "更换签名密钥")
		b.post(path, "name", "", "types", "run.finished").expect(422, "名称")
		b.follow(b.post(path, "name", "新名字", "types", "alert.raised").leads("/events")).expect(200, "端点已保存", "新名字")
		if fresh := b.post(path+"/secret").expect(200, "只显示这一次").one("#fresh-secret"); fresh == secret {
			t.Error("the secret is the same")
		}
		b.follow(b.post(path+"/switch", "on", "0").leads("/events")).expect(200, "端点已停用", "手动停用")
		b.follow(b.post(path+"/switch", "on", "1").leads("/events")).expect(200, "端点已启用")
		status.Store(410)
		b.follow(b.post(path+"/test").leads("/events")).expect(200, "投递事件时再这样答复，端点会停用", "试发一条") // only one that is on can be tested again

		other, _ := loggedIn(t, s, plan.Standard)
		other.get(path).expect(404)
		other.get(delivery).expect(404)
		for _, deed := range []string{"", "/test", "/secret", "/switch", "/delete"} {
			if got := other.post(path+deed, "name", "x", "types", "run.finished"); got.status != 404 {
				t.Errorf("%s by another: %d", deed, got.status)
			}
		}
		b.follow(b.post(path+"/delete").leads("/events")).expect(200, "端点已删除", "还没有端点")
		newBrowser(t, s).get("/unsubscribe/nothing").expect(200, "退订")
		newBrowser(t, s).post("/unsubscribe/nothing", "List-Unsubscribe", "One-Click").expect(404)
	})
}

// Where nothing can be sealed, the form says so and offers mailboxes alone.
func TestEventsUnsealed(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, "sqlite", apitest.Options{})
	b, _ := loggedIn(t, s, plan.Standard)
	page := b.get("/events").expect(200, "RENOWN_SEAL_KEYS")
	if kinds := page.find("input[name=kind]"); len(kinds) != 1 || attr(kinds[0], "value") != "mail" {
		t.Errorf("%d kinds are offered", len(kinds))
	}
	b.post("/events", "kind", "webhook", "name", "数据中台", "address", "https://example.com/", "types", "run.finished").expect(503, "只能添加邮件端点")
}
