package answer

import (
	"strings"
	"unicode/utf8"
)

// A name that is an ordinary word needs evidence that it is meant as a name: a product noun, a model code, a company word,
// brands beside it, a capital within a sentence, a place of its own in a list. proof says how good the evidence is.
type proof uint8

const (
	against proof = iota // it is used as the ordinary word
	open                 // nothing tells
	hinted               // what is sold or another brand is spoken of in the sentence
	proven
	respelled // and found though written otherwise
)

// keepProven drops mentions of ordinary words that nothing shows to be names, in place. A word that is proven to be a name once
// is one wherever nothing speaks against it.
func (r *Reader) keepProven(s *scratch, text, question string, mentions []candidate) []candidate {
	ordinary, plain := false, false
	for i := range mentions {
		word := r.names.patterns[mentions[i].pattern].rules&ordinaryName != 0
		ordinary, plain = ordinary || word, plain || !word || mentions[i].entity != mentions[0].entity
	}
	if !ordinary {
		return mentions
	}
	s.sells = plain || s.questionShops || s.sellsOutside(mentions)
	s.proofs = s.proofs[:0]
	plainly := make([]bool, len(r.ids)) // used as the ordinary word
	sold := question != "" && s.questionShops
	sure := make([]bool, len(r.ids))
	for i := range mentions {
		p := r.proofOf(s, text, mentions, i)
		if word := r.names.patterns[mentions[i].pattern].word; p == open && sold && (word == wordThing || word == wordCommon) {
			p = hinted // what was asked tells what is talked about
		}
		s.proofs = append(s.proofs, p)
		sure[mentions[i].entity] = sure[mentions[i].entity] || p == proven
		plainly[mentions[i].entity] = plainly[mentions[i].entity] || p == against
	}
	for i := range mentions {
		if s.proofs[i] == open && s.provenBeside(text, mentions, i) {
			s.proofs[i] = hinted
		}
	}
	kept := mentions[:0]
	for i, m := range mentions {
		pattern := &r.names.patterns[m.pattern]
		switch p := s.proofs[i]; {
		case p < proven && pattern.word == noWord && plainly[m.entity] && !sure[m.entity]: // Steam the rice. Steam is hot.
		case p >= hinted, p == open && (pattern.word == noWord || pattern.word == wordThing ||
			pattern.word == wordRare || sure[m.entity] || r.context[m.entity]):
			m.proof = max(m.proof, p)
			kept = append(kept, m)
			continue
		}
		s.leave(m, AsWord)
	}
	return kept
}

// sellsOutside tells whether the answer speaks of what is sold, in other words than the names themselves.
func (s *scratch) sellsOutside(mentions []candidate) bool {
	at := 0
	for _, c := range s.cues {
		for at < len(mentions) && mentions[at].end <= c.start {
			at++
		}
		if c.kind&bought != 0 && (at == len(mentions) || c.end <= mentions[at].start || c.end > mentions[at].end) {
			return true
		}
	}
	return false
}

// provenBeside tells whether the sentence of a mention proves another entity's name.
func (s *scratch) provenBeside(text string, mentions []candidate, i int) bool {
	const most = 8 // mentions on each side
	sentence := sentenceOf(text, mentions[i].start, mentions[i].end)
	for n := max(0, i-most); n < min(len(mentions), i+most); n++ {
		if m := mentions[n]; m.entity != mentions[i].entity && s.proofs[n] == proven && m.start >= sentence.Start &&
			m.start < sentence.End {
			return true
		}
	}
	return false
}

// IsOrdinary tells whether a name is also an ordinary word, so that a mention needs evidence.
func IsOrdinary(name string) bool {
	folded := foldString(name)
	if word := wordOf(folded); word != noWord && word != wordRare {
		return true
	}
	return caseRules(surfaceString(name))&exactCase != 0 && !strings.Contains(folded, " ")
}

func (r *Reader) proofOf(s *scratch, text string, mentions []candidate, i int) proof {
	m := mentions[i]
	p := &r.names.patterns[m.pattern]
	switch {
	case p.rules&ordinaryName == 0:
		return proven
	case p.word != noWord:
		return r.hanProof(s, text, mentions, i)
	}
	return r.latinProof(s, text, mentions, i)
}

// besideReach is how far the next name of an enumeration may be, in bytes: 大众朗逸和丰田.
const besideReach = 20

// beside tells whether another name stands beside a mention in one enumeration.
func (r *Reader) beside(text string, mentions []candidate, i int) bool {
	joined := func(gap string) bool {
		return len(gap) <= besideReach && !strings.ContainsAny(gap, "，。！？；\n") &&
			(strings.ContainsAny(gap, "、/&") || strings.Contains(gap, "和") || strings.Contains(gap, "与") || strings.Contains(gap, "或") ||
				strings.Contains(gap, "跟") || strings.Contains(gap, "及") || strings.Contains(gap, "vs") || strings.Contains(gap, " and ") ||
				strings.Contains(gap, " or ") || strings.TrimSpace(gap) == "," || strings.Contains(gap, "還是") ||
				strings.Contains(gap, "还是") || strings.Contains(gap, "與"))
	}
	m := mentions[i]
	for n := i - 1; n >= 0 && mentions[n].end <= m.start && m.start-mentions[n].end <= besideReach; n-- {
		if mentions[n].entity != m.entity && joined(text[mentions[n].end:m.start]) {
			return true
		}
	}
	for n := i + 1; n < len(mentions) && mentions[n].start-m.end <= besideReach; n++ {
		if mentions[n].start >= m.end && mentions[n].entity != m.entity && joined(text[m.end:mentions[n].start]) {
			return true
		}
	}
	return false
}

// listedBeside tells what the unwatched neighbours in an enumeration are: proven for a well-known brand or a word
// that no dictionary holds, against for everyday words, open when there are none.
func listedBeside(text string, m candidate) proof {
	result := open
	for _, neighbour := range [...]string{wordAfter(text[m.end:]), wordBefore(text[:m.start])} {
		if neighbour == "" {
			continue
		}
		folded := foldString(neighbour)
		if _, known := wellKnown()[folded]; known {
			return proven
		}
		if _, word := phrases()[folded]; word {
			continue
		}
		if allHan(folded) && hanScore([]rune(folded)) > 0 {
			result = against
		}
	}
	return result
}

// wordAfter is the next item of an enumeration, with 、 or 和 before it.
func wordAfter(after string) string {
	for _, mark := range [...]string{"、", "和", "与", "或"} {
		if rest, ok := strings.CutPrefix(after, mark); ok {
			end := strings.IndexFunc(rest, func(r rune) bool { return !isHan(r) && !inWord(r) })
			if end < 0 {
				end = len(rest)
			}
			rest = rest[:end]
			for end, count := 0, 0; end < len(rest) && count < hanLongest; count++ {
				_, size := utf8.DecodeRuneInString(rest[end:])
				end += size
				if _, known := wellKnown()[foldString(rest[:end])]; known && count > 0 {
					return rest[:end]
				}
			}
			for _, joint := range [...]string{"和", "与", "或", "都", "等", "的", "及"} {
				if i := strings.Index(rest, joint); i > 0 {
					rest = rest[:i]
				}
			}
			return rest
		}
	}
	return ""
}

func wordBefore(before string) string {
	for _, mark := range [...]string{"、", "和", "与", "或"} {
		if rest, ok := strings.CutSuffix(before, mark); ok {
			start := strings.LastIndexFunc(rest, func(r rune) bool { return !isHan(r) && !inWord(r) })
			if start >= 0 {
				_, size := utf8.DecodeRuneInString(rest[start:])
				rest = rest[start+size:]
			}
			// The longest word at the end: what stands before it may be a verb.
			runes := []rune(rest)
			for n := min(hanLongest, len(runes)); n >= 2; n-- {
				word := string(runes[len(runes)-n:])
				if _, known := wellKnown()[foldString(word)]; known || hanScore(runes[len(runes)-n:]) > 0 {
					return word
				}
			}
			return ""
		}
	}
	return ""
}

func endsWith(s string, words []string) bool {
	for _, w := range words {
		if strings.HasSuffix(s, w) {
			return true
		}
	}
	return false
}

func startsWith(s string, words []string) bool {
	for _, w := range words {
		if strings.HasPrefix(s, w) {
			return true
		}
	}
	return false
}

// around is what stands close before and behind a mention.
func around(text string, m candidate) (before, after string) {
	const reach = 300 // bytes
	from := max(0, m.start-reach)
	for from < m.start && !utf8.RuneStart(text[from]) {
		from++
	}
	return text[from:m.start], text[m.end:min(len(text), m.end+reach)]
}

// aloneInItem tells whether a name fills the head of an item, a cell or an emphasis.
func aloneInItem(before, after string) bool {
	right := strings.TrimLeft(after, "*_` ")
	ends := right == "" || begins(right, itemHeadEnds)
	if !ends && !begins(right, rankEnds) {
		return false
	}
	left := strings.TrimRight(before, " \t")
	bold := strings.HasSuffix(left, "**") || strings.HasSuffix(left, "`")
	left = strings.TrimRight(left, "*_` ")
	ranked := ordinalLabel(left)
	if !ends && !ranked {
		return false
	}
	head := left == "" || ranked || strings.HasSuffix(left, "|") || strings.HasSuffix(left, "\n")
	if !head {
		line := left[strings.LastIndexByte(left, '\n')+1:]
		if kind, _ := item(line + " x"); kind != noItem {
			bare := strings.TrimLeft(line, itemHeadMarks)
			head = bare == "" || marked(bare) >= len(bare) || topLabel(bare)
		} else if head = topLabel(line); !head {
			r, _ := utf8.DecodeLastRuneInString(left)
			head = r >= '🥇' && r <= '🥉' || r >= '①' && r <= '⑳'
		}
	}
	return head && (left != "" || right != "") || bold && strings.HasPrefix(strings.TrimLeft(after, " "), "**")
}

// Characters before and behind a name that fills the head of an item; rankEnds only do so behind a rank.
var itemHeadMarks, itemHeadEnds, rankEnds = " \t>#*_`-+•·–●▪", "\n:：（(|—–-🥇🥈🥉", "，；。,;"

// topLabel tells whether a line is no more than TOP 2 or No.2.
func topLabel(line string) bool {
	line = strings.TrimLeft(line, " *#>")
	if len(line) > len("TOP.10:") || len(line) < len("No1") {
		return false
	}
	bare := strings.TrimRight(strings.TrimRight(line, " .:"), "0123456789")
	bare = strings.TrimRight(bare, " .")
	return len(bare) < len(line) && (strings.EqualFold(bare, "top") || strings.EqualFold(bare, "no"))
}

// ordinalLabel tells whether a rank and a colon end a text: 第三：.
func ordinalLabel(text string) bool {
	r, size := utf8.DecodeLastRuneInString(text)
	if r != ':' && r != '：' {
		return false
	}
	text = text[max(0, len(text)-size-ordinalReach):]
	i := strings.LastIndex(text, "第")
	return i >= 0 && ordinalBefore(text[i:]) > 0
}

// calendar are the words that always have a capital.
const calendar = " monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december "
