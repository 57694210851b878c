package sentiment

import (
	"cmp"
	"math/bits"
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
	entries entries                        // by the hash of a word, or by a pair
	firsts  hanSet                         // characters that begin something or are foreign: most are neither
	begins  [hanLast - hanFirst + 1]uint16 // by character: notAlone, foreign, else 2 + its index in singles
	singles []meaning
	sieve   sieve // keys of entries
}

const (
	notAlone = 1
	foreign  = 1<<16 - 1 // the tables write it otherwise
)

// sieve tells of most keys that are in no map, much cheaper than the map.
type sieve [1 << 16 / 64]uint64

func (s *sieve) add(hash uint64) { hash = spread(hash); s[hash>>6&1023] |= 1 << (hash & 63) }

func (s *sieve) has(hash uint64) bool {
	hash = spread(hash)
	return s[hash>>6&1023]&(1<<(hash&63)) != 0
}

var words = sync.OnceValue(func() *lexicon {
	lex, err := load()
	if err != nil {
		panic(err) // the tables are part of the program; a test reads them
	}
	return lex
})

func load() (*lexicon, error) {
	lex := &lexicon{}
	all, err := readTables()
	if err != nil {
		return nil, err
	}
	lists := map[string][]phrase{} // by the first word, or the first two characters
	begin := func(c rune, as uint16) {
		lex.firsts.add(c)
		lex.begins[c-hanFirst] = max(lex.begins[c-hanFirst], as)
	}
	for spelling, m := range all {
		first := hanAt(spelling, 0)
		if first == 0 {
			word := spelling[:wordAt(spelling, 0).end]
			lists[word] = append(lists[word], phrase{spelling[len(word):], m})
			continue
		}
		if len(spelling) == hanWidth {
			lex.singles = append(lex.singles, m)
			begin(first, uint16(len(lex.singles)+1))
			continue
		}
		begin(first, notAlone)
		pair := spelling[:2*hanWidth]
		lists[pair] = append(lists[pair], phrase{spelling[2*hanWidth:], m})
	}
	lex.entries = newEntries(len(lists))
	for key, list := range lists {
		slices.SortFunc(list, longerFirst)
		hash := pairHash(hanAt(key, 0), hanAt(key, hanWidth))
		if hanAt(key, 0) == 0 {
			hash = wordAt(key, 0).hash
		}
		lex.sieve.add(hash)
		lex.entries.add(hash, key, list)
	}
	for c := range traditionals() {
		begin(c, foreign)
	}
	return lex, nil
}

// longerFirst orders phrases, by the alphabet where they are as long: which is tried first must not change from one start to the next.
func longerFirst(a, b phrase) int {
	return cmp.Or(len(b.rest)-len(a.rest), strings.Compare(a.rest, b.rest))
}

// entries is a hash table that is filled once. It takes hashes that are there
// already, which a map would make again.
type entries []entry

type entry struct {
	hash    uint64
	follows uint64 // how phrases of the list go on, see followsWord and followsPair: mostly a text does not
	whole   meaning
	alone   bool // the key itself is in the tables, and whole is what it means
	key     string
	list    []phrase // longest first; the key itself has no rest
}

func newEntries(n int) entries { return make(entries, 1<<bits.Len(uint(2*n))) }

func (e entries) add(hash uint64, key string, list []phrase) {
	at := spread(hash) & uint64(len(e)-1)
	for e[at].list != nil {
		at = (at + 1) & uint64(len(e)-1)
	}
	e[at] = entry{hash: hash, key: key, list: list}
	for _, p := range list {
		switch {
		case p.rest == "":
			e[at].whole, e[at].alone = p.meaning, true
		case hash&hanKey == 0:
			e[at].follows |= followsWord(p.rest)
		default:
			e[at].follows |= followsPair(p.rest)
		}
	}
}

// find gives what begins with a key, nil when nothing does.
func (e entries) find(hash uint64, key string) *entry {
	for at := spread(hash) & uint64(len(e)-1); e[at].list != nil; at = (at + 1) & uint64(len(e)-1) {
		if e[at].hash == hash && (hash&hanKey != 0 || sameWord(e[at].key, key)) {
			return &e[at]
		}
	}
	return nil
}

// followsWord is a bit for how a text goes on behind a word: a blank and a letter, or a hyphen, or something else.
func followsWord(rest string) uint64 {
	const other, hyphen = 1 << 26, 1 << 27
	switch {
	case rest[0] == '-':
		return hyphen
	case rest[0] == ' ' && len(rest) > 1 && isLetter(rest[1]):
		return 1 << (rest[1] | 0x20 - 'a')
	}
	return other
}

// followsPair is a bit for the character behind a pair, by its last byte; all bits where that is cut off.
func followsPair(rest string) uint64 {
	if len(rest) < hanWidth {
		return ^uint64(0)
	}
	return 1 << (rest[hanWidth-1] & 63)
}

// hanKey marks the hash of two characters, which is their key at once: no two pairs share it, and no word has it.
const hanKey = 1 << 62

func pairHash(a, b rune) uint64 { return hanKey | uint64(a)<<16 | uint64(b)&0xFFFF }

// spread makes a place in a table of a hash.
func spread(hash uint64) uint64 { return hash * 0x9E3779B97F4A7C15 >> 32 }

// han finds the longest entry that begins with the character first at
// text[at:] and gives its length; 0 when there is none.
func (lex *lexicon) han(text string, at int, first rune) (meaning, int) {
	second := hanAt(text, at+hanWidth)
	if hash := pairHash(first, second); second != 0 && lex.sieve.has(hash) {
		if e := lex.entries.find(hash, ""); e != nil {
			if m, n := e.longestHan(text[at+2*hanWidth:]); n > 0 {
				return m, n
			}
		}
	}
	begins := lex.begins[first-hanFirst]
	if begins == notAlone {
		return meaning{}, 0
	}
	return lex.singles[begins-2], hanWidth
}

// longestHan gives the first of the phrases that the text continues with behind their first two characters, and its length.
func (e *entry) longestHan(rest string) (meaning, int) {
	if e.follows&followsPair(rest) == 0 {
		if e.alone {
			return e.whole, 2 * hanWidth
		}
		return meaning{}, 0
	}
	for i := range e.list {
		if p := &e.list[i]; strings.HasPrefix(rest, p.rest) {
			return p.meaning, 2*hanWidth + len(p.rest)
		}
	}
	return meaning{}, 0
}

// longest gives the first of the phrases that the text continues with behind their first word, and where it ends.
func (e *entry) longest(text string, end int) (meaning, int) {
	var next uint64
	skip := 0
	if e.follows != 0 && end < len(text) {
		next, skip = e.follows&followsWord(text[end:]), adverbWidth(text[end:])
	}
	if next == 0 && skip == 0 {
		if e.alone {
			return e.whole, end
		}
		return meaning{}, 0
	}
	for i := range e.list {
		p := &e.list[i]
		if p.rest == "" {
			return p.meaning, end
		}
		if followsWord(p.rest) == next {
			if stop := matchPhrase(text, end, p.rest); stop > 0 {
				return p.meaning, stop
			}
		}
		if skip > 0 && p.rest[0] == ' ' {
			if stop := matchPhrase(text, end+skip, p.rest); stop > 0 {
				return p.meaning, stop
			}
		}
	}
	return meaning{}, 0
}

// latin finds the longest entry that begins with the word text[at:end], of
// which the hash is given, and reaches no further than limit. It gives where
// that ends; end itself when the word means nothing.
func (lex *lexicon) latin(text string, at int, w word, limit int) (meaning, int) {
	if w.end-at > maxWord {
		return meaning{}, w.end
	}
	if lex.sieve.has(w.hash) {
		if e := lex.entries.find(w.hash, text[at:w.end]); e != nil {
			if m, stop := e.longest(text[:limit], w.end); stop > 0 {
				return m, stop
			}
		}
	}
	if w.apostrophe && isDenial(text[at:w.end]) {
		return meaning{kinds: negator}, w.end
	}
	return meaning{}, w.end
}
