package answer

import "unicode/utf8"

// trie holds patterns by their characters. It works on classes of runes: every spelling of a character that any pattern
// needs has the pattern's class, so the text is never rewritten and offsets stay its own.
type trie struct {
	ascii    [utf8.RuneSelf]class
	index    [1024]uint16 // page of each 64 runes of the basic plane; page 0 is empty
	pages    [][64]class
	beyond   map[rune]class
	root     []int32 // by class
	nodes    []node  // 0 is the root
	wide     map[edge]int32
	count    class // classes given out
	patterns []pattern
}

// class stands for all spellings of a character; 0 is what occurs in no pattern. There may be as many as there are runes.
type class uint32

// classInvisible is passed over without a step.
const classInvisible = ^class(0)

type node struct {
	class       class
	child, next int32 // first child, next sibling; 0 is none
	out         int32 // first pattern that ends here, -1 none; others follow by pattern.next
	children    int32
}

// edge leads to a child of a node that has many.
type edge struct {
	from  int32
	class class
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

// newTrie builds it from the folded spelling of each pattern.
func newTrie(patterns []pattern) *trie {
	t := &trie{pages: make([][64]class, 1, 64), nodes: make([]node, 1, 8*len(patterns)+1), wide: map[edge]int32{}, patterns: patterns}
	for i := range patterns {
		for _, r := range patterns[i].folded {
			if t.classOf(r) == 0 {
				t.count++
				t.setClass(r, t.count)
			}
		}
	}
	for _, p := range folds() {
		if c := t.classOf(p.to); c != 0 {
			t.setClass(p.from, c)
		}
	}
	for _, block := range [...][2]rune{{0xAD, 0xAD}, {0x300, 0x36F}, {0x200B, 0x206F}, {0xFE00, 0xFE0F}, {0xFEFF, 0xFEFF}} {
		for r := block[0]; r <= block[1]; r++ {
			if invisible(r) {
				t.setClass(r, classInvisible)
			}
		}
	}
	t.root = make([]int32, int(t.count)+1)
	t.nodes[0].out = -1
	for i := range patterns {
		t.insert(int32(i))
	}
	return t
}

func (t *trie) insert(i int32) {
	at := int32(0)
	for _, r := range t.patterns[i].folded {
		c := t.classOf(r)
		next := t.step(at, c)
		if next == 0 {
			next = t.grow(at, c)
		}
		at = next
	}
	t.patterns[i].next = t.nodes[at].out
	t.nodes[at].out = i
}

// grow adds a child to a node.
func (t *trie) grow(at int32, c class) int32 {
	next := int32(len(t.nodes))
	t.nodes = append(t.nodes, node{class: c, next: t.nodes[at].child, out: -1})
	parent := &t.nodes[at]
	parent.child = next
	parent.children++
	switch {
	case at == 0:
		t.root[c] = next
	case parent.children == fewChildren+1:
		for child := next; child != 0; child = t.nodes[child].next {
			t.wide[edge{at, t.nodes[child].class}] = child
		}
	case parent.children > fewChildren:
		t.wide[edge{at, c}] = next
	}
	return next
}

// step is the child of a node, 0 when there is none.
func (t *trie) step(at int32, c class) int32 {
	if at == 0 {
		return t.root[c]
	}
	n := &t.nodes[at]
	if n.children > fewChildren {
		return t.wide[edge{at, c}]
	}
	next := n.child
	for next != 0 && t.nodes[next].class != c {
		next = t.nodes[next].next
	}
	return next
}

// match is the end of patterns that begin at one place.
type match struct {
	out     int32 // the first of them
	end     int   // bytes
	endRune int   // code points
}

// begin tells which node a character leads to from the root, 0 none, its size, and whether it is visible at all. A letter
// or digit within a word of ASCII begins nothing: no pattern that begins with one may stand there.
func (t *trie) begin(text string, at int) (first int32, size int) {
	if b := text[at]; b < utf8.RuneSelf {
		if first = t.root[t.ascii[b]]; first != 0 && isAlnum(b) && at > 0 && isAlnum(text[at-1]) {
			first = 0
		}
		return first, 1
	}
	r, size := decode(text[at:])
	c := t.classOf(r)
	if c == classInvisible {
		return 0, size
	}
	return t.root[c], size
}

// walk appends the ends of all patterns that begin at a place, shortest first, given the node after the first character,
// where it ends and how many characters were before. It also tells how many characters it looked at.
func (t *trie) walk(text string, at, end, runes int, ends []match) ([]match, int) {
	from, here := runes, int32(at)
	if out := t.nodes[here].out; out >= 0 {
		ends = append(ends, match{out, end, runes})
	}
	for end < len(text) && t.nodes[here].children > 0 {
		r, size := rune(text[end]), 1
		if r >= utf8.RuneSelf {
			r, size = decode(text[end:])
		}
		c := t.classOf(r)
		end += size
		runes++
		if c == classInvisible {
			continue
		}
		if here = t.step(here, c); here == 0 || c == 0 {
			break
		}
		if out := t.nodes[here].out; out >= 0 {
			ends = append(ends, match{out, end, runes})
		}
	}
	return ends, runes - from
}

// bytes is about how much memory it takes.
func (t *trie) bytes() int {
	const perEdge = 40 // of a map
	n := 4096 + len(t.pages)*256 + len(t.beyond)*perEdge + len(t.root)*4 + cap(t.nodes)*20 + len(t.wide)*perEdge + cap(t.patterns)*64
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
