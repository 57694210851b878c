package answer

import (
	"slices"
	"strings"
)

// longLetters is how long a Latin name must be for a slip of one letter to leave it recognisable.
const longLetters = 7

// longName is a name in which one wrong letter is forgiven.
type longName struct {
	entity int32
	folded string
}

// addLong notes a Latin name of one long word that is no ordinary one.
func (r *Reader) addLong(index int, name string) {
	folded := foldString(name)
	if len(folded) < longLetters-1 || len(folded) > 40 || ordinary(folded) {
		return
	}
	for i := range len(folded) {
		if folded[i] < 'a' || folded[i] > 'z' {
			return
		}
	}
	r.long[folded[0]-'a'] = append(r.long[folded[0]-'a'], longName{int32(index), folded})
	r.slips[folded[0]], r.slips[folded[0]-'a'+'A'] = true, true
}

// addSlips finds long names with one letter wrong, missing, doubled or changed places, in words that are nothing else.
func (r *Reader) addSlips(s *scratch, text string) {
	if len(s.scan.long) == 0 {
		return
	}
	found := len(s.taken)
	runes, counted := 0, 0
	for _, w := range s.scan.long {
		if len(s.taken) >= mentionLimit {
			break
		}
		if entity, ok := r.slipOf(s, text, w.Start, w.End, found); ok {
			runes += runeCount(text[counted:w.Start])
			counted = w.Start
			s.taken = append(s.taken, candidate{w.Start, w.End, runes, runes + w.End - w.Start, r.patternOf[entity], entity, Named})
		}
	}
	if len(s.taken) > found {
		slices.SortStableFunc(s.taken, func(a, b candidate) int { return a.start - b.start })
	}
}

func (r *Reader) slipOf(s *scratch, text string, at, end, found int) (int32, bool) {
	first := text[at] | 0x20
	list := r.long[first-'a']
	if at > 0 && inWordBefore(text[:at]) || !endsWord(text[end:]) {
		return 0, false
	}
	word := ""
	for _, name := range list {
		if d := len(name.folded) - (end - at); d < -1 || d > 1 {
			continue
		}
		if strings.EqualFold(text[at:end], name.folded) {
			continue
		}
		if word == "" {
			word = strings.ToLower(text[at:end])
		}
		if !oneSlip(word, name.folded) || !onlyLower(word) || len(name.folded) < longLetters && !doubles(word, name.folded) {
			continue
		}
		_, known := wellKnown()[word]
		if known || ordinary(word) || s.markup.masked(at, end) || s.token.inAddress(at, end, false) {
			return 0, false
		}
		for _, c := range s.taken[:found] {
			if c.start < end && at < c.end {
				return 0, false
			}
		}
		return name.entity, true
	}
	return 0, false
}

func inWordBefore(before string) bool {
	r, _ := lastRune(before)
	return inWord(r) || r == '-'
}

// doubles tells whether a word is a name with one of its letters written twice, the only slip that is forgiven in a shorter name.
func doubles(word, name string) bool {
	if len(word) != len(name)+1 {
		return false
	}
	i := 0
	for i < len(name) && word[i] == name[i] {
		i++
	}
	return i > 0 && word[i] == word[i-1]
}

// oneSlip tells whether a word differs from a name by one letter or two that changed places. An ending is no slip.
func oneSlip(a, b string) bool {
	if len(a)+1 == len(b) && b[len(a)] != 's' && strings.HasPrefix(b, a) {
		return true // the last letter is missing
	}
	if len(a) > len(b) {
		a, b = b, a
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if len(a) < len(b) {
		return i < len(a) && a[i:] == b[i+1:] // a letter missing inside
	}
	if i+1 >= len(a) {
		return false // only the last letter
	}
	if a[i+1:] == b[i+1:] {
		return true
	}
	return a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
}

func runeCount(s string) (n int) {
	for i := range len(s) {
		if s[i]&0xC0 != 0x80 {
			n++
		}
	}
	return n
}
