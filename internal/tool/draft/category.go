package draft

import (
	"slices"
	"strings"
)

// categorise finds the kind of thing the brand is, and the nouns to call it by.
func (r *reading) categorise() {
	sure, weak := r.voice.heads(r.profile)
	r.kind = r.chooseKind(sure)
	if !r.kind.generic {
		r.kindNouns(sure)
	} else {
		r.ownNouns(sure, weak)
	}
	if len(r.nouns) == 0 {
		r.nouns = r.nounList("nouns")
	}
	if len(r.nouns) == 0 {
		r.nouns = r.nounList("umbrella")
	}
	r.class = r.nouns[0].class()
}

// chooseKind weighs the evidence of every field; a generic kind only when nothing speaks for another. What the
// introduction calls the brand rules out kinds of another class: software for cafés is no café.
func (r *reading) chooseKind(heads []string) kind {
	class := r.headClass(heads)
	fields := r.fields(heads)
	best, score := r.other(), 0
	for _, k := range r.voice.lexicon().kinds {
		if !r.compatible(k, class) {
			continue
		}
		s := r.evidence(k, fields, class)
		if s > 0 && !k.generic {
			s += 1 << 20
		}
		if s > score {
			best, score = k, s
		}
	}
	return best
}

func (r *reading) other() kind {
	kinds := r.voice.lexicon().kinds
	i := slices.IndexFunc(kinds, func(k kind) bool { return k.id == "other" })
	return kinds[i]
}

// evidence weighs the fields that hold a word of the kind. When the introduction says plainly what thing the brand is,
// that alone counts, beside the product type: a maker of mugs writes of coffee, too. Software and services are less
// plain: what they are for stands elsewhere.
func (r *reading) evidence(k kind, fields []field, class string) int {
	total := 0
	for i, f := range fields {
		if i == 2 && total == 0 && class != "" && strings.Contains("gfevi", class) {
			return 0
		}
		for _, m := range k.lists["match"] {
			if slices.ContainsFunc(f.texts, func(s string) bool { return holdsForm(s, m.text) }) {
				total += f.weight * min(size(m.text), 8)
			}
		}
	}
	return total
}

// field is a part of the profile and what a word of a kind in it weighs.
type field struct {
	weight int
	texts  []string
}

// fields are the parts of the profile in lower case, the plainest first.
func (r *reading) fields(heads []string) []field {
	p := r.profile
	fields := []field{
		{8, heads},
		{4, []string{p.ProductType}},
		{3, []string{p.Name}},
		{2, p.Keywords},
		{2, []string{r.voice.customers.ReplaceAllString(p.Introduction, " ")}},
		{1, p.SellingPoints},
	}
	for i, f := range fields {
		texts := make([]string, len(f.texts))
		for j, s := range f.texts {
			texts[j] = lower(s)
		}
		fields[i].texts = texts
	}
	return fields
}

// holdsForm also finds the plain plural of a Latin word.
func holdsForm(text, word string) bool {
	return holds(text, word) || !hasHan(word) && holds(text, word+"s")
}

// headClass is the class of what the introduction calls the brand or, if it does not, of the product type.
func (r *reading) headClass(heads []string) string {
	for _, h := range heads {
		if w, ok := r.voice.derived(h); ok {
			return w.class()
		}
	}
	for _, id := range []string{"software", "service"} {
		for _, k := range r.voice.lexicon().kinds {
			if k.id == id && slices.ContainsFunc(k.lists["match"], func(m item) bool { return holdsForm(lower(r.profile.ProductType), m.text) }) {
				return map[string]string{"software": "a", "service": "s"}[id]
			}
		}
	}
	return ""
}

// compatible tells whether a kind can be what a noun of class names.
func (r *reading) compatible(k kind, class string) bool {
	first := slices.Concat(k.lists["nouns"], k.lists["umbrella"])
	if class == "" || len(first) == 0 || k.id == "other" {
		return true
	}
	families := map[string]string{"g": "gf", "f": "fge", "e": "ef", "v": "vse", "s": "svi", "a": "a", "i": "i"}
	return slices.ContainsFunc(first, func(it item) bool {
		_, spec, _ := strings.Cut(it.text, "/")
		return strings.Contains(families[class], spec[:1])
	})
}

// kindNouns takes the kind's nouns, led by what the profile itself says when it ends as nouns of the kind do.
func (r *reading) kindNouns(heads []string) {
	base := r.nounList("nouns")
	pattern := slices.Concat(base, r.nounList("umbrella"))
	for _, s := range slices.Concat(heads, r.profile.Keywords) {
		s = r.names.without(s)
		if w, ok := r.nounOfKind(s, pattern); ok && len(r.nouns) < 3 && !r.isNoun(w.text) {
			r.nouns = append(r.nouns, w)
		}
	}
	for _, w := range base {
		if !r.isNoun(w.text) {
			r.nouns = append(r.nouns, w)
		}
	}
}

// nounOfKind makes a noun of the profile's words, behaving as the noun of the kind that it ends in, or as the first.
func (r *reading) nounOfKind(s string, pattern []word) (word, bool) {
	if !r.endsAsKind(s) || len(pattern) == 0 {
		return word{}, false
	}
	if _, ok := r.voice.derived(s); !ok {
		if _, ok := r.voice.plainNoun(s); !ok {
			return word{}, false
		}
	}
	like := pattern[0]
	for _, w := range pattern {
		if strings.HasSuffix(lower(s), lower(w.text)) {
			like = w
		}
	}
	for _, w := range pattern {
		if strings.EqualFold(w.text, s) {
			return w, true
		}
	}
	w := r.voice.like(s, like)
	w.special = w.text != like.text
	return w, true
}

func (r *reading) endsAsKind(s string) bool {
	return slices.ContainsFunc(r.kind.lists["heads"], func(h item) bool { return strings.HasSuffix(lower(s), h.text) })
}

// ownNouns takes the nouns of a brand whose kind is not in the lexicon from its own words: what the introduction calls
// it, then the product type, then keywords; the surely nouns before the perhaps.
func (r *reading) ownNouns(sure, weak []string) {
	var known, unknown []word
	try := func(list []string, f func(string) (word, bool), into *[]word) {
		for _, s := range list {
			if w, ok := f(r.names.without(s)); ok {
				*into = append(*into, w)
			}
		}
	}
	types := []string{r.profile.ProductType}
	try(slices.Concat(sure, types, r.profile.Keywords), r.voice.derived, &known)
	try(slices.Concat(weak, types, r.profile.Keywords), r.voice.plainNoun, &unknown)
	if len(known) == 0 && len(unknown) > 0 {
		known = unknown[:1]
	}
	for _, w := range known {
		if len(r.nouns) < 3 && !r.isNoun(w.text) && (len(r.nouns) == 0 || w.class() == r.nouns[0].class()) {
			r.nouns = append(r.nouns, w)
		}
	}
}

func (r *reading) nounList(key string) []word {
	var out []word
	for _, it := range r.kind.lists[key] {
		if r.fits(it) {
			out = append(out, r.voice.noun(it.text))
		}
	}
	return out
}
