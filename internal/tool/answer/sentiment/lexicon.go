package sentiment

import (
	"slices"
	"strings"
	"sync"
)

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
	words   map[string][]phrase // longest first; the word itself has no rest
	pairs   map[uint64][]phrase // longest first
	singles map[rune]meaning
	starts  hanSet // characters that begin an entry
	sieve   sieve  // keys of words and pairs
}

// sieve tells of most keys that are in no map, much cheaper than the map.
type sieve [1 << 16 / 64]uint64

func (s *sieve) add(hash uint64) { s[hash>>6&1023] |= 1 << (hash & 63) }

func (s *sieve) has(hash uint64) bool { return s[hash>>6&1023]&(1<<(hash&63)) != 0 }

var words = sync.OnceValue(func() *lexicon {
	lex, err := load()
	if err != nil {
		panic(err) // the tables are part of the program; a test reads them
	}
	return lex
})

func load() (*lexicon, error) {
	lex := &lexicon{
		words: map[string][]phrase{}, pairs: map[uint64][]phrase{}, singles: map[rune]meaning{},
	}
	all, err := readTables()
	if err != nil {
		return nil, err
	}
	for spelling, m := range all {
		lex.add(spelling, m)
	}
	longestFirst := func(a, b phrase) int { return len(b.rest) - len(a.rest) }
	for _, list := range lex.words {
		slices.SortFunc(list, longestFirst)
	}
	for _, list := range lex.pairs {
		slices.SortFunc(list, longestFirst)
	}
	return lex, nil
}

func (lex *lexicon) add(spelling string, m meaning) {
	first := hanAt(spelling, 0)
	if first == 0 {
		word := spelling[:wordEnd(spelling, 0)]
		lex.words[word] = append(lex.words[word], phrase{spelling[len(word):], m})
		_, hash, _ := lower(nil, word)
		lex.sieve.add(hash)
		return
	}
	lex.starts.add(first)
	if len(spelling) == hanWidth {
		lex.singles[first] = m
		return
	}
	key := pairKey(first, hanAt(spelling, hanWidth))
	lex.sieve.add(pairHash(key))
	lex.pairs[key] = append(lex.pairs[key], phrase{spelling[2*hanWidth:], m})
}

func pairKey(a, b rune) uint64 { return uint64(a)<<16 | uint64(b)&0xFFFF }

func pairHash(key uint64) uint64 { return key * 0x9E3779B97F4A7C15 >> 40 }

// han finds the longest entry that begins with the character first at
// text[at:], and gives its length; 0 when there is none.
func (lex *lexicon) han(text string, at int, first rune) (meaning, int) {
	if !lex.starts.has(first) {
		return meaning{}, 0
	}
	second := hanAt(text, at+hanWidth)
	if key := pairKey(first, second); second != 0 && lex.sieve.has(pairHash(key)) {
		rest := text[at+2*hanWidth:]
		for _, p := range lex.pairs[key] {
			if strings.HasPrefix(rest, p.rest) {
				return p.meaning, 2*hanWidth + len(p.rest)
			}
		}
	}
	if m, ok := lex.singles[first]; ok {
		return m, hanWidth
	}
	return meaning{}, 0
}

// latin finds the longest entry that begins with the word text[at:end] and
// reaches no further than limit, and gives where it ends; end itself when the
// word means nothing.
func (lex *lexicon) latin(text string, at, end, limit int) (meaning, int) {
	var buffer [maxWord]byte
	word, hash, ok := lower(buffer[:0], text[at:end])
	if !ok {
		return meaning{}, end
	}
	if lex.sieve.has(hash) {
		for _, p := range lex.words[string(word)] {
			if stop := matchPhrase(text[:limit], end, p.rest); stop > 0 {
				return p.meaning, stop
			}
		}
	}
	if strings.HasSuffix(string(word), "n't") {
		return meaning{kinds: negator}, end
	}
	return meaning{}, end
}
