package sentiment

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"renown/internal/tool/text/char"
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

// lexicon finds the longest entry at a place of a text. Chinese is found by its first two characters, everything else by its
// first word, with the letter that the second begins with.
type lexicon struct {
	phrases  map[string][]phrase // by that, or by a single character; the longest first
	begins   hanSet              // characters that entries begin with, or that are foreign: most are neither
	alone    hanSet              // characters that are entries
	heads    sieve               // two characters, and words, that entries begin with
	foreigns hanSet              // the tables write them otherwise
}

// sieve holds bits of hashes: what is not in it need not be looked up.
type sieve [1 << 12]uint64

func (s *sieve) add(hash uint32) { s[hash>>20] |= 1 << (hash >> 14 & 63) }

func (s *sieve) has(hash uint32) bool { return s[hash>>20]>>(hash>>14&63)&1 != 0 }

func pairHash(a, b rune) uint32 { return (uint32(a)<<16 ^ uint32(b)) * 0x9E3779B1 } // odd: 2³² over the golden ratio

// hash is FNV-1a of a word as the tables write it.
func (w *word) hash() uint32 {
	h := uint32(2166136261)
	for _, b := range w.key[:w.size] {
		h = (h ^ uint32(b)) * 16777619
	}
	return h
}

var words = sync.OnceValue(func() *lexicon {
	lex, err := load()
	if err != nil {
		panic(err) // the tables are part of the program; a test reads them
	}
	return lex
})

func load() (*lexicon, error) {
	all, err := readTables()
	if err != nil {
		return nil, err
	}
	lex := &lexicon{phrases: map[string][]phrase{}}
	for spelling, m := range all {
		key, rest := "", ""
		if first := hanAt(spelling, 0); first != 0 {
			lex.begins.add(first)
			key = spelling[:min(len(spelling), 2*hanWidth)]
			rest = spelling[len(key):]
			if second := hanAt(spelling, hanWidth); second != 0 {
				lex.heads.add(pairHash(first, second))
			} else if rest == "" {
				lex.alone.add(first)
			}
		} else {
			w := wordAt(spelling, 0)
			lex.heads.add(w.hash())
			rest = spelling[w.end:]
			key = w.before(rest)
		}
		lex.phrases[key] = append(lex.phrases[key], phrase{rest, m})
	}
	for _, list := range lex.phrases {
		slices.SortFunc(list, longerFirst)
	}
	lex.addForeigns(all)
	return lex, nil
}

// addForeigns notes the traditional characters that the tables write as simplified ones.
func (lex *lexicon) addForeigns(all map[string]meaning) {
	var written hanSet
	for spelling := range all {
		for at := range spelling {
			if c := hanAt(spelling, at); c != 0 {
				written.add(c)
			}
		}
	}
	for _, p := range char.Traditional() {
		if inBlock(p.From) && inBlock(p.To) && written.has(p.To) && !written.has(p.From) {
			lex.begins.add(p.From)
			lex.foreigns.add(p.From)
		}
	}
}

// fold writes the foreign characters of a text as simplified ones. All take three bytes, so places stay the same.
func (r *Reader) fold(text string) string {
	lex := words()
	r.folded = append(r.folded[:0], text...)
	for at := 0; at < len(text); at++ {
		if c := hanAt(text, at); c != 0 {
			if lex.foreigns.has(c) {
				utf8.EncodeRune(r.folded[at:], char.Simplified(c))
			}
			at += hanWidth - 1
		}
	}
	return string(r.folded)
}

// longerFirst orders phrases, by the alphabet where they are as long: which is tried first must not change from one start to the next.
func longerFirst(a, b phrase) int {
	return cmp.Or(len(b.rest)-len(a.rest), strings.Compare(a.rest, b.rest))
}

// han finds the longest entry that begins with the character at a place and ends at the limit or before. It gives its length; 0
// when there is none.
func (lex *lexicon) han(text string, at, limit int) (meaning, int) {
	first := hanAt(text, at)
	if second := hanAt(text[:limit], at+hanWidth); second != 0 && lex.heads.has(pairHash(first, second)) {
		for _, p := range lex.phrases[text[at:at+2*hanWidth]] {
			if strings.HasPrefix(text[at+2*hanWidth:limit], p.rest) {
				return p.meaning, 2*hanWidth + len(p.rest)
			}
		}
	}
	if lex.alone.has(first) {
		return lex.phrases[text[at:at+hanWidth]][0].meaning, hanWidth
	}
	return meaning{}, 0
}

// latin finds the longest entry that begins with the word text[at:w.end], with an adverb behind that or none, and
// reaches no further than limit. It gives where that ends; the word's end when it means nothing.
func (lex *lexicon) latin(text string, at int, w word, limit int) (meaning, int) {
	if w.end-at > maxWord {
		return meaning{}, w.end
	}
	if !lex.heads.has(w.hash()) {
		return unlisted(text, at, w)
	}
	found, stop := lex.longest(w, text[:limit], w.end)
	if skip := adverbWidth(text[w.end:limit]); skip > 0 {
		if p, after := lex.longest(w, text[:limit], w.end+skip); p != nil && p.rest != "" && (found == nil || longerFirst(*p, *found) < 0) {
			found, stop = p, after
		}
	}
	if found != nil {
		return found.meaning, stop
	}
	return unlisted(text, at, w)
}

// unlisted is what a word means that begins no entry.
func unlisted(text string, at int, w word) (meaning, int) {
	if w.apostrophe && isDenial(text[at:w.end]) {
		return meaning{kinds: negator}, w.end
	}
	return meaning{}, w.end
}

// longest gives the longest of the phrases of a word that the text continues with at a place, and where it ends.
func (lex *lexicon) longest(w word, text string, at int) (*phrase, int) {
	for _, key := range [...]string{w.before(text[at:]), w.before("")} {
		list := lex.phrases[key]
		for i := range list {
			if stop := matchPhrase(text, at, list[i].rest); stop > 0 {
				return &list[i], stop
			}
		}
	}
	return nil, 0
}
