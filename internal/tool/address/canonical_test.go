package address_test

import (
	"net/url"
	"strings"
	"testing"

	"renown/internal/testkit/expect"
	"renown/internal/tool/address"
)

func TestCanonical(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		"":                                       "",
		"http://":                                "",
		"ftp://example.com/":                     "",
		"https://exa mple.com/":                  "",
		"https://.com/":                          "",
		"https://[::1":                           "",
		"javascript:alert(1)":                    "",
		"https://Example.com:8443/A/":            "example.com/A",
		"//example.com":                          "",
		"example.com":                            "example.com",
		"https://user:pw@example.com/x":          "example.com/x",
		"https://google.com@example.org/":        "example.org",
		"https://www.m.example.com/":             "example.com",
		"https://www.com/":                       "www.com",
		"https://m.cn":                           "m.cn",
		"https://example.com./x":                 "example.com/x",
		"https://example.com/?":                  "example.com",
		"https://example.com/#a":                 "example.com",
		"https://example.com/a/?b=2&a=1&UTM_X=3": "example.com/a?a=1&b=2",
		"https://example.com/a?ref=x&reference=1&from=y&fromage=1":         "example.com/a?from=y&fromage=1&ref=x&reference=1",
		"https://m.autohome.com.cn/a/1?ref=x&reference=1&from=y&fromage=1": "autohome.com.cn/a/1?fromage=1&reference=1",
		"https://example.com/a?from=timeline&isappinstalled=0":             "example.com/a",
		"https://example.com/a?from=message&scene=timeline":                "example.com/a?from=message&scene=timeline",
		"https://example.com/a?b=1&amp;c=2":                                "example.com/a?b=1&c=2",
		"https://baike.baidu.com/item/小米 1":                                "baike.baidu.com/item/%E5%B0%8F%E7%B1%B3%201",
		"https://例子.中国/x":                                                  "xn--fsqu00a.xn--fiqs8s/x",
		"http://[2001:db8::1]:80/x":                                        "[2001:db8::1]/x",
		"http://8.8.8.8/x":                                                 "8.8.8.8/x",
		"https://a.cn/b#:~:text=c":                                         "a.cn/b",
	} {
		got, ok := address.Canonical(raw)
		if !ok {
			got = ""
		}
		expect.Equal(t, got, want, raw)
	}
}

// A canonical address is its own canonical form, has a host that can be parsed, and holds nothing unprintable.
func FuzzCanonical(f *testing.F) {
	for _, s := range []string{
		"https://a.cn/b?c=1#d", "http://[::1]:8080/", "www.例子.中国/路径 ?b&a",
		"HTTPS://USER:pw@M.A.CN.:443//x//?utm_a=1&&spm", "http://www.sohu.com//a/1_2/index.html", "https://baijiahao.baidu.com/s?b=2&id=1",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		got, ok := address.Canonical(raw)
		if !ok {
			return
		}
		if strings.ContainsFunc(got, func(r rune) bool { return r <= ' ' || r > '~' }) {
			t.Fatalf("%q holds what may not stand in an address", got)
		}
		if again, ok := address.Canonical(got); !ok || again != got {
			t.Fatalf("%q gives %q, which gives %q", raw, got, again)
		}
		channel, domain := address.Channel("https://" + got)
		if c, d := address.Place(raw); c != channel || d != domain {
			t.Fatalf("%q is at %q of %q, %q at %q of %q", raw, c, d, got, channel, domain)
		}
		if u, err := url.Parse("https://" + strings.SplitN(got, "/", 2)[0]); err != nil || u.Host == "" {
			t.Fatalf("%q has no host: %v", got, err)
		}
	})
}
