package sentiment

import "unicode/utf8"

// The block of the characters in everyday use. Rarer ones are in no table.
const hanFirst, hanLast = 0x4E00, 0x9FFF

func isHan(r rune) bool { return r >= hanFirst && r <= hanLast }

func isHanAt(text string, at int32) bool {
	r, _ := utf8.DecodeRuneInString(text[at:])
	return isHan(r)
}

// hanSet is a set of such characters: most are in none, and a bit is cheaper
// to look at than a map.
type hanSet [(hanLast-hanFirst)/64 + 1]uint64

func (s *hanSet) add(r rune) { s[(r-hanFirst)/64] |= 1 << ((r - hanFirst) % 64) }

func (s *hanSet) has(r rune) bool { return s[(r-hanFirst)/64]&(1<<((r-hanFirst)%64)) != 0 }
