package answer

import (
	"strings"
	"unicode/utf8"

	"renown/internal/tool/text/char"
)

// setStates tells which mentions repeat the question, and which say that the name is unknown.
func (r *Reader) setStates(s *scratch, text, question string, mentions []candidate) {
	if question != "" {
		r.setEchoes(s, text, question, mentions)
	}
	if s.told&cueNot == 0 {
		return
	}
	s.findDoubts(text)
	if len(s.doubts) == 0 {
		return
	}
	unknown, any, at := make([]bool, len(r.ids)), false, 0
	for i := range mentions {
		m := &mentions[i]
		for at < len(s.doubts) && s.doubts[at].End < m.start {
			at++
		}
		if at < len(s.doubts) && m.start >= s.doubts[at].Start && m.state != Unknown && s.ignorant(text, mentions, i) {
			m.state, unknown[m.entity], any = Unknown, true, true
		}
	}
	for i := 0; any && i < len(mentions); i++ { // an unknown entity stays so where nothing is claimed of it
		if m := &mentions[i]; m.state == Named && unknown[m.entity] && s.claimless(text, *m) {
			m.state = Unknown
		}
	}
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
		ends, _ := utf8.DecodeRuneInString(text[clause.End:])
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
		"as when comes or between choosing deciding want know answer down depends depend budget needs priorities preference preferences boils hinges mostly really ultimately choice picking torn great good excellent fair interesting thanks thank "
)

// repeated is the share of a clause that stands in the question, too.
func repeated(clause, question string) float64 {
	both, all := 0, 0
	for at := 0; at < len(clause); {
		r, size := utf8.DecodeRuneInString(clause[at:])
		switch {
		case isHan(r):
			if r = foldRune(r); !strings.ContainsRune(echoRunes, r) {
				all++
				if strings.ContainsRune(question, r) {
					both++
				}
			}
		case r < utf8.RuneSelf && char.IsAlnum(byte(r)):
			end := at
			for end < len(clause) && char.IsAlnum(clause[end]) {
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
