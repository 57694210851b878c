package draft

import "strings"

const window = 24 // combinations looked at together, to choose the one whose words were used least

// series goes through all the ways to fill one form, each once: first every combination of words, then the same
// combinations in other wordings.
type series struct {
	form    *form
	dims    [][]word
	total   uint64 // combinations
	wording uint64 // wordings of one combination, at most
	step    uint64
	offset  uint64
	next    uint64
	rank    uint64 // its place in the ring
	pending []pick
}

// pick is one combination, as the position in each dimension.
type pick struct {
	at      []int
	wording uint64
}

func newSeries(f *form, dims [][]word, seed uint64) *series {
	s := &series{form: f, dims: dims, total: 1, wording: f.wordings()}
	for _, d := range dims {
		s.total *= uint64(len(d))
	}
	h := mix(seed ^ hash(f.text))
	s.offset = h % s.total
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

// wordings counts the choices of a form. Slots of a noun that say one thing in two ways count as two.
func (f *form) wordings() uint64 {
	n := uint64(1)
	for _, p := range f.parts {
		if len(p.choices) > 0 {
			n *= uint64(len(p.choices))
		}
	}
	return n * 2
}

// draw takes the combination of the window that costs least; false when all are used up.
func (s *series) draw(cost func([]word) int) (pick, []word, bool) {
	for len(s.pending) < window && s.next < s.total*s.wording {
		s.pending = append(s.pending, s.pickAt(s.next))
		s.next++
	}
	if len(s.pending) == 0 {
		return pick{}, nil, false
	}
	best, least := 0, int(^uint(0)>>1)
	for i, p := range s.pending {
		if c := cost(s.words(p)) + int(p.wording)*64; c < least { // a new wording only after all combinations
			best, least = i, c
		}
	}
	p := s.pending[best]
	s.pending = append(s.pending[:best], s.pending[best+1:]...)
	return p, s.words(p), true
}

func (s *series) pickAt(i uint64) pick {
	combination := (s.offset + s.step*(i%s.total)) % s.total
	p := pick{at: make([]int, len(s.dims)), wording: i / s.total}
	for d, words := range s.dims {
		p.at[d] = int(combination % uint64(len(words)))
		combination /= uint64(len(words))
	}
	return p
}

func (s *series) words(p pick) []word {
	words := make([]word, len(s.dims))
	for d, i := range p.at {
		words[d] = s.dims[d][i]
	}
	return words
}

// text writes the question out.
func (s *series) text(v *voice, p pick, words []word) string {
	h := hash(s.form.text)
	for _, w := range words {
		h = mix(h ^ hash(w.text))
	}
	t := telling{form: s.form, words: words, choice: h>>1 + p.wording}
	t.write(s.form.parts)
	return v.finish(t.b.String(), s.form, h>>40)
}

// telling is one question being written.
type telling struct {
	b      strings.Builder
	form   *form
	words  []word
	choice uint64
}

func (t *telling) write(parts []part) {
	for _, p := range parts {
		switch {
		case p.slot != "":
			t.b.WriteString(t.fill(p.slot))
		case len(p.choices) > 0:
			t.write(p.choices[t.choose(len(p.choices))])
		default:
			t.b.WriteString(p.literal)
		}
	}
}

func (t *telling) choose(n int) int {
	i := int(t.choice % uint64(n))
	t.choice /= uint64(n)
	return i
}

func (t *telling) fill(slot string) string {
	says := t.says(slot)
	if len(says) == 1 {
		return says[0]
	}
	return says[t.choose(len(says))]
}

// says finds what the chosen words say in a slot. What follows an English noun agrees with its number.
func (t *telling) says(slot string) []string {
	switch slot {
	case "rel":
		slot = "rel." + t.says("number")[0]
	case "rel1":
		slot = "rel." + t.says("number1")[0]
	}
	for i, dim := range t.form.dims {
		if strings.HasSuffix(slot, "2") && dim == slot {
			return t.words[i].slots[strings.TrimSuffix(slot, "2")]
		}
		if says := t.words[i].slots[slot]; says != nil && !strings.HasSuffix(dim, "2") {
			return says
		}
	}
	return nil
}
