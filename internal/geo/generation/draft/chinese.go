package draft

import "strings"

var chinese = voice{
	language: "zh", region: "CN", shortest: 6, longest: 60,
	lexicon:   lexica["zh"],
	topics:    topicsZH,
	noun:      nounZH,
	derived:   derivedZH,
	plainNoun: plainNounZH,
	heads:     headsZH,
	phrases:   phrasesZH,
	roles:     rolesZH,
	point: func(w word) word {
		return word{text: w.text, classes: w.classes, slots: map[string][]string{"point": {w.text}}}
	},
	pair: func(a, b string) word {
		return word{text: a + b, slots: map[string][]string{"pair": {a + "和" + b}, "pairor": {a + "还是" + b}}}
	},
	finish: finishZH,
	faulty: faultyZH,
	clash:  clashZH,
}

// finishZH ends a question as people do: mostly with a mark, often without.
func finishZH(text string, f *form, h uint64) string {
	if f.careless && h%3 != 0 {
		text += "？"
	}
	return text
}

// faultyZH tells what no one would type: 的的, a word said twice in a row, three 的, a space between characters.
func faultyZH(text string) bool {
	if strings.Contains(text, "的的") || strings.Count(text, "的") > 2 {
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

// clashZH tells two words that say the same thing twice: they share two characters in a row.
func clashZH(a, b string) bool {
	runes := []rune(a)
	for i := 0; i+1 < len(runes); i++ {
		if strings.Contains(b, string(runes[i:i+2])) {
			return true
		}
	}
	return false
}
