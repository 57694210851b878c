package claim

import "renown/internal/tool/text"

// trie finds many terms in one pass; work per code point is bounded by the longest term.
type trie struct {
	words text.Words // until it is built
	built *text.Trie
}

func (t *trie) add(word string, term int32) {
	for _, r := range word {
		t.words.Put(text.Symbol(r))
	}
	t.words.End(term)
}

// build makes it ready to find what was added.
func (t *trie) build() { t.built, t.words = text.New(t.words), text.Words{} }

type hit struct {
	span
	terms []int32
}

// find lists every bounded occurrence of every term in s.
func (t *trie) find(letters []rune, s span) (hits []hit) {
	for i := s.start; i < s.end; i++ {
		p, ok := t.built.Begin(text.Symbol(letters[i]))
		for j := i + 1; ok; j++ {
			if terms := t.built.Words(p); len(terms) > 0 && bounded(letters, i, j) {
				hits = append(hits, hit{span{i, j}, terms})
			}
			if j == s.end {
				break
			}
			p, ok = t.built.Step(p, text.Symbol(letters[j]))
		}
	}
	return hits
}

// longest drops hits that lie within a longer one.
func longest(hits []hit) (list []hit) {
	end := -1
	for i, h := range hits { // by start, then by end
		if i+1 < len(hits) && hits[i+1].start == h.start {
			continue
		}
		if h.end <= end {
			continue
		}
		if h.start < end { // overlaps: the first stays
			continue
		}
		list, end = append(list, h), h.end
	}
	return list
}
