package analysis_test

import (
	"strings"
	"testing"

	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"renown/internal/door/console/analysis"
	"renown/internal/room/reading"
)

// Whatever an answer holds, nothing of it becomes markup, and nothing in it leads anywhere.
func TestAnswerIsHarmless(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`<script>alert(1)</script>`, `<img src=x onerror=alert(1)>`, `[click](javascript:alert(1))`,
		`![x](https://evil.example/pixel.gif)`, `<https://evil.example>`,
		"```\n<script>alert(1)</script>\n```", `| <b>a</b> | <i>b</i> |`, `# <svg onload=alert(1)>`,
		`1. **<script>**`, `"><script>alert(1)</script>`, "a\x00b\u202e",
		`[**bold**](data:text/html,<script>alert(1)</script>)`, "> <iframe src=//evil.example>",
	} {
		harmless(t, analysis.AnswerHTML(text, nil, text))
		harmless(t, analysis.ExcerptHTML(text, nil, 40))
	}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.SampledFrom([]rune("<>&\"'`*_#|-[]()!1.、 \n\t云栖a\\:/"))).Draw(t, "text")
		n := len([]rune(text))
		var marks []reading.Mark
		for range rapid.IntRange(0, 3).Draw(t, "marks") {
			start := rapid.IntRange(0, n+2).Draw(t, "start")
			marks = append(marks, reading.Mark{
				Start: start, End: start + rapid.IntRange(0, 5).Draw(t, "length"),
				Name: "云栖<b>", Brand: rapid.Bool().Draw(t, "brand"),
			})
		}
		harmless(t, analysis.AnswerHTML(text, marks, text[:len(text)/2]))
		harmless(t, analysis.ExcerptHTML(text, marks, 20))
	})
}

var allowedTags = map[string]bool{
	"html": true, "head": true, "body": true, "div": true, "p": true, "ol": true, "ul": true, "li": true,
	"mark": true, "q": true, "strong": true, "blockquote": true,
	"table": true, "tbody": true, "tr": true, "td": true,
}

func harmless(t interface{ Errorf(string, ...any) }, markup string) {
	root, err := html.Parse(strings.NewReader(markup))
	if err != nil {
		t.Errorf("%q: %v", markup, err)
		return
	}
	for n := range root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		if !allowedTags[n.Data] {
			t.Errorf("<%s> in %q", n.Data, markup)
		}
		for _, a := range n.Attr {
			if a.Key != "class" && a.Key != "title" && a.Key != "value" {
				t.Errorf("%s=%q in %q", a.Key, a.Val, markup)
			}
		}
	}
}

func TestAnswerShape(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, text, sentence string
		marks                []reading.Mark
		want                 []string // in this order
	}{
		{"marks", "推荐云栖和石墨。", "", []reading.Mark{
			{Start: 2, End: 4, Name: "云栖笔记", Brand: true},
			{Start: 5, End: 7, Name: "石墨文档"},
		}, []string{
			`<mark class="us" title="云栖笔记">云栖</mark>`, "和",
			`<mark title="石墨文档">石墨</mark>`,
		}},
		{
			"items", "前言\n\n1. **云栖**：好\n2. 石墨\n\n- 甲\n- 乙", "", nil,
			[]string{
				"<p>前言</p>", `<ol`, `<li value="1"><strong>云栖</strong>：好</li>`, `<li value="2">石墨</li>`, "</ol>",
				"<ul", "<li>甲</li>", "<li>乙</li>",
			},
		},
		{"a mark that does not count", "云栖是什么？", "", []reading.Mark{{
			Start: 0, End: 2, Name: "云栖笔记", Brand: true,
			Uncounted: true,
		}}, []string{`<mark class="idle" title="云栖笔记：复述问题或说不了解，不算提到">云栖</mark>`}},
		{
			"emphasis within a mark", "**云栖**笔记", "",
			[]reading.Mark{{Start: 2, End: 4, Name: "云栖", Brand: true}},
			[]string{`title="云栖">云栖</mark>`, "笔记"},
		},
		{"link", "见[评测](https://a.example/x \"t\")。", "", nil, []string{"<p>见评测。</p>"}},
		{"heading", "## 结论\n好", "", nil, []string{`<p class="heading">结论</p>`, "<p>好</p>"}},
		{"table", "| 品牌 | 价 |\n|---|---|\n| 云栖 | 9 |", "", nil, []string{"<table", "品牌", "价", "云栖", "9", "</table>"}},
		{"sentence", "甲。云栖很好。乙。", "云栖很好。", nil, []string{"甲。", `<q class="judged">云栖很好。</q>`, "乙。"}},
		{
			"as assistants write Chinese", "**优点：**便于协作\n\n1、 甲\n2、 乙\n\n• 丙", "", nil,
			[]string{"<strong>优点：</strong>便于协作", `<li value="1">甲</li>`, `<li value="2">乙</li>`, "<li>丙</li>"},
		},
		{"code", "```\n# x\n```\n后", "", nil, []string{`<div class="code">`, "# x", "<p>后</p>"}},
	} {
		got := strings.Join(strings.Fields(analysis.AnswerHTML(c.text, c.marks, c.sentence)), " ")
		got = strings.NewReplacer("> <", "><", "> ", ">", " <", "<").Replace(got)
		rest := got
		for _, want := range c.want {
			_, after, found := strings.Cut(rest, want)
			if !found {
				t.Errorf("%s: no %q in its place: %s", c.name, want, got)
				break
			}
			rest = after
		}
	}
}

// A line of many marks takes time in proportion to its length: 200 kB by their square would be minutes.
func TestAnswerHostile(t *testing.T) {
	t.Parallel()
	for _, unit := range []string{"**云**", "__a__", "`栖`", "[a](b)", "![", "|", "> ", "- ", "**", "`", "1. ", "#"} {
		text := strings.Repeat(unit, 200_000/len(unit))
		if got := analysis.AnswerHTML(text, []reading.Mark{{Start: 2, End: 3, Name: "云栖", Brand: true}}, ""); got == "" {
			t.Errorf("%q repeated gives nothing", unit)
		}
		if got := analysis.ExcerptHTML(text, nil, 60); len(got) > 1000 {
			t.Errorf("the excerpt of %q repeated is %d bytes", unit, len(got))
		}
	}
}

// An excerpt shows the first place that names the brand.
func TestExcerpt(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("前", 300) + "云栖" + strings.Repeat("后", 300)
	got := analysis.ExcerptHTML(text, []reading.Mark{{Start: 300, End: 302, Name: "云栖", Brand: true}}, 60)
	if !strings.Contains(got, `title="云栖"`) || !strings.Contains(got, "…") || len([]rune(got)) > 140 {
		t.Errorf("%s", got)
	}
	if got := analysis.ExcerptHTML("短", nil, 60); strings.Contains(got, "…") {
		t.Errorf("cut though it is short: %s", got)
	}
}

func TestPaperLine(t *testing.T) {
	t.Parallel()
	at := func(x float64) *float64 { return &x }
	if line, ticks := analysis.PaperLine(); line != "" || ticks != nil {
		t.Errorf("nothing gives %q, %v", line, ticks)
	}
	line, ticks := analysis.PaperLine(at(20), nil, at(40), at(30))
	if strings.Count(line, "M") != 2 || strings.Count(line, "L") != 1 {
		t.Errorf("a gap does not lift the pen: %s", line)
	}
	if ticks[0] != "40%" || ticks[len(ticks)-1] != "20%" {
		t.Errorf("ticks %v", ticks)
	}
	if line, _ := analysis.PaperLine(at(0), at(0)); line == "" {
		t.Error("a flat line is not drawn")
	}
}
