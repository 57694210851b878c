package draft

import (
	"slices"
	"strings"
	"unicode"

	"renown/internal/tool/text/char"
)

// word is something that fills slots. text is what it is, to spread words over a draft.
type word struct {
	text    string
	classes string // of a noun its class, of others the classes they go with (all when empty)
	slots   map[string]string
	number  map[string]string // of an English noun, for {rel} and {rel1}: p or s
	special bool              // a noun narrower than its kind: not every task of the kind is one of its own
	bias    int               // how much rarer it should come than the profile's own words
}

// noun reads a noun of the word files: zh "咖啡店/e/家/去" with a fifth part where buying has a verb of its own, en
// "law firm/s/hire" with a fourth part for the number, mass or plural.
func (l *lexicon) noun(spec string) word {
	f := strings.Split(spec, "/")
	if l.language == "en" {
		return l.nounEN(f[0], f[1], f[2], append(f, "count")[3])
	}
	buy := append(f, f[3])[4]
	if len(f) == 4 && strings.Contains("gf", f[1]) {
		buy = "买"
	}
	w := word{text: f[0], classes: f[1], slots: map[string]string{"cat": f[0], "m": f[2], "v": f[3], "b": buy}}
	if f[3] != "选" && f[3] != "买" {
		w.slots["u"] = f[3]
	}
	return w
}

func (l *lexicon) nounEN(text, class, verb, number string) word {
	gerund, _ := l.sort("gerund", verb)
	says := map[string]string{"v": verb, "ving": gerund, "is": "are", "Is": "Are", "has": "have", "do": "do"}
	rel := map[string]string{"rel": "p", "rel1": "s"}
	say := func(text string, slots ...string) {
		for _, s := range slots {
			says[s] = text
		}
	}
	switch number {
	case "mass":
		says["is"], says["Is"], says["has"], says["do"], rel["rel"] = "is", "Is", "has", "does", "s"
		say(text, "cat", "cat1", "cats", "one")
	case "plural":
		rel["rel1"] = "p"
		say(l.singular(text), "cat")
		say(text, "cats", "pcats", "one", "acat")
	default:
		say(text, "cat", "cat1", "scat")
		say(l.plural(text), "cats", "pcats")
		say(articleMark+text, "one", "acat")
	}
	return word{text: text, classes: class, slots: says, number: rel}
}

func (l *lexicon) plural(s string) string   { out, _ := l.sort("plural", s); return out }
func (l *lexicon) singular(s string) string { out, _ := l.sort("singular", s); return out }

// number tells whether a phrase is in the plural, a set (running shoes), mass (software) or one that can be counted.
func (l *lexicon) number(s string) string {
	out, _ := l.sort("number", s[strings.LastIndexByte(s, ' ')+1:])
	return out
}

// nounOf makes a noun of the profile's words by the rules of a section; false when they can be none.
func (l *lexicon) nounOf(section, text string) (word, bool) {
	one := text
	if l.language == "en" {
		text = l.commonCase(text)
		one = text
		if n := l.number(text); n == "set" || n == "plural" {
			one = l.singular(text)
		}
	}
	if !plain(text) || char.HasHan(text) != (l.language == "zh") {
		return word{}, false
	}
	refusal, _ := l.sort("unnoun", one)
	spec, ok := l.sort(section, one)
	if !ok || refusal != "" {
		return word{}, false
	}
	return l.nounLike(text, spec), true
}

// nounLike gives a phrase of the profile the class and the verbs of a spec; the number is its own unless the spec has one.
func (l *lexicon) nounLike(text, spec string) word {
	if l.language == "zh" {
		return l.noun(text + "/" + spec)
	}
	f := strings.Split(spec, "/")
	number := l.number(text)
	switch {
	case number == "set":
		number = "plural"
	case number == "plural":
		text, number = l.singular(text), "count"
	case len(f) > 2:
		number = f[2]
	}
	return l.nounEN(text, f[0], f[1], number)
}

// like is a noun of the profile's words that behaves as w does.
func (l *lexicon) like(text string, w word) word {
	if l.language == "zh" {
		return l.noun(strings.Join([]string{text, w.classes, w.slots["m"], w.slots["v"], w.slots["b"]}, "/"))
	}
	return l.nounLike(l.commonCase(text), w.classes+"/"+w.slots["v"])
}

// commonCase writes an English phrase as it stands inside a sentence. In Title Case every word is lowered, otherwise only
// the first; acronyms and names with inner capitals stay.
func (l *lexicon) commonCase(s string) string {
	words := strings.Fields(s)
	title := !slices.ContainsFunc(words, func(w string) bool { return unicode.IsLower(first(w)) })
	for i, w := range words {
		rest := strings.TrimPrefix(w, string(first(w)))
		if (title || i == 0) && rest != "" && unicode.IsUpper(first(w)) && rest == lower(rest) && !l.pattern["proper"].MatchString(w) {
			words[i] = lower(w)
		}
	}
	return strings.Join(words, " ")
}
