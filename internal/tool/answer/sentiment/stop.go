package sentiment

import (
	"strings"
	"unicode/utf8"

	"renown/internal/tool/text/char"
)

// stops are the marks of ASCII that end something.
const stops = ",;:!?.|"

// punctuation reads a mark and ends what it ends: a cell, a clause, a sentence.
func (s *scanner) punctuation(c byte) {
	at := s.at
	s.at++
	switch c {
	case ',':
		if !s.listComma(at) {
			s.breakClause(at, at+1, false)
		}
	case ';':
		s.breakClause(at, at+1, false)
	case ':':
		s.breakClause(at, at+1, true)
	case '!', '?':
		s.breakSentence(at+1, c == '?')
	case '.':
		if endsSentence(s.text, at, s.limit) {
			s.breakSentence(at+1, false)
		}
	case '|':
		if s.cells {
			s.cell++
			s.breakClause(at, at+1, false)
		}
	}
}

func (s *scanner) breakSentence(end int, asks bool) {
	if !asks && takesBack(strings.TrimLeft(s.text[end:s.limit], " ")) {
		s.breakClause(end, end, false)
		return
	}
	s.closeSentence(end, asks)
	s.at = end
	s.open()
}

// takesBack tells whether a sentence does no more than deny the one before it, and is a part of that.
func takesBack(text string) bool {
	switch {
	case text == "":
		return false
	case text[0] == 'I', text[0] == 'T', text[0] == 'N', text[0] == 'D':
		return hasAny(text, "It isn't", "It is not", "It is anything but.", "It's anything but.", "It doesn't",
			"It does not", "It didn't", "It wasn't", "It never", "They aren't", "They don't", "They're wrong", "They are wrong",
			"That time ", "That era ", "Those days ", "Not so", "Not any", "Don't be.", "I disagree", "I don't agree",
			"I never ", "Nothing of the ")
	case text[0] >= utf8.RuneSelf:
		return hasAny(text, "事实并非", "事实上并", "其实不然", "其实没有", "其实不会", "我不同意", "我不这么", "并非如此", "并没有", "纯属", "这是谣", "这是误", "这并不")
	}
	return false
}

// listComma tells whether a comma only stands between the names of a list:
// "A, B and C", but not "Unlike A, B …".
func (s *scanner) listComma(at int) bool {
	n := len(s.tokens)
	if n == 0 || s.next >= len(s.mentions) || !s.tokens[n-1].isName() || int(s.tokens[n-1].end) != at {
		return false
	}
	if n > 1 && s.tokens[n-2].kinds.has(than|versus|instead|substitute|fedUp) {
		return false
	}
	m := s.mentions[s.next]
	return m.Start > at && m.Start-at <= len(", and ") && joins(s.text[at:m.Start])
}

// endsSentence tells whether the full stop at text[at] ends a sentence and
// not a number, an abbreviation or a domain.
func endsSentence(text string, at, limit int) bool {
	if at+1 >= limit {
		return true
	}
	switch next := text[at+1]; {
	case next == ' ' || next >= utf8.RuneSelf || next == '"' || next == ')' || next == '*':
		return !abbreviates(text, at)
	case next >= 'A' && next <= 'Z':
		// Some assistants lose the space between sentences.
		return at > 0 && text[at-1] >= 'a' && text[at-1] <= 'z' &&
			at+2 < limit && text[at+2] >= 'a' && text[at+2] <= 'z'
	}
	return false
}

func abbreviates(text string, at int) bool {
	for _, short := range [...]string{"e.g", "i.e", "vs", "Dr", "Mr", "Mrs", "Ms", "No", "Inc", "Ltd", "Co", "St", "approx"} {
		if strings.HasSuffix(text[:at], short) {
			before := at - len(short)
			return before == 0 || !char.IsLetter(text[before-1])
		}
	}
	return false
}
