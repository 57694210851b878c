package answer

import (
	"strings"
	"unicode/utf8"
)

// setStances tells what the answer does with each name: what one mention recommends is recommended.
func (s *scratch) setStances(text string, mentions []candidate, list []Finding) {
	for i := range list {
		f := &list[i]
		e := s.entryOf(int32(i))
		if e == nil {
			continue
		}
		if s.asksChoice && e.rank != unranked && !e.low {
			f.Stance = Recommended
		}
		tries := firstTries
		for n := range mentions {
			if m := mentions[n]; m.entity != e.entity || m.state != Named || f.Stance == Recommended {
				continue
			}
			if tries--; tries < 0 {
				break
			}
			f.Stance = f.Stance.or(s.stanceAt(text, mentions, n))
		}
	}
}

// or is what two mentions say together: to be recommended weighs most, to be only compared least.
func (a Stance) or(b Stance) Stance {
	for _, first := range [...]Stance{Recommended, AdvisedAgainst, Mentioned, Compared} {
		if a == first || b == first {
			return first
		}
	}
	return ""
}

// stanceAt tells what the answer does with a name in one place.
func (s *scratch) stanceAt(text string, mentions []candidate, i int) Stance {
	if aside := s.asideAt(text, mentions, i); aside != "" {
		return aside
	}
	if endsWith(strings.TrimRight(text[:mentions[i].start], " *_`“\""), []string{"比", " than"}) {
		return Compared
	}
	if s.offered(text, mentions, i) || s.asksChoice && s.listed(text, mentions[i], i) {
		return Recommended
	}
	return Mentioned
}

// offered tells whether the words around a mention put it forward: 可以考虑 A 和 B, A 和 B 都值得买, A 更结实，闭眼入.
func (s *scratch) offered(text string, mentions []candidate, i int) bool {
	const before, after = 16, 24 // bytes
	m := mentions[i]
	clause := clauseOf(text, m.start, m.end)
	for _, c := range s.cuesFrom(clause.Start, m.start) {
		if c.kind&(cueOffer|cueBest) != 0 && c.end <= m.start && !denied(text[clause.Start:c.start]) &&
			leadsTo(text, mentions[:i], c.end, m.start, before) {
			return true
		}
	}
	from := m.end
	for n := i + 1; n < len(mentions) && mentions[n].start >= from && mentions[n].start < clause.End; n++ {
		if strings.TrimLeft(text[from:mentions[n].start], " *_`、和与及或跟andor&/") != "" {
			break
		}
		from = mentions[n].end
	}
	for _, c := range s.cuesFrom(from, min(clause.End, from+after)) {
		if c.kind&(cueOffer|cueTop) != 0 && !denied(text[from:c.start]) {
			return true
		}
	}
	_, mark := utf8.DecodeRuneInString(text[clause.End:])
	for _, c := range s.cuesFrom(clause.End+mark, clause.End+mark+2) {
		if c.kind&cueOffer != 0 && c.end == clauseOf(text, c.start, c.end).End && !strings.ContainsAny(text[clause.End:c.start], sentenceEnds) {
			return true
		}
	}
	return false
}

const sentenceEnds = "。！？!?\n;；"

// denied tells whether the words before a phrase deny it.
func denied(before string) bool {
	return endsWith(strings.TrimRight(before, " 太很怎么"), []string{"不", "别", "没", "未", "not", "n't", "never"})
}

// listed tells whether a name heads an item of a list, or a row of a table.
func (s *scratch) listed(text string, m candidate, i int) bool {
	for n := len(s.items) - 1; n >= 0; n-- {
		if item := &s.items[n]; item.start <= m.start {
			return m.start < item.end && item.first == i && (item.head || item.kind == row)
		}
	}
	return false
}
