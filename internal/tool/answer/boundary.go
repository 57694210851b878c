package answer

import (
	"strings"
	"unicode/utf8"

	"renown/internal/tool/text/char"
)

// bounded tells whether a hit stands alone where its pattern wants that.
func (p *pattern) bounded(text string, start, end int) bool {
	if p.rules&wordLeft != 0 && !p.boundedLeft(text[:start]) {
		return false
	}
	return p.rules&wordRight == 0 || p.boundedRight(text[end:])
}

func (p *pattern) boundedLeft(before string) bool {
	r, size := utf8.DecodeLastRuneInString(before)
	for size > 0 && invisible(r) && !inWord(r) {
		before = before[:len(before)-size]
		r, size = utf8.DecodeLastRuneInString(before)
	}
	switch {
	case size == 0:
		return true
	case r == '_':
		return emphasisLeft(before)
	case p.rules&numberName != 0 && (r == '.' || r == ',' || r == '-' || r == '$' || r == '¥'):
		return false
	case p.rules&shortName != 0 && (r == '&' || r == '\''):
		beyond, _ := utf8.DecodeLastRuneInString(before[:len(before)-1])
		return !inWord(beyond)
	}
	return !inWord(r)
}

func (p *pattern) boundedRight(after string) bool {
	r, size := utf8.DecodeRuneInString(after)
	for size > 0 && invisible(r) && (!inWord(r) || p.rules&exactCase == 0) {
		after = after[size:]
		r, size = utf8.DecodeRuneInString(after)
	}
	if size == 0 {
		return true
	}
	after = after[size:]
	beyond, _ := utf8.DecodeRuneInString(after)
	full := r
	switch r = foldWidth(r); {
	case r == '_':
		return emphasisRight(after)
	case r < utf8.RuneSelf && char.IsDigit(byte(r)):
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
	case p.rules&noDigits != 0, char.IsDigit(last), p.kind == exclusionKind:
		return false
	case p.rules&twoDigits != 0:
		r, _ := utf8.DecodeRuneInString(after)
		r = foldWidth(r)
		return r >= '0' && r <= '9'
	}
	return true
}

// emphasisLeft tells whether underscores before a name are Markdown: then nothing that belongs to a word is before them.
func emphasisLeft(before string) bool {
	r, _ := utf8.DecodeLastRuneInString(strings.TrimRight(before, "_"))
	return !inWord(r)
}

func emphasisRight(after string) bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(after, "_"))
	return !inWord(r)
}

// possessive is false when an apostrophe joins the name with a longer word: Mi'kmaq.
func possessive(after string) bool {
	var ending [3]byte
	n := 0
	for n < len(ending) {
		r, size := utf8.DecodeRuneInString(after)
		if r = foldRune(r); r >= utf8.RuneSelf || !char.IsLetter(byte(r)) {
			break
		}
		ending[n] = byte(r)
		n++
		after = after[size:]
	}
	switch string(ending[:n]) {
	case "", "s", "ll", "re", "ve", "d", "m", "t":
		r, _ := utf8.DecodeRuneInString(after)
		return !inWord(r)
	}
	return false
}
