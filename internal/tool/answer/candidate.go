package answer

import "strings"

// candidate is a hit that met the conditions of its pattern.
type candidate struct {
	start, end         int // bytes
	startRune, endRune int // code points
	pattern            int32
	entity             int32
	exclusion          bool
}

// mentions finds where entities are named, in order, one candidate a mention.
func (r *Reader) mentions(s *scratch, text, question string) []candidate {
	s.hits = r.find.find(text, r.patterns, s.hits[:0])
	s.steps = len(text) + len(s.hits)
	s.token.reset(text)
	s.found = s.found[:0]
	s.context = append(s.context[:0], r.context...)
	for _, h := range s.hits {
		p := &r.patterns[h.pattern]
		if p.kind == contextKind && !s.context[p.entity] {
			continue // one is enough
		}
		start, startRune := h.start(text, p.runes)
		s.steps += h.end - start
		if !s.stands(p, text, start, h.end) {
			continue
		}
		if p.kind == contextKind {
			s.context[p.entity] = false
			continue
		}
		s.insert(candidate{start, h.end, startRune, h.endRune, h.pattern, p.entity, p.kind == exclusionKind})
	}
	r.askQuestion(s, question)
	return r.resolve(s, text)
}

// stands checks the conditions of a pattern, cheap ones first.
func (s *scratch) stands(p *pattern, text string, start, end int) bool {
	if p.rules&(wordLeft|wordRight) != 0 && !p.bounded(text, start, end) {
		return false
	}
	if p.rules&exactCase != 0 && !sameCase(text[start:end], p.surface) {
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

// insert keeps candidates in order of start, the longer first, exclusions before names. Hits come in order of their ends,
// so a new one moves back over no more than what its own length can hold.
func (s *scratch) insert(c candidate) {
	s.found = append(s.found, c)
	i := len(s.found) - 1
	for ; i > 0 && c.before(s.found[i-1]); i-- {
		s.found[i] = s.found[i-1]
		s.steps++
	}
	s.found[i] = c
}

func (c candidate) before(d candidate) bool {
	if c.start != d.start {
		return c.start < d.start
	}
	return c.end > d.end || c.end == d.end && c.exclusion && !d.exclusion
}

// askQuestion looks for missing context terms in the question: what was asked tells what is talked about.
func (r *Reader) askQuestion(s *scratch, question string) {
	missing := false
	for _, c := range s.found {
		missing = missing || s.context[c.entity]
	}
	if !missing || question == "" {
		return
	}
	for _, h := range r.find.find(question, r.patterns, s.hits[:0]) {
		p := &r.patterns[h.pattern]
		if p.kind != contextKind {
			continue
		}
		if start, _ := h.start(question, p.runes); p.bounded(question, start, h.end) {
			s.context[p.entity] = false
		}
	}
}

// resolve takes the leftmost, longest candidates. A name hides what it overlaps, whoever is named; an exclusion hides
// names of its own entity. Two entities with the same spelling are both named.
func (r *Reader) resolve(s *scratch, text string) []candidate {
	s.taken = s.taken[:0]
	s.blocked = s.blocked[:0]
	for range r.ids {
		s.blocked = append(s.blocked, 0)
	}
	var last candidate
	bracket := false // last is another form of a name, in brackets behind it
	for _, c := range s.found {
		if c.start < s.blocked[c.entity] || s.context[c.entity] {
			continue
		}
		if c.exclusion {
			s.blocked[c.entity] = c.end
			continue
		}
		twin := len(s.taken) > 0 && c.start == last.start && c.end == last.end && !s.has(c)
		if c.start < last.end && !twin {
			continue
		}
		if !twin {
			bracket = merges(last, c, text, bracket)
		}
		if last = c; !bracket {
			s.taken = append(s.taken, c)
		}
	}
	return s.taken
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

// merges tells whether a candidate is another form of the name just read: 小米（Xiaomi）, 小米/Xiaomi.
func merges(last, c candidate, text string, bracket bool) bool {
	const longest = 16 // bytes of marks between the two
	if last.end == 0 || last.entity != c.entity || c.start-last.end > longest || c.start <= last.end {
		return false
	}
	switch strings.Trim(text[last.end:c.start], " *_`~\"“”") {
	case "(", "（", "【", "〔", "/", "／":
	case "、", ",", "，":
		if !bracket {
			return false
		}
	default:
		return false
	}
	return foldString(text[last.start:last.end]) != foldString(text[c.start:c.end])
}
