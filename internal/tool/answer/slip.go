package answer

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// longLetters is how long a Latin name must be for a slip of one letter to leave it recognisable.
const longLetters = 7

// longName is a name, or the longer word of a name of two, in which one wrong letter is forgiven.
type longName struct {
	entity        int32
	folded        string
	before, after string // the other word and a blank
}

// pairLetters is how long the longer of two words must be.
const pairLetters = 6

// addLong notes a Latin name of one long word that is no ordinary one, or of two.
func (r *Reader) addLong(index int, name string) {
	folded := foldString(name)
	if one, two, ok := strings.Cut(folded, " "); ok {
		if !onlyLower(one) || !onlyLower(two) || len(folded) > 40 {
			return
		}
		long := longName{entity: int32(index), folded: two, before: one + " "}
		if len(one) > len(two) {
			long = longName{entity: int32(index), folded: one, after: " " + two}
		}
		if len(long.folded) >= pairLetters {
			r.keepLong(long)
		}
		return
	}
	if len(folded) < longLetters-1 || len(folded) > 40 || ordinary(folded) {
		return
	}
	for i := range len(folded) {
		if folded[i] < 'a' || folded[i] > 'z' {
			return
		}
	}
	r.keepLong(longName{entity: int32(index), folded: folded})
}

func (r *Reader) keepLong(name longName) {
	first := name.folded[0]
	r.long[first-'a'] = append(r.long[first-'a'], name)
	r.slips[first], r.slips[first-'a'+'A'] = true, true
}

// around tells whether the other word of a name stands beside a stretch, with a capital; the stretch grows by it.
func (l *longName) around(text string, at, end int) (int, int, bool) {
	from, to := at-len(l.before), end+len(l.after)
	if from < 0 || to > len(text) || !isUpper(text[from]) || !isUpper(text[at]) {
		return at, end, false
	}
	return from, to, strings.EqualFold(text[from:at], l.before) && strings.EqualFold(text[end:to], l.after)
}

// addSlips finds long names with one letter wrong, missing, doubled or changed places, in words that are nothing else.
func (r *Reader) addSlips(s *scratch, text string) {
	if len(s.long) == 0 {
		return
	}
	found := len(s.taken)
	runes, counted := 0, 0
	for _, w := range s.long {
		if len(s.taken) >= mentionLimit {
			break
		}
		if name, ok := r.slipOf(s, text, w.Start, w.End, found); ok {
			start, end := w.Start-len(name.before), w.End+len(name.after)
			runes += utf8.RuneCountInString(text[counted:start])
			counted = start
			s.taken = append(s.taken, candidate{start, end, runes, runes + end - start, r.patternOf[name.entity], name.entity, Named, respelled})
		}
	}
	if len(s.taken) > found {
		slices.SortStableFunc(s.taken, func(a, b candidate) int { return a.start - b.start })
	}
}

func (r *Reader) slipOf(s *scratch, text string, start, stop, found int) (*longName, bool) {
	list := r.long[text[start]|0x20-'a']
	word := ""
	for i := range list {
		name := &list[i]
		if d := len(name.folded) - (stop - start); d < -1 || d > 1 || strings.EqualFold(text[start:stop], name.folded) {
			continue
		}
		pair := name.before+name.after != ""
		at, end := start, stop
		if pair {
			var beside bool
			if at, end, beside = name.around(text, start, stop); !beside {
				continue
			}
		}
		if at > 0 && inWordBefore(text[:at]) || !endsWord(text[end:]) {
			continue
		}
		if word == "" {
			word = strings.ToLower(text[start:stop])
		}
		if !oneSlip(word, name.folded) || !onlyLower(word) || !pair && len(name.folded) < longLetters && !doubles(word, name.folded) {
			continue
		}
		_, known := wellKnown()[word]
		if !pair && (known || ordinary(word) || strings.Contains(spelledTwice, " "+word+" ")) ||
			s.markup.masked(at, end) || s.token.inAddress(at, end, false) {
			return nil, false
		}
		for _, c := range s.taken[:found] {
			if c.start < end && at < c.end {
				return nil, false
			}
		}
		return name, true
	}
	return nil, false
}

// spelledTwice are words that the list leaves out because they are spelled in two ways.
const spelledTwice = " color colour harbor harbour center centre theater theatre flavor flavour favorite favourite humor humour neighbor neighbour honor honour behavior behaviour " +
	"armor armour vapor vapour parlor parlour catalog catalogue traveler traveller jeweler jeweller jewelry organize organise analyze analyse specialty speciality "

func inWordBefore(before string) bool {
	r, _ := utf8.DecodeLastRuneInString(before)
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
