package answer

import (
	_ "embed"
	"strings"
	"unicode"
	"unicode/utf8"

	"renown/internal/tool/text/char"
)

// englishWords are base forms of common English words, one on a line, in order, from the SCOWL lists.
//
//go:embed data/words_en.txt
var englishWords string

// moreWords are ordinary words that the list leaves out because dictionaries call them proper, foreign or informal.
const moreWords = "\nai\nalexa\napp\nbio\nbumble\nemail\ninternet\njan\nlite\nmatte\nmax\nmega\nmeta\nmicro\nmini\nmonday\n" +
	"headspace\nprogressive\ncaviar\npuffin\ngusto\nember\nobsidian\nok\nonline\npixel\nplus\npremium\npro\nsunday\nsuper\nsaturday\nfriday\nturbo\nultra\nvia\nweb\n"

// ordinary tells whether a word, in lower case, is one that people also use for something else.
func ordinary(word string) bool {
	if len(word) < 3 || len(word) > 12 {
		return len(word) < 3
	}
	if listed(word) || strings.Contains(moreWords, "\n"+word+"\n") {
		return true
	}
	for _, ending := range [...]string{"s", "es", "ed", "ing"} {
		base, ok := strings.CutSuffix(word, ending)
		n := len(base)
		if !ok || n < 3 {
			continue
		}
		if listed(base) || ending != "s" && listed(base+"e") || n > 3 && base[n-1] == base[n-2] && listed(base[:n-1]) ||
			base[n-1] == 'i' && listed(base[:n-1]+"y") {
			return true
		}
	}
	return false
}

// listed searches the list in place: by halves over bytes, each time from the beginning of a line.
func listed(word string) bool {
	low, high := 0, len(englishWords)
	for low < high {
		middle := (low + high) / 2
		start := strings.LastIndexByte(englishWords[:middle], '\n') + 1
		end := start + strings.IndexByte(englishWords[start:], '\n')
		switch line := englishWords[start:end]; {
		case line == word:
			return true
		case line < word:
			low = end + 1
		default:
			high = start
		}
	}
	return false
}

// caseRules decides how strictly a spelling is compared: names of one or two letters and names made of ordinary words
// count only as they were typed, everything else in any case. Digits may follow a name (Xiaomi14), but not an ordinary
// word, and not one digit alone after two capitals (MI6).
func caseRules(spelling string) rule {
	letters, upper := 0, 0
	for _, r := range spelling {
		switch {
		case r >= utf8.RuneSelf && !inWord(r), r == '.', unicode.IsDigit(r):
			return 0 // Chinese, a model number or a host name says enough
		case unicode.IsLetter(r):
			letters++
			if unicode.IsUpper(r) {
				upper++
			}
		}
	}
	words := strings.FieldsFunc(strings.ToLower(spelling), func(r rune) bool { return r < utf8.RuneSelf && !char.IsLetter(byte(r)) })
	if letters == 0 || len(words) == 0 {
		return 0
	}
	for _, w := range words {
		if !ordinary(w) {
			return 0
		}
	}
	switch {
	case len(words) > 1 || letters > 2:
		return exactCase | noDigits
	case upper == letters:
		return exactCase | shortName | twoDigits
	case upper == 0:
		return exactCase | shortName | noDigits
	}
	return exactCase | shortName
}
