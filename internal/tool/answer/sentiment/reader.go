package sentiment

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// Reader takes a text apart once and judges any number of the things it
// names. It is scratch space: reading the next text forgets the last one. The
// zero value is ready; one goroutine may use it at a time.
type Reader struct {
	page
	events    []event
	denials   []denial
	attribute int // of the clause: index of the last one read, or -1
	spent     int // index of an attribute that a direction before it has used, or -1
	steps     int // work done, which the text bounds
	groups    []group
	says      []said
	outline   outline
	holder    owner   // spoken of at the end of the last line
	carry     float32 // and how much of it is left
	sorted    []Mention
	folded    []byte
	original  string
	marks     []int32 // where quotation marks open
}

// said is a judgement with the entity it is about.
type said struct {
	entity   int32
	sentence int32
	at       int32 // where its clause begins
	part     int16 // how many "but"s came before it in the sentence
	soft     bool  // conceded, or told of the past
	open     bool  // nothing the tables know, behind a "but"
	value    float32
}

// Read takes the text apart. The mentions may come in any order; those that
// lie outside of the text or inside of another one are ignored.
func (r *Reader) Read(text string, mentions []Mention) {
	r.original = text
	mentions = r.inOrder(mentions, len(text))
	if !r.scan(text, mentions) {
		r.scan(r.fold(text), mentions)
	}
	r.findMarks()
	r.says = r.says[:0]
	r.steps = 0
	r.outline.reset()
	r.holder, r.carry = owner{}, 1
	for i, l := range r.lines {
		if l.shape == row {
			l.head = i+1 < len(r.lines) && r.lines[i+1].isRule()
		}
		r.readLine(l)
	}
}

// findMarks notes where quotations may begin.
func (r *Reader) findMarks() {
	r.marks = r.marks[:0]
	for _, mark := range [...]string{`"`, "“", "「"} {
		for at := 0; ; at += len(mark) {
			n := strings.Index(r.text[at:], mark)
			if n < 0 {
				break
			}
			at += n
			r.marks = append(r.marks, int32(at))
		}
	}
	slices.Sort(r.marks)
}

// inOrder gives the mentions that lie within the text, by place, the longer first.
func (r *Reader) inOrder(mentions []Mention, end int) []Mention {
	before := func(a, b Mention) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End))
	}
	bad := func(m Mention) bool {
		return m.Start < 0 || m.End <= m.Start || m.End > end || m.Entity < 0 || m.Entity > math.MaxInt32
	}
	if slices.IsSortedFunc(mentions, before) && !slices.ContainsFunc(mentions, bad) {
		return mentions
	}
	r.sorted = append(r.sorted[:0], mentions...)
	r.sorted = slices.DeleteFunc(r.sorted, bad)
	slices.SortStableFunc(r.sorted, before)
	return r.sorted
}
