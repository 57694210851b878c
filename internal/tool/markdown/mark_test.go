package markdown_test

import (
	"regexp"
	"strings"
	"testing"

	"renown/internal/tool/markdown"
)

// Words are marked where they stand, across the marks of Markdown, in the sentence that is meant.
func TestMarked(t *testing.T) {
	t.Parallel()
	a := func(text, title string) markdown.Mark {
		return markdown.Mark{Text: text, Class: "m", Title: title, To: "x"}
	}
	in := func(sentence, text string) markdown.Mark {
		return markdown.Mark{Sentence: sentence, Text: text, Class: "m", Title: "t", To: "x"}
	}
	open, end := `<mark class="m" title="t"><a href="#x">`, `</a></mark>`
	for _, c := range []struct {
		text  string
		marks []markdown.Mark
		want  string
	}{
		{"全国**最**好的豆子", []markdown.Mark{a("最好", "t")}, "全国<strong>" + open + "最" + end + "</strong>" + open + "好" + end + "的豆子"},
		{"一袋 58 元。另一袋 58 元。", []markdown.Mark{in("另一袋 58 元。", "58 元")}, "一袋 58 元。另一袋 " + open + "58 元" + end + "。"},
		{"58 元，58 元", []markdown.Mark{in("58 元，58 元", "58 元"), in("58 元，58 元", "58 元")}, open + "58 元" + end + "，" + open + "58 元" + end},
		{"## 最好\n", []markdown.Mark{in("# 最好", "最好")}, "<h3>" + open + "最好" + end + "</h3>"},
		{"[最好](https://a.example/最好)", []markdown.Mark{a("最好", "t")}, `<span class="linked">` + open + "最好" + end + " <small>"},
		{"a < b & 最好", []markdown.Mark{a("b & 最好", "t")}, "a &lt; " + open + "b &amp; 最好" + end},
		{"nothing", []markdown.Mark{a("最好", "t"), a("", "t")}, "<p>nothing</p>"},
		{"最好", []markdown.Mark{a("最好", `"><script>alert(1)</script>`)}, `title="&#34;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"`},
	} {
		if got := markdown.NewProof(c.text).Marked(c.marks).HTML; !strings.Contains(got, c.want) {
			t.Errorf("%q: %s", c.text, got)
		}
	}
}

var tag = regexp.MustCompile(`<[^>]*>`)

// FuzzMarked holds that nothing but marks is added: without them the HTML is what it was.
func FuzzMarked(f *testing.F) {
	f.Add("<script>最好</script> **最**好 [a](javascript:最好)", "最好", "最好 <b onclick=x>")
	f.Add("| a | 最好 |\n|---|---|\n| <img src=x onerror=y> | `最好` |", "最好", "")
	f.Add("&lt;script&gt;最好 &amp;lt; \\<b>", "<b>", "<b>")
	f.Fuzz(func(t *testing.T, text, words, sentence string) {
		if len(text) > 2_000 {
			t.Skip()
		}
		plain := markdown.NewProof(text)
		marked := plain.Marked([]markdown.Mark{{Sentence: sentence, Text: words, Class: "m", Title: words, To: words}})
		kept := 0
		for _, one := range tag.FindAllString(marked.HTML, -1) {
			if !strings.HasPrefix(one, `<mark class="m"`) && !strings.HasPrefix(one, `<a href="#`) && one != "</a>" && one != "</mark>" {
				kept++
			}
		}
		if before := len(tag.FindAllString(plain.HTML, -1)); kept != before {
			t.Errorf("%d tags of %d: %s", kept, before, marked.HTML)
		}
	})
}
