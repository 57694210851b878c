package answer

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

type foldPair struct{ from, to rune }

// traditional is the table of simplified forms, ordered by the traditional character.
var traditional = sync.OnceValue(func() []foldPair {
	pairs := make([]foldPair, 0, 3300)
	for line := range strings.Lines(opencc) {
		from, rest, _ := strings.Cut(line, "\t")
		a, _ := utf8.DecodeRuneInString(from)
		b, _ := utf8.DecodeRuneInString(rest)
		pairs = append(pairs, foldPair{a, b})
	}
	slices.SortFunc(pairs, func(a, b foldPair) int { return int(a.from - b.from) })
	for i := range pairs { // a simplified form that is itself in the table goes on to the last one
		if to, ok := lookUp(pairs, pairs[i].to); ok {
			pairs[i].to = to
		}
	}
	return pairs
})

// The table by character, where nearly all of them are; 0 for the few that have to be looked up.
const (
	firstHan = 0x3400
	lastHan  = 0x9FFF
)

var simplifiedTable = sync.OnceValue(func() *[lastHan - firstHan + 1]uint16 {
	var table [lastHan - firstHan + 1]uint16
	for i := range table {
		table[i] = uint16(firstHan + i)
	}
	for _, p := range traditional() {
		if p.from < firstHan || p.from > lastHan {
			continue
		}
		table[p.from-firstHan] = 0
		if p.to <= 0xFFFF {
			table[p.from-firstHan] = uint16(p.to)
		}
	}
	return &table
})

func simplified(r rune) rune {
	if r >= firstHan && r <= lastHan {
		if to := simplifiedTable()[r-firstHan]; to != 0 {
			return rune(to)
		}
	}
	if to, ok := lookUp(traditional(), r); ok {
		return to
	}
	return r
}

func lookUp(pairs []foldPair, r rune) (rune, bool) {
	i, ok := slices.BinarySearchFunc(pairs, r, func(p foldPair, r rune) int { return int(p.from - r) })
	if !ok {
		return r, false
	}
	return pairs[i].to, true
}

// folds lists every rune that foldRune changes, with what it becomes.
var folds = sync.OnceValue(func() []foldPair {
	pairs := slices.Clone(traditional())
	for _, block := range [...][2]rune{{'A', 'Z'}, {0xA0, 0x24F}, {0x2BC, 0x2BC}, {0x370, 0x52F}, {0x1E00, 0x1EFF}, {0x2000, 0x22FF}, {0x3000, 0x30FF}, {0xFE50, 0xFFEF}} {
		for r := block[0]; r <= block[1]; r++ {
			if to := foldRune(r); to != r {
				pairs = append(pairs, foldPair{r, to})
			}
		}
	}
	return pairs
})
