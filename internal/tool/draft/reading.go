package draft

import (
	"slices"
	"strings"

	"renown/internal/tool/text/char"
)

// reading is a profile understood: its language, its category and its words, sorted by how they can be used.
type reading struct {
	profile Profile
	lexicon *lexicon
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
	r := &reading{profile: p, lexicon: lexica[language(p)](), names: newNames(p), own: map[string][]word{}, lists: map[string][]word{}}
	r.seed = hash(slices.Concat([]string{p.Name, p.Introduction, p.ProductType, p.MarketingGoal, p.CoreAudience},
		p.Aliases, []string{"\x00"}, p.Keywords, []string{"\x00"}, p.SellingPoints)...)
	r.whole = lower(strings.Join(slices.Concat([]string{p.Introduction, p.ProductType, p.Name}, p.Keywords,
		p.SellingPoints, p.Aliases), " \n "))
	r.categorise()
	r.phrases()
	r.inherit()
	r.lists["brand"] = r.brandWords()
	return r
}

// general reads the profile as if its category were not known, for when every noun of it holds the brand's name.
func (r *reading) general() *reading {
	g := *r
	g.kind = r.lexicon.kindOf("other")
	g.nouns = g.nounList("nouns")
	g.class = g.nouns[0].classes
	g.own = map[string][]word{"who": r.own["who"]}
	g.lists = map[string][]word{"rival": r.lists["rival"], "brand": r.lists["brand"]}
	g.inherit()
	return &g
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

// fits tells whether the profile holds what the item needs.
func (r *reading) fits(it item) bool {
	return len(it.needs) == 0 || slices.ContainsFunc(it.needs, func(n string) bool { return holds(r.whole, n) })
}

// inherit fills the lists from the kind, and from the class of the noun what the kind leaves out.
func (r *reading) inherit() {
	for _, key := range []string{"who", "scene", "time", "sale", "budget", "aspect", "want", "adj", "worry", "pair", "skill", "whom"} {
		r.lists[key] = r.fromKind(r.kind, key)
		if len(r.lists[key]) == 0 && r.kind.lists[key] == nil {
			r.lists[key] = r.fromKind(r.lexicon.classes[r.class], key)
		}
	}
	r.assignRoles(r.own)
	r.assignRoles(r.lists)
	if city := r.lexicon.pattern["city"].FindString(r.profile.Introduction); city != "" { // forms say for which classes it matters
		r.lists["city"] = []word{{text: city, slots: map[string]string{"city": city}}}
	}
	for _, n := range []string{"3", "4", "5", "6", "8", "10"} {
		r.lists["n"] = append(r.lists["n"], word{text: n, slots: map[string]string{"n": n}})
	}
	if len(r.own["point"]) < 3 {
		r.lists["point"] = r.lists["aspect"]
	}
}

// assignRoles lists every group of people also under its other roles.
func (r *reading) assignRoles(lists map[string][]word) {
	for _, w := range lists["who"] {
		for role, text := range r.lexicon.roles(w.text) {
			lists[role] = append(lists[role], word{text: w.text, classes: w.classes, bias: w.bias, slots: map[string]string{role: text}})
		}
	}
}

func (l *lexicon) roles(who string) map[string]string {
	lists, items := l.outcomes("role", who)
	if lists == nil {
		return nil
	}
	roles := map[string]string{}
	for i, list := range lists {
		roles[list] = items[i].text
	}
	return roles
}

func (r *reading) fromKind(k kind, key string) []word {
	var out []word
	for _, it := range k.lists[key] {
		if !r.fits(it) {
			continue
		}
		w := word{text: it.text, classes: it.classes, bias: kindBias, slots: map[string]string{key: it.text}}
		switch key {
		case "pair":
			a, b, _ := strings.Cut(it.text, "/")
			chosen, _ := r.lexicon.sort("choose", a)
			w.bias, w.slots = 0, map[string]string{"pair": a + "和" + b, "choose": chosen + "还是" + b, "pair_or": a +
				" or " + b, "pair_vs": a + " vs " + b}
		case "aspect":
			w.slots["point"] = strings.Replace(r.lexicon.withArticle(it.text), articleMark, "the ", 1)
		}
		out = append(out, w)
	}
	return out
}

// brandWords are the spellings fit for a question: the name, and aliases that people would type in this language.
func (r *reading) brandWords() []word {
	var out []word
	for i, s := range r.names.shown {
		if i > 0 && (size(s) > 24 || r.lexicon.language == "en" && char.HasHan(s) || len(out) == 3) {
			continue
		}
		out = append(out, word{text: s, bias: min(i, 1) * 9, slots: map[string]string{"brand": s}})
	}
	return out
}
