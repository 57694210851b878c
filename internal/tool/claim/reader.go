package claim

import (
	"slices"

	"renown/internal/tool/text/char"
)

// MaxClaims bounds what one text gives.
const MaxClaims = 1000

// reading is the work on one text.
type reading struct {
	*Reader
	t       []rune
	day     string
	carried []int // subjects that sentences without a name may be about
	list    []Claim
	table   table
}

// sentence is one, with what was found in it.
type sentence struct {
	span
	clauses []span
	names   []hit
	cues    []hit
	dates   []dated
	guard   Reason // why nothing in it is said outright
	carries bool
	row     bool // of a table
}

// Read lists the claims of a text in their order. Day, YYYY-MM-DD, is when it was written: facts valid then count.
func (r *Reader) Read(text, day string) []Claim {
	w := &reading{Reader: r, t: fold(text), day: day}
	for _, s := range sentences(w.t) {
		w.read(s)
		if len(w.list) >= MaxClaims {
			break
		}
	}
	return w.list
}

func (w *reading) read(s span) {
	in := sentence{
		span: s, clauses: clauses(w.t, s), names: w.variantsOf(longest(w.names.find(w.t, s))),
		cues: w.cues.find(w.t, s), dates: datesIn(w.t, s),
	}
	in.guard = w.guardOf(s)
	w.row(&in)
	heading := at(w.t, firstOf(w.t, s)) == '#'
	in.carries = len(in.names) == 0 && w.carriesTo(&in)
	start := len(w.list)
	w.features(&in)
	w.places(&in)
	w.choices(&in)
	w.texts(&in)
	w.dateClaims(&in)
	w.amounts(&in)
	w.list = append(w.list[:start], w.settle(w.list[start:])...)
	w.carry(&in, heading)
}

// settle drops contradictions of what the same sentence also gets right ("not 500 but 412", "from 350 to 412"), and doubles.
func (w *reading) settle(list []Claim) []Claim {
	right := map[int]bool{}
	for _, c := range list {
		if c.Verdict == Agrees {
			right[w.facts[c.Fact].group] = true
		}
	}
	seen := map[[2]int]bool{}
	return slices.DeleteFunc(slices.Clone(list), func(c Claim) bool {
		if c.Fact < 0 {
			return false
		}
		g := w.facts[c.Fact].group
		if c.Verdict != Agrees && right[g] {
			return true
		}
		key := [2]int{g, c.ValueStart}
		if seen[key] {
			return true
		}
		seen[key] = true
		return false
	})
}

// carry remembers whom the next sentence may be about.
func (w *reading) carry(s *sentence, heading bool) {
	if len(s.names) == 0 {
		if heading {
			w.carried = nil
		}
		return
	}
	w.carried = nil
	for _, h := range s.names {
		i := int(h.terms[0])
		if i >= w.subjects {
			w.carried = nil
			return
		}
		if !slices.Contains(w.carried, i) && len(w.carried) < 4 {
			w.carried = append(w.carried, i)
		}
	}
}

func firstOf(t []rune, s span) int {
	i := s.start
	for i < s.end && (t[i] == ' ' || t[i] == '\n') {
		i++
	}
	return i
}

// carriesTo tells whether a sentence without a name goes on about the one before: it begins with a pronoun or with the
// attribute itself.
func (w *reading) carriesTo(s *sentence) bool {
	i := s.start
	for i < s.end && (w.t[i] == ' ' || w.t[i] == '*' || w.t[i] == '-' || w.t[i] == '•' || w.t[i] == '>' ||
		w.t[i] == '+' || char.IsDigit(w.t[i]) && isListMark(w.t, i+1) || w.t[i] == '.' && i > s.start && char.IsDigit(w.t[i-1])) {
		i++
	}
	if carryWords.at(w.t, i) > 0 {
		return true
	}
	return slices.ContainsFunc(s.cues, func(h hit) bool { return h.start <= i+1 })
}

func (w *reading) guardOf(s span) Reason {
	end := s.end
	for end > s.start && (w.t[end-1] == ' ' || w.t[end-1] == '\n') {
		end--
	}
	last := at(w.t, end-1)
	switch {
	case last == '?' || at(w.t, end-2) == '吗' || last == '吗':
		return Supposed
	case hasAny(w.t, s, hearsayWords):
		return Hearsay
	case hasAny(w.t, s, supposedWords):
		return Supposed
	case hasAny(w.t, s, pastWords):
		return OtherTime
	}
	return ""
}

// modal tells whether what stands at p is only going to be, or would be: said before it or in its clause.
func (w *reading) modal(s *sentence, p int) bool {
	return hasAny(w.t, span{s.start, s.clause(p).end}, modalWords)
}

func (s *sentence) clause(p int) span {
	for _, c := range s.clauses {
		if c.holds(p) {
			return c
		}
	}
	return s.span
}

// about lists the subjects that what stands at p may be about, the likeliest first. There are none beside a third
// party's name.
func (w *reading) about(s *sentence, p int) []int {
	if len(s.names) == 0 {
		if s.carries {
			return w.carried
		}
		return nil
	}
	last, _ := slices.BinarySearchFunc(s.names, p+1, func(h hit, p int) int { return h.end - p })
	if last--; last < 0 {
		if i := int(s.names[0].terms[0]); i < w.subjects {
			return []int{i}
		}
		return nil
	}
	first := int(s.names[last].terms[0])
	if first >= w.subjects {
		return nil
	}
	list := []int{first}
	if s.clause(p).holds(s.names[last].start) {
		if last > 0 && s.names[last].start-s.names[last-1].end <= 1 { // brand and product in one breath: both
			if i := int(s.names[last-1].terms[0]); i < w.subjects {
				list = append(list, i)
			}
		}
		return list
	}
	for i := last - 1; i >= 0 && len(list) < 4; i-- {
		n := int(s.names[i].terms[0])
		if n >= w.subjects {
			break
		}
		if !slices.Contains(list, n) {
			list = append(list, n)
		}
	}
	return list
}

// claim makes one with the sentence's extent.
func (s *sentence) claim(value span, kind Kind) Claim {
	return Claim{
		Start: s.start, End: s.end, ValueStart: value.start, ValueEnd: value.end, Kind: kind, Subject: -1,
		Fact: -1, Verdict: Unsupported,
	}
}

// judged is a claim held against a fact, unless the sentence does not say it outright.
func (w *reading) judged(s *sentence, value span, f int, v Verdict, why Reason) Claim {
	c := s.claim(value, w.facts[f].Kind)
	c.Fact, c.Subject, c.Verdict, c.Reason = f, w.groups[w.facts[f].group].subject, v, why
	switch {
	case s.guard != "":
		c.Verdict, c.Reason = Unjudged, s.guard
	case w.modal(s, value.start):
		c.Verdict, c.Reason = Unjudged, Supposed
	case v == Contradicts && w.doubtful(s, value, f):
		c.Verdict, c.Reason = Unjudged, Partial
	}
	return c
}

// cued is a cue of a group in a clause, about one of some subjects.
type cued struct {
	hit
	group int
	fits  bool // it counts in the unit of what stands beside it
}

// cuesIn lists the cues of groups of a kind in a span that are about whom the text speaks of there.
func (w *reading) cuesIn(s *sentence, in span, kinds ...Kind) (list []cued) {
	from, _ := slices.BinarySearchFunc(s.cues, in.start, func(h hit, p int) int { return h.start - p })
	for _, h := range s.cues[from:] {
		if h.start >= in.end {
			break
		}
		who := w.about(s, h.start)
		for _, subject := range who {
			for _, g := range w.spoken[h.terms[0]].groups[subject] {
				if slices.Contains(kinds, w.groups[g].kind) {
					list = append(list, cued{h, int(g), false})
				}
			}
		}
		if len(list) > 256 {
			break
		}
	}
	return list
}
