package draft

import (
	"slices"
	"strings"

	"renown/internal/tool/text/char"
)

// heads are what the introduction calls the brand. The sure ones end as category nouns do.
func (r *reading) heads() (sure, weak []string) {
	l := r.lexicon
	intro := tight(r.profile.Introduction)
	if l.language == "zh" {
		intro = l.pattern["customers"].ReplaceAllString(intro, "")
	}
	clauses := l.split("sentence", intro)
	for i, clause := range clauses {
		if i == 6 { // what a brand is stands at the beginning
			break
		}
		for _, c := range l.candidates(r.names.without(clause), i == 0) {
			if _, ok := l.nounOf("noun", c); ok {
				sure = append(sure, c)
			} else if _, ok := l.nounOf("perhaps", c); ok && (i == 0 || l.language == "zh") {
				weak = append(weak, c)
			}
		}
	}
	return sure, weak
}

// candidates are the phrases after the words that lead to a category, or the whole of a short opening clause.
func (l *lexicon) candidates(clause string, opening bool) []string {
	clause = l.rewrite("clause", tight(clause))
	var from []string
	for _, at := range l.pattern["start"].FindAllStringIndex(clause, -1) {
		from = append(from, clause[at[1]:])
	}
	if from == nil && opening && size(clause) <= 10 {
		from = []string{clause}
	}
	var out []string
	for _, s := range from {
		for _, piece := range l.split("enumeration", l.rewrite("enumeration", s)) {
			if piece = l.rewrite("head", piece); piece != "" {
				out = append(out, piece)
			}
		}
	}
	return out
}

// categorise finds the kind of thing the brand is, and the nouns to call it by.
func (r *reading) categorise() {
	sure, weak := r.heads()
	r.kind = r.chooseKind(sure)
	if r.kind.generic {
		r.ownNouns(sure, weak)
	} else {
		r.kindNouns(sure)
	}
	for _, key := range []string{"nouns", "umbrella"} {
		if len(r.nouns) == 0 {
			r.nouns = r.nounList(key)
		}
	}
	r.class = r.nouns[0].classes
}

// chooseKind weighs the evidence of every field; a generic kind only when nothing speaks for another. What the
// introduction calls the brand rules out kinds of another class: software for cafés is no café.
func (r *reading) chooseKind(heads []string) kind {
	class := r.headClass(heads)
	fields := r.fields(heads)
	best, score := r.lexicon.kindOf("other"), 0
	for _, k := range r.lexicon.kinds {
		if !compatible(k, class) {
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

func (l *lexicon) kindOf(id string) kind {
	return l.kinds[slices.IndexFunc(l.kinds, func(k kind) bool { return k.id == id })]
}

// field is a part of the profile in lower case, and what a word of a kind in it weighs.
type field struct {
	weight int
	texts  []string
}

// fields are the parts of the profile, the plainest first.
func (r *reading) fields(heads []string) []field {
	p := r.profile
	fields := []field{
		{8, heads},
		{4, []string{p.ProductType}},
		{3, []string{p.Name}},
		{2, p.Keywords},
		{2, []string{r.lexicon.pattern["customers"].ReplaceAllString(p.Introduction, " ")}},
		{1, p.SellingPoints},
	}
	for i, f := range fields {
		fields[i].texts = strings.Split(lower(strings.Join(f.texts, "\x00")), "\x00")
	}
	return fields
}

// evidence weighs the fields that hold a word of the kind. When the introduction says plainly what thing the brand is,
// that alone counts, beside the product type: a maker of mugs writes of coffee, too. Software and services are less
// plain: what they are for stands elsewhere.
//
// Of words within each other the longest counts alone: 茶饮料 holds 茶饮, and is no milk tea.
func (r *reading) evidence(k kind, fields []field, class string) int {
	total := 0
	for i, f := range fields {
		if i == 2 && total == 0 && class != "" && strings.Contains("gfevi", class) {
			return 0
		}
		for _, m := range k.lists["match"] {
			if slices.ContainsFunc(f.texts, func(s string) bool { return holdsForm(r.lexicon.without(s, m.text), m.text) }) {
				total += f.weight * min(size(m.text), 8)
			}
		}
	}
	return total
}

// without is a text less the words of any kind that are longer than a word and hold it.
func (l *lexicon) without(text, word string) string {
	if !strings.Contains(text, word) {
		return text
	}
	for _, k := range l.kinds {
		for _, m := range k.lists["match"] {
			if len(m.text) > len(word) && strings.Contains(m.text, word) {
				text = strings.ReplaceAll(text, m.text, "\x00")
			}
		}
	}
	return text
}

// holdsForm also finds the plain plural of a Latin word.
func holdsForm(text, word string) bool {
	return holds(text, word) || !char.HasHan(word) && holds(text, word+"s")
}

// headClass is the class of what the introduction calls the brand or, if it does not, of the product type.
func (r *reading) headClass(heads []string) string {
	for _, h := range heads {
		if w, ok := r.lexicon.nounOf("noun", h); ok {
			return w.classes
		}
	}
	for _, id := range []string{"software", "service"} {
		k := r.lexicon.kindOf(id)
		if slices.ContainsFunc(k.lists["match"], func(m item) bool { return holdsForm(lower(r.profile.ProductType), m.text) }) {
			return map[string]string{"software": "a", "service": "s"}[id]
		}
	}
	return ""
}

// families are the classes of kinds that a thing of a class can belong to.
var families = map[string]string{"g": "gf", "f": "fge", "e": "ef", "v": "vse", "s": "svi", "a": "a", "i": "i"}

// compatible tells whether a kind can be what a noun of class names.
func compatible(k kind, class string) bool {
	nouns := slices.Concat(k.lists["nouns"], k.lists["umbrella"])
	return class == "" || len(nouns) == 0 || k.id == "other" || slices.ContainsFunc(nouns, func(it item) bool {
		return strings.Contains(families[class], strings.Split(it.text, "/")[1])
	})
}

// kindNouns takes the kind's nouns, led by what the profile itself says when it ends as nouns of the kind do.
func (r *reading) kindNouns(heads []string) {
	base := r.nounList("nouns")
	pattern := slices.Concat(base, r.nounList("umbrella"))
	for _, s := range slices.Concat(heads, r.profile.Keywords) {
		if w, ok := r.nounOfKind(r.names.without(s), pattern); ok && len(r.nouns) < 3 {
			r.addNoun(w)
		}
	}
	for _, w := range base {
		r.addNoun(w)
	}
}

// nounOfKind makes a noun of the profile's words, behaving as the noun of the kind that it ends in, or as the first.
func (r *reading) nounOfKind(s string, pattern []word) (word, bool) {
	_, sure := r.lexicon.nounOf("noun", s)
	_, perhaps := r.lexicon.nounOf("perhaps", s)
	if !r.endsAsKind(s) || len(pattern) == 0 || !sure && !perhaps {
		return word{}, false
	}
	like := pattern[0]
	for _, w := range pattern {
		if strings.EqualFold(w.text, s) {
			return w, true
		}
		if strings.HasSuffix(lower(s), lower(w.text)) {
			like = w
		}
	}
	w := r.lexicon.like(s, like)
	w.special = w.text != like.text
	return w, true
}

func (r *reading) endsAsKind(s string) bool {
	return slices.ContainsFunc(r.kind.lists["heads"], func(h item) bool { return strings.HasSuffix(lower(s), h.text) })
}

// ownNouns takes the nouns of a brand whose kind is not in the lexicon from its own words: what the introduction calls
// it, then the product type, then keywords; the surely nouns before the perhaps.
func (r *reading) ownNouns(sure, weak []string) {
	rest := append([]string{r.profile.ProductType}, r.profile.Keywords...)
	known := r.nounsOf("noun", append(sure, rest...))
	if len(known) == 0 {
		known = r.nounsOf("perhaps", append(weak, rest...))
		known = known[:min(1, len(known))]
	}
	for _, w := range known {
		if len(r.nouns) < 3 && w.classes == known[0].classes {
			r.addNoun(w)
		}
	}
}

func (r *reading) nounsOf(section string, phrases []string) []word {
	var out []word
	for _, s := range phrases {
		if w, ok := r.lexicon.nounOf(section, r.names.without(s)); ok {
			out = append(out, w)
		}
	}
	return out
}

func (r *reading) addNoun(w word) {
	if !r.isNoun(w.text) {
		r.nouns = append(r.nouns, w)
	}
}

func (r *reading) isNoun(text string) bool {
	return slices.ContainsFunc(r.nouns, func(w word) bool { return Fold(w.text) == Fold(text) })
}

func (r *reading) nounList(key string) []word {
	var out []word
	for _, it := range r.kind.lists[key] {
		if r.fits(it) {
			out = append(out, r.lexicon.noun(it.text))
		}
	}
	return out
}
