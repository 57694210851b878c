package sentiment

import (
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
	begins  [hanLast - hanFirst + 1]uint16 // by character: beginsNothing, notAlone, foreign, else 2 + its index in singles
	singles []meaning
	sieve   sieve // keys of entries
}

const (
	beginsNothing = 0
	notAlone      = 1
	foreign       = 1<<16 - 1 // the tables write it otherwise
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
	for spelling, m := range all {
		first := hanAt(spelling, 0)
		if first == 0 {
			word := spelling[:wordEnd(spelling, 0)]
			lists[word] = append(lists[word], phrase{spelling[len(word):], m})
			continue
		}
		begins := &lex.begins[first-hanFirst]
		*begins = max(*begins, notAlone)
		if len(spelling) == hanWidth {
			lex.singles = append(lex.singles, m)
			*begins = uint16(len(lex.singles) + 1)
			continue
		}
		pair := spelling[:2*hanWidth]
		lists[pair] = append(lists[pair], phrase{spelling[2*hanWidth:], m})
	}
	lex.entries = newEntries(len(lists))
	for key, list := range lists {
		slices.SortFunc(list, func(a, b phrase) int { return len(b.rest) - len(a.rest) })
		hash := pairHash(hanAt(key, 0), hanAt(key, hanWidth))
		if hanAt(key, 0) == 0 {
			_, hash, _ = lower(nil, key)
		}
		lex.sieve.add(hash)
		lex.entries.add(hash, key, list)
	}
	for c := range traditionals() {
		lex.begins[c-hanFirst] = foreign
	}
	return lex, nil
}

// entries is a hash table that is filled once. It takes hashes that are there
// already, which a map would make again.
type entries []struct {
	hash uint64
	key  string
	list []phrase // longest first; a word itself has no rest
}

func newEntries(n int) entries { return make(entries, 1<<bits.Len(uint(2*n))) }

func (e entries) add(hash uint64, key string, list []phrase) {
	at := spread(hash) & uint64(len(e)-1)
	for e[at].list != nil {
		at = (at + 1) & uint64(len(e)-1)
	}
	e[at].hash, e[at].key, e[at].list = hash, key, list
}

// find gives what begins with a key, nil when nothing does.
func (e entries) find(hash uint64, key string) []phrase {
	for at := spread(hash) & uint64(len(e)-1); e[at].list != nil; at = (at + 1) & uint64(len(e)-1) {
		if e[at].hash == hash && (hash&hanKey != 0 || e[at].key == key) {
			return e[at].list
		}
	}
	return nil
}

// hanKey marks the hash of two characters, which is their key at once: no two pairs share it, and no word has it.
const hanKey = 1 << 62

func pairHash(a, b rune) uint64 { return hanKey | uint64(a)<<16 | uint64(b)&0xFFFF }

// spread makes a place in a table of a hash.
func spread(hash uint64) uint64 { return hash * 0x9E3779B97F4A7C15 >> 32 }

// han finds the longest entry that begins with the character first at
// text[at:], of which begins is known, and gives its length; 0 when there is none.
func (lex *lexicon) han(text string, at int, first rune, begins uint16) (meaning, int) {
	second := hanAt(text, at+hanWidth)
	if hash := pairHash(first, second); second != 0 && lex.sieve.has(hash) {
		rest := text[at+2*hanWidth:]
		for _, p := range lex.entries.find(hash, text[at:at+2*hanWidth]) {
			if strings.HasPrefix(rest, p.rest) {
				return p.meaning, 2*hanWidth + len(p.rest)
			}
		}
	}
	if begins == notAlone {
		return meaning{}, 0
	}
	return lex.singles[begins-2], hanWidth
}

// longest gives the first of the phrases that the text continues with behind their first word, and where it ends.
func longest(list []phrase, text string, end int) (meaning, int) {
	next, skip := byte(0), -1
	if end+1 < len(text) && text[end] == ' ' {
		if next = text[end+1]; isLetter(next) {
			next |= 0x20
		}
	}
	for i := range list {
		p := &list[i]
		if p.rest == "" {
			return p.meaning, end
		}
		if p.rest[0] != ' ' || p.rest[1] == next {
			if stop := matchPhrase(text, end, p.rest); stop > 0 {
				return p.meaning, stop
			}
		}
		if skip < 0 {
			skip = adverbWidth(text[end:])
		}
		if skip > 0 && p.rest[0] == ' ' {
			if stop := matchPhrase(text, end+skip, p.rest); stop > 0 {
				return p.meaning, stop
			}
		}
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
		if m, stop := longest(lex.entries.find(hash, string(word)), text[:limit], end); stop > 0 {
			return m, stop
		}
	}
	if strings.HasSuffix(string(word), "n't") {
		return meaning{kinds: negator}, end
	}
	return meaning{}, end
}
