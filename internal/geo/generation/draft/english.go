package draft

import (
	"strings"
	"unicode"
)

var english = voice{
	language: "en", region: "US", shortest: 10, longest: 80,
	lexicon:   lexica["en"],
	topics:    topicsEN,
	noun:      nounEN,
	derived:   derivedEN,
	plainNoun: plainNounEN,
	heads:     headsEN,
	phrases:   phrasesEN,
	roles:     rolesEN,
	point: func(w word) word {
		is := "is"
		if looksPlural(w.text) {
			is = "are"
		}
		return word{text: w.text, classes: w.classes, slots: map[string][]string{"point": {w.text}, "isp": {is}}}
	},
	pair: func(a, b string) word {
		return word{text: a + " " + b, slots: map[string][]string{"pair_or": {a + " or " + b}, "pair_vs": {a + " vs " + b}}}
	},
	finish: finishEN,
	faulty: faultyEN,
	clash:  clashEN,
}

// finishEN sets the articles, and ends a question with its mark or, now and then, as it is typed in a hurry.
func finishEN(text string, f *form, h uint64) string {
	for {
		before, after, ok := strings.Cut(text, articleMark)
		if !ok {
			break
		}
		text = before + article(after) + " " + after
	}
	if !f.careless {
		return text
	}
	if h%6 != 0 || strings.HasPrefix(f.text, "{brand}") {
		return text + "?"
	}
	first, _, _ := strings.Cut(text, " ")
	if first == "I" || first == "I'm" || len(first) > 1 && strings.IndexFunc(first[1:], unicode.IsUpper) >= 0 {
		return text
	}
	return lower(first) + text[len(first):]
}

// faultyEN tells what no one would type: a word said twice in a row, stray or missing spaces.
func faultyEN(text string) bool {
	words := strings.Fields(lower(text))
	for i := 1; i < len(words); i++ {
		if words[i] == words[i-1] {
			return true
		}
	}
	return strings.Contains(text, "  ") || strings.Contains(text, " ,") || strings.Contains(text, " ?") || strings.HasPrefix(text, " ") || strings.HasSuffix(text, " ")
}

// clashEN tells two words that say the same thing twice: they share a word of four letters or more.
func clashEN(a, b string) bool {
	words := setOf(lower(b))
	for w := range strings.FieldsSeq(lower(a)) {
		if len(w) >= 4 && words[w] && w != "with" && w != "without" && w != "good" {
			return true
		}
	}
	return false
}
