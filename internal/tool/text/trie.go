// Package text is what readers of texts share: the trie in which they look for many words at once.
package text

import (
	"cmp"
	"math/bits"
	"slices"
)

// Symbol is what a reader takes for one character: a code point, or a number for all spellings of it.
type Symbol uint32

// Words are those that a trie is made of, by their symbols. The zero value has none.
type Words struct {
	symbols []Symbol
	ends    []int32
	numbers []int32
}

// Grow makes room for so many more words of so many symbols in all.
func (w *Words) Grow(words, symbols int) {
	w.ends, w.numbers, w.symbols = slices.Grow(w.ends, words), slices.Grow(w.numbers, words), slices.Grow(w.symbols, symbols)
}

// Put appends a symbol to the word that is being written.
func (w *Words) Put(s Symbol) { w.symbols = append(w.symbols, s) }

// End ends that word, which is told by its number. Several may have the same.
func (w *Words) End(number int32) {
	w.ends, w.numbers = append(w.ends, int32(len(w.symbols))), append(w.numbers, number)
}

func (w *Words) of(i int32) []Symbol {
	return w.symbols[w.start(i):w.ends[i]]
}

func (w *Words) start(i int32) int32 {
	if i == 0 {
		return 0
	}
	return w.ends[i-1]
}

// Trie finds words. What several have in common up to the next difference is one node, so that there are at most two nodes a word however
// long it is. It is safe for concurrent use.
type Trie struct {
	symbols []Symbol
	nodes   []node   // 0 is the root
	firsts  []Symbol // by node: the symbol that leads to it
	words   []int32  // numbers, in the order of the symbols, of equal words in that in which they were written
	edges   edges    // to the children of nodes that have many
}

// node is a place at which words part or end. Its children stand together, in the order of their symbols.
type node struct {
	child, children int32
	from, to        int32  // of Trie.words: those that end here
	label, length   int32  // of Trie.symbols: what follows the symbol that leads here
	mask            uint64 // bits of the symbols that lead to children, which most symbols have not
}

// fewChildren are looked through one by one.
const fewChildren = 8

// edges is a hash table of what leads from nodes to their children.
type edges []edge

type edge struct {
	from, to int32 // to is 0 for none
	by       Symbol
}

func (e edges) at(from int32, by Symbol) uint32 {
	return (uint32(from)*0x9E3779B1 ^ uint32(by)*0x85EBCA6B) >> 7 & uint32(len(e)-1)
}

func (e edges) find(from int32, by Symbol) int32 {
	for at := e.at(from, by); ; at = (at + 1) & uint32(len(e)-1) {
		if found := &e[at]; found.to == 0 || found.from == from && found.by == by {
			return found.to
		}
	}
}

// New makes a trie of words, whose symbols it keeps. One without symbols is never found.
func New(w Words) *Trie {
	t := &Trie{symbols: w.symbols, words: make([]int32, len(w.ends)), nodes: []node{{}}, firsts: []Symbol{0}}
	for i := range t.words {
		t.words[i] = int32(i)
	}
	slices.SortFunc(t.words, func(a, b int32) int { return cmp.Or(slices.Compare(w.of(a), w.of(b)), cmp.Compare(a, b)) })
	type stretch struct{ from, to, depth int32 } // of words that share their symbols up to a node
	stretches := []stretch{{0, int32(len(t.words)), 0}}
	for at := 0; at < len(stretches); at++ {
		s := stretches[at]
		n := &t.nodes[at]
		n.from = s.from
		for s.from < s.to && len(w.of(t.words[s.from])) == int(s.depth) { // shorter ones come first
			s.from++
		}
		n.to, n.child = s.from, int32(len(t.nodes))
		mask, children := uint64(0), int32(0)
		for s.from < s.to {
			first, by := w.of(t.words[s.from]), w.of(t.words[s.from])[s.depth]
			end := s.from + 1
			for end < s.to && w.of(t.words[end])[s.depth] == by {
				end++
			}
			last, depth := w.of(t.words[end-1]), s.depth+1
			for int(depth) < len(first) && first[depth] == last[depth] { // what first and last share all of them do
				depth++
			}
			t.nodes = append(t.nodes, node{label: w.start(t.words[s.from]) + s.depth + 1, length: depth - s.depth - 1})
			t.firsts = append(t.firsts, by)
			stretches = append(stretches, stretch{s.from, end, depth})
			mask, children, s.from = mask|1<<(by&63), children+1, end
		}
		t.nodes[at].mask, t.nodes[at].children = mask, children
	}
	for i, word := range t.words {
		t.words[i] = w.numbers[word]
	}
	t.addEdges()
	return t
}

func (t *Trie) addEdges() {
	many := func(do func(from int32)) {
		for from := range t.nodes {
			if t.nodes[from].children > fewChildren {
				do(int32(from))
			}
		}
	}
	count := int32(0)
	many(func(from int32) { count += t.nodes[from].children })
	t.edges = make(edges, 1<<bits.Len32(uint32(2*count)))
	many(func(from int32) {
		for child := t.nodes[from].child; child < t.nodes[from].child+t.nodes[from].children; child++ {
			at := t.edges.at(from, t.firsts[child])
			for t.edges[at].to != 0 {
				at = (at + 1) & uint32(len(t.edges)-1)
			}
			t.edges[at] = edge{from, child, t.firsts[child]}
		}
	})
}

// Place is how far a word was followed; the zero value is its beginning.
type Place struct {
	node      int32
	at, until int32 // of Trie.symbols: what must follow before words part
}

// Begin is Step from the beginning.
func (t *Trie) Begin(s Symbol) (Place, bool) { return t.Step(Place{}, s) }

// Step follows a symbol. It is false when no word goes on with it.
func (t *Trie) Step(p Place, s Symbol) (Place, bool) {
	if p.at < p.until {
		if t.symbols[p.at] != s {
			return p, false
		}
		p.at++
		return p, true
	}
	n := &t.nodes[p.node]
	if n.mask>>(s&63)&1 == 0 {
		return p, false
	}
	child := int32(0)
	if n.children > fewChildren {
		child = t.edges.find(p.node, s)
	} else {
		for i := n.child; i < n.child+n.children; i++ {
			if t.firsts[i] == s {
				child = i
				break
			}
		}
	}
	if child == 0 {
		return p, false
	}
	n = &t.nodes[child]
	return Place{child, n.label, n.label + n.length}, true
}

// Words are the numbers of the words that end at a place, in the order in which they were written. The caller does not change them.
func (t *Trie) Words(p Place) []int32 {
	if p.at < p.until {
		return nil
	}
	return t.words[t.nodes[p.node].from:t.nodes[p.node].to]
}

// Final tells whether no word goes on from a place.
func (t *Trie) Final(p Place) bool { return p.at == p.until && t.nodes[p.node].children == 0 }

// Bytes is about how much memory it takes.
func (t *Trie) Bytes() int {
	return cap(t.symbols)*4 + cap(t.nodes)*32 + cap(t.firsts)*4 + len(t.words)*4 + len(t.edges)*12
}
