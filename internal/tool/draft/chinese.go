package draft

import "strings"

const shortestZH = 6

var chinese = voice{
	language: "zh", region: "CN", shortest: shortestZH, longest: 60,
	lexicon:   lexica["zh"],
	topics:    topicsZH,
	customers: customersZH,
	noun:      nounZH,
	derived:   derivedZH,
	plainNoun: plainNounZH,
	like:      likeZH,
	heads:     headsZH,
	phrases:   phrasesZH,
	roles:     rolesZH,
	point:     pointZH,
	pair: func(a, b string) word {
		return word{text: a + b, slots: map[string][]string{"pair": {a + "和" + b}, "choose": {chosen(a) + "还是" + b}}}
	},
	finish:   finishZH,
	faulty:   faultyZH,
	repeats:  repeatsZH,
	excludes: func(a, b string) bool { return opposed(a, b, oppositesZH, strings.Contains) },
}

// wish tells a request, which takes no question mark.
func wish(text string) bool {
	if i := strings.LastIndex(text, "推荐"); i >= 0 {
		if rest := text[i+len("推荐"):]; rest == "" || strings.HasPrefix(rest, "几") && size(rest) == 2 {
			return true
		}
	}
	return endsInAny(text, []string{"攻略", "排行榜", "指南"})
}

// finishZH ends a question as people do: mostly with a mark, often without.
func finishZH(text string, f *form, h uint64) string {
	if f.careless && (h%3 != 0 || size(text) < shortestZH) && !wish(text) {
		text += "？"
	}
	return text
}

// faultyZH tells what no one would type: 的的, a word said twice in a row, three 的, a space between characters.
func faultyZH(text string) bool {
	if containsAny(text, []string{"的的", "和和", "有没有有", "用用", "买买", "想想", "能能", "时时"}) || strings.Count(text, "的") > 2 {
		return true
	}
	runes := []rune(text)
	for i := range runes {
		if i+3 < len(runes) && isHan(runes[i]) && runes[i] == runes[i+2] && runes[i+1] == runes[i+3] {
			return true
		}
		if i > 0 && i+1 < len(runes) && runes[i] == ' ' && (isHan(runes[i-1]) || isHan(runes[i+1])) {
			return true
		}
	}
	return false
}

var oppositesZH = [][2]string{{"猫", "狗"}, {"猫", "犬"}, {"男", "女"}}

// repeatsZH tells two words that say the same thing twice: they share two characters in a row.
func repeatsZH(a, b string) bool {
	runes := []rune(a)
	for i := 0; i+1 < len(runes); i++ {
		if strings.Contains(b, string(runes[i:i+2])) {
			return true
		}
	}
	return false
}

// chosen puts 选 before a thing, and nothing before something one does: 选纯电还是增程, but 自学还是报班.
func chosen(s string) string {
	if hasAnyPrefix(s, "用", "找", "请", "租", "去", "买", "自", "报", "包", "线上", "外包", "堂食") || endsInAny(s, []string{"买", "记账", "管客户"}) {
		return s
	}
	return "选" + s
}

// pointZH lets an aspect stand where a point is asked for.
func pointZH(w word) word {
	w.slots = map[string][]string{"aspect": {w.text}, "point": {w.text}}
	return w
}
