package answer_test

import (
	"runtime"
	"strings"
	"testing"

	"renown/internal/tool/answer"
)

// hostile are texts that invite a reader to look at the same stretch again and again. %d times the part is repeated.
var hostile = map[string]string{
	"names":              "小米",
	"Latin names":        "Xiaomi ",
	"joined":             "Xiaomi.xiaomi.",
	"host with names":    "a.Mi.",
	"path with names":    "/Mi",
	"mail":               "Mi@Mi@",
	"underscores":        "_Mi__",
	"invisible":          "小\u200b\u200b\u200b",
	"combining":          "Mi\u0301",
	"addresses":          "https://a.cn/x ",
	"address starts":     "http://(",
	"www":                "www.a(",
	"schemes":            "https://https://",
	"raw paths":          "https://a.cn/=中",
	"open labels":        "[[[[[[[[",
	"targets":            "](",
	"open targets":       "](http://a(",
	"titles":             "](/a \"",
	"title brackets":     "](/a (",
	"quoted titles":      "](/a 'b",
	"definitions":        "\n[a]: http://x \"",
	"definition blanks":  "        ]:",
	"tags":               "<a b ",
	"tag attributes":     "<a b=c ",
	"angles":             "<<<<a",
	"lists":              "\n1. 小米",
	"nested quotes":      "> > > > ",
	"nested lists":       "\n            - 小米",
	"rows":               "\n| 小米 | - | - |",
	"brackets":           "小米（Xiaomi）",
	"slashes":            "小米/Xiaomi/",
	"clauses":            "抱歉，但不过，",
	"invalid":            "\xe5\xb0\xff",
	"context":            "手机苹果",
	"exclusion":          "小米粥",
	"code":               "```a\nb",
	"code that ends":     "```a\nb```a\nb\n``",
	"ranks":              "第一，小米：小米，",
	"colons":             "：小米，",
	"marks":              "小米9.1分，",
	"headed marks":       "得分：小米 9.1，",
	"stars":              "小米★★",
	"source columns":     "\n| 来源 |\n| [小米](https://a.cn) |",
	"one long row":       "| [小米](https://a.cn) ",
	"links in brackets":  "（[小米](https://a.cn)）",
	"ranks behind names": "Xiaomi first, Xiaomi last, ",
	"slips of two words": "Under Amour ",
	"the latter":         "小米，后者完胜，",
	"digits":             "1. 2. ",
	"no line end at all": "a",
}

func growthReader() *answer.Reader {
	return answer.NewReader(names("x|小米|Xiaomi|Mi|MI|-小米粥", "a|苹果|Apple|+手机", "h|华为", "d|monday.com", "u|Under Armour", "t|汤臣倍健"))
}

// Twice the text takes twice the steps, whatever stands in it. Time is not measured.
func TestGrowthIsLinear(t *testing.T) {
	t.Parallel()
	reader := growthReader()
	for name, part := range hostile {
		small := strings.Repeat(part, 20_000/len(part))
		large := small + small
		one, two := reader.Steps(small), reader.Steps(large)
		if two > 2*one+one/10+1000 {
			t.Errorf("%s: %d steps for %d bytes, %d for twice as many", name, one, len(small), two)
		}
		if one > 60*len(small) {
			t.Errorf("%s: %d steps for %d bytes", name, one, len(small))
		}
	}
}

func TestMemoryIsLinear(t *testing.T) {
	// Not parallel: the counters are the program's. Each measurement begins without the memory of earlier ones.
	for name, part := range hostile {
		small := strings.Repeat(part, 5000/len(part))
		one, four := allocated(small), allocated(small+small+small+small)
		if four > 7*one+50_000 { // slices grow in jumps; the square of four is sixteen
			t.Errorf("%s: %d bytes of memory for %d bytes, %d for four times as many", name, one, len(small), four)
		}
	}
}

// allocated is the least of three measurements: others allocate too.
func allocated(text string) uint64 {
	least := ^uint64(0)
	for range 3 {
		reader := growthReader()
		answer.ForgetMemory()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		reader.Read(text, "", nil)
		runtime.ReadMemStats(&after)
		least = min(least, after.TotalAlloc-before.TotalAlloc)
	}
	return least
}

// The sizes that were promised to be readable.
func TestHugeAnswers(t *testing.T) {
	t.Parallel()
	reader := growthReader()
	for name, c := range map[string]struct {
		text     string
		mentions int
		cited    int
	}{
		"a megabyte":    {strings.Repeat("小米手机不错。\n", 1<<20/22), 1 << 20 / 22, 0},
		"one long line": {strings.Repeat("字", 200_000) + "小米", 1, 0},
		"nested Markdown": {strings.Repeat("> ", 1000) + strings.Repeat("- ", 1000) + strings.Repeat("[", 1000) +
			"小米" + strings.Repeat("](https://a.cn)", 1000), 1, 1},
		"invalid UTF-8": {strings.Repeat("\xff\xc0小米\x80", 10_000), 10_000, 0},
		"links":         {links(10_000), 10_000, 10_000},
	} {
		f := reader.Read(c.text, "", nil)
		if n := len(f.Entities[0].Mentions); n != c.mentions || len(f.Citations) != c.cited {
			t.Errorf("%s: %d mentions, %d citations, want %d and %d", name, n, len(f.Citations), c.mentions, c.cited)
		}
	}
}

func links(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("[小米](https://a.cn/")
		b.WriteString(strings.Repeat("x", i%7))
		b.WriteString(string(rune('a'+i%26)) + strings.Repeat("y", i/26%30) + strings.Repeat("z", i/780))
		b.WriteString("/小米) ")
	}
	return b.String()
}
