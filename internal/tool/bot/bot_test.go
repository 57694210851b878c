package bot_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"renown/internal/tool/bot"
	"renown/internal/tool/webhook"
)

const token = "0123456789abcdef"

var addresses = map[bot.Kind]string{
	bot.Feishu:   "https://open.feishu.cn/open-apis/bot/v2/hook/" + token,
	bot.DingTalk: "https://oapi.dingtalk.com/robot/send?access_token=" + token,
	bot.WeCom:    "https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=" + token,
}

// at is the moment of the documents' own example.
var at = time.Unix(1599360473, 0)

// group is a vendor's server: what it was sent, and what it answers.
type group struct {
	path, answer string
	status       int
	query        url.Values
	body         map[string]any
	size         int
}

func newGroup(t *testing.T, kind bot.Kind) (*group, *bot.Sender) {
	t.Helper()
	g := &group{status: 200, answer: `{"code":0,"errcode":0,"msg":"success"}`}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, _ := io.ReadAll(r.Body)
		g.path, g.query, g.size, g.body = r.URL.Path, r.URL.Query(), len(text), nil
		_ = json.Unmarshal(text, &g.body)
		w.WriteHeader(g.status)
		_, _ = io.WriteString(w, g.answer)
	}))
	t.Cleanup(server.Close)
	return g, bot.New(bot.Options{
		Hosts:    map[bot.Kind]string{kind: server.URL},
		Networks: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")},
	})
}

// The two signatures mirror each other. These values were made by another implementation (Python's hmac) from the documents' recipes.
func TestSignatures(t *testing.T) {
	t.Parallel()
	g, s := newGroup(t, bot.Feishu)
	r := s.Send(t.Context(), bot.Endpoint{Kind: bot.Feishu, URL: addresses[bot.Feishu], Secret: "demo"}, bot.Card{Title: "t"}, at)
	if !r.Taken() || g.body["timestamp"] != "1599360473" ||
		g.body["sign"] != "l1N0gAcBjdwBvGm1xMjOF0XSyaLRpR7tuO5dHfhAYc8=" || g.path != "/open-apis/bot/v2/hook/"+token {
		t.Errorf("%+v %v", r, g.body)
	}
	g, s = newGroup(t, bot.DingTalk)
	r = s.Send(t.Context(), bot.Endpoint{Kind: bot.DingTalk, URL: addresses[bot.DingTalk], Secret: "SECdemo"}, bot.Card{Title: "t"}, at)
	if !r.Taken() || g.query.Get("timestamp") != "1599360473000" ||
		g.query.Get("sign") != "tGWkA5eQOQNCNPDgphtxIoNLO+/gD8Lcb705KQoRzeY=" || g.query.Get("access_token") != token {
		t.Errorf("%+v %v", r, g.query)
	}
	g, s = newGroup(t, bot.WeCom)
	if r = s.Send(t.Context(), bot.Endpoint{Kind: bot.WeCom, URL: addresses[bot.WeCom]}, bot.Card{Title: "t"},
		at); !r.Taken() || g.query.Encode() != "key="+token || g.body["sign"] != nil {
		t.Errorf("%+v %v", r, g.query)
	}
}

// All three answer 200 when they refuse: the body decides, and garbage is no success.
func TestAnswers(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		kind   bot.Kind
		status int
		answer string
		reason string
		wait   time.Duration
	}{
		{bot.Feishu, 200, `{"code":0,"msg":"success","data":{}}`, "", 0},
		{bot.Feishu, 200, `{"StatusCode":0,"StatusMessage":"success"}`, "", 0},
		{bot.Feishu, 200, `{"code":19021,"msg":"sign match fail or timestamp is not within one hour"}`, bot.BadSignature, 0},
		{bot.Feishu, 200, `{"code":19022,"msg":"Ip Not Allowed"}`, bot.NotAllowed, 0},
		{bot.Feishu, 200, `{"code":19024,"msg":"Key Words Not Found"}`, bot.NoKeyword, 0},
		{bot.Feishu, 200, `{"code":11232,"msg":"frequency limited"}`, webhook.Throttling, time.Minute},
		{bot.Feishu, 200, `{"code":1,"msg":"?"}`, webhook.NotTaken, 0},
		{bot.Feishu, 429, ``, webhook.Throttling, time.Minute},
		{bot.DingTalk, 200, `{"errcode":0,"errmsg":"ok"}`, "", 0},
		{bot.DingTalk, 200, `{"errcode":130101,"errmsg":"send too fast"}`, webhook.Throttling, 10 * time.Minute},
		{bot.DingTalk, 200, `{"errcode":310000,"errmsg":"sign not match, more: [https://ding-doc.dingtalk.com/doc]"}`, bot.BadSignature, 0},
		{bot.DingTalk, 200, `{"errcode":310000,"errmsg":"invalid timestamp"}`, bot.BadSignature, 0},
		{bot.DingTalk, 200, `{"errcode":310000,"errmsg":"description:机器人发送签名不匹配;solution:请确认签名"}`, bot.BadSignature, 0},
		{bot.DingTalk, 200, `{"errcode":310000,"errmsg":"keywords not in content"}`, bot.NoKeyword, 0},
		{bot.DingTalk, 200, `{"errcode":310000,"errmsg":"description:关键词不匹配;solution:请联系群管理员查看此机器人的关键词"}`, bot.NoKeyword, 0},
		{bot.DingTalk, 200, `{"errcode":310000,"errmsg":"ip 203.0.113.9 not in whitelist"}`, bot.NotAllowed, 0},
		{bot.DingTalk, 200, `{"errcode":310000,"errmsg":"?"}`, webhook.NotTaken, 0},
		{bot.DingTalk, 200, `{"errcode":310000}`, webhook.NotTaken, 0},
		{bot.DingTalk, 200, `{"errcode":1,"errmsg":"sign not match"}`, webhook.NotTaken, 0},
		{bot.WeCom, 200, `{"errcode":45009,"errmsg":"api freq out of limit"}`, webhook.Throttling, time.Minute},
		{bot.WeCom, 200, `{"errcode":93000,"errmsg":"invalid webhook url"}`, bot.BadToken, 0},
		{bot.WeCom, 200, `<html>`, webhook.NotTaken, 0},
		{bot.WeCom, 200, `{}`, webhook.NotTaken, 0},
		{bot.WeCom, 500, `{"errcode":0}`, webhook.NotTaken, 0},
		{bot.WeCom, 302, `{"errcode":0}`, webhook.NotTaken, 0},
	} {
		g, s := newGroup(t, tc.kind)
		g.status, g.answer = tc.status, tc.answer
		r := s.Send(t.Context(), bot.Endpoint{Kind: tc.kind, URL: addresses[tc.kind]}, bot.Card{Title: "t"}, at)
		if r.Reason != tc.reason || r.Wait < tc.wait {
			t.Errorf("%s %s: %+v", tc.kind, tc.answer, r)
		}
	}
}

// However much there is to say, a message keeps to the vendor's size, and nothing in it becomes a mark-up of its own.
func TestForms(t *testing.T) {
	t.Parallel()
	card := bot.Card{Title: "青禾咖啡：显著变化", Link: "https://renown.example/brands/b/overview", LinkText: "查看", Warn: true}
	for range 400 {
		card.Lines = append(card.Lines, "可见度 41.2% → 22.9% [点我](https://evil.example) <@all>")
	}
	for kind, most := range map[bot.Kind]int{bot.Feishu: 20 << 10, bot.DingTalk: 20 << 10, bot.WeCom: 4300} {
		g, s := newGroup(t, kind)
		if r := s.Send(t.Context(), bot.Endpoint{Kind: kind, URL: addresses[kind]}, card, at); !r.Taken() || g.size > most {
			t.Errorf("%s: %d bytes, %+v", kind, g.size, r)
		}
		text, err := json.Marshal(g.body)
		if err != nil || !utf8.Valid(text) || !strings.Contains(string(text), "青禾咖啡") ||
			!strings.Contains(string(text), "https://renown.example/brands/b/overview") {
			t.Errorf("%s: %.300s", kind, text)
		}
		if markdown, ok := g.body["markdown"].(map[string]any); ok {
			said, _ := markdown["text"].(string)
			if said == "" {
				said, _ = markdown["content"].(string)
			}
			if len(said) > 12400 || kind == bot.WeCom && len(said) > 4096 ||
				strings.Contains(said, "](https://evil") || strings.Contains(said, "<@all>") || strings.Contains(said, "\uFFFD") {
				t.Errorf("%s: %d bytes: %.200s", kind, len(said), said)
			}
		}
	}
}

func TestAddresses(t *testing.T) {
	t.Parallel()
	for kind, own := range addresses {
		if got, err := bot.CheckAddress(kind, " "+own+" "); err != nil || got != own ||
			strings.Contains(bot.Hint(own), token) || !strings.HasSuffix(bot.Hint(own), "cdef") {
			t.Errorf("%s: %q %v", own, got, err)
		}
		for other, address := range addresses {
			if _, err := bot.CheckAddress(kind, address); (err == nil) != (kind == other) {
				t.Errorf("%s as %s: %v", address, kind, err)
			}
		}
		for _, wrong := range []string{
			"", "http" + strings.TrimPrefix(own, "https"),
			strings.Replace(own, "://", "://u@", 1), strings.Replace(own, ".c", ".evil.c", 1), strings.Replace(own,
				token, "", 1),
		} {
			if _, err := bot.CheckAddress(kind, wrong); err == nil {
				t.Errorf("%q is taken", wrong)
			}
		}
	}
}
