package sentiment

import "unicode/utf8"

// The block of the characters in everyday use, of three bytes each. Rarer
// characters are in no table.
const (
	hanFirst, hanLast   = 0x4E00, 0x9FFF
	hanWidth            = 3
	firstLead, lastLead = 0xE4, 0xE9 // their first bytes
)

// hanAt gives the character at text[at:], or 0 when none of the block stands
// there. It is the innermost step of reading Chinese, and decodes by itself.
func hanAt(text string, at int) rune {
	if at > len(text)-hanWidth || text[at]-firstLead > lastLead-firstLead {
		return 0
	}
	second, third := text[at+1]^0x80, text[at+2]^0x80 // six bits each
	r := rune(text[at]&0x0F)<<12 | rune(second)<<6 | rune(third)
	if second|third >= 0x40 || r < hanFirst {
		return 0
	}
	return r
}

// wideRune decodes a character beyond ASCII, those of Chinese punctuation faster than the library.
func wideRune(s string) (rune, int) {
	if len(s) >= 3 && s[0] == 0xEF && s[1]&0xC0 == 0x80 && s[2]&0xC0 == 0x80 {
		return 0xF000 | rune(s[1]&0x3F)<<6 | rune(s[2]&0x3F), 3
	}
	if len(s) >= 3 && s[0] == 0xE3 && s[1]&0xC0 == 0x80 && s[2]&0xC0 == 0x80 {
		return 0x3000 | rune(s[1]&0x3F)<<6 | rune(s[2]&0x3F), 3
	}
	return utf8.DecodeRuneInString(s)
}

// hanSet is a set of such characters: most are in none, and a bit is cheaper
// to look at than a map.
type hanSet [(hanLast-hanFirst)/64 + 1]uint64

func hanSetOf(chars string) *hanSet {
	var s hanSet
	for _, r := range chars {
		s.add(r)
	}
	return &s
}

func (s *hanSet) add(r rune) { s[(r-hanFirst)/64] |= 1 << ((r - hanFirst) % 64) }

func (s *hanSet) has(r rune) bool {
	n := uint32(r - hanFirst) // what is signed takes longer to divide
	return s[n/64]>>(n%64)&1 != 0
}
