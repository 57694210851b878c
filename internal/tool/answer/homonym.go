package answer

import (
	"strings"
	"unicode/utf8"
)

// dropHomonyms leaves out entities whom the answer says to be something else: a planet, a film, or a business of another trade
// than what the question or the contexts speak of.
func (r *Reader) dropHomonyms(s *scratch, text, question string, mentions []candidate) []candidate {
	if !s.tells(0, len(text), cueNature|cueTrade) {
		return mentions
	}
	var other []bool
	for i := range mentions {
		m := mentions[i]
		if r.isOther(s, text, question, m) {
			if other == nil {
				other = make([]bool, len(r.ids))
			}
			other[m.entity] = true
		}
	}
	if other == nil {
		return mentions
	}
	kept := mentions[:0]
	for _, m := range mentions {
		if !other[m.entity] {
			kept = append(kept, m)
		}
	}
	return kept
}

// isOther tells whether a mention is defined as another thing, or begins the longer name of another business.
func (r *Reader) isOther(s *scratch, text, question string, m candidate) bool {
	if next := nextWord(text[m.end:]); next != "" && isUpper(next[0]) { // Delta Air Lines
		for _, c := range s.cuesFrom(m.end, m.end+2) {
			if c.kind&cueTrade != 0 && isUpper(text[c.start]) {
				return !r.tradeOf(m.entity, text[c.start:c.end], question)
			}
		}
	}
	rest, ok := defined(text[m.end:min(len(text), m.end+partReach)])
	if !ok {
		return false
	}
	from := min(len(text), m.end+partReach) - len(rest)
	clause := Extent{from, clauseOf(text, from, from).End}
	var last cue
	for _, c := range s.cuesFrom(clause.Start, clause.End) {
		if c.kind&(cueNature|cueTrade) != 0 && c.end <= clause.End {
			last = c
			if text[c.start] < utf8.RuneSelf && headNoun(text, c, clause) {
				break // English says first what it is
			}
		}
	}
	if last.end == 0 || !headNoun(text, last, clause) {
		return false
	}
	trade := text[last.start:last.end]
	if last.kind&cueNature != 0 {
		return !r.tradeOf(m.entity, trade, question)
	}
	return r.tradeKnown(m.entity, question) && !r.tradeOf(m.entity, trade, question)
}

// defined cuts a definition after its verb: 是一家…, is a ….
func defined(after string) (string, bool) {
	after = strings.TrimLeft(after, " ”」\"*）)")
	for _, verb := range [...]string{"是", "指的是", "通常指", "一般指", "为一", "is ", "was ", "refers to ", "are "} {
		if rest, ok := strings.CutPrefix(after, verb); ok {
			return rest, true
		}
	}
	return after, false
}

// headNoun tells whether a noun is what the definition comes down to: in Chinese the end of its clause, in English what comes
// before of, in, to, that or the end.
func headNoun(text string, c cue, clause Extent) bool {
	if text[c.start] >= utf8.RuneSelf {
		return clause.End-c.end <= 3*4 || strings.HasPrefix(text[c.end:], "，")
	}
	next := nextWord(text[c.end:])
	return next == "" || strings.Contains(" of in to that which from with near and or for at visible known located ", " "+next+" ")
}

// tradeKnown tells whether anything says what the entity's trade is.
func (r *Reader) tradeKnown(entity int32, question string) bool {
	return question != "" || len(r.trades[entity]) > 0
}

// tradeOf tells whether the question or the contexts of an entity speak of a trade.
func (r *Reader) tradeOf(entity int32, trade, question string) bool {
	trade = foldString(trade)
	for _, known := range append([]string{foldString(question)}, r.trades[entity]...) {
		if known == "" {
			continue
		}
		if strings.Contains(known, trade) || len(known) >= 4 && strings.Contains(trade, known) {
			return true
		}
	}
	return false
}
