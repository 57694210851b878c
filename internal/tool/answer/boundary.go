package answer

import (
	"strings"
	"unicode/utf8"
)

func lastRune(s string) (rune, int) {
	n := len(s)
	if n > 0 && s[n-1] < utf8.RuneSelf {
		return rune(s[n-1]), 1
	}
	if n >= 3 {
		if r := wideAt(s, n-3); r != 0 {
			return r, 3
		}
	}
	return utf8.DecodeLastRuneInString(s)
}

func firstRune(s string) (rune, int) {
	if s != "" && s[0] < utf8.RuneSelf {
		return rune(s[0]), 1
	}
	return decode(s)
}

// bounded tells whether a hit stands alone where its pattern wants that.
func (p *pattern) bounded(text string, start, end int) bool {
	if p.rules&wordLeft != 0 && !p.boundedLeft(text[:start]) {
		return false
	}
	return p.rules&wordRight == 0 || p.boundedRight(text[end:])
}

func (p *pattern) boundedLeft(before string) bool {
	r, size := lastRune(before)
	for size > 0 && invisible(r) && !inWord(r) {
		before = before[:len(before)-size]
		r, size = lastRune(before)
	}
	switch {
	case size == 0:
		return true
	case r == '_':
		return emphasisLeft(before)
	case p.rules&numberName != 0 && (r == '.' || r == ',' || r == '-' || r == '$' || r == '¥'):
		return false
	case p.rules&shortName != 0 && (r == '&' || r == '\''):
		beyond, _ := lastRune(before[:len(before)-1])
		return !inWord(beyond)
	}
	return !inWord(r)
}

func (p *pattern) boundedRight(after string) bool {
	r, size := firstRune(after)
	for size > 0 && invisible(r) && (!inWord(r) || p.rules&exactCase == 0) {
		after = after[size:]
		r, size = firstRune(after)
	}
	if size == 0 {
		return true
	}
	after = after[size:]
	beyond, _ := firstRune(after)
	full := r
	switch r = foldWidth(r); {
	case r == '_':
		return emphasisRight(after)
	case r < utf8.RuneSelf && isDigit(byte(r)):
		return p.digitsMayFollow(after)
	case r == '\'':
		return possessive(after)
	case p.rules&numberName != 0:
		return !inWord(r) && r != '%' && r != '°' && !strings.ContainsRune(measures, r) &&
			!((full == '.' || full == ',' || full == '-') && beyond >= '0' && beyond <= '9')
	case p.rules&shortName != 0 && (r == '&' || r == '+' || r == '#'):
		return !inWord(beyond) && beyond != '+' && r != '#'
	case p.rules&pluralRight != 0 && (r == 's' || r == 'S'):
		return !inWord(beyond)
	}
	return !inWord(r)
}

// measures follow a number that is only a number: 360度, 58元.
const measures = "度元块万亿千百个天年月日号件家人次倍分秒台部款种页米克升瓶岁名位条项期届场层吨公厘毫"

func (p *pattern) digitsMayFollow(after string) bool {
	last := p.folded[len(p.folded)-1]
	switch {
	case p.rules&noDigits != 0, isDigit(last), p.kind == exclusionKind:
		return false
	case p.rules&twoDigits != 0:
		r, _ := firstRune(after)
		r = foldWidth(r)
		return r >= '0' && r <= '9'
	}
	return true
}

// emphasisLeft tells whether underscores before a name are Markdown: then nothing that belongs to a word is before them.
func emphasisLeft(before string) bool {
	r, _ := lastRune(strings.TrimRight(before, "_"))
	return !inWord(r)
}

func emphasisRight(after string) bool {
	r, _ := firstRune(strings.TrimLeft(after, "_"))
	return !inWord(r)
}

// possessive is false when an apostrophe joins the name with a longer word: Mi'kmaq.
func possessive(after string) bool {
	var ending [3]byte
	n := 0
	for n < len(ending) {
		r, size := firstRune(after)
		if r = foldRune(r); r >= utf8.RuneSelf || !isLetter(byte(r)) {
			break
		}
		ending[n] = byte(r)
		n++
		after = after[size:]
	}
	switch string(ending[:n]) {
	case "", "s", "ll", "re", "ve", "d", "m", "t":
		r, _ := firstRune(after)
		return !inWord(r)
	}
	return false
}
