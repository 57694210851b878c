// Package bot posts cards to group-chat bots: 飞书, 钉钉 and 企业微信.
//
// It owns their addresses, signatures, message forms, limits of size and what their answers mean: all three answer HTTP 200 when they
// refuse, so success is judged by the body. It asks once. It refuses to know what a card is about and when to send it.
package bot

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"renown/internal/tool/egress"
	"renown/internal/tool/webhook"
)

// Kind is whose bot it is.
type Kind string

const (
	Feishu   Kind = "feishu"
	DingTalk Kind = "dingtalk"
	WeCom    Kind = "wecom"
)

// Kinds lists them.
var Kinds = []Kind{Feishu, DingTalk, WeCom}

// Card is a message: a title, lines of plain text and one link.
type Card struct {
	Title    string
	Lines    []string
	Link     string // "" for none
	LinkText string
	Warn     bool // something went wrong or got worse
}

// Endpoint is a bot in a group.
type Endpoint struct {
	Kind   Kind
	URL    string
	Secret string // "" when the bot asks for no signature
}

// Options of a sender. The zero value calls the public internet alone.
type Options struct {
	Hosts    map[Kind]string // instead of the vendors' own, for tests: scheme and host
	Networks []netip.Prefix
	Timeout  time.Duration // of a whole call; 15 s when 0
}

// Sender calls bots. It is safe for concurrent use.
type Sender struct {
	options Options
	client  *http.Client
}

// New prepares a sender; no connection is made.
func New(o Options) *Sender {
	if o.Timeout <= 0 {
		o.Timeout = 15 * time.Second
	}
	transport := egress.Policy{Networks: o.Networks}.Transport()
	transport.DisableKeepAlives = true // calls are rare
	return &Sender{o, &http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

const answerLimit = 4 << 10 // bytes of an answer; theirs have some hundred

// Send posts a card at a time and says what came of it. It never fails.
func (s *Sender) Send(ctx context.Context, to Endpoint, c Card, at time.Time) webhook.Receipt {
	began := time.Now()
	ctx, cancel := context.WithTimeout(ctx, s.options.Timeout)
	defer cancel()
	r := s.send(ctx, to, c, at)
	r.Took = time.Since(began)
	r.Answer = webhook.Shown(r.Answer, to.Secret, tokenOf(to.URL))
	return r
}

func (s *Sender) send(ctx context.Context, to Endpoint, c Card, at time.Time) webhook.Receipt {
	v := vendors[to.Kind]
	address, err := v.address(to.URL)
	if err != nil {
		return webhook.Receipt{Reason: webhook.Forbidden}
	}
	body := v.form(c)
	if to.Secret != "" {
		v.sign(address, body, to.Secret, at)
	}
	if other := s.options.Hosts[to.Kind]; other != "" {
		address.Scheme, address.Host, _ = strings.Cut(other, "://")
	}
	text, err := encode(body)
	if err != nil {
		return webhook.Receipt{Reason: webhook.Forbidden}
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, address.String(), bytes.NewReader(text))
	if err != nil {
		return webhook.Receipt{Reason: webhook.Forbidden}
	}
	request.Header.Set("Content-Type", "application/json; charset=utf-8")
	request.Header.Set("User-Agent", "Renown")
	response, err := s.client.Do(request)
	if err != nil {
		return webhook.Receipt{Reason: egress.Reason(err)}
	}
	defer response.Body.Close()
	answer, _ := io.ReadAll(io.LimitReader(response.Body, answerLimit))
	r := judge(v, response.StatusCode, answer)
	r.Wait = max(r.Wait, egress.RetryAfter(response.Header, at))
	return r
}

// judge reads what a bot answers. Only a body that says so means that the message was taken.
func judge(v vendor, status int, body []byte) webhook.Receipt {
	r := webhook.Receipt{Status: status, Answer: string(body)}
	var said map[string]any
	if status != http.StatusOK || json.Unmarshal(body, &said) != nil {
		r.Reason = webhook.NotTaken
		if status == http.StatusTooManyRequests {
			r.Reason, r.Wait = webhook.Throttling, v.rest
		}
		return r
	}
	code, found := 0.0, false
	for _, name := range v.codes {
		if n, ok := said[name].(float64); ok {
			code, found = n, true
			break
		}
	}
	switch {
	case !found:
		r.Reason = webhook.NotTaken
	case code != 0:
		r.Reason = v.reason(int(code), said)
		if r.Reason == "" {
			r.Reason = webhook.NotTaken
		}
		if r.Reason == webhook.Throttling {
			r.Wait = v.rest
		}
	}
	return r
}

// encode writes markup as it is: < and & are text in cards.
func encode(body any) ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(body)
	return bytes.TrimRight(out.Bytes(), "\n"), err
}

// CheckAddress refuses an address that is none of the kind's bots, and returns it as it is to be kept.
func CheckAddress(kind Kind, raw string) (string, error) {
	u, err := vendors[kind].address(strings.TrimSpace(raw))
	if err != nil {
		return "", err
	}
	return u.String(), nil
}

// tokenOf is the secret part of a bot's address.
func tokenOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	for _, name := range []string{"access_token", "key"} {
		if token := u.Query().Get(name); token != "" {
			return token
		}
	}
	return u.Path[strings.LastIndexByte(u.Path, '/')+1:]
}

// Hint is an address as it may be shown: the host and the last four characters of the token.
func Hint(address string) string {
	u, err := url.Parse(address)
	token := tokenOf(address)
	if err != nil || len(token) < 8 {
		return "…"
	}
	return u.Host + "/…" + token[len(token)-4:]
}
