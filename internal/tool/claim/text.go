package claim

import (
	"slices"
	"unicode"

	"renown/internal/tool/text/char"
)

// MaxText bounds the text that is read, in code points; what follows is not looked at.
const MaxText = 1 << 20

// sentenceMax bounds one sentence: text without a stop is cut there, so that work per sentence is bounded.
const sentenceMax = 600

// fold makes letters comparable, one code point for one: lower case, half width.
func fold(text string) []rune {
	list := []rune(text)
	if len(list) > MaxText {
		list = list[:MaxText]
	}
	for i, r := range list {
		switch {
		case r >= 0xff01 && r <= 0xff5e:
			r -= 0xfee0
		case r == 0x3000 || r == '\t' || r == 0xa0:
			r = ' '
		case r == '￥':
			r = '¥'
		case r == '’' || r == '‘':
			r = '\''
		}
		list[i] = unicode.ToLower(r)
	}
	return list
}

// foldText is fold for the words of a sheet.
func foldText(s string) string { return string(fold(s)) }

type span struct{ start, end int }

func (s span) holds(i int) bool { return s.start <= i && i < s.end }

// gap is the number of code points between two spans, 0 when they touch.
func (s span) gap(o span) int { return max(o.start-s.end, s.start-o.end, 0) }

// sentences cuts a text at stops and at line ends.
func sentences(t []rune) (list []span) {
	start := 0
	for i, r := range t {
		if !endsSentence(t, i, r) && i-start < sentenceMax {
			continue
		}
		list = append(list, span{start, i + 1})
		start = i + 1
	}
	if start < len(t) {
		list = append(list, span{start, len(t)})
	}
	return list
}

func endsSentence(t []rune, i int, r rune) bool {
	switch r {
	case '。', '!', '?', '\n', ';', '；':
		return true
	case '.':
		next := at(t, i+1)
		return (next == ' ' || next == 0 || next == '\n' || next == '*' || next == '"') && !(char.IsDigit(at(t, i-1)) && isListMark(t, i))
	}
	return false
}

// isListMark tells whether the stop at i follows the number that opens a line: "1. ".
func isListMark(t []rune, i int) bool {
	j, end := i-1, max(i-8, -1) // "1. " within a few characters: work stays bounded
	for j > end && char.IsDigit(t[j]) {
		j--
	}
	for j > end && (t[j] == ' ' || t[j] == '*' || t[j] == '#' || t[j] == '-') {
		j--
	}
	return j < 0 || t[j] == '\n'
}

// clauses cuts a sentence at commas and at the words that turn to something else.
func clauses(t []rune, s span) (list []span) {
	start := s.start
	for i := s.start; i < s.end; i++ {
		switch {
		case t[i] == ',' && !(char.IsDigit(at(t, i-1)) && char.IsDigit(at(t, i+1))), t[i] == '，', t[i] == '|':
		case turns.at(t, i) > 0:
		default:
			continue
		}
		if i > start {
			list = append(list, span{start, i})
		}
		start = i + 1
	}
	if start < s.end {
		list = append(list, span{start, s.end})
	}
	return list
}

var turns = listed("turns")

func at(t []rune, i int) rune {
	if i < 0 || i >= len(t) {
		return 0
	}
	return t[i]
}

func hasAt(t []rune, i int, word []rune) bool {
	return i >= 0 && i+len(word) <= len(t) && slices.Equal(t[i:i+len(word)], word)
}

func isLatin(r rune) bool { return r >= 'a' && r <= 'z' || r >= 0xe0 && r <= 0x24f }

// bounded tells whether what stands in [start, end) is a word of its own: Latin letters and digits do not go on at its ends.
func bounded(t []rune, start, end int) bool {
	first, last := at(t, start), at(t, end-1)
	if (isLatin(first) || char.IsDigit(first)) && (isLatin(at(t, start-1)) || char.IsDigit(at(t, start-1))) {
		return false
	}
	if !isLatin(last) && !char.IsDigit(last) {
		return true
	}
	next := at(t, end)
	if isLatin(last) && next == 's' { // plural
		next = at(t, end+1)
	}
	return !isLatin(next) && !char.IsDigit(next)
}
