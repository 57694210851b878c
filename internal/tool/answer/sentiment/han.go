package sentiment

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

func inBlock(r rune) bool { return r >= hanFirst && r <= hanLast }

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
