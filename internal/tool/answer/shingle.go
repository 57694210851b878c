package answer

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Shingles are stretches of a text by which it is known again: eight Chinese characters in a row, or six words of
// other scripts. They are kept as hashes, in memory alone.
type Shingles map[uint64]struct{}

const (
	shingleHan   = 8
	shingleWords = 6
	shinglesMost = 200_000 // of one text; an article has some thousands
)

// ShinglesOf are those of a text. Punctuation, width, case and traditional characters make no difference.
func ShinglesOf(text string) Shingles {
	s := Shingles{}
	eachShingle(text, func(h uint64) bool {
		s[h] = struct{}{}
		return len(s) < shinglesMost
	})
	return s
}

// Without takes out what another text holds.
func (s Shingles) Without(text string) {
	eachShingle(text, func(h uint64) bool {
		delete(s, h)
		return true
	})
}

// In are those that a text holds; nil for none.
func (s Shingles) In(text string) (held Shingles) {
	eachShingle(text, func(h uint64) bool {
		if _, ok := s[h]; ok {
			if held == nil {
				held = Shingles{}
			}
			held[h] = struct{}{}
		}
		return true
	})
	return held
}

// Common counts those that are in both.
func (s Shingles) Common(other Shingles) (n int) {
	if len(other) < len(s) {
		s, other = other, s
	}
	for h := range s {
		if _, ok := other[h]; ok {
			n++
		}
	}
	return n
}

// Sentences are those of an article, without Markdown's marks, as long as they have any shingles.
func Sentences(article string) (list []string) {
	for line := range strings.Lines(article) {
		line = strings.Trim(strings.NewReplacer("**", "", "__", "", "`", "").Replace(line), "#>-*+|· \t\r\n")
		start := 0
		for next := 0; next < len(line); {
			r, size := utf8.DecodeRuneInString(line[next:])
			next += size
			stop := strings.ContainsRune("。！？!?；", r) || r == '.' && (next == len(line) || line[next] == ' ')
			if !stop && next < len(line) {
				continue
			}
			if one := strings.TrimSpace(line[start:next]); len(ShinglesOf(one)) > 0 {
				list = append(list, one)
			}
			start = next
		}
	}
	return list
}

// mixed takes another part into a hash.
func mixed(h, part uint64) uint64 {
	h = (h ^ part) * 0x9E3779B97F4A7C15 // odd, without pattern: 2⁶⁴ over the golden ratio
	return h ^ h>>29
}

func eachShingle(text string, do func(uint64) bool) {
	var units [max(shingleHan, shingleWords)]uint64 // the last characters or words, of one kind at a time
	count, size, more := 0, 0, true
	push := func(unit uint64, of int) {
		if of != size {
			count, size = 0, of
		}
		units[count%size] = unit
		if count++; count < size || !more {
			return
		}
		h := uint64(size)
		for i := range size {
			h = mixed(h, units[(count+i)%size])
		}
		more = do(h)
	}
	word, letters := uint64(0), 0
	flush := func() {
		if letters > 0 {
			push(word, shingleWords)
			word, letters = 0, 0
		}
	}
	for _, r := range text {
		if invisible(r) {
			continue
		}
		r = foldRune(r)
		switch {
		case isHan(r):
			flush()
			push(mixed(1, uint64(r)), shingleHan)
		case unicode.IsLetter(r), unicode.IsDigit(r):
			word = mixed(word, uint64(r))
			if letters++; letters > runMost {
				flush()
			}
		default:
			flush()
		}
	}
	flush()
}
