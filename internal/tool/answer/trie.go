package answer

import (
	"math/bits"
	"slices"
	"unicode/utf8"
)

// trie holds patterns by their characters. It works on classes of runes: every spelling of a character that any pattern
// needs has the pattern's class, so the text is never rewritten and offsets stay its own.
type trie struct {
	ascii    [utf8.RuneSelf]class
	index    [1024]uint16 // page of each 64 runes of the basic plane; page 0 is empty
	pages    [][64]class
	beyond   map[rune]class
	root     []int32 // by class: node after one character, 0 none
	nodes    []node  // 0 is the root
	classes  []class // by node: of the character that leads to it
	edges    edges   // to the children of nodes that have many
	count    class   // classes given out
	patterns []pattern
}

// class stands for all spellings of a character; 0 is what occurs in no pattern. There may be as many as there are runes.
type class uint32

// classInvisible is passed over without a step.
const classInvisible = ^class(0)

// node is a place in the patterns. Its children stand together, in the order of their classes.
type node struct {
	child, children int32  // the first, and how many
	out             int32  // first pattern that ends here, -1 none; others follow by pattern.next
	only            class  // of the child, where there is one alone, as most nodes have
	mask            uint64 // of the children: bits of their classes, which most characters have not
}

// fewChildren are looked through one by one.
const fewChildren = 8

// edges is a hash table of what leads from nodes to their children.
type edges []edge

type edge struct {
	from, to int32 // to is 0 for none
	by       class
}

func (e edges) at(from int32, by class) uint32 {
	return (uint32(from)*0x9E3779B1 ^ uint32(by)*0x85EBCA6B) >> 7 & uint32(len(e)-1)
}

func (e edges) find(from int32, by class) int32 {
	for at := e.at(from, by); ; at = (at + 1) & uint32(len(e)-1) {
		if found := &e[at]; found.to == 0 || found.from == from && found.by == by {
			return found.to
		}
	}
}

func (t *trie) classOf(r rune) class {
	switch {
	case r < utf8.RuneSelf:
		return t.ascii[r]
	case r < 0x10000:
		return t.pages[t.index[r>>6]][r&63]
	}
	return t.beyond[r]
}

func (t *trie) setClass(r rune, c class) {
	switch {
	case r < utf8.RuneSelf:
		t.ascii[r] = c
	case r < 0x10000:
		if t.index[r>>6] == 0 {
			t.index[r>>6] = uint16(len(t.pages))
			t.pages = append(t.pages, [64]class{})
		}
		t.pages[t.index[r>>6]][r&63] = c
	default:
		if t.beyond == nil {
			t.beyond = map[rune]class{}
		}
		t.beyond[r] = c
	}
}

// newTrie builds it from the folded spelling of each pattern, and notes in a sieve how they begin.
func newTrie(patterns []pattern, s *sieve, in uint32) *trie {
	t := &trie{pages: make([][64]class, 1, 64), patterns: patterns}
	wide := map[class][]rune{}
	for i := range patterns {
		for _, r := range patterns[i].folded {
			if t.classOf(r) == 0 {
				t.count++
				t.setClass(r, t.count)
				if isWide(r) {
					wide[t.count] = append(wide[t.count], r)
				}
			}
		}
	}
	for _, p := range folds() {
		if c := t.classOf(p.to); c != 0 {
			t.setClass(p.from, c)
			if isWide(p.from) {
				wide[c] = append(wide[c], p.from)
			}
		}
	}
	for _, block := range [...][2]rune{{0xAD, 0xAD}, {0x300, 0x36F}, {0x200B, 0x206F}, {0xFE00, 0xFE0F}, {0xFEFF, 0xFEFF}} {
		for r := block[0]; r <= block[1]; r++ {
			if invisible(r) {
				t.setClass(r, classInvisible)
			}
		}
	}
	t.build()
	s.add(t, wide, in)
	return t
}

// stretch is patterns[from:to] of the ordered ones, which share the characters up to a node.
type stretch struct{ from, to, depth int }

// build makes the nodes level by level, from the patterns in the order of their classes.
func (t *trie) build() {
	spelled := make([][]class, len(t.patterns))
	order := make([]int32, len(t.patterns))
	for i := range t.patterns {
		order[i] = int32(i)
		for _, r := range t.patterns[i].folded {
			spelled[i] = append(spelled[i], t.classOf(r))
		}
	}
	slices.SortStableFunc(order, func(a, b int32) int { return slices.Compare(spelled[a], spelled[b]) })
	t.nodes, t.classes = []node{{out: -1}}, []class{0}
	stretches := []stretch{{0, len(order), 0}}
	for at := 0; at < len(stretches); at++ {
		s := stretches[at]
		for s.from < s.to && len(spelled[order[s.from]]) == s.depth { // shorter ones come first
			i := order[s.from]
			t.patterns[i].next, t.nodes[at].out = t.nodes[at].out, i
			s.from++
		}
		t.nodes[at].child = int32(len(t.nodes))
		for s.from < s.to {
			c, end := spelled[order[s.from]][s.depth], s.from
			for end < s.to && spelled[order[end]][s.depth] == c {
				end++
			}
			t.nodes, t.classes = append(t.nodes, node{out: -1}), append(t.classes, c)
			stretches = append(stretches, stretch{s.from, end, s.depth + 1})
			s.from = end
		}
		t.nodes[at].children = int32(len(t.nodes)) - t.nodes[at].child
		for _, c := range t.classes[t.nodes[at].child:] {
			t.nodes[at].mask |= 1 << (c & 63)
			t.nodes[at].only = c
		}
	}
	t.addEdges()
	t.root = make([]int32, int(t.count)+1)
	for child := int32(1); child <= t.nodes[0].children; child++ {
		t.root[t.classes[child]] = child
	}
}

// addEdges fills the table of edges.
func (t *trie) addEdges() {
	many := func(do func(from int32)) {
		for from := 1; from < len(t.nodes); from++ {
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
			at := t.edges.at(from, t.classes[child])
			for t.edges[at].to != 0 {
				at = (at + 1) & uint32(len(t.edges)-1)
			}
			t.edges[at] = edge{from, child, t.classes[child]}
		}
	})
}

// classAt is the class of the character at a place, and how many bytes that takes.
func (t *trie) classAt(text string, at int) (class, int) {
	if r := wideAt(text, at); r != 0 {
		return t.pages[t.index[r>>6]][r&63], 3
	}
	r, size := firstRune(text[at:])
	return t.classOf(r), size
}

// step is the child of a node that has several, 0 when there is none.
func (t *trie) step(at int32, c class) int32 {
	n := &t.nodes[at]
	switch {
	case n.mask>>(c&63)&1 == 0:
		return 0
	case n.children > fewChildren:
		return t.edges.find(at, c)
	}
	for child := n.child; child < n.child+n.children; child++ {
		if t.classes[child] == c {
			return child
		}
	}
	return 0
}

// match is the end of patterns that begin at one place.
type match struct {
	out     int32 // the first of them
	end     int   // bytes
	endRune int   // code points
}

// walk appends the ends of all patterns that begin at a place, shortest first. It also tells how many characters it looked at.
func (t *trie) walk(text string, p place, ends []match) ([]match, int) {
	c, size := t.classAt(text, int(p.at))
	end, runes := int(p.at)+size, int(p.runes)+1
	if c == classInvisible || t.root[c] == 0 {
		return ends, 1
	}
	nodes, here := t.nodes, t.root[c]
	n := &nodes[here]
	if n.out >= 0 {
		ends = append(ends, match{n.out, end, runes})
	}
	for n.children > 0 && end < len(text) {
		if b := text[end]; b < utf8.RuneSelf {
			c, size = t.ascii[b], 1
		} else if r := wideAt(text, end); r != 0 {
			c, size = t.pages[t.index[r>>6]][r&63], 3
		} else {
			c, size = t.classAt(text, end)
		}
		end += size
		runes++
		switch {
		case c == classInvisible:
			continue
		case n.children > 1:
			here = t.step(here, c)
		case n.only == c:
			here = n.child
		default:
			here = 0
		}
		if here == 0 {
			break
		}
		if n = &nodes[here]; n.out >= 0 {
			ends = append(ends, match{n.out, end, runes})
		}
	}
	return ends, runes - int(p.runes)
}

// bytes is about how much memory it takes.
func (t *trie) bytes() int {
	const perEdge = 40 // of a map
	n := 2560 + len(t.pages)*256 + len(t.beyond)*perEdge + len(t.root)*4 + len(t.edges)*12 + cap(t.nodes)*24 + cap(t.classes)*4 + cap(t.patterns)*64
	for i := range t.patterns {
		n += len(t.patterns[i].folded) + len(t.patterns[i].surface)
	}
	return n
}

// decode reads one rune, three bytes of Chinese and of its punctuation faster than the library.
func decode(s string) (rune, int) {
	if len(s) >= 3 && s[0] > 0xE0 && s[0] < 0xF0 && s[0] != 0xED && s[1]&0xC0 == 0x80 && s[2]&0xC0 == 0x80 {
		return rune(s[0]&0x0F)<<12 | rune(s[1]&0x3F)<<6 | rune(s[2]&0x3F), 3
	}
	return utf8.DecodeRuneInString(s)
}
