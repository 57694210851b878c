package assistant

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"renown/internal/testkit/expect"
)

func TestCanonical(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		"https://WWW.Example.com/A?utm_source=openai&b=1&UTM_medium=x#frag": "https://example.com/A?b=1",
		"http://example.com":                      "http://example.com/",
		"https://example.com:443/":                "https://example.com/",
		"http://example.com:80/x":                 "http://example.com/x",
		"https://example.com:8443/x":              "https://example.com:8443/x",
		"https://user:pass@example.com/x":         "https://example.com/x",
		"https://example.com/x?spm=a.b&srsltid=1": "https://example.com/x",
		"https://example.com/x?":                  "https://example.com/x",
		" https://example.com./x ":                "https://example.com/x",
		"https://中文.example/路径":                   "https://xn--fiq228c.example/%E8%B7%AF%E5%BE%84",
		"https://m.36kr.com/p/1":                  "https://36kr.com/p/1",
		"https://m.weibo.cn/detail/1":             "https://m.weibo.cn/detail/1",
		"https://www.www.example.com/":            "https://example.com/",
		"https://www.com/":                        "https://www.com/",
		"https://www.gov.cn/x":                    "https://gov.cn/x",
		"https://[2001:db8::1]/x":                 "https://[2001:db8::1]/x",
		"https://example.com/a?b=1&c=2":           "https://example.com/a?b=1&c=2",
	} {
		got, ok := Canonical(raw)
		if !ok || got != want {
			t.Errorf("%q gives %q %t, want %q", raw, got, ok, want)
		}
	}
	for _, raw := range []string{
		"", "javascript:alert(1)", "data:text/html,x", "ftp://example.com/", "/relative",
		"https://", "https:///x", "mailto:a@b.c", "https://a b/", "https://exa<mple.com/", "http://..",
		"http://.a.com", "http://a..b", string(make([]byte, urlLimit+1)),
	} {
		if got, ok := Canonical(raw); ok {
			t.Errorf("%q is taken for %q", raw, got)
		}
	}
}

func TestCanonicalTwiceIsOnce(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		raw := rapid.SampledFrom([]string{"http://", "https://", "HTTPS://"}).Draw(t, "scheme") +
			rapid.StringMatching(`(www\.)?[a-zA-Z0-9中文._-]{1,20}(:[0-9]{1,5})?`).Draw(t, "host") +
			rapid.StringMatching(`(/[a-zA-Z0-9%中 ._~-]{0,10}){0,3}(\?[a-z_=&%0-9]{0,20})?(#[a-z]{0,5})?`).Draw(t, "rest")
		once, ok := Canonical(raw)
		if !ok {
			return
		}
		if twice, ok := Canonical(once); !ok || twice != once {
			t.Fatalf("%q gives %q and then %q %t", raw, once, twice, ok)
		}
		if a, b := pageOf(raw).domain, pageOf(once).domain; a != b || a == "" {
			t.Fatalf("%q has the domain %q, %q has %q", raw, a, once, b)
		}
	})
}

func TestDomain(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		"https://zhuanlan.zhihu.com/p/1": "zhihu.com",
		"https://finance.sina.com.cn/x":  "sina.com.cn",
		"https://www.bbc.co.uk/news":     "bbc.co.uk",
		"https://somebody.github.io/":    "somebody.github.io",
		"https://192.0.2.1/x":            "192.0.2.1",
		"https://[2001:db8::1]:8443/":    "2001:db8::1",
		"https://localhost/":             "localhost",
		"https://com.cn/":                "com.cn",
		"nothing":                        "",
	} {
		expect.Equal(t, pageOf(raw).domain, want, raw, "gives")
	}
}

func TestPublished(t *testing.T) {
	t.Parallel()
	east := time.FixedZone("+08:00", 8*3600)
	for raw, want := range map[string]string{
		"2026-10-02 09:00:00":       "2026-10-02T01:00:00Z",
		"2026-10-02":                "2026-10-01T16:00:00Z",
		"2026年10月2日":                "2026-10-01T16:00:00Z",
		"2026/10/2":                 "2026-10-01T16:00:00Z",
		"2026-10-02T09:00:00Z":      "2026-10-02T09:00:00Z",
		"2026-10-02T09:00:00+02:00": "2026-10-02T07:00:00Z",
		"October 2, 2026":           "2026-10-01T16:00:00Z",
		"1790000000":                "2026-09-21T14:13:20Z",
		"1790000000000":             "2026-09-21T14:13:20Z",
	} {
		expect.Equal(t, published(raw, east).Format(time.RFC3339), want, raw, "gives")
	}
	for _, raw := range []string{"", "2 days ago", "昨天", "2026", "0001-01-01", "9999-01-01", "99999999999999999", "-5"} {
		if got := published(raw, east); !got.IsZero() {
			t.Errorf("%q gives %s", raw, got)
		}
	}
}
