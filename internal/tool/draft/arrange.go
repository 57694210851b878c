package draft

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"renown/internal/tool/text/char"
)

// list takes the words of the profile and of its kind, the profile's first, that do not name the brand, and the nouns
// without what names it.
func (d *drawing) list() {
	d.lists = map[string][]*word{}
	banned := func(_, says string) bool { return d.r.names.in(says, Fold(says)) }
	for _, lists := range []map[string][]word{{"noun": d.r.nouns}, d.r.own, d.r.lists} {
		for key, words := range lists {
			for _, w := range words {
				said := maps.Clone(w.slots)
				maps.DeleteFunc(said, banned)
				if key == "brand" || len(said) == len(w.slots) {
					d.lists[key] = append(d.lists[key], &w)
				} else if w.slots = said; key == "noun" && said["cat"] != "" {
					d.lists[key] = append(d.lists[key], &w)
				}
			}
		}
	}
}

// arrange puts the forms that can be filled into the queues of their topics. The order varies from draft to draft.
func (d *drawing) arrange(round uint64) {
	d.topics = map[string][]*filled{}
	for _, f := range d.r.forms() {
		if s, ok := d.fillable(&f); ok {
			d.topics[f.topic] = append(d.topics[f.topic], s)
		}
	}
	rank := func(f *filled) uint64 { // in random order, but the profile's own selling points before what its kind brings
		r := mix(d.r.seed^mix(round)^f.hash) >> 1
		if f.topic == "point" && !slices.ContainsFunc(f.dims, func(dim string) bool { return dim != "who" && len(d.r.own[dim]) > 0 }) {
			r |= 1 << 63
		}
		if slices.Contains(f.dims, "city") { // where a business is comes first
			r >>= 8
		}
		return r
	}
	for _, queue := range d.topics {
		slices.SortFunc(queue, func(a, b *filled) int { return cmp.Compare(rank(a), rank(b)) })
	}
}

// forms are those of the language and the whole questions of the kind or, where it has none, of the class.
func (r *reading) forms() []form {
	forms := slices.Clone(r.lexicon.forms)
	for _, own := range []struct{ key, topic, stage string }{
		{"ask", "need", Awareness},
		{"deal", "budget", Decision},
		{"howto", "usage", Usage},
	} {
		questions, classes := r.kind.lists[own.key], "gfaevsib"
		if len(questions) == 0 {
			questions, classes = r.lexicon.classes[r.class].lists[own.key], r.class
		}
		for _, it := range questions {
			if r.fits(it) {
				f, _ := newForm(it.text) // the tests read all of them
				f.topic, f.stage, f.classes = own.topic, own.stage, classes
				forms = append(forms, f)
			}
		}
	}
	return forms
}

// fillable finds the words for each of a form's dims; false when one has none.
func (d *drawing) fillable(f *form) (*filled, bool) {
	literal := slot.ReplaceAllString(choice.ReplaceAllString(f.text, ""), "")
	nouns := d.nounsFor(f)
	if len(nouns) == 0 || f.topic != brandTopic && d.r.names.in(literal, Fold(literal)) {
		return nil, false
	}
	out := &filled{form: f, total: len(f.wordings)}
	for _, dim := range f.dims {
		words := nouns
		if dim != "noun" {
			words = d.lists[strings.TrimSuffix(dim, "2")]
		}
		if len(words) == 0 {
			return nil, false
		}
		out.words = append(out.words, words)
		out.total *= len(words)
	}
	return out, true
}

// nounsFor are the nouns that the form suits and that can say what it needs. A brand is no person (位), and its name that
// already says the noun is not asked about with it: no 瑞幸咖啡的咖啡.
func (d *drawing) nounsFor(f *form) []*word {
	return slices.DeleteFunc(slices.Clone(d.lists["noun"]), func(n *word) bool {
		return !strings.Contains(f.classes, n.classes) ||
			slices.ContainsFunc(f.nounSlots, func(s string) bool { return n.slots[s] == "" }) ||
			f.topic == brandTopic && (slices.Contains(f.nounSlots, "cat") && d.r.namedAfter(n) || n.slots["m"] == "位")
	})
}

func (r *reading) namedAfter(n *word) bool {
	tail := Fold(n.text[strings.LastIndexByte(n.text, ' ')+1:])
	if runes := []rune(tail); char.HasHan(tail) {
		tail = string(runes[max(0, len(runes)-2):])
	}
	return slices.ContainsFunc(r.names.folded, func(f string) bool { return strings.Contains(f, tail) })
}
