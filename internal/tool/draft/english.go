package draft

import (
	"strings"
	"unicode"
)

var english = voice{
	language: "en", region: "US", shortest: 10, longest: 90,
	lexicon:   lexica["en"],
	topics:    topicsEN,
	customers: customersEN,
	noun:      nounEN,
	derived:   derivedEN,
	plainNoun: plainNounEN,
	like:      likeEN,
	heads:     headsEN,
	phrases:   phrasesEN,
	roles:     rolesEN,
	point:     pointEN,
	pair: func(a, b string) word {
		return word{text: a + " " + b, slots: map[string][]string{"pair_or": {a + " or " + b}, "pair_vs": {a + " vs " + b}}}
	},
	finish:   finishEN,
	faulty:   faultyEN,
	repeats:  repeatsEN,
	excludes: func(a, b string) bool { return opposed(lower(a), lower(b), oppositesEN, holds) },
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
	if strings.Count(text, " for ") > 1 || strings.Count(text, " with ") > 1 {
		return true
	}
	return strings.Contains(text, "  ") || strings.Contains(text, " ,") || strings.Contains(text, " ?") || strings.HasPrefix(text, " ") || strings.HasSuffix(text, " ")
}

// repeatsEN tells two words that say the same thing twice: two of their words of four letters or more begin alike.
func repeatsEN(a, b string) bool {
	for x := range strings.FieldsFuncSeq(lower(a), notLetter) {
		for y := range strings.FieldsFuncSeq(lower(b), notLetter) {
			if len(x) >= 4 && len(y) >= 4 && x[:4] == y[:4] && x != "with" && x != "without" && x != "good" {
				return true
			}
		}
	}
	return false
}

func notLetter(r rune) bool { return !unicode.IsLetter(r) }

var oppositesEN = [][2]string{{"cat", "dog"}, {"cats", "dogs"}, {"cat", "dogs"}, {"dog", "cats"}, {"men", "women"}, {"men", "women's"}, {"women", "men's"}, {"kitten", "dog"}, {"kittens", "dog"}, {"puppy", "cat"}, {"puppies", "cat"}}

// pointEN gives an aspect the verbs that agree with it, and the article it wants where a point is asked for.
func pointEN(w word) word {
	is, Is, the := "is", "Is", "the "
	last := w.text[strings.LastIndexByte(w.text, ' ')+1:]
	if looksPlural(last) {
		is, Is, the = "are", "Are", ""
	} else if massEN(last) || strings.Contains(w.text, " for ") || strings.Contains(w.text, " of ") {
		the = ""
	}
	w.slots = map[string][]string{"aspect": {w.text}, "isa": {is}, "Isa": {Is}, "point": {the + w.text}, "isp": {is}}
	return w
}
