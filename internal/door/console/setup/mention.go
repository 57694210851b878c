package setup

import (
	"context"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"renown/internal/room/geo/brand"
	"renown/internal/tool/answer"
)

// stretch is a piece of an answer: plain, a mention of ours, or one of a competitor.
type stretch struct {
	text string
	kind string // "", us or them
	name string // who is named
}

// entities lists whom an answer may name: the brand first, then its competitors.
func entities(b brand.Profile, competitors []brand.Competitor) []answer.Entity {
	list := []answer.Entity{entity("", b.Name, b.Names, b.HomepageURL)}
	for _, k := range competitors {
		list = append(list, entity(k.ID, k.Name, k.Names, k.WebsiteURL))
	}
	return list
}

func entity(id, name string, names brand.Names, site *string) answer.Entity {
	e := answer.Entity{ID: id, Name: name, Aliases: names.Aliases, Exclusions: names.Exclusions, Contexts: names.Contexts}
	if site != nil {
		e.Domains = []string{*site}
	}
	return e
}

// marked cuts a text at its mentions, which are given in code points.
func marked(text string, names []answer.Entity, found []answer.Finding) []stretch {
	type named struct {
		answer.Extent
		entity int
	}
	var mentions []named
	for i, f := range found {
		for _, m := range f.Mentions {
			mentions = append(mentions, named{m.Extent, i})
		}
	}
	sort.Slice(mentions, func(a, b int) bool { return mentions[a].Start < mentions[b].Start })
	runes := []rune(text)
	var list []stretch
	at := 0
	for _, s := range mentions {
		if s.Start < at || s.End > len(runes) {
			continue // inside the one before
		}
		if s.Start > at {
			list = append(list, stretch{text: string(runes[at:s.Start])})
		}
		kind := "them"
		if s.entity == 0 {
			kind = "us"
		}
		list = append(list, stretch{string(runes[s.Start:s.End]), kind, names[s.entity].Name})
		at = s.End
	}
	if at < len(runes) {
		list = append(list, stretch{text: string(runes[at:])})
	}
	return list
}

// trial of the names on a text.
type trialResult struct {
	text     string
	pieces   []stretch
	state    answer.State
	verdicts []verdict
}

// verdict is what the trial found of one entity.
type verdict struct {
	name      string
	us        bool
	mentions  int
	position  int
	sentiment answer.Label // "" when unjudged
	uncounted []uncounted
}

// uncounted is a place where the name stands and does not count.
type uncounted struct{ excerpt, why, phrase string }

const trialMax = 20_000 // code points

// tryNames looks at ctx between the names: there may be thousands of spellings.
func tryNames(ctx context.Context, text string, names []answer.Entity) (trialResult, error) {
	found := answer.NewReader(names).Read(text, "", nil)
	r := trialResult{text: text, pieces: marked(text, names, found.Entities), state: found.State}
	place := newPlaces(text)
	for i, f := range found.Entities {
		w := verdict{name: names[i].Name, us: i == 0, mentions: len(f.Mentions), position: f.Position}
		if f.Sentiment != nil {
			w.sentiment = f.Sentiment.Label
		}
		var err error
		if w.uncounted, err = place.missed(ctx, names[i], f.Mentions); err != nil {
			return r, err
		}
		r.verdicts = append(r.verdicts, w)
	}
	return r, nil
}

// places is a text in which spellings are looked for without regard to case.
type places struct {
	runes  []rune
	folded string
	before []int // at a byte of folded: how many code points come before it
}

func newPlaces(text string) places {
	p := places{runes: []rune(text), folded: strings.ToLower(text)}
	if utf8.RuneCountInString(p.folded) != len(p.runes) {
		p.folded = text // folding changed the length: places would not match
	}
	p.before = make([]int, len(p.folded)+1)
	n := 0
	for at := range p.folded {
		p.before[at] = n
		n++
	}
	p.before[len(p.folded)] = n
	return p
}

// missed finds where a spelling stands and was not counted, and the likely reason.
func (p places) missed(ctx context.Context, e answer.Entity, mentions []answer.Mention) (list []uncounted, err error) {
	covered := make([]bool, len(p.runes)+1)
	for _, m := range mentions {
		for at := max(m.Start, 0); at < min(m.End, len(p.runes)); at++ {
			covered[at] = true
		}
	}
	for _, spelling := range append([]string{e.Name}, e.Aliases...) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		needle := strings.ToLower(spelling)
		if needle == "" {
			continue
		}
		for from := 0; len(list) < 10; {
			i := strings.Index(p.folded[from:], needle)
			if i < 0 {
				break
			}
			start, end := p.before[from+i], p.before[from+i+len(needle)]
			from += i + len(needle)
			if !slices.Contains(covered[start:end], true) {
				list = append(list, p.reasonFor(e, start, end))
			}
		}
	}
	return list, nil
}

func (p places) reasonFor(e answer.Entity, start, end int) uncounted {
	around := func(by int) string { return string(p.runes[max(start-by, 0):min(end+by, len(p.runes))]) }
	u := uncounted{excerpt: around(8), why: "part"}
	for _, phrase := range e.Exclusions {
		if strings.Contains(strings.ToLower(around(utf8.RuneCountInString(phrase))), strings.ToLower(phrase)) {
			return uncounted{u.excerpt, "excluded", phrase}
		}
	}
	if len(e.Contexts) > 0 {
		for _, term := range e.Contexts {
			if strings.Contains(p.folded, strings.ToLower(term)) {
				return u
			}
		}
		u.why = "context"
	}
	return u
}
