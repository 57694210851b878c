package draft

import (
	"maps"
	"slices"
	"strings"
)

// pool is what the forms are filled from: the words of a reading that do not name the brand.
type pool struct {
	r      *reading
	strict bool // see names.in
	nouns  []*word
	lists  map[string][]*word
}

func newPool(r *reading, strict bool) *pool {
	for _, r := range []*reading{r, r.general()} {
		p := &pool{r: r, strict: strict, lists: map[string][]*word{}}
		for _, n := range r.nouns {
			if n, ok := p.spoken(n); ok {
				p.nouns = append(p.nouns, &n)
			}
		}
		if len(p.nouns) > 0 {
			return p
		}
	}
	return &pool{r: r, strict: strict, lists: map[string][]*word{}}
}

// general reads the profile as if its category were not known, for when every noun of it holds the brand's name.
func (r *reading) general() *reading {
	g := &reading{profile: r.profile, voice: r.voice, names: r.names, seed: r.seed, kind: r.other(), own: map[string][]word{}, lists: map[string][]word{}}
	g.nouns = g.nounList("nouns")
	g.class = g.nouns[0].class()
	g.own["who"] = r.own["who"]
	g.inherit()
	g.lists["rival"], g.lists["brand"] = r.lists["rival"], r.lists["brand"]
	return g
}

// spoken is a noun without the slots that name the brand; false when the noun itself does.
func (p *pool) spoken(n word) (word, bool) {
	slots := maps.Clone(n.slots)
	for slot, says := range slots {
		if slices.ContainsFunc(says, p.banned) {
			delete(slots, slot)
		}
	}
	n.slots = slots
	return n, slots["cat"] != nil
}

func (p *pool) banned(text string) bool { return p.r.names.in(text, Fold(text), p.strict) }

// rings makes the series of every form that can be filled, by topic. turn varies the order from draft to draft.
func (p *pool) rings(turn uint64) map[string]*ring {
	rings := map[string]*ring{}
	forms := p.r.forms()
	for i := range forms {
		f := &forms[i]
		dims, ok := p.dims(f)
		if !ok {
			continue
		}
		if rings[f.topic] == nil {
			rings[f.topic] = &ring{}
		}
		s := newSeries(f, dims, p.r.seed)
		s.rank = mix(p.r.seed ^ mix(turn) ^ f.hash)
		rings[f.topic].series = append(rings[f.topic].series, s)
	}
	for _, r := range rings {
		slices.SortFunc(r.series, func(a, b *series) int {
			if a.rank < b.rank {
				return -1
			}
			return 1
		})
	}
	return rings
}

// forms are those of the language and the whole questions of the kind.
func (r *reading) forms() []form {
	forms := slices.Clone(r.voice.lexicon().forms)
	for _, own := range []struct{ key, topic, stage string }{{"ask", "need", Awareness}, {"deal", "budget", Decision}, {"howto", "usage", Usage}} {
		questions, classes := r.questions(own.key)
		for _, it := range questions {
			f, err := newForm(it.text)
			if err != nil {
				panic(err) // a fault of the embedded files, which the tests read in full
			}
			f.topic, f.stage, f.classes = own.topic, own.stage, classes
			forms = append(forms, f)
		}
	}
	return forms
}

// dims lists the words for each dimension of a form; false when one has none.
func (p *pool) dims(f *form) ([][]*word, bool) {
	branded := f.topic == brandTopic
	if !branded && p.banned(f.literals()) {
		return nil, false
	}
	nouns := p.nounsFor(f)
	if len(nouns) == 0 {
		return nil, false
	}
	var dims [][]*word
	for _, dim := range f.dims {
		words := nouns
		if dim != "noun" {
			words = p.list(strings.TrimSuffix(dim, "2"), branded)
		}
		if len(words) == 0 {
			return nil, false
		}
		dims = append(dims, words)
	}
	return dims, true
}

func (f *form) literals() string {
	var b strings.Builder
	for _, p := range f.parts {
		b.WriteString(p.literal)
	}
	return b.String()
}

// nounsFor are the nouns that the form suits and that can say what it needs. A brand is no person (位).
func (p *pool) nounsFor(f *form) []*word {
	return slices.DeleteFunc(slices.Clone(p.nouns), func(n *word) bool {
		return !strings.Contains(f.classes, n.class()) ||
			slices.ContainsFunc(f.nounSlots, func(s string) bool { return n.slots[s] == nil }) ||
			f.topic == brandTopic && (slices.Contains(f.nounSlots, "cat") && p.r.namedAfter(n) || slices.Contains(n.slots["m"], "位"))
	})
}

// namedAfter tells whether the brand's name already says the noun: 瑞幸咖啡 is not asked about as 瑞幸咖啡的咖啡.
func (r *reading) namedAfter(n *word) bool {
	runes := []rune(Fold(n.text))
	tail := string(runes[max(0, len(runes)-2):])
	if !hasHan(tail) {
		tail = Fold(n.text[strings.LastIndexByte(n.text, ' ')+1:])
	}
	return slices.ContainsFunc(r.names.folded, func(f string) bool { return strings.Contains(f, tail) })
}

// list is what the profile and its kind say under one key, the profile first. A question that names the brand may use
// all of it, another only what does not name it.
func (p *pool) list(key string, branded bool) []*word {
	cached := key
	if branded {
		cached += "+"
	}
	if words, ok := p.lists[cached]; ok {
		return words
	}
	var words []*word
	for _, w := range slices.Concat(p.r.own[key], p.r.lists[key]) {
		if branded || !p.names(w) {
			words = append(words, &w)
		}
	}
	p.lists[cached] = words
	return words
}

// names tells whether a word names the brand in any of its slots.
func (p *pool) names(w word) bool {
	for _, says := range w.slots {
		if slices.ContainsFunc(says, p.banned) {
			return true
		}
	}
	return false
}

// brandWords are the spellings fit for a question: the name, and aliases that people would type in this language.
func (r *reading) brandWords() []word {
	var out []word
	for i, s := range r.names.shown {
		if i > 0 && (size(s) > 24 || r.voice.language == "en" && hasHan(s) || len(out) == 3) {
			continue
		}
		out = append(out, word{text: s, bias: min(i, 1) * 9, slots: map[string][]string{"brand": {s}}})
	}
	return out
}
