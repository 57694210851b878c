package draft

import (
	"slices"
	"strings"
)

// phrasesEN sorts the profile's own words into the lists of the grammar: rel what follows the noun and says more of it,
// point nouns, who (after "for"), people (a plural subject), person and org (a singular after "I'm a", "We're a").
func phrasesEN(r *reading) {
	for _, s := range r.profile.SellingPoints {
		for piece := range strings.FieldsFuncSeq(s, func(c rune) bool { return strings.ContainsRune(",.;!?|", c) }) {
			r.sellingEN(commonCase(r.names.without(strings.TrimSpace(piece))))
		}
	}
	for _, s := range r.profile.Keywords {
		if k := commonCase(r.names.without(s)); usableEN(k) && len(strings.Fields(k)) <= 3 && !r.nounLike(k) && !adjectiveEN(k) && !verbEN(k) && nounPointEN(k) && pointable(k) {
			r.pointEN(k)
		}
	}
	for piece := range strings.FieldsFuncSeq(strings.ReplaceAll(r.profile.CoreAudience, " and ", ","), func(c rune) bool { return strings.ContainsRune(",.;!?/|&", c) }) {
		r.audienceEN(strings.TrimSpace(r.names.without(piece)))
	}
}

// nounLike tells keywords that say the category once more.
func (r *reading) nounLike(k string) bool {
	for _, n := range r.nouns {
		for _, slot := range []string{"cat", "cats"} {
			for _, s := range n.slots[slot] {
				if strings.Contains(lower(k), lower(s)) || strings.Contains(lower(s), lower(k)) {
					return true
				}
			}
		}
	}
	_, category := derivedEN(k)
	return category || r.endsAsKind(k)
}

func usableEN(s string) bool {
	words := strings.Fields(lower(s))
	if len(words) == 0 || len(words) > 6 || len(s) < 3 || len(s) > 40 || !plain(s) || hasHan(s) {
		return false
	}
	return !slices.ContainsFunc(words, func(w string) bool {
		return len(w) > 18 || hasAnyWord(w, "we our us you your i my is are was were best #1 most world's number leading award-winning ever")
	})
}

// sellingEN lists one selling point as something that can follow the noun.
func (r *reading) sellingEN(s string) {
	if !usableEN(s) || functionEN[lower(strings.Fields(s)[0])] && !hasAnyPrefix(s, "no ", "free ", "all ") {
		return
	}
	first, rest, _ := strings.Cut(s, " ")
	switch {
	case verb3[lower(first)] != "" && rest != "":
		r.rel("that "+verb3[lower(first)]+" "+rest, "that "+lower(first)+" "+rest)
	case verbEN(s):
		r.rel("that "+lower(first)+" "+rest, "that "+third(lower(first))+" "+rest)
	case participleEN(first) && rest != "":
		r.rel(s, s)
	case adjectiveEN(s):
		r.rel("that are "+s, "that is "+s)
	case nounPointEN(s):
		r.rel("with "+withArticle(s), "with "+withArticle(s))
		r.pointEN(s)
	}
}

func (r *reading) rel(many, one string) {
	many, one = strings.TrimSpace(many), strings.TrimSpace(one)
	r.addWord("rel", word{text: one, slots: map[string][]string{"rel.p": {many}, "rel.s": {one}}})
}

func (r *reading) pointEN(s string) {
	if hasAnyPrefix(s, "no ", "all ") || strings.ContainsAny(s[:1], "0123456789") {
		return
	}
	is := "is"
	last := s[strings.LastIndexByte(s, ' ')+1:]
	if looksPlural(last) {
		is = "are"
	} else if !massEN(last) {
		s = article(s) + " " + s
	}
	r.addWord("point", word{text: s, slots: map[string][]string{"point": {s}, "isp": {is}}})
	if hasAnyPrefix(s, "a ", "an ") {
		return
	}
	r.addWord("feature", word{text: s, slots: map[string][]string{"feature": {s}, "isf": {is}}})
}

// pointable refuses a single countable word: it is as likely a place or a style as a feature.
func pointable(s string) bool { return strings.Contains(s, " ") || looksPlural(s) || massEN(s) }

// nounPointEN refuses phrases that hold a verb form where a noun is wanted.
func nounPointEN(s string) bool {
	words := strings.Fields(lower(s))
	for i, w := range words {
		if i > 0 && (hasAnyWord(w, "the a an and or when if because than while so not") || w == "to" && i < 2) {
			return false
		}
	}
	if hasAnyWord(words[0], "set get start try join book order pay choose build create manage grow win find see learn go be do take make enjoy discover") {
		return false
	}
	last := words[len(words)-1]
	return !strings.HasSuffix(words[0], "ly") && !adjectivesEN[last] && !hasAnyWord(last, "available included better faster easier more less now today fast")
}

// withArticle puts a or an before a phrase whose last noun is countable and singular.
func withArticle(s string) string {
	head, _, _ := strings.Cut(s, " with ")
	for _, prep := range []string{" for ", " in ", " on ", " of ", " at ", " from ", " across ", " to "} {
		head, _, _ = strings.Cut(head, prep)
	}
	last := head[strings.LastIndexByte(head, ' ')+1:]
	first, _, _ := strings.Cut(lower(s), " ")
	if looksPlural(last) || massEN(last) || hasAnyWord(first, "no free-of-charge all every 24/7 over up zero more less") {
		return s
	}
	return article(s) + " " + s
}

// verb3 maps the third person of verbs that products do to their plain form.
var verb3 = func() map[string]string {
	m := map[string]string{}
	for v := range strings.FieldsSeq(verbsEN) {
		m[third(v)] = v
	}
	return m
}()

const verbsEN = "work sync support run last save include come offer integrate fit need require keep make help let block handle reduce protect cut connect export import scale charge cover deliver ship track convert adapt stay feel reach play cost"

// bareEN are those of them that are rarely nouns, so that a phrase beginning with one is an action.
const bareEN = "sync integrate save reduce protect connect keep export import convert adapt handle"

func third(v string) string {
	if hasAnySuffix(v, "ch", "sh", "s", "x", "z") {
		return v + "es"
	}
	if strings.HasSuffix(v, "y") && !hasAnySuffix(v, "ay", "ey", "oy") {
		return v[:len(v)-1] + "ies"
	}
	return v + "s"
}

func verbEN(s string) bool {
	first, rest, _ := strings.Cut(lower(s), " ")
	if first == "work" || first == "run" || first == "works" {
		return hasAnyPrefix(rest, "offline", "on ", "with ", "without ", "across ", "in ", "anywhere", "everywhere")
	}
	return rest != "" && hasAnyWord(first, bareEN)
}

func participleEN(first string) bool {
	return hasAnyWord(lower(first), "made built designed backed crafted certified trusted powered rated approved recommended loved tested sourced roasted grown handmade handcrafted")
}

func adjectiveEN(s string) bool {
	words := strings.Fields(lower(s))
	if len(words) == 0 {
		return false
	}
	if len(words) >= 3 && words[1] == "to" {
		return hasAnyWord(words[0], "easy simple quick safe fun cheap hard fast ready comfortable")
	}
	if len(words) >= 3 && adjectivesEN[words[0]] && hasAnyWord(words[1], "for in on with") {
		return true
	}
	last := words[len(words)-1]
	if len(words) > 1 && len(words) < 4 && hasAnyWord(last, "compliant certified friendly resistant approved ready proof safe") {
		return true
	}
	if len(words) > 2 || len(words) == 2 && !strings.HasSuffix(words[0], "ly") && words[0] != "100%" && words[0] != "very" {
		return false
	}
	return adjectivesEN[last] || hasAnySuffix(last, "-free", "-proof", "-friendly", "-resistant", "-based", "proof", "able", "ible", "-made", "-safe", "-owned", "-certified") || strings.Contains(last, "-") && strings.HasSuffix(last, "ed")
}

var adjectivesEN = setOf("lightweight light vegan organic durable waterproof secure fast simple cheap affordable private quiet portable compact natural sustainable eco-friendly ethical recyclable handmade local flexible reliable accurate responsive intuitive cozy clean safe modern minimalist premium luxury inexpensive breathable comfortable stylish free offline cross-platform open-source encrypted wireless smart fresh healthy gluten-free")
