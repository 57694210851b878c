package webhook_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/tool/webhook"
)

var (
	loopback = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	at       = time.Date(2026, 11, 14, 3, 10, 0, 0, time.UTC)
)

// patience is the time of a call that is to end without an answer: the request has to be out by then, also on a machine that stands still
// for a while.
const patience = 5 * time.Second

const token = "cbt_3kTn0a9vQmZx71LsYw"

func order() webhook.Order {
	seven, when := int64(3), "2026-11-16 10:00"
	return webhook.Order{
		ID: "ord_01kbe765mt8t6sjrxrdew4r26f", Attempt: 1,
		Content: webhook.Content{
			ID: "cnt_1", Revision: 2, ContentType: "article", Title: "团队笔记怎么选 <b>",
			Body: "# 标题\n\n正文 & 更多", Format: "markdown", HTML: "<h1>标题</h1>",
		},
		Outlet:      webhook.Outlet{ID: "med_1", Key: "news/前沿科技报", Name: "前沿科技报"},
		Preferences: webhook.Preferences{Requirements: &seven, ScheduledAt: &when},
		Callback:    &webhook.Callback{URL: "https://renown.example/outlet/callback/ord_1", Token: token},
	}
}

func message(t *testing.T) webhook.Message {
	t.Helper()
	return must.Get(webhook.Compose(order(), at))(t)
}

func say(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

func TestSendRefusesAddresses(t *testing.T) {
	t.Parallel()
	var calls atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { calls.Add(1) }))
	defer server.Close()
	_, port, _ := net.SplitHostPort(strings.TrimPrefix(server.URL, "http://"))
	elsewhere := []netip.Prefix{netip.MustParsePrefix("10.9.9.0/24")}
	for name, c := range map[string]struct {
		url      string
		networks []netip.Prefix
	}{
		"plain http":          {"http://outlet.example", nil},
		"loopback":            {"https://127.0.0.1:" + port, nil},
		"loopback by name":    {"https://localhost:" + port, nil},
		"loopback of v6":      {"https://[::1]:" + port, nil},
		"mapped":              {"https://[::ffff:127.0.0.1]:" + port, nil},
		"link-local":          {"https://169.254.169.254/latest", nil},
		"private":             {"https://10.0.0.1", nil},
		"not in the networks": {server.URL, elsewhere},
		"http by name":        {"http://localhost:" + port, elsewhere},
		"with a user":         {"https://u:p@outlet.example", nil},
		"no address":          {"outlet", nil},
	} {
		s := webhook.New(webhook.Options{Networks: c.networks, Timeout: 5 * time.Second})
		got := s.Send(t.Context(), webhook.Endpoint{URL: c.url, Secret: webhook.NewSecret()}, message(t))
		if got.Verdict != webhook.Doubt || got.Sent || got.Note == "" {
			t.Errorf("%s: %+v", name, got)
		}
	}
	expect.Equal(t, calls.Load(), 0, "calls came through")
}

func TestSendFollowsNoRedirect(t *testing.T) {
	t.Parallel()
	var calls atomic.Int64
	inside := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { calls.Add(1) }))
	defer inside.Close()
	secret := webhook.NewSecret()
	for _, status := range []int{301, 302, 303, 307, 308} {
		r := receive(t, secret.Reveal(), at, func(w http.ResponseWriter, q *http.Request) {
			http.Redirect(w, q, inside.URL, status)
		})
		got := webhook.New(webhook.Options{Networks: loopback}).Send(t.Context(), webhook.Endpoint{URL: r.URL, Secret: secret}, message(t))
		if got.Verdict != webhook.Doubt || !got.Sent || got.Status != status {
			t.Errorf("%d: %+v", status, got)
		}
	}
	expect.Equal(t, calls.Load(), 0, "redirects were followed")
}

func TestVerdicts(t *testing.T) {
	t.Parallel()
	huge := `{"status":"accepted","reason":"` + strings.Repeat("长", 40_000) + `"}`
	for _, c := range []struct {
		name    string
		answer  http.HandlerFunc
		verdict webhook.Verdict
		report  webhook.Outcome
	}{
		{
			"published", say(200, `{"status":"published","url":"https://outlet.example/a/1","reference":77}`),
			webhook.Published,
			webhook.Outcome{Status: "published", URL: "https://outlet.example/a/1", Reference: "77"},
		},
		{
			"published, created", say(201, `{"status":"published","url":" https://outlet.example/a/1 "}`),
			webhook.Published,
			webhook.Outcome{Status: "published", URL: "https://outlet.example/a/1"},
		},
		{
			"accepted", say(202, `{"status":"accepted","reference":"job-9","url":null}`), webhook.Accepted,
			webhook.Outcome{Status: "accepted", Reference: "job-9"},
		},
		{"nothing said", say(204, ""), webhook.Accepted, webhook.Outcome{Status: "accepted"}},
		{
			"rejected", say(200, `{"status":"rejected","reason":"标题\n过长\u0000"}`), webhook.Declined,
			webhook.Outcome{Status: "rejected", Reason: "标题 过长"},
		},
		{"failed", say(200, `{"status":"failed","reason":"x"}`), webhook.Declined, webhook.Outcome{Status: "failed", Reason: "x"}},
		{
			"rejected by status as well", say(422, `{"status":"rejected","reason":"too long"}`), webhook.Declined,
			webhook.Outcome{Status: "rejected", Reason: "too long"},
		},
		{"published without an address", say(200, `{"status":"published"}`), webhook.Doubt, webhook.Outcome{}},
		{"published at a script", say(200, `{"status":"published","url":"javascript:alert(1)"}`), webhook.Doubt, webhook.Outcome{}},
		{"another status", say(200, `{"status":"maybe"}`), webhook.Doubt, webhook.Outcome{}},
		{"status of another type", say(200, `{"status":{"a":1}}`), webhook.Doubt, webhook.Outcome{}},
		{"a page", say(200, `<html>OK</html>`), webhook.Doubt, webhook.Outcome{}},
		{"a word", say(200, `OK`), webhook.Doubt, webhook.Outcome{}},
		{"too long", say(200, huge), webhook.Doubt, webhook.Outcome{}},
		{"not UTF-8", say(200, "{\"status\":\"rejected\",\"reason\":\"\xff\"}"), webhook.Doubt, webhook.Outcome{}},
		{"bad request", say(400, `what?`), webhook.Refused, webhook.Outcome{}},
		{"no such page", say(404, ``), webhook.Refused, webhook.Outcome{}},
		{"refused and accepted", say(400, `{"status":"accepted"}`), webhook.Refused, webhook.Outcome{}},
		{"time-out of theirs", say(408, ``), webhook.Doubt, webhook.Outcome{}},
		{"had it before", say(409, ``), webhook.Doubt, webhook.Outcome{}},
		{"too early", say(425, ``), webhook.Doubt, webhook.Outcome{}},
		{"too many", say(429, `{"status":"rejected"}`), webhook.Doubt, webhook.Outcome{}},
		{"broken", say(500, `{"status":"failed","reason":"stack trace"}`), webhook.Doubt, webhook.Outcome{}},
		{"gateway", say(502, `<html>`), webhook.Doubt, webhook.Outcome{}},
		{"cut off", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "1000")
			_, _ = io.WriteString(w, `{"status":"failed"}`)
		}, webhook.Doubt, webhook.Outcome{}},
		{"cut off before a word", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "1000")
		}, webhook.Doubt, webhook.Outcome{}},
		{"hung up", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, webhook.Doubt, webhook.Outcome{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			secret := webhook.NewSecret()
			r := receive(t, secret.Reveal(), at, c.answer)
			got := webhook.New(webhook.Options{Networks: loopback}).Send(t.Context(),
				webhook.Endpoint{URL: r.URL, Secret: secret}, message(t))
			if times, _ := r.seen(message(t).ID); got.Verdict != c.verdict || !got.Sent || times != 1 {
				t.Errorf("%+v, sent %d times", got, times)
			}
			expect.Same(t, got.Outcome, c.report)
		})
	}
}

func TestTimeOutIsDoubt(t *testing.T) {
	t.Parallel()
	secret := webhook.NewSecret()
	release := make(chan struct{})
	r := receive(t, secret.Reveal(), at, func(http.ResponseWriter, *http.Request) { <-release })
	t.Cleanup(func() { close(release) })
	s := webhook.New(webhook.Options{Networks: loopback, Timeout: patience})
	got := s.Send(t.Context(), webhook.Endpoint{URL: r.URL, Secret: secret}, message(t))
	if got.Verdict != webhook.Doubt || !got.Sent || got.Note != "no answer in time" {
		t.Errorf("%+v", got)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got := s.Send(ctx, webhook.Endpoint{URL: r.URL, Secret: secret}, message(t)); got.Verdict != webhook.Doubt || got.Sent {
		t.Errorf("stopped: %+v", got)
	}
}

// A body that trickles in for ever ends with the call's time as well.
func TestTrickleIsDoubt(t *testing.T) {
	t.Parallel()
	secret := webhook.NewSecret()
	r := receive(t, secret.Reveal(), at, func(w http.ResponseWriter, q *http.Request) {
		for q.Context().Err() == nil {
			_, _ = w.Write([]byte(" "))
			_ = http.NewResponseController(w).Flush()
			select {
			case <-q.Context().Done():
			case <-time.After(5 * time.Millisecond):
			}
		}
	})
	s := webhook.New(webhook.Options{Networks: loopback, Timeout: patience})
	if got := s.Send(t.Context(), webhook.Endpoint{URL: r.URL, Secret: secret}, message(t)); got.Verdict != webhook.Doubt || !got.Sent {
		t.Errorf("%+v", got)
	}
}

func TestNobodyThere(t *testing.T) {
	t.Parallel()
	listener := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	address := "http://" + listener.Addr().String() + "/?token=in-the-address"
	listener.Close()
	got := webhook.New(webhook.Options{Networks: loopback}).Send(t.Context(),
		webhook.Endpoint{URL: address, Secret: webhook.NewSecret()}, message(t))
	if got.Verdict != webhook.Doubt || got.Sent || strings.Contains(got.Note, "token") {
		t.Errorf("%+v", got)
	}
}

func TestRetryAfter(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]time.Duration{
		"120": 2 * time.Minute, "-1": 0, "99999999999999": 24 * time.Hour, "soon": 0, "": 0,
		at.Add(time.Hour).Format(http.TimeFormat): time.Hour, at.Add(-time.Hour).Format(http.TimeFormat): 0,
	} {
		secret := webhook.NewSecret()
		r := receive(t, secret.Reveal(), at, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", value)
			w.WriteHeader(http.StatusServiceUnavailable)
		})
		got := webhook.New(webhook.Options{Networks: loopback}).Send(t.Context(), webhook.Endpoint{URL: r.URL, Secret: secret}, message(t))
		if got.Wait != want || got.Verdict != webhook.Doubt {
			t.Errorf("%q: %v, want %v", value, got.Wait, want)
		}
	}
}

func TestMessageOnTheWire(t *testing.T) {
	t.Parallel()
	secret := webhook.NewSecret()
	r := receive(t, secret.Reveal(), at, say(200, `{"status":"accepted"}`))
	got := webhook.New(webhook.Options{Networks: loopback}).Send(t.Context(), webhook.Endpoint{URL: r.URL, Secret: secret}, message(t))
	must.Equal(t, got.Verdict, webhook.Accepted, got)
	var want map[string]any
	must.Do(t, json.Unmarshal([]byte(`{"type":"order.publish","timestamp":"2026-11-14T03:10:00.000Z","data":{
		"order_id":"ord_01kbe765mt8t6sjrxrdew4r26f","attempt":1,
		"content":{"id":"cnt_1","revision":2,"content_type":"article","title":"团队笔记怎么选 <b>","body":"# 标题\n\n正文 & 更多","format":"markdown","html":"<h1>标题</h1>",
			"label":{"paid":false,"ai_assisted":null,"text":"","position":"","metadata":null}},
		"media":{"id":"med_1","key":"news/前沿科技报","name":"前沿科技报"},
		"requirements":3,"account_rule":null,"article_type":null,"scheduled_at":"2026-11-16 10:00",
		"callback":{"url":"https://renown.example/outlet/callback/ord_1","token":"`+token+`"}}}`), &want))
	_, last := r.seen(message(t).ID)
	expect.Same(t, last, want)
}

// An outlet that echoes what it was given does not make us repeat it.
func TestEchoedSecretsAreHidden(t *testing.T) {
	t.Parallel()
	secret := webhook.NewSecret()
	for _, echo := range []string{token, secret.Reveal()} {
		r := receive(t, secret.Reveal(), at, say(200, fmt.Sprintf(`{"status":"failed","reason":"bad %s","reference":"%s"}`, echo, echo)))
		got := webhook.New(webhook.Options{Networks: loopback}).Send(t.Context(), webhook.Endpoint{URL: r.URL, Secret: secret}, message(t))
		if got.Verdict != webhook.Declined || strings.Contains(fmt.Sprintf("%+v", got), echo) {
			t.Errorf("%+v", got)
		}
	}
	r := receive(t, secret.Reveal(), at, say(200, `{"status":"published","url":"https://outlet.example/?t=`+token+`"}`))
	got := webhook.New(webhook.Options{Networks: loopback}).Send(t.Context(), webhook.Endpoint{URL: r.URL, Secret: secret}, message(t))
	if got.Verdict != webhook.Doubt || strings.Contains(fmt.Sprintf("%+v", got), token) {
		t.Errorf("%+v", got)
	}
}
