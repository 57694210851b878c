package sentiment

import (
	"strings"
	"unicode/utf8"

	"renown/internal/tool/text/char"
)

const (
	boldLevel = 7 // a line all in bold heads what follows, below any real heading
	tabWidth  = 4
)

// lineShape reads the Markdown at the start of a line and gives the place
// where its words begin.
func lineShape(text string, from, to int) (kind shape, level int32, start int) {
	at := from
	for at < to && (text[at] == ' ' || text[at] == '\t' || text[at] == '>' || text[at] == '\r') {
		level++
		if text[at] == '\t' {
			level += tabWidth - 1
		}
		at++
	}
	if at == to {
		return blank, 0, at
	}
	switch rest := text[at:to]; {
	case rest[0] == '#':
		depth := len(rest) - len(strings.TrimLeft(rest, "#"))
		return heading, int32(min(depth, boldLevel-1)), at + depth
	case rest[0] == '|':
		return row, 0, at + 1
	case isBold(rest):
		return heading, boldLevel, at
	case isRule(rest):
		return blank, 0, to
	default:
		if width := bulletWidth(rest); width > 0 {
			return item, level, at + width
		}
	}
	return plain, level, at
}

// isBold tells whether a whole line is set in bold: assistants write headings so.
func isBold(rest string) bool {
	if !strings.HasPrefix(rest, "**") {
		return false
	}
	rest = strings.TrimRight(rest, " \t\r:：")
	return len(rest) > 4 && strings.HasSuffix(rest, "**") &&
		strings.Count(rest, "**") == 2
}

func isRule(rest string) bool {
	return strings.HasPrefix(rest, "---") && strings.Trim(rest, "- \t\r") == ""
}

// bulletWidth gives the bytes of a bullet or of an item's number.
func bulletWidth(rest string) int {
	first, width := utf8.DecodeRuneInString(rest)
	switch first {
	case '-', '+', '*', '•', '·', '–', '▪', '●', '○', '◦':
		if strings.HasPrefix(rest[width:], " ") || first > 0x7F {
			return width
		}
		return 0
	case '（', '(':
		if n := numberWidth(rest[width:]); n > 0 && hasAny(rest[width+n:], "）", ")") {
			return width + n + 1
		}
		return 0
	}
	if first >= '①' && first <= '⑳' {
		return width
	}
	if n := numberWidth(rest); n > 0 && hasAny(rest[n:], ". ", "、", ") ", "）", "．") {
		return n + 1
	}
	return 0
}

// numberWidth gives the bytes of a number of at most three digits or Chinese numerals.
func numberWidth(rest string) int {
	width := 0
	for range 3 {
		r, n := utf8.DecodeRuneInString(rest[width:])
		if !char.IsDigit(r) && !strings.ContainsRune(char.HanDigits, r) {
			break
		}
		width += n
	}
	return width
}

func hasAny(text string, prefixes ...string) bool {
	for _, prefix := range prefixes {
		if strings.HasPrefix(text, prefix) {
			return true
		}
	}
	return false
}
