package answer

import (
	"cmp"
	"slices"
)

// leave notes a name that does not count. As many are kept as are worth telling.
func (s *scratch) leave(c candidate, why Reason) {
	const most = 100
	if n := len(s.left); n < most && (n == 0 || s.left[n-1].startRune != c.startRune || s.left[n-1].entity != c.entity) {
		s.left = append(s.left, leftOut{c, why})
	}
}

// leftOut is a name that does not count.
type leftOut struct {
	candidate
	why Reason
}

// findings gives each entity its mentions, positions and ranks.
func (r *Reader) findings(s *scratch, mentions []candidate, text string) []Finding {
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
	for _, c := range mentions {
		f := &list[c.entity]
		f.Mentions = append(f.Mentions, Mention{Extent{c.startRune, c.endRune}, c.state, r.names.patterns[c.pattern].line})
	}
	slices.SortStableFunc(s.left, func(a, b leftOut) int { return cmp.Compare(a.start, b.start) })
	for _, l := range s.left {
		f := &list[l.entity]
		f.Left = append(f.Left, Left{Extent{l.startRune, l.endRune}, l.why})
	}
	for i := range list {
		f := &list[i]
		f.Unknown = !f.Named() && (len(f.Mentions) > 0 && f.Mentions[len(f.Mentions)-1].State == Unknown ||
			len(f.Mentions) == 0 && len(s.asked) > 0 && s.asked[i] && s.unknownUnnamed(text))
	}
	return list
}
