package char

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// opencc holds traditional characters and their simplified forms, from the OpenCC project.
//
//go:embed data/opencc_t2s_chars.tsv
var opencc string

// Pair is a character and the one that it is written as.
type Pair struct{ From, To rune }

// Traditional lists traditional characters with their simplified forms, in their order. The caller does not change it.
var Traditional = sync.OnceValue(func() []Pair {
	var pairs []Pair
	for from, to := range simplified() {
		pairs = append(pairs, Pair{from, to})
	}
	slices.SortFunc(pairs, func(a, b Pair) int { return int(a.From - b.From) })
	return pairs
})

var simplified = sync.OnceValue(func() map[rune]rune {
	all := map[rune]rune{}
	for line := range strings.Lines(opencc) {
		from, rest, _ := strings.Cut(line, "\t")
		a, _ := utf8.DecodeRuneInString(from)
		all[a], _ = utf8.DecodeRuneInString(rest)
	}
	for from, to := range all { // a simplified form that is itself in the table goes on to the last one
		for all[to] != 0 && all[to] != to {
			to = all[to]
		}
		all[from] = to
	}
	return all
})

// Where nearly all Chinese characters are.
const (
	FirstHan = 0x3400
	LastHan  = 0x9FFF
)

// Simplified is a character's simplified form, itself where it has no other.
func Simplified(r rune) rune {
	if to, ok := simplified()[r]; ok {
		return to
	}
	return r
}
