package answer

import (
	"cmp"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"
)

// entry is a name in the order in which an answer puts names. Lower keys come first; equal ones share a place.
type entry struct {
	entity int32 // unwatched when the name is no entity's
	low    bool  // only held against others, or advised against
	rank   int   // stated by the answer, 1 first; unranked when it is not
	at     int   // where it is first recommended
}

const (
	unwatched = -1
	unranked  = 1 << 30
)

func (e entry) compare(other entry) int {
	if e.low != other.low {
		if e.low {
			return 1
		}
		return -1
	}
	if e.rank != unranked && e.rank == other.rank {
		return 0
	}
	return cmp.Or(cmp.Compare(e.rank, other.rank), cmp.Compare(e.at, other.at))
}

// place numbers the names that the answer recommends: a stated ranking wins over prose, which goes by the first
// mention that recommends. Unwatched names count where a list or an enumeration shows them.
func (s *scratch) place(text string, mentions []candidate, list []Finding) {
	s.entries = s.entries[:0]
	for i := range mentions {
		if m := mentions[i]; m.state == Named && s.entryOf(m.entity) == nil {
			s.entries = append(s.entries, entry{m.entity, false, unranked, m.start})
		}
	}
	if len(s.entries) == 0 {
		return
	}
	s.readItems(text, mentions)
	ranked := s.rankColumn(text, mentions) || s.rankItems(text, mentions) || s.rankInline(text, mentions) ||
		s.rankChain(text, mentions) || s.rankOrdinals(text, mentions) || s.rankStated(text, mentions) ||
		s.rankMarks(text, mentions) || s.rankPairs(text, mentions)
	s.settleFirst(text, mentions)
	if !ranked {
		s.putBest(text, mentions)
		s.addUnwatched(text, mentions)
	}
	s.setStances(text, mentions, list)
	for i := range list {
		mine := s.entryOf(int32(i))
		if mine == nil {
			continue
		}
		list[i].Position, list[i].Watched = 1, 1
		for _, other := range s.entries {
			if other.compare(*mine) < 0 {
				list[i].Position++
				if other.entity != unwatched {
					list[i].Watched++
				}
			}
		}
	}
}

func (s *scratch) entryOf(entity int32) *entry {
	for i := range s.entries {
		if s.entries[i].entity == entity {
			return &s.entries[i]
		}
	}
	return nil
}

// firstTries bounds how many mentions of a name are looked at for one that recommends it.
const firstTries = 20

// settleFirst finds for each name the first mention that recommends it; a name without any comes last.
func (s *scratch) settleFirst(text string, mentions []candidate) {
	for n := range s.entries {
		e := &s.entries[n]
		if e.entity == unwatched || e.rank != unranked {
			continue
		}
		e.low = true
		tries := firstTries
		for i := range mentions {
			m := mentions[i]
			if m.entity != e.entity || m.state != Named {
				continue
			}
			if tries--; tries < 0 {
				break
			}
			if s.asideAt(text, mentions, i) != "" {
				continue
			}
			e.low, e.at = false, m.start
			break
		}
	}
}

// asideAt tells what a mention is that only holds a name against others, concedes it or advises against it; nothing where it does more.
func (s *scratch) asideAt(text string, mentions []candidate, i int) Stance {
	const before, after, rest = 30, 24, 6 // bytes
	m := mentions[i]
	clause := clauseOf(text, m.start, m.end)
	for _, c := range s.cuesFrom(clause.Start, clause.End) {
		switch behind := c.start >= m.end && c.start-m.end <= after; {
		case c.kind&cueAside != 0 && c.end <= m.start && !s.withinBest(c) && leadsTo(text, mentions[:i], c.end, m.start, before),
			behind && c.kind&cueHeld != 0,
			behind && c.kind&cueAvoid != 0 && clause.End-c.end <= rest: // A 我就不推荐了
			return c.kind.against()
		}
	}
	if s.dropped(text, mentions, i, clause.End) {
		return AdvisedAgainst
	}
	sentence := sentenceOf(text, m.start, m.end)
	end := sentence.End
	if said := strings.TrimRight(text[sentence.Start:end], " \r\n*"); strings.HasSuffix(said, ":") || strings.HasSuffix(said, "：") {
		end += listReach // 很多人会先想到 A，不过排序是这样的：
	}
	if (s.tells(clause.Start, m.start, cueConcede) || s.popular(text, m)) &&
		namesAnother(mentions, i, clause.End, end) {
		return Compared
	}
	head := text[sentence.Start:max(sentence.Start, clause.Start)]
	if len(head) <= 40 && strings.ContainsAny(head, ":：") && s.tells(sentence.Start, m.start, cueAvoid) || s.underAvoid(text, m) {
		return AdvisedAgainst // 避雷：A、B
	}
	return ""
}

// against is the stance of a name that a phrase keeps from being recommended.
func (kind cueKind) against() Stance {
	if kind&cueAvoid != 0 {
		return AdvisedAgainst
	}
	return Compared
}

// dropped tells whether the clause behind that of a mention only advises against it: A 口碑一般，暂不推荐；….
func (s *scratch) dropped(text string, mentions []candidate, i, end int) bool {
	const before = 9 // bytes
	_, mark := utf8.DecodeRuneInString(text[end:])
	if mark == 0 || s.told&(cueAvoid|cueHeld) == 0 || sentenceOf(text, mentions[i].start, end).End <= end+mark {
		return false
	}
	next := clauseOf(text, end+mark, end+mark)
	for _, c := range s.cuesFrom(next.Start, min(next.End, next.Start+before+1)) {
		if c.kind&(cueAvoid|cueHeld) != 0 && c.end == next.End {
			return true
		}
	}
	return false
}

// listReach is how far behind a colon the first name of a list stands, in bytes.
const listReach = 60

// popular tells whether a name is what everybody thinks of, before a "but".
func (s *scratch) popular(text string, m candidate) bool {
	clause := clauseOf(text, m.start, m.end)
	_, mark := utf8.DecodeRuneInString(text[clause.End:])
	return (s.tells(clause.Start, m.start, cuePopular) || s.tells(m.end, m.end+3, cuePopular)) &&
		s.tells(clause.End+mark, clause.End+mark+2, cueTurn)
}

// withinBest tells whether a cue is part of one that puts a name first: nothing beats X.
func (s *scratch) withinBest(c cue) bool {
	for _, other := range s.cuesFrom(c.start-20, c.start) {
		if other.kind&cueBest != 0 && other.end >= c.end {
			return true
		}
	}
	return false
}

var nameJoins = wordsOf("nameJoins")

// leadsTo tells whether words that end at a place speak of a name not far behind them, or of names that are joined to it; what
// stands behind another name is about itself: 比起 A 我更喜欢 B.
func leadsTo(text string, mentions []candidate, start, end, reach int) bool {
	const joins = 6 // bytes between two names
	for n := len(mentions) - 1; n >= 0 && mentions[n].start >= start; n-- {
		if mentions[n].end > end {
			continue
		}
		if end-mentions[n].end > joins && !endsWith(text[:end], nameJoins) {
			return false
		}
		end = mentions[n].start
	}
	return end-start <= reach
}

// underAvoid tells whether the item of a mention stands in a list of what not to take.
func (s *scratch) underAvoid(text string, m candidate) bool {
	for n := len(s.items) - 1; n >= 0; n-- {
		if s.items[n].start > m.start {
			continue
		}
		lead := s.items[n].lead
		return m.start < s.items[n].end && s.warns(text, lead)
	}
	return false
}

// warns tells whether the last sentence of the line above a list heads what not to take.
func (s *scratch) warns(text string, lead Extent) bool {
	const longest = 90 // bytes
	if lead.End == lead.Start || !s.tells(lead.Start, lead.End, cueAvoid) {
		return false
	}
	end := lead.Start + len(strings.TrimRight(text[lead.Start:lead.End], " \r*_:：。.!！"))
	start := max(lead.Start, sentenceOf(text, end, end).Start)
	return lead.End-start <= longest && s.tells(start, lead.End, cueAvoid)
}

// addUnwatched adds unwatched names: heads of items beside those that watched names head, and what is enumerated
// before a watched name.
func (s *scratch) addUnwatched(text string, mentions []candidate) {
	var kinds [itemKinds]bool
	for _, item := range s.items {
		kinds[item.kind] = kinds[item.kind] || item.head && item.first >= 0
	}
	for _, item := range s.items {
		if kinds[item.kind] && item.first < 0 && !item.rule && item.kind != row && item.depth == 0 &&
			item.bold && !s.labels(text, item) {
			s.entries = append(s.entries, entry{unwatched, s.warns(text, item.lead), unranked, item.start})
		}
	}
	for n := range s.entries {
		if e := s.entries[n]; e.entity != unwatched && !e.low && e.rank == unranked {
			s.enumerated(text, mentions, e.at)
		}
	}
}

// labels tells whether an item only says what follows it: **放心买**：.
func (s *scratch) labels(text string, item listItem) bool {
	line := text[item.start:item.end]
	end := strings.IndexAny(line, headEnds)
	return end >= 0 && strings.Trim(line[end:], " *_`:：") == "" &&
		s.tells(item.start, item.start+end, cueAvoid|cueRecommend|cueWorth|cueBest|cueScene)
}

// enumerated adds the names that stand before a place in one enumeration: 沁园、大金、格力.
func (s *scratch) enumerated(text string, mentions []candidate, at int) {
	const mark, longest = "、", 30 // bytes of a name
	for strings.HasSuffix(text[:at], mark) {
		end := at - len(mark)
		start := end
		for start > max(0, end-longest-1) {
			r, size := utf8.DecodeLastRuneInString(text[:start])
			if r == '、' || cutAt(text, start-size, r) != noCut {
				break
			}
			start -= size
		}
		n := sort.Search(len(mentions), func(i int) bool { return mentions[i].start >= start })
		watched := n < len(mentions) && mentions[n].start < end
		known := slices.ContainsFunc(s.entries, func(e entry) bool { return e.entity == unwatched && e.at == start })
		if end-start > longest || end-start < 3 || watched || known {
			return
		}
		s.entries = append(s.entries, entry{unwatched, false, unranked, start})
		at = start
	}
}
