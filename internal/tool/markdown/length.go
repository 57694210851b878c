package markdown

import "unicode"

// Length is how long outlets find a text, its 字数: what a reader reads, counted as word processors count Chinese. Each
// Chinese, Japanese or Korean character is one, full-width punctuation included; each run of other characters without a
// space is one when it holds a letter or a digit, so that a word, a number or an address is one. Marks of Markdown,
// addresses behind links and pictures count nothing.
func Length(source string) int { return count(Plain(source)) }

func count(text string) (n int) {
	word := false // in a run that has been counted
	for _, r := range text {
		switch {
		case wide(r):
			n++
			word = false
		case unicode.IsSpace(r):
			word = false
		case !word && (unicode.IsLetter(r) || unicode.IsDigit(r)):
			n++
			word = true
		}
	}
	return n
}

// wide tells whether a character is counted by itself.
func wide(r rune) bool {
	switch {
	case r < 0x2E80:
		// Marks that Chinese writing shares with others: quotation marks, dash, ellipsis, middle dot.
		return r == '“' || r == '”' || r == '‘' || r == '’' || r == '—' || r == '…' || r == '·'
	case r <= 0x2FDF, r >= 0x3001 && r <= 0x303F: // radicals; punctuation, without the ideographic space
		return true
	case r >= 0xFF01 && r <= 0xFF65, r >= 0xFFE0 && r <= 0xFFE6: // full-width forms
		return !(r >= '０' && r <= '９' || r >= 'Ａ' && r <= 'Ｚ' || r >= 'ａ' && r <= 'ｚ')
	}
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Bopomofo)
}
