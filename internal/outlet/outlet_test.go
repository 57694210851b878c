package outlet_test

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

	"github.com/google/go-cmp/cmp"

	"renown/internal/outlet"
)

var (
	loopback = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	at       = time.Date(2026, 11, 14, 3, 10, 0, 0, time.UTC)
)

const token = "cbt_3kTn0a9vQmZx71LsYw"

func order() outlet.Order {
	seven, when := int64(3), "2026-11-16 10:00"
	return outlet.Order{
		ID: "ord_01kbe765mt8t6sjrxrdew4r26f", Attempt: 1,
		Content:  outlet.Content{ID: "cnt_1", Revision: 2, ContentType: "article", Title: "团队笔记怎么选 <b>", Body: "# 标题\n\n正文 & 更多", Format: "markdown", HTML: "<h1>标题</h1>"},
		Media:    outlet.Media{ID: "med_1", Key: "news/前沿科技报", Name: "前沿科技报"},
		Wishes:   outlet.Wishes{Requirements: &seven, ScheduledAt: &when},
		Callback: &outlet.Callback{URL: "https://renown.example/outlet/callback/ord_1", Token: token},
	}
}

func message(t *testing.T) outlet.Message {
	t.Helper()
	m, err := outlet.Compose(order(), at)
	if err != nil {
		t.Fatal(err)
	}
	return m
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
		s := outlet.New(outlet.Options{Networks: c.networks, Timeout: 5 * time.Second})
		got := s.Send(t.Context(), outlet.Endpoint{URL: c.url, Secret: outlet.NewSecret()}, message(t))
		if got.Verdict != outlet.Doubt || got.Sent || got.Note == "" {
			t.Errorf("%s: %+v", name, got)
		}
	}
	if calls.Load() != 0 {
		t.Errorf("%d calls came through", calls.Load())
	}
}

func TestSendFollowsNoRedirect(t *testing.T) {
	t.Parallel()
	var calls atomic.Int64
	inside := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { calls.Add(1) }))
	defer inside.Close()
	secret := outlet.NewSecret()
	for _, status := range []int{301, 302, 303, 307, 308} {
		r := receive(t, secret.Reveal(), at, func(w http.ResponseWriter, q *http.Request) {
			http.Redirect(w, q, inside.URL, status)
		})
		got := outlet.New(outlet.Options{Networks: loopback}).Send(t.Context(), outlet.Endpoint{URL: r.URL, Secret: secret}, message(t))
		if got.Verdict != outlet.Doubt || !got.Sent || got.Status != status {
			t.Errorf("%d: %+v", status, got)
		}
	}
	if calls.Load() != 0 {
		t.Errorf("%d redirects were followed", calls.Load())
	}
}

func TestVerdicts(t *testing.T) {
	t.Parallel()
	huge := `{"status":"accepted","reason":"` + strings.Repeat("长", 40_000) + `"}`
	for _, c := range []struct {
		name    string
		answer  http.HandlerFunc
		verdict outlet.Verdict
		report  outlet.Report
	}{
		{"published", say(200, `{"status":"published","url":"https://outlet.example/a/1","reference":77}`), outlet.Published, outlet.Report{Status: "published", URL: "https://outlet.example/a/1", Reference: "77"}},
		{"published, created", say(201, `{"status":"published","url":" https://outlet.example/a/1 "}`), outlet.Published, outlet.Report{Status: "published", URL: "https://outlet.example/a/1"}},
		{"accepted", say(202, `{"status":"accepted","reference":"job-9","url":null}`), outlet.Accepted, outlet.Report{Status: "accepted", Reference: "job-9"}},
		{"nothing said", say(204, ""), outlet.Accepted, outlet.Report{Status: "accepted"}},
		{"rejected", say(200, `{"status":"rejected","reason":"标题\n过长\u0000"}`), outlet.Declined, outlet.Report{Status: "rejected", Reason: "标题 过长"}},
		{"failed", say(200, `{"status":"failed","reason":"x"}`), outlet.Declined, outlet.Report{Status: "failed", Reason: "x"}},
		{"rejected by status as well", say(422, `{"status":"rejected","reason":"too long"}`), outlet.Declined, outlet.Report{Status: "rejected", Reason: "too long"}},
		{"published without an address", say(200, `{"status":"published"}`), outlet.Doubt, outlet.Report{}},
		{"published at a script", say(200, `{"status":"published","url":"javascript:alert(1)"}`), outlet.Doubt, outlet.Report{}},
		{"another status", say(200, `{"status":"maybe"}`), outlet.Doubt, outlet.Report{}},
		{"status of another type", say(200, `{"status":{"a":1}}`), outlet.Doubt, outlet.Report{}},
		{"a page", say(200, `<html>OK</html>`), outlet.Doubt, outlet.Report{}},
		{"a word", say(200, `OK`), outlet.Doubt, outlet.Report{}},
		{"too long", say(200, huge), outlet.Doubt, outlet.Report{}},
		{"not UTF-8", say(200, "{\"status\":\"rejected\",\"reason\":\"\xff\"}"), outlet.Doubt, outlet.Report{}},
		{"bad request", say(400, `what?`), outlet.Refused, outlet.Report{}},
		{"no such page", say(404, ``), outlet.Refused, outlet.Report{}},
		{"refused and accepted", say(400, `{"status":"accepted"}`), outlet.Refused, outlet.Report{}},
		{"time-out of theirs", say(408, ``), outlet.Doubt, outlet.Report{}},
		{"had it before", say(409, ``), outlet.Doubt, outlet.Report{}},
		{"too early", say(425, ``), outlet.Doubt, outlet.Report{}},
		{"too many", say(429, `{"status":"rejected"}`), outlet.Doubt, outlet.Report{}},
		{"broken", say(500, `{"status":"failed","reason":"stack trace"}`), outlet.Doubt, outlet.Report{}},
		{"gateway", say(502, `<html>`), outlet.Doubt, outlet.Report{}},
		{"cut off", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "1000")
			_, _ = io.WriteString(w, `{"status":"failed"}`)
		}, outlet.Doubt, outlet.Report{}},
		{"cut off before a word", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "1000")
		}, outlet.Doubt, outlet.Report{}},
		{"hung up", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, outlet.Doubt, outlet.Report{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			secret := outlet.NewSecret()
			r := receive(t, secret.Reveal(), at, c.answer)
			got := outlet.New(outlet.Options{Networks: loopback}).Send(t.Context(), outlet.Endpoint{URL: r.URL, Secret: secret}, message(t))
			if times, _ := r.seen(message(t).ID); got.Verdict != c.verdict || !got.Sent || times != 1 {
				t.Errorf("%+v, sent %d times", got, times)
			}
			if diff := cmp.Diff(c.report, got.Report); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestTimeOutIsDoubt(t *testing.T) {
	t.Parallel()
	secret := outlet.NewSecret()
	release := make(chan struct{})
	r := receive(t, secret.Reveal(), at, func(http.ResponseWriter, *http.Request) { <-release })
	t.Cleanup(func() { close(release) })
	s := outlet.New(outlet.Options{Networks: loopback, Timeout: 400 * time.Millisecond})
	got := s.Send(t.Context(), outlet.Endpoint{URL: r.URL, Secret: secret}, message(t))
	if got.Verdict != outlet.Doubt || !got.Sent || got.Note != "no answer in time" {
		t.Errorf("%+v", got)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got := s.Send(ctx, outlet.Endpoint{URL: r.URL, Secret: secret}, message(t)); got.Verdict != outlet.Doubt || got.Sent {
		t.Errorf("stopped: %+v", got)
	}
}

// A body that trickles in for ever ends with the call's time as well.
func TestTrickleIsDoubt(t *testing.T) {
	t.Parallel()
	secret := outlet.NewSecret()
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
	s := outlet.New(outlet.Options{Networks: loopback, Timeout: 400 * time.Millisecond})
	if got := s.Send(t.Context(), outlet.Endpoint{URL: r.URL, Secret: secret}, message(t)); got.Verdict != outlet.Doubt || !got.Sent {
		t.Errorf("%+v", got)
	}
}

func TestNobodyThere(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := "http://" + listener.Addr().String() + "/?token=in-the-address"
	listener.Close()
	got := outlet.New(outlet.Options{Networks: loopback}).Send(t.Context(), outlet.Endpoint{URL: address, Secret: outlet.NewSecret()}, message(t))
	if got.Verdict != outlet.Doubt || got.Sent || strings.Contains(got.Note, "token") {
		t.Errorf("%+v", got)
	}
}

func TestRetryAfter(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]time.Duration{
		"120": 2 * time.Minute, "-1": 0, "99999999999999": 24 * time.Hour, "soon": 0, "": 0,
		at.Add(time.Hour).Format(http.TimeFormat): time.Hour, at.Add(-time.Hour).Format(http.TimeFormat): 0,
	} {
		secret := outlet.NewSecret()
		r := receive(t, secret.Reveal(), at, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", value)
			w.WriteHeader(http.StatusServiceUnavailable)
		})
		got := outlet.New(outlet.Options{Networks: loopback}).Send(t.Context(), outlet.Endpoint{URL: r.URL, Secret: secret}, message(t))
		if got.Wait != want || got.Verdict != outlet.Doubt {
			t.Errorf("%q: %v, want %v", value, got.Wait, want)
		}
	}
}

func TestMessageOnTheWire(t *testing.T) {
	t.Parallel()
	secret := outlet.NewSecret()
	r := receive(t, secret.Reveal(), at, say(200, `{"status":"accepted"}`))
	got := outlet.New(outlet.Options{Networks: loopback}).Send(t.Context(), outlet.Endpoint{URL: r.URL, Secret: secret}, message(t))
	if got.Verdict != outlet.Accepted {
		t.Fatalf("%+v", got)
	}
	var want map[string]any
	err := json.Unmarshal([]byte(`{"type":"order.publish","timestamp":"2026-11-14T03:10:00.000Z","data":{
		"order_id":"ord_01kbe765mt8t6sjrxrdew4r26f","attempt":1,
		"content":{"id":"cnt_1","revision":2,"content_type":"article","title":"团队笔记怎么选 <b>","body":"# 标题\n\n正文 & 更多","format":"markdown","html":"<h1>标题</h1>"},
		"media":{"id":"med_1","key":"news/前沿科技报","name":"前沿科技报"},
		"requirements":3,"account_rule":null,"article_type":null,"scheduled_at":"2026-11-16 10:00",
		"callback":{"url":"https://renown.example/outlet/callback/ord_1","token":"`+token+`"}}}`), &want)
	if err != nil {
		t.Fatal(err)
	}
	_, last := r.seen(message(t).ID)
	if diff := cmp.Diff(want, last); diff != "" {
		t.Error(diff)
	}
}

// An outlet that echoes what it was given does not make us repeat it.
func TestEchoedSecretsAreHidden(t *testing.T) {
	t.Parallel()
	secret := outlet.NewSecret()
	for _, echo := range []string{token, secret.Reveal()} {
		r := receive(t, secret.Reveal(), at, say(200, fmt.Sprintf(`{"status":"failed","reason":"bad %s","reference":"%s"}`, echo, echo)))
		got := outlet.New(outlet.Options{Networks: loopback}).Send(t.Context(), outlet.Endpoint{URL: r.URL, Secret: secret}, message(t))
		if got.Verdict != outlet.Declined || strings.Contains(fmt.Sprintf("%+v", got), echo) {
			t.Errorf("%+v", got)
		}
	}
	r := receive(t, secret.Reveal(), at, say(200, `{"status":"published","url":"https://outlet.example/?t=`+token+`"}`))
	got := outlet.New(outlet.Options{Networks: loopback}).Send(t.Context(), outlet.Endpoint{URL: r.URL, Secret: secret}, message(t))
	if got.Verdict != outlet.Doubt || strings.Contains(fmt.Sprintf("%+v", got), token) {
		t.Errorf("%+v", got)
	}
}
