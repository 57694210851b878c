package answer

import (
	"unicode/utf8"

	"renown/internal/tool/text"
)

// trie holds patterns by their characters. It works on classes of runes: every spelling of a character that any pattern
// needs has the pattern's class, so the text is never rewritten and offsets stay its own.
type trie struct {
	*text.Trie
	ascii    [utf8.RuneSelf]class
	index    [1024]uint16 // page of each 64 runes of the basic plane; page 0 is empty
	pages    [][64]class
	beyond   map[rune]class
	begins   [1024]uint64 // bits of the basic plane: patterns begin with the rune
	count    class        // classes given out
	patterns []pattern
}

// class stands for all spellings of a character; 0 is what occurs in no pattern. There may be as many as there are runes.
type class = text.Symbol

// classInvisible is passed over without a step.
const classInvisible class = 1

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

// mayBegin is false for runes that begin no pattern.
func (t *trie) mayBegin(r rune) bool { return r >= 0x10000 || t.begins[r>>6]>>(r&63)&1 != 0 }

// newTrie builds it from the folded spelling of each pattern.
func newTrie(patterns []pattern) *trie {
	t := &trie{pages: make([][64]class, 1, 64), count: classInvisible, patterns: patterns}
	for i := range patterns {
		for _, r := range patterns[i].folded {
			if t.classOf(r) == 0 {
				t.count++
				t.setClass(r, t.count)
			}
		}
	}
	for _, p := range folds() {
		if c := t.classOf(p.To); c != 0 {
			t.setClass(p.From, c)
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

// build makes the trie proper from the classes of the patterns.
func (t *trie) build() {
	var words text.Words
	length := 0
	for i := range t.patterns {
		length += int(t.patterns[i].runes)
	}
	words.Grow(len(t.patterns), length)
	for i := range t.patterns {
		for _, r := range t.patterns[i].folded {
			words.Put(t.classOf(r))
		}
		words.End(int32(i))
	}
	t.Trie = text.New(words)
	for r := range rune(0x10000) {
		if c := t.classOf(r); c != 0 {
			if _, ok := t.Begin(c); ok {
				t.begins[r>>6] |= 1 << (r & 63)
			}
		}
	}
}

// match is the end of patterns that begin at one place.
type match struct {
	patterns []int32 // at least one
	end      int     // bytes
	endRune  int     // code points
}

// last is the pattern that was added last.
func (m *match) last() int32 { return m.patterns[len(m.patterns)-1] }

// walk appends the ends of all patterns that begin at a place, shortest first. It also tells how many characters it looked at.
func (t *trie) walk(text string, p place, ends []match) ([]match, int) {
	end, runes := p.at+p.size, p.runes+1
	c := t.classOf(p.first)
	here, ok := t.Begin(c)
	for ok {
		if words := t.Words(here); len(words) > 0 {
			ends = append(ends, match{words, end, runes})
		}
		if t.Final(here) {
			break
		}
		for c = classInvisible; c == classInvisible && end < len(text); runes++ {
			next, size := utf8.DecodeRuneInString(text[end:])
			c = t.classOf(next)
			end += size
		}
		if c == classInvisible {
			break
		}
		here, ok = t.Step(here, c)
	}
	return ends, runes - p.runes
}

// bytes is about how much memory it takes.
func (t *trie) bytes() int {
	const perEdge = 40 // of a map
	n := 10_752 + len(t.pages)*256 + len(t.beyond)*perEdge + t.Bytes() + cap(t.patterns)*64
	for i := range t.patterns {
		n += len(t.patterns[i].folded) + len(t.patterns[i].surface)
	}
	return n
}
