package draft

import (
	"slices"
	"strings"

	"renown/internal/tool/text/char"
)

const maxCompetitors = 8

// descriptions of a competitor: one the introduction names, one that is guessed by the kind.
var descriptions = map[string][2]string{
	"zh": {"品牌简介中提到的同类品牌。", "同品类的知名品牌，按品类推测，请确认。"},
	"en": {"Named in the brand's introduction.", "A well-known name in the same category; a guess to be confirmed."},
}

// competitors are the names the introduction itself measures the brand against, then well-known ones of its kind. A kind
// that the lexicon does not know has none: an empty list is honest.
func competitors(r *reading, existing []string) []Competitor {
	taken := map[string]bool{}
	for _, name := range existing {
		taken[Fold(name)] = true
	}
	var out []Competitor
	add := func(c Competitor) {
		if len(out) == maxCompetitors || slices.ContainsFunc(c.spellings(),
			func(s string) bool { return taken[Fold(s)] || r.names.same(s) }) {
			return
		}
		for _, s := range c.spellings() {
			taken[Fold(s)] = true
		}
		out = append(out, c)
	}
	known := r.knownRivals()
	for _, name := range r.mentionedRivals() {
		c := Competitor{Name: name}
		for _, k := range known {
			if slices.ContainsFunc(k.spellings(), func(s string) bool { return Fold(s) == Fold(name) }) {
				c = k
			}
		}
		c.Description = descriptions[r.lexicon.language][0]
		add(c)
	}
	for _, c := range known {
		add(c)
	}
	return out
}

func (c Competitor) spellings() []string { return append([]string{c.Name}, c.Aliases...) }

// knownRivals reads the kind's list of "name(other spelling,…)".
func (r *reading) knownRivals() []Competitor {
	var out []Competitor
	for _, it := range r.kind.lists["rivals"] {
		if r.fits(it) {
			names := strings.FieldsFunc(it.text, func(c rune) bool { return strings.ContainsRune("(,)", c) })
			out = append(out, Competitor{Name: names[0], Aliases: slices.Clip(names[1:]), Description: descriptions[r.lexicon.language][1]})
		}
	}
	return out
}

// mentionedRivals reads the names after words such as 对标 or "alternative to", up to the first that is none.
func (r *reading) mentionedRivals() []string {
	var out []string
	for _, m := range r.lexicon.pattern["cue"].FindAllStringSubmatch(r.profile.Introduction, -1) {
		for _, name := range r.lexicon.split("names", r.lexicon.rewrite("enumeration", m[1])) {
			if name = strings.Trim(name, "“”\"《》"); size(name) < 2 || !plain(name) || r.lexicon.pattern["notname"].MatchString(name) {
				break
			}
			if !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return out
}

// nameRivals gives the questions names to compare with: the confirmed competitors first.
func (r *reading) nameRivals(existing []string, guessed []Competitor) {
	for _, name := range existing {
		r.addRival(name, 0)
	}
	for _, c := range guessed {
		name := c.Name
		for _, a := range c.Aliases { // people type the short one
			if char.HasHan(a) == char.HasHan(name) && size(a) < size(name) {
				name = a
			}
		}
		r.addRival(name, kindBias)
	}
}

func (r *reading) addRival(name string, bias int) {
	name = clean(name)
	if n := size(name); n < 1 || n > 24 || !plain(name) || r.names.same(name) || r.lexicon.language == "en" &&
		char.HasHan(name) || len(r.lists["rival"]) == maxCompetitors {
		return
	}
	r.lists["rival"] = append(r.lists["rival"], word{text: name, bias: bias, slots: map[string]string{"rival": name}})
}
