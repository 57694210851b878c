package answer

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
	for i := range list {
		f := &list[i]
		f.Unknown = !f.Named() && (len(f.Mentions) > 0 && f.Mentions[len(f.Mentions)-1].State == Unknown ||
			len(f.Mentions) == 0 && len(s.asked) > 0 && s.asked[i] && s.unknownUnnamed(text))
	}
	return list
}
