package answer

import (
	"strings"
	"unicode/utf8"
)

// runeSet is a set of characters to look for. The library's functions read a set beyond ASCII anew for every character of
// the text.
type runeSet struct {
	begins  [256]bool // first bytes
	seconds [256]bool // second bytes of members beyond ASCII
	wide    []string  // members beyond ASCII
}

func setOf(chars string) *runeSet {
	s := &runeSet{}
	for _, r := range chars {
		c := string(r)
		s.begins[c[0]] = true
		if r >= utf8.RuneSelf {
			s.wide = append(s.wide, c)
			s.seconds[c[1]] = true
		}
	}
	return s
}

// at is how many bytes the member at the beginning of a text takes, 0 when none stands there.
func (s *runeSet) at(text string) int {
	switch {
	case text == "" || !s.begins[text[0]]:
		return 0
	case text[0] < utf8.RuneSelf:
		return 1
	case len(text) == 1 || !s.seconds[text[1]]:
		return 0
	}
	for _, c := range s.wide {
		if strings.HasPrefix(text, c) {
			return len(c)
		}
	}
	return 0
}

// index is where the first member stands, -1 when there is none.
func (s *runeSet) index(text string) int {
	for i := range len(text) {
		if s.begins[text[i]] && s.at(text[i:]) > 0 {
			return i
		}
	}
	return -1
}

// last is where the last member stands, -1 when there is none.
func (s *runeSet) last(text string) int {
	for i := len(text) - 1; i >= 0; i-- {
		if s.begins[text[i]] && s.at(text[i:]) > 0 {
			return i
		}
	}
	return -1
}

func (s *runeSet) in(text string) bool { return s.index(text) >= 0 }

func (s *runeSet) trimLeft(text string) string {
	for {
		n := s.at(text)
		if n == 0 {
			return text
		}
		text = text[n:]
	}
}

func (s *runeSet) trim(text string) string {
	text = s.trimLeft(text)
	for text != "" {
		last, size := lastRune(text)
		if last < utf8.RuneSelf && !s.begins[last] || last >= utf8.RuneSelf && s.at(text[len(text)-size:]) == 0 {
			break
		}
		text = text[:len(text)-size]
	}
	return text
}
