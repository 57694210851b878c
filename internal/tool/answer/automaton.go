package answer

import "unicode/utf8"

// automaton finds all patterns in one pass over the text (Aho and Corasick). It works on classes of runes: every spelling
// of a character that any pattern needs has the pattern's class, so the text is never rewritten and offsets stay its own.
type automaton struct {
	ascii  [utf8.RuneSelf]uint16
	index  [1024]uint16 // page of each 64 runes of the basic plane; page 0 is empty
	pages  [][64]uint16
	beyond map[rune]uint16
	root   []int32 // by class
	nodes  []node  // 0 is the root
	count  uint16  // classes given out
}

type node struct {
	class       uint16
	child, next int32 // first child, next sibling; 0 is none
	fail        int32
	hit         int32 // nearest node on the failure chain, itself included, where a pattern ends
	out         int32 // first pattern that ends here, -1 none; others follow by pattern.next
}

// classInvisible is passed over without a step.
const classInvisible = 0xFFFF

// classOf is 0 for what occurs in no pattern.
func (a *automaton) classOf(r rune) uint16 {
	switch {
	case r < utf8.RuneSelf:
		return a.ascii[r]
	case r < 0x10000:
		return a.pages[a.index[r>>6]][r&63]
	}
	return a.beyond[r]
}

func (a *automaton) setClass(r rune, class uint16) {
	switch {
	case r < utf8.RuneSelf:
		a.ascii[r] = class
	case r < 0x10000:
		if a.index[r>>6] == 0 {
			a.index[r>>6] = uint16(len(a.pages))
			a.pages = append(a.pages, [64]uint16{})
		}
		a.pages[a.index[r>>6]][r&63] = class
	default:
		if a.beyond == nil {
			a.beyond = map[rune]uint16{}
		}
		a.beyond[r] = class
	}
}

// newAutomaton builds it from the folded spelling of each pattern.
func newAutomaton(patterns []pattern) *automaton {
	a := &automaton{pages: make([][64]uint16, 1, 64), nodes: make([]node, 1, 16*len(patterns)+1)}
	for i := range patterns {
		for _, r := range patterns[i].folded {
			if a.classOf(r) == 0 {
				a.count++
				a.setClass(r, a.count)
			}
		}
	}
	for _, p := range folds() {
		if class := a.classOf(p.to); class != 0 {
			a.setClass(p.from, class)
		}
	}
	for _, block := range [...][2]rune{{0xAD, 0xAD}, {0x300, 0x36F}, {0x200B, 0x206F}, {0xFE00, 0xFE0F}, {0xFEFF, 0xFEFF}} {
		for r := block[0]; r <= block[1]; r++ {
			if invisible(r) {
				a.setClass(r, classInvisible)
			}
		}
	}
	a.root = make([]int32, int(a.count)+1)
	a.nodes[0].out = -1
	for i := range patterns {
		a.insert(patterns, int32(i))
	}
	a.link()
	return a
}

func (a *automaton) insert(patterns []pattern, i int32) {
	at := int32(0)
	for _, r := range patterns[i].folded {
		class := a.classOf(r)
		next := a.step(at, class)
		if next == 0 {
			next = int32(len(a.nodes))
			a.nodes = append(a.nodes, node{class: class, next: a.nodes[at].child, out: -1})
			a.nodes[at].child = next
			if at == 0 {
				a.root[class] = next
			}
		}
		at = next
	}
	patterns[i].next = a.nodes[at].out
	a.nodes[at].out = i
}

// step is the child of a node, 0 when there is none.
func (a *automaton) step(at int32, class uint16) int32 {
	if at == 0 {
		return a.root[class]
	}
	next := a.nodes[at].child
	for next != 0 && a.nodes[next].class != class {
		next = a.nodes[next].next
	}
	return next
}

// link sets failure and hit links, breadth first.
func (a *automaton) link() {
	queue := make([]int32, 0, len(a.nodes))
	queue = append(queue, 0)
	for head := 0; head < len(queue); head++ {
		at := queue[head]
		for child := a.nodes[at].child; child != 0; child = a.nodes[child].next {
			n := &a.nodes[child]
			if at != 0 {
				n.fail = a.advance(a.nodes[at].fail, n.class)
			}
			n.hit = a.nodes[n.fail].hit
			if n.out >= 0 {
				n.hit = child
			}
			queue = append(queue, child)
		}
	}
}

func (a *automaton) advance(at int32, class uint16) int32 {
	for {
		if next := a.step(at, class); next != 0 || at == 0 {
			return next
		}
		at = a.nodes[at].fail
	}
}

// hit is the end of a pattern in the text.
type hit struct {
	pattern int32
	end     int // bytes
	endRune int // code points
}

// find appends every hit, in the order of their ends.
func (a *automaton) find(text string, patterns []pattern, hits []hit) []hit {
	at, runes := int32(0), 0
	for i := 0; i < len(text); {
		var class uint16
		if b := text[i]; b < utf8.RuneSelf {
			class = a.ascii[b]
			i++
		} else {
			r, size := decode(text[i:])
			class = a.classOf(r)
			i += size
		}
		runes++
		switch {
		case class == 0:
			at = 0
			continue
		case class == classInvisible:
			continue
		case at == 0:
			at = a.root[class]
		default:
			at = a.advance(at, class)
		}
		if at == 0 {
			continue
		}
		for h := a.nodes[at].hit; h != 0; h = a.nodes[a.nodes[h].fail].hit {
			for p := a.nodes[h].out; p >= 0; p = patterns[p].next {
				hits = append(hits, hit{p, i, runes})
			}
		}
	}
	return hits
}

// decode reads one rune, three bytes of Chinese faster than the library.
func decode(s string) (rune, int) {
	if len(s) >= 3 && s[0] > 0xE0 && s[0] < 0xED && s[1]&0xC0 == 0x80 && s[2]&0xC0 == 0x80 {
		return rune(s[0]&0x0F)<<12 | rune(s[1]&0x3F)<<6 | rune(s[2]&0x3F), 3
	}
	return utf8.DecodeRuneInString(s)
}
