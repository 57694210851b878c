package sentiment

import "strings"

// maxWord is the longest Latin word, in bytes, that is looked up.
const maxWord = 24

// curly is the typographic apostrophe, which is read as the plain one.
const curly = "’"

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// wordEnd gives the end of the word of letters and inner apostrophes at text[at:].
func wordEnd(text string, at int) int {
	for at < len(text) {
		switch {
		case isLetter(text[at]):
			at++
		case text[at] == '\'' && at+1 < len(text) && isLetter(text[at+1]):
			at += 2
		case text[at] == curly[0] && strings.HasPrefix(text[at:], curly) && at+3 < len(text) && isLetter(text[at+3]):
			at += 4
		default:
			return at
		}
	}
	return at
}

// lower appends the word in lower case with plain apostrophes and gives its
// hash; false when it is too long to be in a table.
func lower(to []byte, word string) (lowered []byte, hash uint64, ok bool) {
	if len(word) > maxWord {
		return nil, 0, false
	}
	for i := 0; i < len(word); i++ {
		c := word[i]
		switch {
		case isLetter(c):
			c |= 0x20
		case c >= 0x80: // only the curly apostrophe is part of a word
			c = '\''
			i += len(curly) - 1
		}
		to = append(to, c)
		hash = (hash ^ uint64(c)) * 0x100000001B3
	}
	return to, hash >> 8, true
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
var adverbs = [...]string{" well ", " far ", " really ", " very ", " so ", " just ", " quite ", " truly ", " simply ", " clearly ", " always ", " still ", " even ", " absolutely "}

// adverbWidth measures an adverb, with the blank before it.
func adverbWidth(text string) int {
	if len(text) < 2 || text[0] != ' ' {
		return 0
	}
	for _, adverb := range adverbs {
		if text[1] == adverb[1] && strings.HasPrefix(text, adverb) {
			return len(adverb) - 1
		}
	}
	return 0
}
