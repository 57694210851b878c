package draft

import (
	"slices"
	"strings"
)

// reading is a profile understood: its language, its category and its words, sorted by how they can be used.
type reading struct {
	profile Profile
	voice   *voice
	names   names
	seed    uint64
	whole   string // the profile in lower case, for what a word of the lexicon needs

	kind  kind
	class string // of the first noun
	nouns []word
	own   map[string][]word // the profile's own words by list
	lists map[string][]word // the kind's words by list
}

// maxOwn words of the profile are kept per list: more would only repeat themselves.
const maxOwn = 12

// kindBias lets a word of the profile come twice before a word of its kind comes once, where drawing.cost counts 4 a use.
const kindBias = 6

func read(p Profile) *reading {
	p = bounded(p)
	r := &reading{profile: p, voice: voices[language(p)], names: newNames(p), own: map[string][]word{}, lists: map[string][]word{}}
	r.seed = hash(slices.Concat([]string{p.Name, p.Introduction, p.ProductType, p.MarketingGoal, p.CoreAudience},
		p.Aliases, []string{"\x00"}, p.Keywords, []string{"\x00"}, p.SellingPoints)...)
	r.whole = lower(strings.Join(slices.Concat([]string{p.Introduction, p.ProductType, p.Name}, p.Keywords, p.SellingPoints, p.Aliases), " \n "))
	r.categorise()
	r.voice.phrases(r)
	r.inherit()
	r.lists["brand"] = r.brandWords()
	return r
}

// bounded cuts what is too long to be read, and cleans the fields that are read as one line.
func bounded(p Profile) Profile {
	p.Introduction, p.ProductType = clean(p.Introduction), clean(p.ProductType)
	p.CoreAudience, p.MarketingGoal = clean(p.CoreAudience), clean(p.MarketingGoal)
	p.Keywords, p.SellingPoints = cleanAll(p.Keywords), cleanAll(p.SellingPoints)
	return p
}

func cleanAll(list []string) []string {
	var out []string
	for _, s := range list {
		if s = clean(s); s != "" && size(s) <= 100 {
			out = append(out, s)
		}
	}
	return out
}

// add lists a word of the profile, once.
func (r *reading) add(list, text string) {
	r.addWord(list, word{text: text, slots: map[string][]string{list: {text}}})
}

func (r *reading) addWord(list string, w word) {
	if len(r.own[list]) < maxOwn && !slices.ContainsFunc(r.own[list], func(o word) bool { return Fold(o.text) == Fold(w.text) }) {
		r.own[list] = append(r.own[list], w)
	}
}

func (r *reading) isNoun(text string) bool {
	return slices.ContainsFunc(r.nouns, func(w word) bool { return Fold(w.text) == Fold(text) })
}

// fits tells whether the profile holds what the item needs.
func (r *reading) fits(it item) bool {
	return len(it.needs) == 0 || slices.ContainsFunc(it.needs, func(n string) bool { return holds(r.whole, n) })
}

// inherit fills the lists from the kind, and from the class of the noun what the kind leaves out.
func (r *reading) inherit() {
	classes := r.voice.lexicon().classes
	for _, key := range []string{"who", "scene", "time", "sale", "budget", "aspect", "want", "adj", "worry", "pair", "skill", "whom"} {
		r.lists[key] = r.fromKind(r.kind, key)
		if len(r.lists[key]) == 0 && r.kind.lists[key] == nil {
			r.lists[key] = r.fromKind(classes[r.class], key)
		}
	}
	assign(r.own, r.voice.roles)
	assign(r.lists, r.voice.roles)
	for _, n := range []string{"3", "4", "5", "6", "8", "10"} {
		r.lists["n"] = append(r.lists["n"], word{text: n, slots: map[string][]string{"n": {n}}})
	}
	if len(r.own["point"]) < 3 {
		r.lists["point"] = r.lists["aspect"]
	}
}

// assign lists every group of people also under its other roles.
func assign(lists map[string][]word, roles func(string) map[string]string) {
	for _, w := range lists["who"] {
		for role, text := range roles(w.text) {
			lists[role] = append(lists[role], word{text: w.text, classes: w.classes, bias: w.bias, slots: map[string][]string{role: {text}}})
		}
	}
}

func (r *reading) fromKind(k kind, key string) []word {
	var out []word
	for _, it := range k.lists[key] {
		if !r.fits(it) {
			continue
		}
		if key == "pair" {
			a, b, _ := strings.Cut(it.text, "/")
			out = append(out, r.voice.pair(a, b))
			continue
		}
		w := simple(key, it)
		w.bias = kindBias
		if key == "aspect" {
			w = r.voice.point(w)
		}
		out = append(out, w)
	}
	return out
}

// questions are the whole questions of a list: the kind's own for all its nouns, or those of the class for that class.
func (r *reading) questions(key string) (list []item, classes string) {
	list, classes = r.kind.lists[key], "gfaevsib"
	if len(list) == 0 {
		list, classes = r.voice.lexicon().classes[r.class].lists[key], r.class
	}
	return slices.DeleteFunc(slices.Clone(list), func(it item) bool { return !r.fits(it) }), classes
}
