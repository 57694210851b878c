package sentiment

import (
	"strings"

	"renown/internal/tool/text/char"
)

// maxWord is the longest Latin word, in bytes, that is looked up.
const maxWord = 24

// curly is the typographic apostrophe, which is read as the plain one.
const curly = "’"

// word is a word of a text: where it ends, and how the tables would write its first letters.
type word struct {
	end        int
	key        [maxWord + 2]byte
	size       int // of the key
	apostrophe bool
}

// wordAt reads the word of letters and inner apostrophes at text[at:].
func wordAt(text string, at int) (w word) {
	for at < len(text) {
		c := text[at]
		switch {
		case char.IsLetter(c):
			at++
			c |= 0x20
		case c == '\'' && at+1 < len(text) && char.IsLetter(text[at+1]):
			at++
			w.apostrophe = true
		case c == curly[0] && strings.HasPrefix(text[at:], curly) && at+3 < len(text) && char.IsLetter(text[at+3]):
			at += len(curly)
			c, w.apostrophe = '\'', true
		default:
			w.end = at
			return w
		}
		if w.size < maxWord {
			w.key[w.size] = c
			w.size++
		}
	}
	w.end = at
	return w
}

// before is the key of phrases that go on like a text.
func (w *word) before(rest string) string {
	key := w.key[:w.size]
	if len(rest) > 1 && rest[0] == ' ' && char.IsLetter(rest[1]) {
		key = append(key, ' ', rest[1]|0x20)
	}
	return string(key)
}

// isDenial tells whether a word ends in n't.
func isDenial(word string) bool {
	before, ok := strings.CutSuffix(strings.ToLower(word), "t")
	return ok && (strings.HasSuffix(before, "n'") || strings.HasSuffix(before, "n"+curly))
}

// matchPhrase tells where rest ends when text continues with it at a word's
// end, in any case; 0 when it does not.
func matchPhrase(text string, at int, rest string) int {
	for i := 0; i < len(rest); i++ {
		if at >= len(text) {
			return 0
		}
		c := text[at]
		switch {
		case c == rest[i]:
			at++
		case char.IsLetter(c) && c|0x20 == rest[i]:
			at++
		case rest[i] == '\'' && strings.HasPrefix(text[at:], curly):
			at += len(curly)
		default:
			return 0
		}
	}
	if at < len(text) && char.IsLetter(text[at]) {
		return 0
	}
	return at
}

// adverbs may stand behind the first word of a phrase: "punches well above its weight".
var adverbs = func() (list [26][]string) {
	for _, adverb := range strings.Fields("well far really very so just quite truly simply clearly always still even absolutely") {
		list[adverb[0]-'a'] = append(list[adverb[0]-'a'], adverb+" ")
	}
	return list
}()

// adverbWidth measures an adverb, with the blank before it.
func adverbWidth(text string) int {
	if len(text) < 2 || text[0] != ' ' || text[1] < 'a' || text[1] > 'z' {
		return 0
	}
	for _, adverb := range adverbs[text[1]-'a'] {
		if strings.HasPrefix(text[1:], adverb) {
			return len(adverb)
		}
	}
	return 0
}
