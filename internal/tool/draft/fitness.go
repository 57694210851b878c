package draft

import (
	"slices"
	"strings"
	"unicode"

	"renown/internal/tool/text/char"
)

var (
	// describing are the lists whose words say something of the noun and so must not repeat it.
	describing = []string{"sp", "rel", "point", "want", "adj", "budget", "aspect", "skill"}
	// tasks are the lists whose words belong to the kind as a whole, not to a noun narrower than it.
	tasks = []string{"skill", "scene", "rival"}
)

// clashing tells combinations that make no sense together.
func (d *drawing) clashing(f *form, words []*word) bool {
	at := slices.Index(f.dims, "noun")
	for i, a := range words {
		if i == at {
			continue
		}
		if at >= 0 && d.unsaid(f.dims[i], a, words[at]) {
			return true
		}
		for j, b := range words[:i] {
			if j != at && d.opposed(a, b, true) {
				return true
			}
		}
	}
	return false
}

// unsaid tells what is not said of a noun: something of another class, a task of another trade, a repetition.
func (d *drawing) unsaid(dim string, a, noun *word) bool {
	if a.classes != "" && !strings.Contains(a.classes, noun.classes) {
		return true
	}
	if noun.special && noun.classes == "s" && slices.Contains(tasks, dim) {
		return true
	}
	return d.opposed(a, noun, slices.Contains(describing, dim))
}

// opposed tells two words that exclude each other or, where it matters, repeat each other. The answer is kept: the same
// two meet many times.
func (d *drawing) opposed(a, b *word, repetition bool) bool {
	key := [2]*word{a, b}
	answer, ok := d.clash[key]
	if !ok {
		answer = d.r.lexicon.excludes(lower(a.text), lower(b.text)) || repetition && d.r.lexicon.repeats(lower(a.text), lower(b.text))
		d.clash[key] = answer
	}
	return answer
}

// excludes tells two words that cannot be said of the same thing.
func (l *lexicon) excludes(a, b string) bool {
	for pair := range strings.FieldsSeq(l.patterns["opposites"]) {
		x, y, _ := strings.Cut(pair, "/")
		if holds(a, x) && holds(b, y) || holds(a, y) && holds(b, x) {
			return true
		}
	}
	return false
}

// repeats tells two words that say the same thing twice: in Chinese they share two characters in a row, in English two
// of their words of four letters or more begin alike.
func (l *lexicon) repeats(a, b string) bool {
	if l.language == "zh" {
		runes := []rune(a)
		for i := 0; i+1 < len(runes); i++ {
			if strings.Contains(b, string(runes[i:i+2])) {
				return true
			}
		}
		return false
	}
	notLetter := func(r rune) bool { return !unicode.IsLetter(r) }
	for x := range strings.FieldsFuncSeq(a, notLetter) {
		for y := range strings.FieldsFuncSeq(b, notLetter) {
			if len(x) >= 4 && len(y) >= 4 && x[:4] == y[:4] && x != "with" && x != "without" && x != "good" {
				return true
			}
		}
	}
	return false
}

// faulty tells what no one would type: the patterns of the language, a word or two characters said twice in a row.
func (l *lexicon) faulty(text string) bool {
	words := strings.Fields(lower(text))
	for i := 1; i < len(words); i++ {
		if words[i] == words[i-1] {
			return true
		}
	}
	runes := []rune(text)
	for i := 0; i+3 < len(runes); i++ {
		if char.IsHan(runes[i]) && runes[i] == runes[i+2] && runes[i+1] == runes[i+3] {
			return true
		}
	}
	return l.pattern["faulty"].MatchString(text)
}

// finish sets the articles, and ends a careless question as people do: with its mark or as it is typed in a hurry.
func (l *lexicon) finish(text string, f *form, h uint64) string {
	for before, after, ok := strings.Cut(text, articleMark); ok; before, after, ok = strings.Cut(text, articleMark) {
		article, _ := l.sort("article", after)
		text = before + article + " " + after
	}
	switch {
	case !f.careless:
		return text
	case l.language == "zh":
		if (h%3 != 0 || size(text) < l.shortest) && !l.pattern["wish"].MatchString(text) {
			text += "？"
		}
		return text
	case h%6 != 0 || strings.HasPrefix(f.text, "{brand}"):
		return text + "?"
	}
	first, rest, _ := strings.Cut(text, " ")
	if !l.pattern["keep"].MatchString(first) {
		first = lower(first)
	}
	return first + " " + rest
}
