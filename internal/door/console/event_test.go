package console_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"renown/internal/config"
	"renown/internal/room/event"
	"renown/internal/room/plan"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
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
		b.get("/deliveries").expect(200, "还没有投递")
		if empty := b.get("/events").expect(200, "什么事发到哪里"); empty.count(".chans a") != 5 || empty.count(".mx .tick") != 0 {
			t.Error("five channels without endpoints have cells")
		}
		b.get("/events?channel=webhook").expect(200, "https 地址")
		b.post("/events", "name", "x").expect(422, "请选择一种")
		b.post("/events", "kind", "webhook", "name", "数据中台", "address", "https://10.0.0.1/", "types", "run.finished").expect(422, "地址不可用")
		kept := b.post("/events", "kind", "webhook", "name", "数据中台", "address", "x").expect(422)
		expect.Equal(t, attr(kept.find("#name")[0], "value"), "数据中台", "the name is gone")
		b.post("/events", "kind", "mail", "name", "x", "address", "x@example.com", "types", "digest.weekly").expect(422)
		made := b.post("/events", "kind", "webhook", "name", payload[:40], "address", receiver.URL, "types",
			"run.finished").expect(200, "只显示这一次")
		secret := made.one("#fresh-secret")
		if !strings.HasPrefix(secret, "whsec_") || made.header.Get("Cache-Control") != "private, no-store" {
			t.Errorf("%q", secret)
		}
		page := b.get("/events?channel=webhook").expect(200)
		if strings.Contains(page.body, secret) {
			t.Error("the secret is shown again")
		}
		path := attr(page.find("td a.two")[0], "href")
		b.follow(b.post(path+"/test").leads("/events")).expect(200, "试发未送达：对方没有收下")
		failed := b.get("/deliveries?status=failed").expect(200, "发送失败")
		links := failed.find("td a.two")
		delivery := attr(links[len(links)-1], "href")
		b.get(delivery).expect(200, "POST "+receiver.URL, "webhook-id: evt_", `"type": "endpoint.test"`, "HTTP 500",
			"<h1>不在</h1>", "对方没有收下")
		b.follow(b.post(delivery+"/replay", "from", "delivery").leads(delivery)).expect(200, "未能重发")
		b.follow(b.post(path+"/test").leads("/events")).expect(200, "未能试发")

		b.get(path).expect(200, "更换签名密钥")
		b.post(path, "name", "", "types", "run.finished").expect(422, "名称")
		b.follow(b.post(path, "name", "新名字").leads("/events")).expect(200, "渠道已保存", "新名字")
		if fresh := b.post(path+"/secret").expect(200, "只显示这一次").one("#fresh-secret"); fresh == secret {
			t.Error("the secret is the same")
		}
		b.follow(b.post(path+"/switch", "on", "0").leads("/events")).expect(200, "渠道已停用")
		b.get("/events?channel=webhook").expect(200, "手动停用")
		b.follow(b.post(path+"/switch", "on", "1").leads("/events")).expect(200, "渠道已启用")
		status.Store(410)
		b.follow(b.post(path+"/test").leads("/events")).expect(200, "这个渠道会停用")
		b.get("/events?channel=webhook").expect(200, "试发一条") // only one that is on can be tested again

		other, _ := loggedIn(t, s, plan.Standard)
		other.get(path).expect(404)
		other.get(delivery).expect(404)
		for _, deed := range []string{"", "/test", "/secret", "/switch", "/delete"} {
			if got := other.post(path+deed, "name", "x", "types", "run.finished"); got.status != 404 {
				t.Errorf("%s by another: %d", deed, got.status)
			}
		}
		b.follow(b.post(path+"/delete").leads("/events")).expect(200, "渠道已删除")
		newBrowser(t, s).get("/unsubscribe/nothing").expect(200, "退订")
		newBrowser(t, s).post("/unsubscribe/nothing", "List-Unsubscribe", "One-Click").expect(404)
	})
}

// The table changes what was ticked since it was shown, for all endpoints of a channel; presets set all; none may be left without an event.
func TestEventMatrix(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{Settings: withSeal(t, false)}, func(t *testing.T, s *apitest.Server) {
		b, a := loggedIn(t, s, plan.Standard)
		caller := callerOf(t, s, a)
		for name, types := range map[string][]string{"一群": {"alert.raised", "run.finished"}, "二群": {"alert.raised"}} {
			must.Get(s.App.Events.Create(t.Context(), caller, event.Fields{
				Kind: event.Feishu, Name: name, Language: "zh", Enabled: true, Types: types,
				Address: "https://open.feishu.cn/open-apis/bot/v2/hook/" + strings.Repeat(strconv.Itoa(len(types)), 12),
			}))(t)
		}
		told := func() string {
			var list []string
			for _, e := range must.Get(s.App.Events.List(t.Context(), caller))(t) {
				list = append(list, e.Name+": "+strings.Join(e.Types, " "))
			}
			slices.Sort(list)
			return strings.Join(list, "; ")
		}
		page := b.get("/events").expect(200, "1 / 2")
		expect.Equal(t, attr(page.find(`input[name=was_feishu]`)[0], "value"), "alert.raised", "what is ticked")
		expect.Equal(t, page.count(".mx .tick"), 10, "cells")

		b.post("/events/types", "was_feishu", "alert.raised", "on_feishu", "alert.raised", "on_feishu", "run.degraded").leads("/events")
		stopped := "run.degraded platform.skipped"
		expect.Equal(t, told(), "一群: alert.raised run.finished "+stopped+" runtime.stopped; 二群: alert.raised "+stopped+" runtime.stopped",
			"a cell that was left alone changed something")

		kept := b.post("/events/types", "was_feishu", "alert.raised run.degraded").expect(422, "「二群」至少要留一件事")
		expect.Equal(t, kept.count(".mx .tick[checked]"), 0, "what was typed is gone")
		b.post("/events/types", "preset", "weekly").leads("/events")
		expect.Equal(t, told(), "一群: digest.weekly; 二群: digest.weekly", "the preset")
		b.post("/events/types", "preset", "none", "on_mail", "run.finished").leads("/events")
		expect.Equal(t, told(), "一群: digest.weekly; 二群: digest.weekly", "another channel's cell changed something")
	})
}

// Where nothing can be sealed, the form says so and offers mailboxes alone.
func TestEventsUnsealed(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, "sqlite", apitest.Options{})
	b, _ := loggedIn(t, s, plan.Standard)
	if page := b.get("/events?channel=webhook").expect(200, "RENOWN_SEAL_KEYS"); page.count("input[name=address]") != 0 {
		t.Error("an address is asked for that cannot be kept")
	}
	b.get("/events?channel=mail").expect(200, "本空间成员的邮箱")
	b.post("/events", "kind", "webhook", "name", "数据中台", "address", "https://example.com/", "types", "run.finished").expect(503, "只能添加邮件")
}
