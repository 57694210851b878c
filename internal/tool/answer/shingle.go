package answer

import (
	"hash/maphash"
	"unicode"
)

// Shingles are stretches of a text by which it is known again: eight Chinese characters in a row, or six words of other scripts. They are kept
// as hashes, in memory alone.
type Shingles map[uint64]struct{}

const (
	shingleHan   = 8
	shingleWords = 6
	shinglesMost = 200_000 // of one text; an article has some thousands
)

var shingleSeed = maphash.MakeSeed()

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

// In counts those that a text holds, each once.
func (s Shingles) In(text string) int {
	seen := map[uint64]bool{}
	eachShingle(text, func(h uint64) bool {
		if _, ok := s[h]; ok {
			seen[h] = true
		}
		return true
	})
	return len(seen)
}

func eachShingle(text string, do func(uint64) bool) {
	var units []string // characters or words, of one kind at a time
	han := false
	var word []rune
	more := true
	push := func(unit string, isHan bool) {
		if isHan != han {
			units, han = units[:0], isHan
		}
		size := shingleWords
		if han {
			size = shingleHan
		}
		if units = append(units, unit); len(units) > size {
			units = units[len(units)-size:]
		}
		if len(units) == size && more {
			var h maphash.Hash
			h.SetSeed(shingleSeed)
			for _, u := range units {
				_, _ = h.WriteString(u) // into memory: cannot fail
				_ = h.WriteByte(0)
			}
			more = do(h.Sum64())
		}
	}
	flush := func() {
		if len(word) > 0 {
			push(string(word), false)
			word = word[:0]
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
			push(string(r), true)
		case unicode.IsLetter(r), unicode.IsDigit(r):
			if word = append(word, r); len(word) > runMost {
				flush()
			}
		default:
			flush()
		}
	}
	flush()
}
