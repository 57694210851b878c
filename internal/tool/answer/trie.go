package answer

import (
	"bytes"
	"slices"
	"unicode/utf8"
)

// trie holds patterns by their characters. It works on classes of runes: every spelling of a character that any pattern
// needs has the pattern's class, so the text is never rewritten and offsets stay its own.
type trie struct {
	ascii    [utf8.RuneSelf]class
	index    [1024]uint16 // page of each 64 runes of the basic plane; page 0 is empty
	pages    [][64]class
	starts   [][64]int32 // by page: node after one character, 0 none
	beyond   map[rune]class
	root     []int32              // by class: node after one character, 0 none
	first    [utf8.RuneSelf]int32 // the same by character
	nodes    []node               // 0 is the root
	classes  []class              // by node: of the character that leads to it
	count    class                // classes given out
	patterns []pattern

	sieve sieve   // how patterns begin: their first two classes, and their first three
	brief []uint8 // by class: the shortest pattern that it begins, 3 for longer ones
	wides wideSet // characters that begin a pattern: most do not
	heads *sieve  // first words of the patterns, where only whole words count; else nil
}

// wideSet is a set of the characters that wideAt knows.
type wideSet [(wideLast - wideFirst + 1) / 64]uint64

const wideFirst, wideLast = 0x3000, 0x9FFF

func (s *wideSet) add(r rune) { r -= wideFirst; s[r/64] |= 1 << (r % 64) }

func (s *wideSet) has(r rune) bool { r -= wideFirst; return s[r/64]>>(r%64)&1 != 0 }

// sieve tells of most beginnings that no pattern has them.
type sieve [1 << 14 / 64]uint64

func (s *sieve) add(a, b, c class) { n := mix(a, b, c); s[n>>6] |= 1 << (n & 63) }

func (s *sieve) has(a, b, c class) bool { n := mix(a, b, c); return s[n>>6]>>(n&63)&1 != 0 }

func mix(a, b, c class) uint32 {
	return (uint32(a)*0x9E3779B1 + uint32(b)*0x85EBCA6B + uint32(c)*0xC2B2AE35) >> 18
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

// newTrie builds it from the folded spelling of each pattern.
func newTrie(patterns []pattern) *trie {
	t := &trie{pages: make([][64]class, 1, 64), patterns: patterns}
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
	t.build()
	return t
}

// stretch is patterns[from:to] of the ordered ones, which share the characters up to a node.
type stretch struct{ from, to, depth int }

// build makes the nodes level by level, from the patterns in the order of their classes.
func (t *trie) build() {
	spelled := make([][]class, len(t.patterns))
	order := make([]int32, len(t.patterns))
	t.brief = bytes.Repeat([]byte{3}, int(t.count)+1)
	for i := range t.patterns {
		order[i] = int32(i)
		for _, r := range t.patterns[i].folded {
			spelled[i] = append(spelled[i], t.classOf(r))
		}
		t.sift(spelled[i])
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
	for r := range t.first {
		t.first[r] = t.root[t.ascii[r]]
	}
	t.starts = make([][64]int32, len(t.pages))
	for i := range t.pages {
		for n, c := range t.pages[i] {
			if c != classInvisible {
				t.starts[i][n] = t.root[c]
			}
		}
	}
	for r := rune(wideFirst); r <= wideLast; r++ {
		if t.begin(r) != 0 {
			t.wides.add(r)
		}
	}
}

// sift notes how a pattern begins.
func (t *trie) sift(spelled []class) {
	first := spelled[0]
	t.brief[first] = min(t.brief[first], uint8(min(len(spelled), 3)))
	if len(spelled) > 1 {
		t.sieve.add(first, spelled[1], 0)
	}
	if len(spelled) > 2 {
		t.sieve.add(first, spelled[1], spelled[2])
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

// start is where patterns may begin.
type start struct {
	at, size int   // bytes
	runes    int   // code points before it
	first    int32 // node after its character; 0 when the bound was reached
}

// seek finds the first place from at on where a pattern may begin, before the bound. A letter or digit within a word of ASCII
// begins nothing: no pattern that begins with one may stand there.
func (t *trie) seek(text string, at, runes, bound int) start {
	for bound = min(bound, len(text)); at < bound; {
		b := text[at]
		if b >= utf8.RuneSelf {
			if n := t.passHan(text, at); n > 0 {
				at += 3 * n
				runes += n
				continue
			}
			r, size := decode(text[at:])
			if first := t.begin(r); first != 0 && t.goesOn(text, first, at+size) {
				return start{at, size, runes, first}
			}
			at += size
			runes++
			continue
		}
		inner := alnum[b] && at > 0 && alnum[text[at-1]]
		if first := t.first[b&(utf8.RuneSelf-1)]; first != 0 && !inner && t.mayBegin(text, at) && t.goesOn(text, first, at+1) {
			return start{at, 1, runes, first}
		}
		end := runEnd(text, at)
		runes += end - at
		at = end
	}
	return start{at: at, runes: runes}
}

// begin is the node after a character, 0 when no pattern begins with it.
func (t *trie) begin(r rune) int32 {
	if r < 0x10000 {
		return t.starts[t.index[r>>6]][r&63]
	}
	return t.root[t.beyond[r]]
}

// mayBegin tells by three characters of ASCII whether a pattern may begin with them.
func (t *trie) mayBegin(text string, at int) bool {
	if at+2 >= len(text) || text[at+1]|text[at+2] >= utf8.RuneSelf {
		return true
	}
	a, b, c := t.ascii[text[at]], t.ascii[text[at+1]], t.ascii[text[at+2]]
	return (t.brief[a] < 3 || t.sieve.has(a, b, c)) && (t.heads == nil || t.hasHead(text, at))
}

// hasHead tells whether a pattern may begin with the word at a place, whole.
func (t *trie) hasHead(text string, at int) bool {
	end := runEnd(text, at)
	if end < len(text) && text[end] >= utf8.RuneSelf {
		return true // what follows may belong to it
	}
	return t.heads.has(t.head(text[at:end]))
}

// head is what is kept of a word: how it begins and ends, and how long it is.
func (t *trie) head(word string) (a, b, c class) {
	n := len(word)
	return t.ascii[word[0]], t.ascii[word[n/2]], t.ascii[word[n-1]]<<8 | class(n)
}

// wholeWords makes a list of which only whole words count quicker to seek.
func (t *trie) wholeWords() {
	t.heads = &sieve{}
	for i := range t.patterns {
		if p := t.patterns[i].folded; p[0] < utf8.RuneSelf {
			t.heads.add(t.head(p[:runEnd(p, 0)]))
		}
	}
}

// runEnd is the end of the letters and digits at a place, or of the one byte that is none.
func runEnd(text string, at int) int {
	end := at + 1
	if alnum[text[at]] {
		for end < len(text) && alnum[text[end]] {
			end++
		}
	}
	return end
}

// passHan counts the characters of three bytes from a place on with which no pattern begins, as each and the next one tell.
func (t *trie) passHan(text string, at int) (n int) {
	for ; ; n++ {
		r := wideAt(text, at)
		if r == 0 {
			return n
		}
		at += 3
		if !t.wides.has(r) {
			continue
		}
		next := wideAt(text, at)
		if next == 0 {
			return n
		}
		here := t.pages[t.index[r>>6]][r&63]
		if t.sieve.has(here, t.pages[t.index[next>>6]][next&63], 0) || t.brief[here] == 1 {
			return n
		}
	}
}

// wideAt is the character from U+3000 to U+9FFF at a place, 0 when another one stands there. None of them is invisible.
func wideAt(text string, at int) rune {
	if at+2 >= len(text) || text[at] < 0xE3 || text[at] > 0xE9 {
		return 0
	}
	second, third := text[at+1]^0x80, text[at+2]^0x80 // six bits each
	if second|third >= 0x40 {
		return 0
	}
	return rune(text[at]&0x0F)<<12 | rune(second)<<6 | rune(third)
}

var alnum = func() (set [256]bool) {
	for b := range set {
		set[b] = isAlnum(byte(b))
	}
	return set
}()

// goesOn tells whether a pattern may end or go on at a node, given where the next character stands: mostly none does.
func (t *trie) goesOn(text string, at int32, end int) bool {
	n := &t.nodes[at]
	if n.out >= 0 || end >= len(text) {
		return n.out >= 0
	}
	var c class
	if b := text[end]; b < utf8.RuneSelf {
		c = t.ascii[b]
	} else {
		r, _ := decode(text[end:])
		c = t.classOf(r)
	}
	return n.mask>>(c&63)&1 != 0 || c == classInvisible
}

// walk appends the ends of all patterns that begin at a place, shortest first. It also tells how many characters it looked at.
func (t *trie) walk(text string, p start, ends []match) ([]match, int) {
	here, end, runes := p.first, p.at+p.size, p.runes+1
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
	return ends, runes - p.runes - 1
}

// bytes is about how much memory it takes.
func (t *trie) bytes() int {
	const perEdge = 40 // of a map
	n := 6144 + len(t.brief) + len(t.pages)*512 + len(t.beyond)*perEdge + len(t.root)*4 + cap(t.nodes)*24 + cap(t.classes)*4 + cap(t.patterns)*64
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
