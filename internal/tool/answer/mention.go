package answer

import (
	"strings"
	"unicode/utf8"
)

// setStates tells which mentions repeat the question, and which say that the name is unknown.
func (r *Reader) setStates(s *scratch, text, question string, mentions []candidate) {
	if question != "" {
		r.setEchoes(s, text, question, mentions)
	}
	if !s.tells(0, len(text), cueUnknown) {
		return
	}
	unknown := make([]bool, len(r.ids))
	for i := range mentions {
		m := &mentions[i]
		if m.state == Named && s.ignorant(text, mentions, i) {
			m.state, unknown[m.entity] = Unknown, true
		}
		if m.state != Named || !unknown[m.entity] {
			continue
		}
		// Whoever is unknown stays so while nothing is claimed of it.
		if part := sentenceOf(text, m.start, m.end); s.tells(part.Start, part.End, cueHypothetical) {
			m.state = Unknown
		}
	}
}

// ignorant tells whether the words around a mention say that it is unknown: in its own clause, or in the next one of the
// sentence when that names nobody. What is not found must be the name, not a fault of it.
func (s *scratch) ignorant(text string, mentions []candidate, i int) bool {
	m := mentions[i]
	if s.goesOn(text, m) {
		return false
	}
	clause := s.turned(text, clauseOf(text, m.start, m.end), m)
	if s.tells(clause.Start, clause.End, cueFault) {
		return false
	}
	for _, c := range s.cuesFrom(clause.Start, clause.End) {
		if c.kind&cueUnknown != 0 && !besideThePoint(text, c, m) {
			return true
		}
	}
	sentence := sentenceOf(text, m.start, m.end)
	if clause.End >= sentence.End {
		return false
	}
	_, mark := firstRune(text[clause.End:])
	next := clauseOf(text, clause.End+mark, clause.End+mark)
	if next.Start <= clause.Start || next.End > sentence.End {
		return false
	}
	if namesAnother(mentions, i, next.Start, next.End) {
		return false
	}
	return s.tells(next.Start, next.End, cueUnknown) && !s.tells(next.Start, next.End, cueFault|cueTurn)
}

// goesOn tells whether the sentence turns to say something of the name after all: 我了解不多，但它的质保少见.
func (s *scratch) goesOn(text string, m candidate) bool {
	sentence := sentenceOf(text, m.start, m.end)
	for _, c := range s.cuesFrom(m.end, sentence.End) {
		if c.kind&cueTurn == 0 {
			continue
		}
		rest := strings.ToLower(strings.TrimLeft(text[c.end:sentence.End], " ，"))
		return startsWith(rest, pronouns) && !s.tells(c.end, clauseOf(text, c.end, c.end).End, cueHypothetical)
	}
	return false
}

var pronouns = either("它|其|该品牌|这个牌子|这个品牌|its |it |they |their |the brand |the company ")

// hearsay are those to whom a name may be new without the assistant saying so of itself.
var hearsay = either("很多人|不少人|许多人|多数人|有些人|有人|大家|消费者|用户|网友|国人|你可能|您可能|你或许|您或许|也许你|people|you may|you might|you've|you have|consumers|users|buyers|who ")

// besideThePoint tells whether what is not known is something about the name: how good it is, or what it does not mention itself;
// whether it is others who do not know it; or whether something else does not exist: 不存在虚标.
func besideThePoint(text string, c cue, m candidate) bool {
	clause := clauseOf(text, c.start, c.end)
	if containsAny(foldString(text[clause.Start:c.start]), hearsay) {
		return true
	}
	if next, _ := firstRune(text[c.end:]); strings.HasSuffix(text[c.start:c.end], "存在") && isHan(next) && !strings.ContainsRune("的于在", next) {
		return true
	}
	if c.end <= m.start {
		between := text[c.end:m.start]
		return strings.Contains(between, " how ") || strings.Contains(between, " why ") || strings.Contains(between, " what ")
	}
	return strings.Contains(text[c.start:c.end], "mention")
}

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

// setEchoes marks mentions of whom the question names where the answer repeats or rephrases it.
func (r *Reader) setEchoes(s *scratch, text, question string, mentions []candidate) {
	var whole Extent
	folded, looked := "", false
	for i := range mentions {
		m := &mentions[i]
		if !s.asked[m.entity] {
			continue
		}
		if !looked {
			whole, looked = echoOf(text, question), true
		}
		if m.start >= whole.Start && m.end <= whole.End {
			m.state = Echoed
			continue
		}
		clause := clauseOf(text, m.start, m.end)
		if colon := strings.IndexAny(text[m.end:clause.End], ":："); colon >= 0 {
			clause.End = m.end + colon
		}
		ends, _ := firstRune(text[clause.End:])
		asks := ends == '？' || ends == '?'
		if !asks && !(s.tells(clause.Start, clause.End, cueAsking) && s.tells(clause.Start, m.start, cueLead)) {
			continue
		}
		if folded == "" {
			folded = " " + foldString(question) + " "
		}
		if repeated(text[clause.Start:clause.End], folded) >= 0.6 {
			m.state = Echoed
		}
	}
}

// Words and characters that say nothing of what is asked.
const (
	echoRunes = "关于针对至的了是这个那问题您你我想解请所提到呢吗和与或跟及比较选择哪更最好怎么样如何款家"
	echoWords = " the a an of for to is are it be whether if you your asked ask asking question about which and or vs versus with in on do does what how regarding " +
		"as when comes or between choosing deciding want know answer down depends depend budget needs priorities preference preferences boils hinges mostly really ultimately choice picking torn "
)

// repeated is the share of a clause that stands in the question, too.
func repeated(clause, question string) float64 {
	both, all := 0, 0
	for at := 0; at < len(clause); {
		r, size := firstRune(clause[at:])
		switch {
		case isHan(r):
			if r = foldRune(r); !strings.ContainsRune(echoRunes, r) {
				all++
				if strings.ContainsRune(question, r) {
					both++
				}
			}
		case r < utf8.RuneSelf && isAlnum(byte(r)):
			end := at
			for end < len(clause) && isAlnum(clause[end]) {
				end++
			}
			if word := strings.ToLower(clause[at:end]); !strings.Contains(echoWords, " "+word+" ") {
				all++
				if strings.Contains(question, word) || strings.Contains(question, strings.TrimSuffix(strings.TrimSuffix(word, "s"), "e")) {
					both++
				}
			}
			size = end - at
		}
		at += size
	}
	if all == 0 {
		return 0
	}
	return float64(both) / float64(all)
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

// unknownUnnamed tells whether an answer to a question that names an entity says, without the name, that it is not known.
func (s *scratch) unknownUnnamed(text string) bool {
	for _, c := range s.cues {
		if c.kind&cueUnknown == 0 {
			continue
		}
		part := sentenceOf(text, c.start, c.end)
		if !s.tells(part.Start, part.End, cueFault) {
			return true
		}
	}
	return false
}
