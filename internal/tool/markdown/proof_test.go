package markdown_test

import (
	"strings"
	"testing"

	"golang.org/x/net/html"

	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/tool/markdown"
)

// Whatever is typed, a proof holds no element that acts or leads anywhere, and no attribute but its two classes.
func TestProofIsHarmless(t *testing.T) {
	t.Parallel()
	for _, source := range []string{
		`<script>alert(1)</script>`,
		`text <img src=x onerror=alert(1)> more`,
		`<a href="javascript:alert(1)">x</a>`,
		`[x](javascript:alert(1))`,
		`[x](JaVaScRiPt:alert(1) "title")`,
		`[x](data:text/html;base64,PHNjcmlwdD4=)`,
		`![x](data:image/svg+xml,<svg/onload=alert(1)>)`,
		`![x" onerror="alert(1)](https://evil.example/a.png)`,
		`<https://evil.example/"onmouseover="alert(1)>`,
		`<javascript:alert(1)>`,
		"<div\nonclick=alert(1)>\n\ntext",
		"<!-- <script> -->\n\n<style>*{}</style>",
		"```<script>\nalert(1)\n```",
		"| a |\n|---|\n| <iframe src=//evil.example> |",
		"# <svg onload=alert(1)>",
		"<form action=//evil.example><input></form>",
		"[ref]: https://evil.example\n\n[ref]",
		"<pre><p onload=x>",
		strings.Repeat("[", 2000) + strings.Repeat("](x)", 2000),
		"&lt;script&gt; &#106;avascript:",
		"\x00<scr\x00ipt>",
	} {
		root := must.Get(html.Parse(strings.NewReader(markdown.NewProof(source).HTML)))(t)
		for n := range root.Descendants() {
			if n.Type != html.ElementNode {
				continue
			}
			switch n.Data {
			case "script", "img", "a", "iframe", "svg", "style", "form", "input", "object", "link", "div":
				t.Errorf("%q becomes <%s>", source, n.Data)
			}
			for _, a := range n.Attr {
				if a.Key != "class" || a.Val != "linked" && a.Val != "picture" {
					t.Errorf("%q becomes <%s %s=%q>", source, n.Data, a.Key, a.Val)
				}
			}
		}
	}
}

func TestProof(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]string{
		"# 一\n\n## 二\n\n### 三":            "<h3>一</h3>\n<h3>二</h3>\n<h4>三</h4>\n",
		"**粗** *斜* `code`":                "<p><strong>粗</strong> <em>斜</em> <code>code</code></p>\n",
		"[官网](https://a.example/x)":       `<p><span class="linked">官网 <small>https://a.example/x</small></span></p>` + "\n",
		"![图](https://a.example/1.png)":   `<p><span class="picture">图 <small>https://a.example/1.png</small></span></p>` + "\n",
		"<b>不是粗体</b>":                     "<p>&lt;b&gt;不是粗体&lt;/b&gt;</p>\n",
		"- 一\n- 二":                        "<ul>\n<li>一</li>\n<li>二</li>\n</ul>\n",
		"| 甲 | 乙 |\n|:--|--:|\n| 1 | 2 |": "<table>\n<thead>\n<tr>\n<th>甲</th>\n<th>乙</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td>2</td>\n</tr>\n</tbody>\n</table>\n",
	} {
		if got := markdown.NewProof(source).HTML; got != want {
			t.Errorf("%q becomes\n%q, want\n%q", source, got, want)
		}
	}
}

// Length is what outlets count: marks of Markdown are not in it, a Latin word is one.
func TestProofLength(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]int{
		"":                                 0,
		"养猫家庭的清洁观察":                        9,
		"你好，世界。":                           6,
		"## 小标题\n\n正文":                     5,
		"Nimbus Notes works offline":       4,
		"星澜 S7 很安静":                        6,
		"[官网](https://a.example/a b)":      4, // not a link after all
		"[官网](https://a.example/)":         2,
		"![说明](https://a.example/1.png)正文": 2,
		"**粗**体\n\n- 一\n- 二":               4,
		"```\ncode here\n```":              2,
	} {
		expect.Equal(t, markdown.NewProof(source).Length, want, source, "has")
	}
}
