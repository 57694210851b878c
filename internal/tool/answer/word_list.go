package answer

import "strings"

func either(words string) []string { return strings.Split(words, "|") }

func containsAny(s string, words []string) bool {
	for _, w := range words {
		if strings.Contains(s, w) {
			return true
		}
	}
	return false
}

// wordList is many words that a text is looked through for at once. Each has three bytes or more.
type wordList struct {
	words  []string
	begins [1 << 12]bool       // by the hash of the first three bytes: most places of a text begin none
	first  map[string][]string // by those bytes
}

func wordsOf(words string) *wordList {
	l := &wordList{words: either(words), first: map[string][]string{}}
	for _, w := range l.words {
		l.begins[beginOf(w)] = true
		l.first[w[:3]] = append(l.first[w[:3]], w)
	}
	return l
}

func beginOf(s string) uint32 {
	return (uint32(s[0])<<16 | uint32(s[1])<<8 | uint32(s[2])) * 0x9E3779B1 >> 20
}

// in tells whether a text contains one of the words.
func (l *wordList) in(text string) bool {
	for ; len(text) >= 3; text = text[1:] {
		if l.begins[beginOf(text)] && startsWith(text, l.first[text[:3]]) {
			return true
		}
	}
	return false
}
