package sentiment

import (
	"cmp"
	"fmt"
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
	rest       string
	head, mask uint64 // how the rest begins, see headOf: mostly a text does not
	meaning
}

// lexicon finds the longest entry at a place of a text. Chinese is found by
// its first two characters, everything else by its first word.
type lexicon struct {
	entries  entries // by the hash of a word, of a pair, or of a character that means something alone
	phrases  []phrase
	groups   []int32 // where the phrases of a key begin that go on alike, one for each bit of entry.follows, and where the last end
	marked   hanSet  // characters that mean something alone, or are foreign: most are neither
	foreigns hanSet  // the tables write them otherwise
	sieve    sieve   // keys of entries
}

// sieve tells of most keys that they are not in the table, much cheaper than the table.
type sieve [sieveBits / 64]uint64

const sieveBits = 1 << 17

func (s *sieve) add(hash uint64) {
	hash = spread(hash)
	s[hash>>6%(sieveBits/64)] |= 1 << (hash & 63)
}

func (s *sieve) has(hash uint64) bool {
	hash = spread(hash)
	return s[hash>>6%(sieveBits/64)]&(1<<(hash&63)) != 0
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
			word := spelling[:wordAt(spelling, 0).end]
			p := phrase{rest: spelling[len(word):], meaning: m}
			p.head, p.mask = headOf(p.rest)
			lists[word] = append(lists[word], p)
			continue
		}
		if len(spelling) == hanWidth {
			lex.marked.add(first)
		}
		if rest := len(spelling) - 2*hanWidth; rest > 0 && rest < hanWidth {
			return nil, fmt.Errorf("%q goes on with less than three bytes behind its pair", spelling)
		}
		pair := spelling[:min(len(spelling), 2*hanWidth)]
		lists[pair] = append(lists[pair], phrase{rest: spelling[len(pair):], meaning: m})
	}
	lex.entries = newEntries(len(lists))
	for key, list := range lists {
		hash, follows := pairHash(hanAt(key, 0), hanAt(key, hanWidth)), followsPair // with 0 for a second that is none
		if hanAt(key, 0) == 0 {
			hash, follows = wordAt(key, 0).hash, followsWord
		}
		lex.sieve.add(hash)
		lex.add(lex.entries.free(hash), entry{hash: hash, key: key}, list, follows)
	}
	for c := range traditionals() {
		lex.marked.add(c)
		lex.foreigns.add(c)
	}
	return lex, nil
}

// longerFirst orders phrases, by the alphabet where they are as long: which is tried first must not change from one start to the next.
func longerFirst(a, b phrase) int {
	return cmp.Or(len(b.rest)-len(a.rest), strings.Compare(a.rest, b.rest))
}

// add takes the phrases of a key, those together that go on alike, longest first.
func (lex *lexicon) add(at *entry, e entry, list []phrase, follows func(rest string) uint64) {
	slices.SortFunc(list, func(a, b phrase) int {
		return cmp.Or(cmp.Compare(follows(a.rest), follows(b.rest)), longerFirst(a, b))
	})
	e.groups = int32(len(lex.groups))
	for _, p := range list {
		next := follows(p.rest)
		switch {
		case p.rest == "":
			e.whole, e.alone = p.meaning, true
			continue
		case e.follows&next == 0:
			lex.groups = append(lex.groups, int32(len(lex.phrases)))
			e.follows |= next
		}
		lex.phrases = append(lex.phrases, p)
	}
	lex.groups = append(lex.groups, int32(len(lex.phrases)))
	*at = e
}

// entries is a hash table that is filled once. It takes hashes that are there
// already, which a map would make again.
type entries []entry

// entry is all phrases that begin with a key. It is read at once: 64 bytes are what a processor loads.
type entry struct {
	hash    uint64 // 0: none
	follows uint64 // how phrases of the key go on, see followsWord and followsPair: mostly a text does not
	whole   meaning
	key     string
	groups  int32 // where those of the phrases stand
	alone   bool  // the key itself is in the tables, and whole is what it means
	_       [8]byte
}

func newEntries(n int) entries { return make(entries, 1<<bits.Len(uint(2*n))) }

// free is where an entry of a hash is to be put.
func (e entries) free(hash uint64) *entry {
	at := spread(hash) & uint64(len(e)-1)
	for e[at].hash != 0 {
		at = (at + 1) & uint64(len(e)-1)
	}
	return &e[at]
}

// find gives what begins with a key, nil when nothing does.
func (e entries) find(hash uint64, key string) *entry {
	for at := spread(hash) & uint64(len(e)-1); ; at = (at + 1) & uint64(len(e)-1) {
		switch found := &e[at]; {
		case found.hash == hash && (hash&hanKey != 0 || sameWord(found.key, key)):
			return found
		case found.hash == 0:
			return nil
		}
	}
}

// followsWord is a bit for how a text goes on behind a word: a blank and up to two letters, or a hyphen, or something else; 0 at its end.
func followsWord(rest string) uint64 {
	const letters, other, hyphen = 62, 1 << 62, 1 << 63
	switch {
	case rest == "":
		return 0
	case rest[0] == '-':
		return hyphen
	case rest[0] != ' ' || len(rest) == 1 || !isLetter(rest[1]):
		return other
	case len(rest) == 2 || !isLetter(rest[2]):
		return 1 << (rest[1] | 0x20 - 'a')
	}
	return 1 << ((27*uint(rest[1]|0x20) + uint(rest[2]|0x20)) % letters)
}

// followsPair is a bit for the character behind a pair, by its last byte; 0 where there is none.
func followsPair(rest string) uint64 {
	if len(rest) < hanWidth {
		return 0
	}
	return 1 << (rest[hanWidth-1] & 63)
}

// hanKey marks the hash of two characters, which is their key at once: no two pairs share it, and no word has it.
const hanKey = 1 << 62

func pairHash(a, b rune) uint64 { return hanKey | uint64(a)<<16 | uint64(b)&0xFFFF }

// spread makes a place in a table of a hash.
func spread(hash uint64) uint64 { return hash * 0x9E3779B97F4A7C15 >> 32 }

// han finds the longest entry that begins with the characters first and second, 0 for none, before rest. It gives its length; 0 when
// there is none.
func (lex *lexicon) han(first, second rune, rest string) (meaning, int) {
	if hash := pairHash(first, second); second != 0 && lex.sieve.has(hash) {
		if e := lex.entries.find(hash, ""); e != nil {
			if m, n := lex.longestHan(e, rest); n > 0 {
				return m, n
			}
		}
	}
	if !lex.marked.has(first) {
		return meaning{}, 0
	}
	if e := lex.entries.find(pairHash(first, 0), ""); e != nil {
		return e.whole, hanWidth
	}
	return meaning{}, 0
}

// group is the phrases of an entry that go on as a bit says.
func (lex *lexicon) group(e *entry, next uint64) []phrase {
	if e.follows&next == 0 {
		return nil
	}
	at := lex.groups[int(e.groups)+bits.OnesCount64(e.follows&(next-1)):]
	return lex.phrases[at[0]:at[1]]
}

// longestHan gives the longest of the phrases that the text continues with behind their first two characters, and its length.
func (lex *lexicon) longestHan(e *entry, rest string) (meaning, int) {
	list := lex.group(e, followsPair(rest))
	for i := range list {
		if p := &list[i]; strings.HasPrefix(rest, p.rest) {
			return p.meaning, 2*hanWidth + len(p.rest)
		}
	}
	if e.alone {
		return e.whole, 2 * hanWidth
	}
	return meaning{}, 0
}

// longest gives the longest of the phrases that the text continues with behind their first word, or behind an adverb after that, and
// where it ends.
func (lex *lexicon) longest(e *entry, text string, end int) (meaning, int) {
	if e.follows == 0 {
		return e.whole, end
	}
	found, stop := lex.continues(e, text, end)
	if skip := adverbWidth(text[end:]); skip > 0 {
		if p, after := lex.continues(e, text, end+skip); p != nil && (found == nil || longerFirst(*p, *found) < 0) {
			found, stop = p, after
		}
	}
	switch {
	case found != nil:
		return found.meaning, stop
	case e.alone:
		return e.whole, end
	}
	return meaning{}, 0
}

// continues gives the longest of the phrases that the text continues with at a place, and where it ends.
func (lex *lexicon) continues(e *entry, text string, at int) (*phrase, int) {
	list := lex.group(e, followsWord(text[at:]))
	if len(list) == 0 {
		return nil, 0
	}
	begins := eightOf(text[at:])
	for i := range list {
		if p := &list[i]; begins&p.mask == p.head {
			if stop := matchPhrase(text, at, p.rest); stop > 0 {
				return p, stop
			}
		}
	}
	return nil, 0
}

// eightOf is the first eight bytes of a text at once, letters in lower case; zeros stand behind a shorter one.
func eightOf(text string) (n uint64) {
	const lower = 0x2020202020202020
	if len(text) >= 8 {
		return uint64(text[0]) | uint64(text[1])<<8 | uint64(text[2])<<16 | uint64(text[3])<<24 |
			uint64(text[4])<<32 | uint64(text[5])<<40 | uint64(text[6])<<48 | uint64(text[7])<<56 | lower
	}
	for i := range len(text) {
		n |= uint64(text[i]|0x20) << (8 * i)
	}
	return n
}

// headOf gives what eightOf gives for a text that continues with a phrase, in the bits of the mask: of up to eight bytes, as far as
// they have one spelling only.
func headOf(rest string) (head, mask uint64) {
	for i := 0; i < len(rest) && i < 8 && rest[i] != '\''; i++ {
		head |= uint64(rest[i]|0x20) << (8 * i)
		mask |= 0xFF << (8 * i)
	}
	return head, mask
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
			if m, stop := lex.longest(e, text[:limit], w.end); stop > 0 {
				return m, stop
			}
		}
	}
	if w.apostrophe && isDenial(text[at:w.end]) {
		return meaning{kinds: negator}, w.end
	}
	return meaning{}, w.end
}
