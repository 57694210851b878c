package claim

// trie finds many terms in one pass; work per code point is bounded by the longest term.
type trie struct {
	next  []map[rune]int32
	terms [][]int32 // by node: what ends here
}

func newTrie() *trie { return &trie{next: []map[rune]int32{{}}, terms: [][]int32{nil}} }

func (t *trie) add(word string, term int32) {
	node := int32(0)
	for _, r := range word {
		n, ok := t.next[node][r]
		if !ok {
			n = int32(len(t.next))
			t.next[node][r] = n
			t.next, t.terms = append(t.next, map[rune]int32{}), append(t.terms, nil)
		}
		node = n
	}
	if node != 0 {
		t.terms[node] = append(t.terms[node], term)
	}
}

type hit struct {
	span
	terms []int32
}

// find lists every bounded occurrence of every term in s.
func (t *trie) find(text []rune, s span) (hits []hit) {
	for i := s.start; i < s.end; i++ {
		node := int32(0)
		for j := i; j < s.end; j++ {
			n, ok := t.next[node][text[j]]
			if !ok {
				break
			}
			node = n
			if len(t.terms[node]) > 0 && bounded(text, i, j+1) {
				hits = append(hits, hit{span{i, j + 1}, t.terms[node]})
			}
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
