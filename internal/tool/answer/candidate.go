package answer

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"renown/internal/tool/text/char"
)

// candidate is a name that stands at a place and meets its conditions.
type candidate struct {
	start, end         int // bytes
	startRune, endRune int // code points
	pattern            int32
	entity             int32
	state              MentionState
	proof              proof // of an ordinary word
}

// Bounds of what one answer can cost, whatever the names and the text are.
const (
	placePatterns = 128     // patterns tested at one place: all of a hundred competitors may share a spelling
	mentionLimit  = 1 << 18 // mentions of everybody in one answer; what comes later is not read
	contextEvery  = 1 << 12 // bytes between two looks at the context
)

// mentions finds where entities are named, in order, one candidate a mention: the leftmost, longest names. A name
// hides what it overlaps, of whichever entity; an exclusion hides names of its own entity. Two entities with the same
// spelling are both named. Each place of the text is looked at once, as far as a name reaches. Cues, if any are
// given, are read on the way.
func (r *Reader) mentions(ctx context.Context, s *scratch, text, question string, cues *cueList) ([]candidate, error) {
	s.steps = len(text)
	s.token.reset(text)
	s.lined, s.left = s.lined[:0], s.left[:0]
	s.taken, s.makers, s.last, s.merged, s.bracket = s.taken[:0], s.makers[:0], candidate{}, false, false
	s.blocked = append(s.blocked[:0], make([]int, len(r.ids))...)
	if err := r.readContexts(ctx, s, text, question); err != nil {
		return nil, err
	}
	s.cues, s.told, s.long = s.cues[:0], 0, s.long[:0]
	err := eachPlace(ctx, text, func(p place, end int) {
		if p.first < utf8.RuneSelf && r.slips[p.first] && end-p.at >= pairLetters-1 {
			s.long = append(s.long, Extent{p.at, end})
		}
		if r.names.mayBegin(p.first) && len(s.taken) < mentionLimit {
			var walked int
			s.ends, walked = r.names.walk(text, p, s.ends[:0])
			s.steps += walked
			r.settle(s, text, p.at, p.runes)
		}
		if cues != nil && cues.mayBegin(p.first) {
			s.takeCue(cues, text, p)
		}
	})
	if err != nil {
		return nil, err
	}
	r.addSlips(s, text)
	s.addMakers(len(r.ids))
	return s.taken, nil
}

// addMakers names those who are only named by the longer name of a product that is watched, too.
func (s *scratch) addMakers(entities int) {
	if len(s.makers) == 0 {
		return
	}
	named := make([]bool, entities)
	for _, c := range s.taken {
		named[c.entity] = true
	}
	for _, c := range s.makers {
		if !named[c.entity] {
			s.taken = append(s.taken, c)
		}
	}
	slices.SortStableFunc(s.taken, func(a, b candidate) int { return a.start - b.start })
}

// settle decides what stands at one place: exclusions, and the longest name that meets its conditions.
func (r *Reader) settle(s *scratch, text string, start, startRune int) {
	budget, taken := placePatterns, false
	for i := len(s.ends) - 1; i >= 0; i-- {
		m := s.ends[i]
		if taken && !r.excludes && (m.end >= len(text) || text[m.end] != ' ') {
			return
		}
		var tested *pattern
		stands := false
		for _, exclusions := range [...]bool{true, false} { // an exclusion that is as long hides a name
			// A longer name that goes on after a blank is a product of the shorter one: Ninja Foodi names Ninja. In a script
			// without blanks it is another name: 华为云 does not name 华为.
			maker := !exclusions && taken && m.end < len(text) && text[m.end] == ' ' && char.IsAlnum(text[m.end-1]) && s.last.start == start
			if exclusions && !r.excludes || !exclusions && taken && !maker {
				continue
			}
			for _, p := range slices.Backward(m.patterns) {
				pattern := &r.names.patterns[p]
				if (pattern.kind == exclusionKind) != exclusions || !exclusions && !maker && start < s.last.end && !s.twin(start, m.end) {
					continue
				}
				if blocked := start < s.blocked[pattern.entity]; blocked || s.context[pattern.entity] {
					if budget--; budget >= 0 && !exclusions && s.stands(pattern, text, start, m.end) {
						why := NoContext
						if blocked {
							why = Excluded
						}
						s.leave(candidate{start, m.end, startRune, m.endRune, p, pattern.entity, Named, open}, why)
					}
					continue
				}
				if budget--; budget < 0 {
					return
				}
				if tested == nil || tested.rules != pattern.rules || tested.surface != pattern.surface || tested.kind != pattern.kind {
					tested, stands = pattern, s.stands(pattern, text, start, m.end)
					s.steps += m.end - start
				}
				switch {
				case !stands:
				case exclusions:
					s.blocked[pattern.entity] = m.end
				case maker:
					s.makers = append(s.makers, candidate{start, m.end, startRune, m.endRune, p, pattern.entity, Named, open})
				default:
					s.take(candidate{start, m.end, startRune, m.endRune, p, pattern.entity, Named, open}, text, pattern.line)
				}
			}
		}
		taken = taken || s.last.end > start
	}
}

// twin tells whether the very stretch is taken already: then it is another entity's name too.
func (s *scratch) twin(start, end int) bool {
	return len(s.taken) > 0 && s.last.start == start && s.last.end == end
}

// take keeps a name, unless it is another form of the one just read, in brackets behind it.
func (s *scratch) take(c candidate, text string, line bool) {
	twin := s.twin(c.start, c.end)
	if twin && s.has(c) {
		return
	}
	if !twin {
		s.merged, s.bracket = s.merges(c, text, line)
	}
	if s.last = c; !s.merged {
		s.taken = append(s.taken, c)
	} else if line && !twin {
		s.lined = append(s.lined, s.taken[len(s.taken)-1].start)
	}
}

// has tells whether the entity has this very stretch already.
func (s *scratch) has(c candidate) bool {
	for i := len(s.taken) - 1; i >= 0 && s.taken[i].start == c.start; i-- {
		if s.taken[i].entity == c.entity {
			return true
		}
	}
	return false
}

// stands checks the conditions of a pattern, cheap ones first.
func (s *scratch) stands(p *pattern, text string, start, end int) bool {
	if p.rules&(wordLeft|wordRight) != 0 && !p.bounded(text, start, end) {
		return false
	}
	if p.rules&exactCase != 0 && !sameCase(text[start:end], p.surface) &&
		!(strings.ContainsAny(p.surface, " -") && amidHan(text, start, end)) {
		return false
	}
	if s.markup.masked(start, end) {
		return false
	}
	if p.rules&(wordLeft|wordRight) != 0 && s.token.inAddress(start, end, p.rules&domainName != 0) {
		return false
	}
	return p.rules&hanName == 0 || !p.chance(text, start, end)
}

// amidHan tells whether Latin words stand alone in Chinese, where ordinary English words are not used.
func amidHan(text string, start, end int) bool {
	before, _ := utf8.DecodeLastRuneInString(strings.TrimRight(text[:start], " "))
	after, _ := utf8.DecodeRuneInString(strings.TrimLeft(text[end:], " "))
	han := func(r rune) bool { return isHan(r) || strings.ContainsRune("，、。：；（）", r) }
	return han(after) && (han(before) || start == 0 || before == '\n')
}

// readContexts finds which entities lack the context term that they want, in the answer and, as what was asked tells what
// is talked about, in the question.
func (r *Reader) readContexts(ctx context.Context, s *scratch, text, question string) error {
	s.context = append(s.context[:0], r.context...)
	if r.terms == nil {
		return nil
	}
	for i, part := range [...]string{text, question} {
		if i == 1 {
			s.token.reset(part)
		}
		if err := r.findTerms(ctx, s, part, i == 1); err != nil {
			return err
		}
	}
	s.token.reset(text)
	return nil
}

func (r *Reader) findTerms(ctx context.Context, s *scratch, text string, question bool) error {
	return eachPlace(ctx, text, func(p place, _ int) {
		if !r.terms.mayBegin(p.first) {
			return
		}
		var walked int
		s.ends, walked = r.terms.walk(text, p, s.ends[:0])
		s.steps += walked
		r.settleTerms(s, text, p.at, question)
	})
}

// settleTerms notes which entities have the context term at a place.
func (r *Reader) settleTerms(s *scratch, text string, at int, question bool) {
	budget := placePatterns
	for _, m := range s.ends {
		for _, p := range slices.Backward(m.patterns) {
			term := &r.terms.patterns[p]
			if budget == 0 {
				break
			}
			if !s.context[term.entity] {
				continue // one is enough
			}
			budget--
			s.context[term.entity] = !(question && term.bounded(text, at, m.end) || !question && s.stands(term, text, at, m.end))
		}
	}
}

// bracketMarks may stand around the bracket between two forms of a name.
var bracketMarks = " \u3000*_`~\"“”"

// merges tells whether a candidate is another form of the name just read: 小米（Xiaomi）, 小米/Xiaomi, 影石Insta360, 特斯拉Model Y.
func (s *scratch) merges(c candidate, text string, line bool) (merged, bracket bool) {
	const longest = 16 // bytes of marks between the two
	last := s.last
	if last.end == 0 || last.entity != c.entity || c.start-last.end > longest || c.start < last.end {
		return false, false
	}
	switch strings.Trim(text[last.end:c.start], bracketMarks) {
	case "(", "（", "【", "〔", "/", "／":
	case "、", ",", "，":
		if !s.bracket {
			return false, false
		}
	case "", "的":
		return line || c.start == last.end && isHan(lastOf(text[:last.end])) != isHan(firstOf(text[c.start:])), false
	default:
		return false, false
	}
	before, behind := text[last.start:last.end], text[c.start:c.end]
	merged = isHan(firstOf(before)) != isHan(firstOf(behind)) || foldString(before) != foldString(behind)
	return merged, merged
}

func lastOf(s string) rune  { r, _ := utf8.DecodeLastRuneInString(s); return r }
func firstOf(s string) rune { r, _ := utf8.DecodeRuneInString(s); return r }
