package bot

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"renown/internal/tool/webhook"
)

// Reasons that only bots have, beside those of webhooks.
const (
	BadSignature = "bad_signature"
	NotAllowed   = "address_not_allowed" // the machine that calls is not on the bot's list
	NoKeyword    = "no_keyword"          // the message lacks a word that the bot was told to want
	BadToken     = "bad_token"           // no bot has this address
)

// vendor is what differs between the three.
type vendor struct {
	hosts   []string
	path    string
	token   string        // name of the query parameter that holds it; "" for the end of the path
	codes   []string      // where the answer says how it went
	rest    time.Duration // after having sent too many
	reasons map[int]string
	unsafe  []saying // what the code of security settings means, by its text
	sign    func(u *url.URL, body map[string]any, secret string, at time.Time)
	form    func(Card) map[string]any
}

// saying is a piece of a vendor's sentence and what it means.
type saying struct{ piece, reason string }

// dingTalkUnsafe is 钉钉's one code for all that its security settings refuse.
const dingTalkUnsafe = 310000

var vendors = map[Kind]vendor{
	Feishu: {
		hosts: []string{
			"open.feishu.cn",
			"open.larksuite.com",
		}, path: "/open-apis/bot/v2/hook/", codes: []string{"code", "StatusCode"}, rest: 2 * time.Minute,
		reasons: map[int]string{
			19021: BadSignature, 19022: NotAllowed, 19024: NoKeyword, 19001: BadToken,
			11232: webhook.Throttling, 9499: webhook.Throttling,
		},
		sign: signFeishu, form: formFeishu,
	},
	DingTalk: {
		hosts: []string{"oapi.dingtalk.com"}, path: "/robot/send", token: "access_token", codes: []string{"errcode"},
		rest:    10*time.Minute + 10*time.Second,
		reasons: map[int]string{130101: webhook.Throttling, 410100: webhook.Throttling, 300001: BadToken, 300005: BadToken},
		unsafe: []saying{
			{"sign not match", BadSignature},
			{"invalid timestamp", BadSignature},
			{"签名", BadSignature},
			{"keywords not in content", NoKeyword},
			{"关键词", NoKeyword},
			{"not in whitelist", NotAllowed},
			{"白名单", NotAllowed},
		},
		sign: signDingTalk, form: formDingTalk,
	},
	WeCom: {
		hosts: []string{"qyapi.weixin.qq.com"}, path: "/cgi-bin/webhook/send", token: "key", codes: []string{"errcode"}, rest: time.Minute,
		reasons: map[int]string{45009: webhook.Throttling, 93000: BadToken},
		sign:    func(*url.URL, map[string]any, string, time.Time) {}, form: formWeCom,
	},
}

// reason is what a refusal means; "" where that is not known.
func (v vendor) reason(code int, said map[string]any) string {
	if code != dingTalkUnsafe {
		return v.reasons[code]
	}
	text, _ := said["errmsg"].(string)
	for _, s := range v.unsafe {
		if strings.Contains(text, s.piece) {
			return s.reason
		}
	}
	return ""
}

// Gap is the least time between two messages to a bot, so that the vendor's messages a minute are never exceeded: 100, 20 and 20.
func Gap(kind Kind) time.Duration {
	if kind == Feishu {
		return time.Minute / 100
	}
	return time.Minute / 20
}

var errAddress = errors.New("not the address of such a bot")

// address reads a bot's address; nothing but the vendor's own host is ever called.
func (v vendor) address(raw string) (*url.URL, error) {
	u, err := url.Parse(raw)
	if err != nil || len(raw) > 500 || u.Scheme != "https" || u.User != nil || !slices.Contains(v.hosts, u.Host) || u.Fragment != "" {
		return nil, errAddress
	}
	if v.token == "" {
		token, ok := strings.CutPrefix(u.Path, v.path)
		if !ok || len(token) < 8 || strings.Contains(token, "/") || u.RawQuery != "" {
			return nil, errAddress
		}
		return u, nil
	}
	token := u.Query().Get(v.token)
	if u.Path != v.path || len(token) < 8 {
		return nil, errAddress
	}
	u.RawQuery = url.Values{v.token: {token}}.Encode()
	return u, nil
}

// signFeishu: the key is the time in seconds and the secret, and the message is empty; the result goes into the body.
func signFeishu(_ *url.URL, body map[string]any, secret string, at time.Time) {
	timestamp := strconv.FormatInt(at.Unix(), 10)
	body["timestamp"], body["sign"] = timestamp, digest(timestamp+"\n"+secret, "")
}

// signDingTalk: the key is the secret, and the message the time in milliseconds and the secret; the result goes into the query.
func signDingTalk(u *url.URL, _ map[string]any, secret string, at time.Time) {
	timestamp := strconv.FormatInt(at.UnixMilli(), 10)
	query := u.Query()
	query.Set("timestamp", timestamp)
	query.Set("sign", digest(secret, timestamp+"\n"+secret))
	u.RawQuery = query.Encode()
}

func digest(key, message string) string {
	mac := hmac.New(sha256.New, []byte(key))
	mac.Write([]byte(message))
	return base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

// Bytes of text that a message may hold: of the vendors' 20 KB, 20 KB and 4,096 bytes there is room left for the rest of the body.
const (
	feishuMost   = 12 << 10
	dingTalkMost = 12 << 10
	weComMost    = 3600
)

func formFeishu(c Card) map[string]any {
	colour := "blue"
	if c.Warn {
		colour = "orange"
	}
	elements := []any{map[string]any{"tag": "div", "text": map[string]any{
		"tag":     "plain_text",
		"content": clip(strings.Join(c.Lines, "\n"), feishuMost),
	}}}
	if c.Link != "" {
		elements = append(elements, map[string]any{"tag": "action", "actions": []any{
			map[string]any{
				"tag": "button", "type": "primary", "url": c.Link,
				"text": map[string]any{"tag": "plain_text", "content": c.LinkText},
			},
		}})
	}
	return map[string]any{"msg_type": "interactive", "card": map[string]any{
		"header":   map[string]any{"template": colour, "title": map[string]any{"tag": "plain_text", "content": clip(c.Title, 200)}},
		"elements": elements,
	}}
}

func formDingTalk(c Card) map[string]any {
	return map[string]any{"msgtype": "markdown", "markdown": map[string]any{
		"title": clip(c.Title, 200),
		"text":  markdown(c, dingTalkMost, "\n\n"),
	}}
}

func formWeCom(c Card) map[string]any {
	return map[string]any{"msgtype": "markdown", "markdown": map[string]any{"content": markdown(c, weComMost, "\n")}}
}

// markdown writes a card for the two that read it. What people wrote is text: nothing in it becomes a link, a heading or a mention.
func markdown(c Card, most int, between string) string {
	parts := []string{"### " + plain(clip(c.Title, 200))}
	for _, line := range c.Lines {
		parts = append(parts, plain(line))
	}
	text := clip(strings.Join(parts, between), most)
	if c.Link != "" {
		text += between + "[" + plain(c.LinkText) + "](" + c.Link + ")"
	}
	return text
}

var marks = strings.NewReplacer("[", "［", "]", "］", "<", "＜", ">", "＞", "#", "＃", "*", "＊", "`", "｀", "@", "＠", "\n", " ", "\r", " ")

func plain(text string) string { return marks.Replace(text) }

// clip cuts a text to so many bytes, between characters.
func clip(text string, most int) string {
	if len(text) <= most {
		return text
	}
	text = text[:most-len("…")]
	for len(text) > 0 {
		if r, size := utf8.DecodeLastRuneInString(text); r != utf8.RuneError || size > 1 {
			break
		}
		text = text[:len(text)-1]
	}
	return text + "…"
}
