package draft

import (
	"slices"
	"strings"
)

// series goes through all the ways to fill one form, each once: first every combination of words, then the same
// combinations in other wordings.
type series struct {
	form     *form
	dims     [][]*word
	total    uint64 // combinations
	wordings uint64 // wordings of one combination, at most
	step     uint64
	offset   uint64
	next     uint64
	rank     uint64 // its place in the ring
	ready    []candidate
	scratch  []*word
}

// candidate is one question that could be asked.
type candidate struct {
	words        []*word
	wording      uint64
	text, folded string
}

func newSeries(f *form, dims [][]*word, seed uint64) *series {
	s := &series{form: f, dims: dims, total: 1, wordings: f.wordings(), scratch: make([]*word, len(dims))}
	for _, d := range dims {
		s.total *= uint64(len(d))
	}
	s.offset = mix(seed^f.hash) % s.total
	s.step = uint64(float64(s.total)*0.618) | 1 // the golden section spreads neighbours over the whole range
	for gcd(s.step, s.total) != 1 {
		s.step++
	}
	return s
}

func gcd(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// wordings counts the choices of a form, where a noun that puts a question in two ways counts as two.
func (f *form) wordings() uint64 {
	n := uint64(1)
	for _, p := range f.parts {
		switch {
		case len(p.choices) > 0:
			n *= uint64(len(p.choices))
		case p.slot == "what" || p.slot == "which":
			n *= 2
		}
	}
	return n
}

// advance is the next combination; false when there are no more. Its words are valid until the next call.
func (s *series) advance() (candidate, bool) {
	if s.next == s.total*s.wordings {
		return candidate{}, false
	}
	c := candidate{words: s.scratch, wording: s.next / s.total}
	combination := (s.offset + s.step*(s.next%s.total)) % s.total
	for d, words := range s.dims {
		s.scratch[d] = words[combination%uint64(len(words))]
		combination /= uint64(len(words))
	}
	s.next++
	return c, true
}

// write writes a candidate out.
func (s *series) write(v *voice, c candidate) string {
	h := s.form.hash
	for _, w := range c.words {
		h = mix(h ^ hash(w.text))
	}
	t := telling{form: s.form, words: c.words, choice: h>>1 + c.wording}
	t.b.Grow(96)
	t.write(s.form.parts)
	return v.finish(t.b.String(), s.form, h>>40)
}

// telling is one question being written.
type telling struct {
	b      strings.Builder
	form   *form
	words  []*word
	choice uint64
}

func (t *telling) write(parts []part) {
	for _, p := range parts {
		switch {
		case p.slot != "":
			says := t.says(p.slot)
			t.b.WriteString(says[t.choose(len(says))])
		case len(p.choices) > 0:
			t.write(p.choices[t.choose(len(p.choices))])
		default:
			t.b.WriteString(p.literal)
		}
	}
}

func (t *telling) choose(n int) int {
	if n == 1 {
		return 0
	}
	i := int(t.choice % uint64(n))
	t.choice /= uint64(n)
	return i
}

func (t *telling) noun() *word { return t.words[slices.Index(t.form.dims, "noun")] }

// says finds what the chosen words say in a slot. What follows an English noun agrees with its number.
func (t *telling) says(slot string) []string {
	switch slot {
	case "rel":
		slot = "rel." + t.noun().number
	case "rel1":
		slot = "rel." + t.noun().number1
	}
	for i, dim := range t.form.dims {
		if second, ok := strings.CutSuffix(dim, "2"); ok {
			if dim == slot {
				return t.words[i].slots[second]
			}
			continue
		}
		if says := t.words[i].slots[slot]; says != nil {
			return says
		}
	}
	panic("draft: nothing fills {" + slot + "} in " + t.form.text) // pool.dims lets no such form through
}
