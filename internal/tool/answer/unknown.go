package answer

import (
	"strings"
	"unicode/utf8"
)

// findDoubts finds the sentences that may say that something is unknown, each with the one before it.
func (s *scratch) findDoubts(text string) {
	s.doubts = s.doubts[:0]
	end := 0 // of the sentences found
	for _, c := range s.cues {
		if c.kind&cueNot == 0 || c.start < end {
			continue
		}
		sentence := sentenceOf(text, c.start, c.end)
		before := sentence.Start
		for before > 0 {
			r, size := utf8.DecodeLastRuneInString(text[:before])
			if !strings.ContainsAny(text[before-size:before], statementMarks) && cutAt(text, before-size, r) == noCut {
				break
			}
			before -= size
		}
		s.doubts, end = append(s.doubts, Extent{sentenceOf(text, before, before).Start, sentence.End}), sentence.End
	}
}

// ignorant tells whether the words around a mention say that it is unknown: in its own clause, or in what follows
// when that names no other entity. What is not found must be the name, not a fault of it.
func (s *scratch) ignorant(text string, mentions []candidate, i int) bool {
	m := mentions[i]
	if s.goesOn(text, m) {
		return false
	}
	sentence := sentenceOf(text, m.start, m.end)
	clause := s.turned(text, clauseOf(text, m.start, m.end), m)
	if s.tells(clause.Start, clause.End, cueFault) {
		return false
	}
	before := sayBefore(text, clause.Start, m.start)
	behind := statement{}.goOn(text, s.pastProduct(text, m), clause.End)
	if s.disowned(text, clause, m, before, behind) {
		return true
	}
	claims := !behind.whole && !s.tells(clause.Start, clause.End, cueHypothetical)
	if next, ok := s.following(text, clause, sentence); ok {
		return !claims && !namesAnother(mentions, i, next.Start, next.End) && s.unknownIn(text, next)
	}
	return s.saidNext(text, mentions, i, sentence.End, claims || !before.whole)
}

// claimless tells whether nothing is said of a mention, as in a heading, or only what may be.
func (s *scratch) claimless(text string, m candidate) bool {
	part := sentenceOf(text, m.start, m.end)
	if s.tells(part.Start, part.End, cueHypothetical) {
		return true
	}
	clause := clauseOf(text, m.start, m.end)
	return sayBefore(text, clause.Start, m.start).whole && statement{}.goOn(text, s.pastProduct(text, m), clause.End).whole
}

// pastProduct is where the words behind a name begin, and behind a product noun that belongs to it.
func (s *scratch) pastProduct(text string, m candidate) int {
	at := m.end
	if strings.HasPrefix(text[at:], " ") {
		at++
	}
	for _, c := range s.cuesFrom(at, at+1) {
		if c.kind&cueProduct != 0 {
			return c.end
		}
	}
	return m.end
}

// disowned tells whether the words right before and behind a name say that it is not known.
func (s *scratch) disowned(text string, clause Extent, m candidate, before, behind statement) bool {
	if before.said&senseOthers != 0 {
		return false
	}
	if behind.whole && behind.unknown() {
		return true
	}
	all := before.goOn(text, s.pastProduct(text, m), clause.End)
	if all.whole && all.unknown() {
		return true
	}
	const about = senseKind | sensePlace | senseData
	switch {
	case before.said&(senseNot|senseScarce) == 0:
		return false
	case before.last&(senseNot|senseCannot) == senseNot && all.whole && (behind.said&about != 0 || before.said&(about|senseKnow|senseFind) != 0): // 没有 X 这个品牌
		return true
	case before.last&senseCalled != 0: // 没有一款叫 X 的
		return true
	case ofTheName(text[m.end:]):
		return behind.said&(senseData|senseTrail|senseExist) != 0
	case strings.HasSuffix(text[:m.start], " that "), before.tail&senseData != 0 && text[m.start-1] == ' ': // no information X collects
		return false
	}
	return before.last&about != 0 && before.denied&(senseData|senseFind|senseKnow) != 0 ||
		before.last&(senseData|senseKnow) != 0 && before.scarce()
}

// ofTheName tells whether what follows a name is something that belongs to it.
func ofTheName(after string) bool {
	after = strings.TrimLeft(after, definedMarks)
	return strings.HasPrefix(after, "的") || strings.HasPrefix(after, "'s ") || strings.HasPrefix(after, "’s ")
}

// following is the next clause of a sentence, or what comes behind its turn.
func (s *scratch) following(text string, clause, sentence Extent) (Extent, bool) {
	if clause.End >= sentence.End {
		return Extent{}, false
	}
	_, mark := utf8.DecodeRuneInString(text[clause.End:])
	start := clause.End + mark
	for _, c := range s.cuesFrom(clause.End, start+2) {
		if c.kind&cueTurn != 0 {
			start = c.end
		}
	}
	next := clauseOf(text, start, start)
	next.Start = start
	return next, start < next.End && next.End <= sentence.End
}

// unknownIn tells whether a clause without a name says that something is unknown, and nothing else.
func (s *scratch) unknownIn(text string, clause Extent) bool {
	if s.tells(clause.Start, clause.End, cueFault) {
		return false
	}
	t := statement{}.goOn(text, clause.Start, clause.End)
	return t.whole && t.unknown()
}

// saidNext tells whether the next sentence says it of what this one is about: X may be new; it isn't in my data. X? Never heard of it.
func (s *scratch) saidNext(text string, mentions []candidate, i, end int, claims bool) bool {
	start := end
	for start < len(text) && (begins(text[start:], statementMarks) || cutAt(text, start, firstOf(text[start:])) != noCut) {
		_, size := utf8.DecodeRuneInString(text[start:])
		start += size
	}
	if start >= len(text) || claims && !startsWith(strings.ToLower(text[start:min(len(text), start+40)]), pronouns) {
		return false
	}
	next := clauseOf(text, start, start)
	return !namesAnother(mentions, i, next.Start, next.End) && s.unknownIn(text, next)
}

// goesOn tells whether the sentence turns to say something of the name after all: 我了解不多，但它的质保少见.
func (s *scratch) goesOn(text string, m candidate) bool {
	sentence := sentenceOf(text, m.start, m.end)
	for _, c := range s.cuesFrom(m.end, sentence.End) {
		if c.kind&cueTurn == 0 {
			continue
		}
		rest := strings.ToLower(strings.TrimLeft(text[min(c.end, sentence.End):sentence.End], " ，"))
		return (startsWith(rest, pronouns) || startsWith(rest, glimpses)) &&
			!s.tells(c.end, clauseOf(text, c.end, c.end).End, cueHypothetical)
	}
	return false
}

// glimpses are where what little is known was seen.
var glimpses = either("从电商|从官网|从其|从页面|从公开|据其|据官网|官网显示|主打|judging by |from its |according to its ")

var pronouns = wordsOf("pronouns")

// turned cuts a clause at a "but": what is said on the other side is not said of the name.
func (s *scratch) turned(text string, clause Extent, m candidate) Extent {
	for _, c := range s.cuesFrom(clause.Start, clause.End) {
		switch {
		case c.kind&cueTurn == 0:
		case c.end <= m.start:
			clause.Start = c.end
		case c.start >= m.end:
			clause.End = c.start
			return clause
		}
	}
	return clause
}

// unknownUnnamed tells whether an answer to a question that names an entity says, without the name, that it is not known.
func (s *scratch) unknownUnnamed(text string) bool {
	for _, c := range s.cues {
		if c.kind&cueNot == 0 {
			continue
		}
		clause := clauseOf(text, c.start, c.end)
		if s.unknownIn(text, Extent{c.start, clause.End}) {
			return true
		}
	}
	return false
}
