package reading

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// item is an entry of a list that begins with a name: "1. **名字**：…", "- **Name** …", "2、名字：…".
var item = regexp.MustCompile(`^[ \t]*(?:#{1,5}[ \t]*)?(?:(\d{1,2}[.、)）]|[-*•])[ \t]*\*\*([^*\n]{1,60})\*\*|\d{1,2}[.、)）][ \t]*([^\n*:：—–（(，。,]{2,40})[:：—–（(])`)

const (
	suggestedMax  = 20
	suggestedName = 24 // code points: what is longer is a sentence
	listItems     = 2  // fewer are no list
)

// headings begin list items that are about one thing rather than names of several.
var headings = words(`优点 缺点 优势 劣势 价格 特点 功能 总结 结论 建议 推荐 推荐理由 适合人群 适用人群 适用场景 注意事项 口碑 性价比 品牌 产品 服务 售后 质量 安全 预算 需求 步骤 准备 其他 综合
	品牌口碑 核心优势 主要功能 使用场景 价格区间 购买渠道 用户评价 选购建议 售后服务 隐私保护 数据安全
	pros cons price pricing summary conclusion features support quality safety budget others other overall verdict recommendation`)

func words(text string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(text) {
		set[w] = true
	}
	return set
}

// suggest lists names that a recommendation list recommends and that are not watched. Bullets are more often about
// one thing than a list of names: they count when one of them begins with a watched name.
func (r *namedReader) suggest(text string) []string {
	list := []string{}
	items := itemsOf(text)
	if len(items) < listItems {
		return list
	}
	names, known := make([]string, len(items)), false
	for i, m := range items {
		names[i] = plainName(m[2] + m[3])
		known = known || r.watches(strings.ToLower(names[i]))
	}
	seen := map[string]bool{}
	for i, name := range names {
		key := strings.ToLower(name)
		bullet := items[i][1] != "" && !unicode.IsDigit(rune(items[i][1][0]))
		if seen[key] || bullet && !known || !nameLike(name) || headings[key] || r.watches(key) {
			continue
		}
		seen[key] = true
		list = append(list, name)
	}
	return list
}

// itemsOf gives the first entries of lists. Most lines begin otherwise, which takes no expression to tell.
func itemsOf(text string) (items [][]string) {
	for line := range strings.Lines(text) {
		body := strings.TrimLeft(line, " \t#")
		if body == "" || body[0] < utf8.RuneSelf && strings.IndexByte("0123456789-*", body[0]) < 0 ||
			body[0] >= utf8.RuneSelf && !strings.HasPrefix(body, "•") {
			continue
		}
		if m := item.FindStringSubmatch(line); m != nil {
			items = append(items, m)
		}
		if len(items) == suggestedMax {
			break
		}
	}
	return items
}

// plainName takes away what stands around a name, and what follows it in brackets or after a colon.
func plainName(s string) string {
	s = strings.Trim(s, " \t:：（）()「」《》[]【】“”\"'")
	if i := strings.IndexAny(s, "（(:：—–|/"); i > 0 {
		s = s[:i]
	}
	return strings.TrimSpace(s)
}

// nameLike tells whether it may be a name: not too long, with a letter in it, and no sentence.
func nameLike(name string) bool {
	n := utf8.RuneCountInString(name)
	return n >= 2 && n <= suggestedName && strings.IndexFunc(name, unicode.IsLetter) >= 0 && !strings.ContainsAny(name, "，。,;；!！?？、…")
}

// watches tells whether a name is a watched one, perhaps with something around it.
func (r *namedReader) watches(key string) bool {
	for _, s := range r.spellings {
		if strings.Contains(key, s) {
			return true
		}
	}
	return false
}
