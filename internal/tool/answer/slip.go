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
	if len(folded) < longLetters || len(folded) > 40 || ordinary(folded) {
		return
	}
	for i := range len(folded) {
		if folded[i] < 'a' || folded[i] > 'z' {
			return
		}
	}
	r.long[folded[0]-'a'] = append(r.long[folded[0]-'a'], longName{int32(index), folded})
	r.slips = true
}

// addSlips finds long names with one letter wrong, missing, doubled or changed places, in words that are nothing else.
func (r *Reader) addSlips(s *scratch, text string) {
	if !r.slips {
		return
	}
	found := len(s.taken)
	runes, counted := 0, 0
	const shortest = longLetters - 1
	for at := 0; at+shortest <= len(text); {
		last := at + shortest - 1
		for last >= at && isLetter(text[last]) {
			last--
		}
		if last >= at { // no word that is long enough begins before
			at = last + 1
			continue
		}
		end := at + shortest
		for end < len(text) && isLetter(text[end]) {
			end++
		}
		if n := end - at; n <= 41 && len(s.taken) < mentionLimit {
			if entity, ok := r.slipOf(s, text, at, end, found); ok {
				runes += runeCount(text[counted:at])
				counted = at
				s.taken = append(s.taken, candidate{at, end, runes, runes + n, r.patternOf[entity], entity, Named})
			}
		}
		at = end
	}
	if len(s.taken) > found {
		slices.SortStableFunc(s.taken, func(a, b candidate) int { return a.start - b.start })
	}
}

func (r *Reader) slipOf(s *scratch, text string, at, end, found int) (int32, bool) {
	first := text[at] | 0x20
	list := r.long[first-'a']
	if len(list) == 0 || at > 0 && inWordBefore(text[:at]) || !endsWord(text[end:]) {
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
		if !oneSlip(word, name.folded) {
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
