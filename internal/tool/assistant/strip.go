package assistant

import (
	"math/bits"
	"sort"
	"strings"
	"unicode/utf8"
)

// cut is a stretch of the raw text.
type cut struct{ start, end int }

// stripped is a text without its markers, and the way from raw to stripped offsets.
type stripped struct {
	text string
	cuts []cut // what is not in the text
	gone []int // bytes cut away before each cut
}

// strip removes markers, which are in order and do not overlap, and the blank that a marker leaves before punctuation.
func strip(raw string, markers []marker) stripped {
	if len(markers) == 0 {
		return stripped{text: raw}
	}
	cuts := joinCuts(markers)
	var b strings.Builder
	b.Grow(len(raw))
	from, lost := 0, 0
	gone := make([]int, len(cuts))
	for i, c := range cuts {
		if c.start > from && raw[c.start-1] == ' ' && blankBefore(raw[c.end:]) {
			cuts[i].start--
		}
		b.WriteString(raw[from:cuts[i].start])
		gone[i] = lost
		lost += c.end - cuts[i].start
		from = c.end
	}
	b.WriteString(raw[from:])
	return stripped{text: b.String(), cuts: cuts, gone: gone}
}

func joinCuts(markers []marker) []cut {
	cuts := make([]cut, 0, len(markers))
	add := func(start, end int) {
		if n := len(cuts); n > 0 && cuts[n-1].end == start {
			cuts[n-1].end = end
		} else if end > start {
			cuts = append(cuts, cut{start, end})
		}
	}
	for _, m := range markers {
		if m.keepEnd > m.keepStart {
			add(m.start, m.keepStart)
			add(m.keepEnd, m.end)
			continue
		}
		add(m.start, m.end)
	}
	return cuts
}

func blankBefore(rest string) bool {
	if rest == "" {
		return true
	}
	r, _ := utf8.DecodeRuneInString(rest)
	return strings.ContainsRune(" \t\n,.;:!?)]，。；：！？、）", r)
}

// at turns an offset of the raw text into one of the stripped text.
func (s stripped) at(offset int) int {
	i := sort.Search(len(s.cuts), func(i int) bool { return s.cuts[i].start >= offset }) - 1
	if i < 0 {
		return offset
	}
	return offset - s.gone[i] - (min(s.cuts[i].end, offset) - s.cuts[i].start)
}

// ruler converts between byte and rune offsets of one text. Counting from the start each time would make a long
// Chinese answer with many citations quadratic.
type ruler struct {
	text  string
	runes []int // runes before byte i*rulerStep, where a rune belongs to the block it begins in
}

const rulerStep = 64 // bytes

func newRuler(text string) ruler {
	r := ruler{text: text, runes: make([]int, 0, len(text)/rulerStep+1)}
	count := 0
	for at := 0; at < len(text); at += rulerStep {
		r.runes = append(r.runes, count)
		count += runeStarts(text[at:min(len(text), at+rulerStep)])
	}
	return r
}

// runeStarts counts the runes that begin in a text, eight bytes at a time.
func runeStarts(text string) (n int) {
	const ones = 0x0101010101010101
	for ; len(text) >= 8; text = text[8:] {
		x := uint64(text[0]) | uint64(text[1])<<8 | uint64(text[2])<<16 | uint64(text[3])<<24 |
			uint64(text[4])<<32 | uint64(text[5])<<40 | uint64(text[6])<<48 | uint64(text[7])<<56
		n += 8 - bits.OnesCount64(x>>7&^(x>>6)&ones) // bytes within a rune begin with 10
	}
	for i := range len(text) {
		if utf8.RuneStart(text[i]) {
			n++
		}
	}
	return n
}

// rune is the number of runes that begin before byte offset at; offsets outside the text are moved to its ends.
func (r ruler) rune(at int) int {
	at = max(0, min(at, len(r.text)))
	block := at / rulerStep
	if block == len(r.runes) {
		block--
	}
	if block < 0 {
		return 0
	}
	return r.runes[block] + runeStarts(r.text[block*rulerStep:at])
}

// byte is the offset of the n-th rune; numbers outside the text are moved to its ends.
func (r ruler) byte(n int) int {
	if n <= 0 {
		return 0
	}
	block := sort.Search(len(r.runes), func(i int) bool { return r.runes[i] > n }) - 1
	if block < 0 {
		return 0
	}
	count := r.runes[block]
	for i := block * rulerStep; i < len(r.text); i++ {
		if utf8.RuneStart(r.text[i]) {
			if count == n {
				return i
			}
			count++
		}
	}
	return len(r.text)
}
