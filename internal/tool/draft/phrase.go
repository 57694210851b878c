package draft

import (
	"slices"
	"strings"

	"renown/internal/tool/text/char"
)

// phrases sorts the profile's own words into lists by how they can stand in a sentence.
func (r *reading) phrases() {
	l := r.lexicon
	for _, s := range r.profile.SellingPoints {
		for _, piece := range l.split("piece", r.names.without(s)) {
			r.listAll("point", r.phrase(strings.TrimSuffix(piece, "的")))
		}
	}
	for _, s := range r.profile.Keywords {
		r.keyword(s)
	}
	for _, piece := range l.split("group", r.names.without(r.profile.CoreAudience)) {
		for _, who := range l.split("group", l.rewrite("audience", piece)) {
			r.audience(who)
		}
	}
}

// phrase is a piece of the profile as it stands inside a sentence; empty when it is of another language or no words.
func (r *reading) phrase(s string) string {
	if !plain(s) || r.lexicon.language == "en" && char.HasHan(s) {
		return ""
	}
	if r.lexicon.language == "en" {
		return r.lexicon.commonCase(s)
	}
	return s
}

// listAll lists a phrase as the rules of a section say.
func (r *reading) listAll(section, s string) {
	lists, items := r.lexicon.outcomes(section, s)
	for i, list := range lists {
		it := items[i]
		if it.classes != "" && list != "sp" && !strings.Contains(it.classes, r.class) {
			continue
		}
		switch list {
		case "who":
			r.audience(it.text)
		case "rel":
			many, one, _ := strings.Cut(it.text, " / ")
			r.addOwn("rel", word{text: one, slots: map[string]string{"rel.p": many, "rel.s": one}})
		case "with":
			with := "with " + r.lexicon.withArticle(it.text)
			r.addOwn("rel", word{text: with, slots: map[string]string{"rel.p": with, "rel.s": with}})
		case "point":
			// one countable word is as likely a place or a style
			if point := r.lexicon.withArticle(it.text); point == it.text || strings.Contains(it.text, " ") {
				r.addOwn("point", word{text: it.text, classes: it.classes, slots: map[string]string{"point": point}})
			}
		default:
			r.addOwn(list, word{text: it.text, classes: it.classes, slots: map[string]string{list: it.text}})
		}
	}
}

func (r *reading) addOwn(list string, w word) {
	if len(r.own[list]) < maxOwn && !slices.ContainsFunc(r.own[list], func(o word) bool { return Fold(o.text) == Fold(w.text) }) {
		r.own[list] = append(r.own[list], w)
	}
}

// keyword lists a keyword that does not only say the category or the brand's name once more.
func (r *reading) keyword(s string) {
	k := r.phrase(tight(r.names.without(s)))
	lists, _ := r.lexicon.outcomes("point", k)
	switch {
	case lists == nil || lists[0] == "rel" || r.saysCategory(k):
	case r.lexicon.language == "zh" && k != tight(s) && (!char.HasHan(k) || size(k) < 3): // a model number, or too little, that stood beside the name
	case lists[0] == "sp":
		r.listAll("point", k)
	default:
		r.listAll("keyword", k)
	}
}

// saysCategory tells keywords that are a noun of the category, or one of another.
func (r *reading) saysCategory(k string) bool {
	if r.isNoun(k) || r.endsAsKind(k) {
		return true
	}
	if r.lexicon.language == "zh" {
		return false
	}
	_, category := r.lexicon.nounOf("noun", k)
	return category || slices.ContainsFunc(r.nouns, func(n word) bool {
		return slices.ContainsFunc([]string{n.slots["cat"], n.slots["cats"]}, func(s string) bool {
			return strings.Contains(lower(k), lower(s)) || strings.Contains(lower(s), lower(k))
		})
	})
}

// articleMark stands before what gets an article when the whole question is there: a or an.
const articleMark = "@a "

// withArticle puts an article before an English phrase whose noun is countable and singular.
func (l *lexicon) withArticle(s string) string {
	if l.language == "zh" {
		return s
	}
	head := s
	if at := l.pattern["preposition"].FindStringIndex(s); at != nil {
		head = s[:at[0]]
	}
	if l.number(head) != "count" || l.pattern["uncounted"].MatchString(s) {
		return s
	}
	return articleMark + s
}

// audience lists one group of people; an English one in the plural.
func (r *reading) audience(s string) {
	l := r.lexicon
	s = r.phrase(s)
	head, tail := s, ""
	if m := l.pattern["tail"].FindStringSubmatch(s); m != nil {
		head, tail = m[1], " "+m[2]
	}
	if _, ok := l.sort("who", head); !ok && (tail == "" || lower(head) != "people") || s == "" || size(s) > 40 ||
		l.language == "zh" && !char.HasHan(s) {
		return
	}
	if n := l.number(head); n == "count" || n == "mass" {
		head = l.plural(head)
	}
	r.addOwn("who", word{text: head + tail, slots: map[string]string{"who": head + tail}})
}
