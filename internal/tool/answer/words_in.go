package answer

import (
	_ "embed"
	"strings"
	"unicode/utf8"
)

func either(words string) []string { return strings.Split(words, "|") }

// wordFile has the longer lists of words, by name.
//
//go:embed data/words.tsv
var wordFile string

// wordsOf is the list of a name in the file.
func wordsOf(name string) []string {
	_, words, found := strings.Cut(wordFile, "\n"+name+"\t")
	if !found {
		panic("no words are listed as " + name) // the file is compiled in
	}
	words, _, _ = strings.Cut(words, "\n")
	return either(words)
}

func containsAny(s string, words []string) bool {
	for _, w := range words {
		if strings.Contains(s, w) {
			return true
		}
	}
	return false
}

// begins tells whether a text begins with one of some characters.
func begins(text, chars string) bool {
	r, size := utf8.DecodeRuneInString(text)
	return size > 0 && strings.ContainsRune(chars, r)
}
