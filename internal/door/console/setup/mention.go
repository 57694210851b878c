package setup

import (
	"context"
	"sort"
	"strings"
	"unicode/utf8"

	"renown/internal/room/brand"
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
	list := []answer.Entity{b.Entity("", b.Name, b.HomepageURL)}
	for _, k := range competitors {
		list = append(list, k.Entity(k.ID, k.Name, k.WebsiteURL))
	}
	return list
}

// ordinaryOf is the first of the names that is an ordinary word, too.
func ordinaryOf(names []string) string {
	for _, name := range names {
		if answer.IsOrdinary(name) {
			return name
		}
	}
	return ""
}

// proposedContexts are terms beside which an ordinary word would count: what the brand says of its trade.
func proposedContexts(b brand.Brand) string {
	const most = 5
	return strings.Join(b.Keywords[:min(most, len(b.Keywords))], "、")
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

func (pages *Pages) tryNames(ctx context.Context, text string, names []answer.Entity) (trialResult, error) {
	found, err := pages.Brands.Reader(names).ReadContext(ctx, text, "", nil)
	if err != nil {
		return trialResult{}, err
	}
	r := trialResult{text: text, pieces: marked(text, names, found.Entities), state: found.State}
	for i, f := range found.Entities {
		w := verdict{name: names[i].Name, us: i == 0, mentions: f.Count(), position: f.Position}
		if f.Sentiment != nil {
			w.sentiment = f.Sentiment.Label
		}
		if w.uncounted, err = missed(ctx, text, names[i], f.Mentions); err != nil {
			return trialResult{}, err
		}
		r.verdicts = append(r.verdicts, w)
	}
	return r, nil
}

// uncountedMax bounds the places shown for one name.
const uncountedMax = 10

// missed finds where a spelling stands and was not counted, and the likely reason. Each spelling passes over the text once.
func missed(ctx context.Context, text string, e answer.Entity, mentions []answer.Mention) (list []uncounted, err error) {
	folded := strings.ToLower(text)
	if utf8.RuneCountInString(folded) != utf8.RuneCountInString(text) {
		folded = text // folding changed the length: places would not match
	}
	for _, spelling := range append([]string{e.Name}, e.Aliases...) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		needle := strings.ToLower(spelling)
		length := utf8.RuneCountInString(needle)
		rest, at, left := folded, 0, mentions // at counts code points
		for needle != "" && len(list) < uncountedMax {
			i := strings.Index(rest, needle)
			if i < 0 {
				break
			}
			start := at + utf8.RuneCountInString(rest[:i])
			at, rest = start+length, rest[i+len(needle):]
			for len(left) > 0 && left[0].End <= start {
				left = left[1:]
			}
			if len(left) == 0 || left[0].Start >= at {
				list = append(list, reasonFor([]rune(text), e, start, at))
			}
		}
	}
	return list, nil
}

func reasonFor(text []rune, e answer.Entity, start, end int) uncounted {
	around := func(by int) string { return string(text[max(start-by, 0):min(end+by, len(text))]) }
	u := uncounted{excerpt: around(8), why: "part"}
	for _, phrase := range e.Exclusions {
		if strings.Contains(strings.ToLower(around(utf8.RuneCountInString(phrase))), strings.ToLower(phrase)) {
			return uncounted{u.excerpt, "excluded", phrase}
		}
	}
	if len(e.Contexts) > 0 {
		whole := strings.ToLower(string(text))
		for _, term := range e.Contexts {
			if strings.Contains(whole, strings.ToLower(term)) {
				return u
			}
		}
		u.why = "context"
	}
	return u
}
