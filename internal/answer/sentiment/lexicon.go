package sentiment

import (
	"embed"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

//go:embed words/*.tsv
var tables embed.FS

// meaning is what the tables say about one word or phrase.
type meaning struct {
	kinds kind
	value float32 // of valued: above 0 is good
}

// phrase is a meaning with the rest of its spelling, after the key it is found by.
type phrase struct {
	rest string
	meaning
}

// lexicon finds the longest entry at a place of a text. Chinese is found by
// its first two characters, everything else by its first word.
type lexicon struct {
	words   map[string]meaning
	phrases map[string][]phrase // by first word, longest first
	pairs   map[uint64][]phrase // by two characters, longest first
	singles map[rune]meaning
	starts  [(hanLast-hanFirst)/64 + 1]uint64 // characters that begin an entry
}

const hanFirst, hanLast = 0x4E00, 0x9FFF

var words = sync.OnceValue(func() *lexicon {
	lex, err := load("words/zh.tsv", "words/en.tsv")
	if err != nil {
		panic(err) // the tables are part of the program; a test reads them
	}
	return lex
})

func load(names ...string) (*lexicon, error) {
	lex := &lexicon{
		words: map[string]meaning{}, phrases: map[string][]phrase{},
		pairs: map[uint64][]phrase{}, singles: map[rune]meaning{},
	}
	all := map[string]meaning{}
	for _, name := range names {
		file, err := tables.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if err := readTable(string(file), all); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	for spelling, m := range all {
		lex.add(spelling, m)
	}
	vader(lex)
	longestFirst := func(a, b phrase) int { return len(b.rest) - len(a.rest) }
	for _, list := range lex.phrases {
		slices.SortFunc(list, longestFirst)
	}
	for _, list := range lex.pairs {
		slices.SortFunc(list, longestFirst)
	}
	return lex, nil
}

// readTable adds the rows of one table: kind, value, entries separated by "|".
// A later row may add kinds to a word; the value of the first row stands.
func readTable(table string, all map[string]meaning) error {
	number := 0
	for line := range strings.Lines(table) {
		number++
		line = strings.TrimRight(line, "\r\n")
		if line == "" || line[0] == '#' {
			continue
		}
		fields := strings.Split(line, "\t")
		if len(fields) != 3 {
			return fmt.Errorf("line %d: %d columns, want 3", number, len(fields))
		}
		k, known := kindNames[fields[0]]
		value, err := strconv.ParseFloat(fields[1], 32)
		if !known || err != nil {
			return fmt.Errorf("line %d: kind %q, value %q", number, fields[0], fields[1])
		}
		for entry := range strings.SplitSeq(fields[2], "|") {
			for _, form := range inflect(entry) {
				m := all[form]
				if k == valued && !m.kinds.has(valued) {
					m.value = float32(value)
				}
				m.kinds |= k
				all[form] = m
			}
		}
	}
	return nil
}

func (lex *lexicon) add(spelling string, m meaning) {
	first, width := utf8.DecodeRuneInString(spelling)
	if !isHan(first) {
		end := wordEnd(spelling, 0)
		if end == len(spelling) {
			lex.words[spelling] = m
			return
		}
		lex.phrases[spelling[:end]] = append(lex.phrases[spelling[:end]], phrase{spelling[end:], m})
		return
	}
	lex.starts[(first-hanFirst)/64] |= 1 << ((first - hanFirst) % 64)
	if width == len(spelling) {
		lex.singles[first] = m
		return
	}
	second, more := utf8.DecodeRuneInString(spelling[width:])
	key := pairKey(first, second)
	lex.pairs[key] = append(lex.pairs[key], phrase{spelling[width+more:], m})
}

func pairKey(a, b rune) uint64 { return uint64(a)<<32 | uint64(b) }

func isHan(r rune) bool { return r >= hanFirst && r <= hanLast }

// han finds the longest entry that begins with the character at text[at:],
// which is width bytes long, and gives its length; 0 when there is none.
func (lex *lexicon) han(text string, at int, first rune, width int) (meaning, int) {
	if lex.starts[(first-hanFirst)/64]&(1<<((first-hanFirst)%64)) == 0 {
		return meaning{}, 0
	}
	if second, more := utf8.DecodeRuneInString(text[at+width:]); more > 1 {
		rest := text[at+width+more:]
		for _, p := range lex.pairs[pairKey(first, second)] {
			if strings.HasPrefix(rest, p.rest) {
				return p.meaning, width + more + len(p.rest)
			}
		}
	}
	if m, ok := lex.singles[first]; ok {
		return m, width
	}
	return meaning{}, 0
}

// latin finds the longest entry that begins with the word text[at:end] and
// gives where it ends; end itself when the word means nothing.
func (lex *lexicon) latin(text string, at, end int) (meaning, int) {
	var buffer [maxWord]byte
	word, ok := lower(buffer[:0], text[at:end])
	if !ok {
		return meaning{}, end
	}
	for _, p := range lex.phrases[string(word)] {
		if stop := matchPhrase(text, end, p.rest); stop > 0 {
			return p.meaning, stop
		}
	}
	if m, ok := lex.words[string(word)]; ok {
		return m, end
	}
	if strings.HasSuffix(string(word), "n't") {
		return meaning{kinds: negator}, end
	}
	if base, ok := strings.CutSuffix(string(word), "'s"); ok {
		return lex.words[base], end
	}
	return meaning{}, end
}

func vader(lex *lexicon) {
	file, _ := tables.ReadFile("words/vader.tsv")
	for line := range strings.Lines(string(file)) {
		w, v, _ := strings.Cut(strings.TrimSpace(line), "\t")
		f, _ := strconv.ParseFloat(v, 32)
		if _, ok := lex.words[w]; ok || f < vaderMin && f > -vaderMin {
			continue
		}
		lex.words[w] = meaning{kinds: valued, value: float32(f * vaderScale)}
	}
}

var vaderMin, vaderScale = 0.0, 0.4

func init() {
	fmt.Sscan(os.Getenv("VMIN"), &vaderMin)
	fmt.Sscan(os.Getenv("VSCALE"), &vaderScale)
}
