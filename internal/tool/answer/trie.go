package answer

import (
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
	mask            uint64 // of the children: bits of their classes, which most characters have not
}

// fewChildren are looked through one by one.
const fewChildren = 8

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
		}
	}
	t.root = make([]int32, int(t.count)+1)
	for child := int32(1); child <= t.nodes[0].children; child++ {
		t.root[t.classes[child]] = child
	}
}

// step is the child of a node, 0 when there is none.
func (t *trie) step(at int32, c class) int32 {
	n := &t.nodes[at]
	if n.mask>>(c&63)&1 == 0 {
		return 0
	}
	low, high := n.child, n.child+n.children
	for high-low > fewChildren {
		if middle := (low + high) / 2; t.classes[middle] > c {
			high = middle
		} else {
			low = middle
		}
	}
	for ; low < high; low++ {
		if t.classes[low] == c {
			return low
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
	here, end, runes := int32(0), int(p.at), int(p.runes)
	for end < len(text) && (here == 0 || t.nodes[here].children > 0) {
		r, size := rune(text[end]), 1
		if r >= utf8.RuneSelf {
			r, size = decode(text[end:])
		}
		c := t.classOf(r)
		end += size
		runes++
		switch {
		case here == 0 && c == classInvisible:
			return ends, 1
		case here == 0:
			here = t.root[c]
		case c == classInvisible:
			continue
		default:
			here = t.step(here, c)
		}
		if here == 0 || c == 0 {
			break
		}
		if out := t.nodes[here].out; out >= 0 {
			ends = append(ends, match{out, end, runes})
		}
	}
	return ends, runes - int(p.runes)
}

// bytes is about how much memory it takes.
func (t *trie) bytes() int {
	const perEdge = 40 // of a map
	n := 2560 + len(t.pages)*256 + len(t.beyond)*perEdge + len(t.root)*4 + cap(t.nodes)*24 + cap(t.classes)*4 + cap(t.patterns)*64
	for i := range t.patterns {
		n += len(t.patterns[i].folded) + len(t.patterns[i].surface)
	}
	return n
}

// decode reads one rune, three bytes of Chinese faster than the library.
func decode(s string) (rune, int) {
	if len(s) >= 3 && s[0] > 0xE0 && s[0] < 0xED && s[1]&0xC0 == 0x80 && s[2]&0xC0 == 0x80 {
		return rune(s[0]&0x0F)<<12 | rune(s[1]&0x3F)<<6 | rune(s[2]&0x3F), 3
	}
	return utf8.DecodeRuneInString(s)
}
