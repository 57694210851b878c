package answer

import (
	"strings"
	"unicode/utf8"
)

// findings gives each entity its mentions, positions and ranks.
func (r *Reader) findings(s *scratch, mentions []candidate, text, question string) []Finding {
	list := make([]Finding, len(r.ids))
	counts := make([]int, len(r.ids))
	for _, c := range mentions {
		counts[c.entity]++
	}
	all := make([]Mention, len(mentions))
	for i := range list {
		list[i].ID = r.ids[i]
		if n := counts[i]; n > 0 {
			list[i].Mentions, all = all[:0:n], all[n:]
		}
	}
	echo := echoOf(text, question)
	named, order, at := 0, 0, -1
	for _, c := range mentions {
		f := &list[c.entity]
		if len(f.Mentions) == 0 {
			named++
			if c.startRune > at { // whoever shares a spelling shares the position
				order = named
			}
			at, f.Position = c.startRune, order
		}
		f.Mentions = append(f.Mentions, Mention{Extent{c.startRune, c.endRune}, c.start >= echo.Start && c.end <= echo.End})
	}
	if len(mentions) > 0 {
		s.rank(text, mentions, list)
	}
	return list
}

// echoOf finds the question repeated in the answer, in bytes; an empty stretch when it is not.
func echoOf(text, question string) Extent {
	const shortest = 6 // code points: less is no question
	question = strings.Trim(question, " \t\n?？。.!！\"“”")
	if utf8.RuneCountInString(question) < shortest {
		return Extent{}
	}
	i := strings.Index(text, question)
	if i < 0 {
		return Extent{}
	}
	return Extent{i, i + len(question)}
}
