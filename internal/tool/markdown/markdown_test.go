package markdown_test

import (
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/tool/markdown"
)

func TestRender(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]string{
		"": "",
		"## 先看协作\n\n多人**同时**编辑": "<h2>先看协作</h2>\n<p>多人<strong>同时</strong>编辑</p>\n",
		"a < b & c": "<p>a &lt; b &amp; c</p>\n",
		"[站](https://a.example/?x=1&y=2 \"t\")": `<p><a href="https://a.example/?x=1&amp;y=2" title="t" rel="nofollow noreferrer noopener" target="_blank">站</a></p>` + "\n",
		"https://a.example":                     `<p><a href="https://a.example" rel="nofollow noreferrer noopener" target="_blank">https://a.example</a></p>` + "\n",
		"![图](https://a.example/b.png)":         `<p><img src="https://a.example/b.png" alt="图"></p>` + "\n",
		"|a|b|\n|-|-|\n|1|~~2~~|":               "<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td><del>2</del></td>\n</tr>\n</tbody>\n</table>\n",
		"3. c\n4. d":                            "<ol start=\"3\">\n<li>c</li>\n<li>d</li>\n</ol>\n",
		"`<script>`":                            "<p><code>&lt;script&gt;</code></p>\n",
		"<b onclick=x>粗</b>":                    "<p>粗</p>\n",
		"[a](javascript:alert(1))":              "<p>a</p>\n",
		"[a](/relative)":                        "<p>a</p>\n",
	} {
		if got := markdown.Render(source); got != want {
			t.Errorf("%q:\n got %q\nwant %q", source, got, want)
		}
	}
}

// hostile are texts that try to run something where they are shown.
var hostile = []string{
	"<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<a href=\"javascript:alert(1)\">a</a>", "<svg/onload=alert(1)>",
	"[a](javascript:alert(1))", "[a](JaVaScRiPt:alert(1))", "[a](java\tscript:alert(1))",
	"[a](&#106;avascript:alert(1))", "[a](\x01javascript:alert(1))",
	"[a](data:text/html;base64,PHNjcmlwdD4=)", "![a](data:image/svg+xml;base64,PHN2Zz4=)",
	"![a](data:image/png;base64,AAAA)", "[a](vbscript:x)",
	"<javascript:alert(1)>", "[a]: javascript:alert(1)\n\n[a]", "[a](https://x.example \"onmouseover=alert(1)\")",
	"[a](https://x.example/\"onmouseover=\"alert(1))",
	"![a\" onerror=\"alert(1)](https://x.example/)", "<iframe src=https://x.example></iframe>", "<style>*{}</style>",
	"<form action=x><input>", "<!-- -->",
	"<![CDATA[<script>]]>", "<a\nhref=javascript:1>", "```html\n<script>\n```", "\\<script>",
	"[a](file:///etc/passwd)", "[a](//x.example)", "<math><mi//xlink:href=\"data:x,<script>\">",
}

func TestRenderHostile(t *testing.T) {
	t.Parallel()
	for _, source := range hostile {
		harmless(t, source)
		harmless(t, "> - "+source+"\n\n**"+source+"**")
	}
}

// harmless checks what is rendered with a browser's own reading of it.
func harmless(t *testing.T, source string) {
	t.Helper()
	out := markdown.Render(source)
	tokens := html.NewTokenizer(strings.NewReader(out))
	for tokens.Next() != html.ErrorToken {
		token := tokens.Token()
		switch token.Data {
		case "script", "style", "iframe", "object", "embed", "svg", "math", "form", "input", "link", "meta", "base", "template":
			must.Equal(t, token.Type, html.TextToken, source, "gives the element", token.Data, out)
		}
		if token.Type == html.CommentToken || token.Type == html.DoctypeToken {
			t.Fatalf("%q gives %s", source, token)
		}
		leads, follow := false, true
		for _, a := range token.Attr {
			value := strings.ToLower(a.Val)
			switch a.Key {
			case "href", "src":
				leads = true
				if !strings.HasPrefix(value, "http://") && !strings.HasPrefix(value, "https://") && !strings.HasPrefix(value, "mailto:") {
					t.Fatalf("%q gives the address %q", source, a.Val)
				}
			case "rel":
				follow = !strings.Contains(value, "nofollow")
			case "alt", "title", "target", "start":
			default:
				t.Fatalf("%q gives the attribute %s: %s", source, a.Key, out)
			}
		}
		if token.Type == html.StartTagToken && token.Data == "a" && leads && follow {
			t.Fatalf("%q gives a link to be followed: %s", source, out)
		}
	}
}

func TestLength(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]int{
		"": 0, " \n\n": 0, "声闻": 2, "声闻，你好。": 6, "Hello, world!": 2, "声闻 Renown 2026 年": 5, "it's 3.14 e-mail": 3,
		"iPhone手机": 3, "A股": 2, "--- !!": 0,
		"**声**闻": 2, "## 标题\n\n- 一\n- 二": 4, "[声闻](https://renown.example/a/b)": 2,
		"![图片](https://renown.example/a.png)": 0, "https://renown.example/a": 1,
		"`go test`": 2, "```\na b\n```": 2, "<b>粗</b>体": 2, "<div>不显示</div>": 0, "|甲|乙|\n|-|-|\n|丙|丁|": 4,
		"１２３ ＡＢ": 2, "한국어 ニュース": 7, "“引”——…": 6, "a　b": 2,
	} {
		expect.Equal(t, markdown.Length(source), want, source)
	}
}

// stumbling are marks that parsers like to stumble over when they are repeated.
var stumbling = []string{
	"[", "![", "](", "**a ", "*_", "> ", "- ", "`", "<", "&", "|a", "|-\n", "\\", "[a](", "((",
	"~~", "https://", "[a]: x\n", "1. ", "#", "\t", "\n\n- a\n  ",
}

// Whatever is repeated comes to an end, and comes out harmless.
func TestStumbling(t *testing.T) {
	t.Parallel()
	for _, unit := range stumbling {
		source := strings.Repeat(unit, 20_000/len(unit))
		if out := markdown.Render(source); strings.Contains(out, "<script") {
			t.Errorf("%q repeated becomes %.80q", unit, out)
		}
		if n := markdown.Length(source); n < 0 || n > len(source) {
			t.Errorf("%q repeated is %d long", unit, n)
		}
	}
}

// BenchmarkStumbling renders the longest content of each of such marks: none should stand out by seconds.
func BenchmarkStumbling(b *testing.B) {
	var slowest time.Duration
	for b.Loop() {
		for _, unit := range stumbling {
			began := time.Now()
			markdown.Render(strings.Repeat(unit, 100_000/len(unit)))
			slowest = max(slowest, time.Since(began))
		}
	}
	b.ReportMetric(float64(slowest.Microseconds())/1000, "ms-slowest")
}

// What would take too long to parse is shown and counted as it is written.
func TestNotFormatted(t *testing.T) {
	t.Parallel()
	for _, source := range []string{
		strings.Repeat("[甲](", 3001), strings.Repeat("> ", 5001) + "<script>",
		strings.Repeat("1. ", 5001) + "甲",
	} {
		if got := markdown.Render(source); !strings.HasPrefix(got, "<pre>") || strings.Contains(got, "<script") {
			t.Errorf("%.40q gives %.80q", source, got)
		}
	}
	expect.Equal(t, markdown.Length(strings.Repeat("[甲](", 3001)), 3001, "length")
	expect.Equal(t, markdown.Render(strings.Repeat("-", 5000)), "<hr>\n", "a long rule gives")
}

func FuzzRender(f *testing.F) {
	for _, source := range hostile {
		f.Add(source)
	}
	f.Fuzz(func(t *testing.T, source string) {
		harmless(t, source)
		if n := markdown.Length(source); n < 0 || n > len(source) {
			t.Errorf("length %d of %d bytes", n, len(source))
		}
	})
}
