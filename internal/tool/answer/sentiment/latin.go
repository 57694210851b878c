package sentiment

import (
	"strings"
	"unicode/utf8"
)

// maxWord is the longest Latin word, in bytes, that is looked up.
const maxWord = 24

// curly is the typographic apostrophe, which is read as the plain one.
const curly = "’"

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// word is a word of a text: where it ends, and the hash of its lower case.
type word struct {
	end        int
	hash       uint64
	apostrophe bool
}

// wordAt reads the word of letters and inner apostrophes at text[at:].
func wordAt(text string, at int) word {
	const prime = 0x100000001B3
	w := word{}
	for at < len(text) {
		c := text[at]
		switch {
		case isLetter(c):
			at++
			w.hash = (w.hash ^ uint64(c|0x20)) * prime
			continue
		case c == '\'' && at+1 < len(text) && isLetter(text[at+1]):
			at++
		case c == curly[0] && strings.HasPrefix(text[at:], curly) && at+3 < len(text) && isLetter(text[at+3]):
			at += len(curly)
		default:
			return word{at, w.hash >> 8, w.apostrophe}
		}
		w.hash, w.apostrophe = (w.hash^'\'')*prime, true
	}
	return word{at, w.hash >> 8, w.apostrophe}
}

// sameWord tells whether a word of a text, in any case and with any apostrophe, is one of a table.
func sameWord(key, word string) bool {
	at := 0
	for i := range len(key) {
		switch {
		case at >= len(word):
			return false
		case key[i] == '\'' && strings.HasPrefix(word[at:], curly):
			at += len(curly) - 1
		case word[at] != key[i] && word[at]|0x20 != key[i] || word[at] >= utf8.RuneSelf:
			return false
		}
		at++
	}
	return at == len(word)
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
		case isLetter(c) && c|0x20 == rest[i]:
			at++
		case rest[i] == '\'' && strings.HasPrefix(text[at:], curly):
			at += len(curly)
		default:
			return 0
		}
	}
	if at < len(text) && isLetter(text[at]) {
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
