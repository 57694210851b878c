package sentiment

import (
	"sync"
	"unicode/utf8"
)

// traditional holds the traditional characters that the tables write otherwise.
type traditional struct {
	chars      hanSet
	simplified map[rune]rune
}

var traditionals = sync.OnceValue(func() *traditional {
	t := &traditional{simplified: map[rune]rune{}}
	err := readRows("words/traditional.tsv", 2, func(fields []string) error {
		from, _ := utf8.DecodeRuneInString(fields[0])
		to, _ := utf8.DecodeRuneInString(fields[1])
		t.chars.add(from)
		t.simplified[from] = to
		return nil
	})
	if err != nil {
		panic(err) // part of the program; a test reads it
	}
	return t
})

// The first bytes of the characters in the block.
const firstLead, lastLead = 0xE4, 0xE9

// fold writes traditional characters as simplified ones. All of these take
// three bytes, so places stay the same. A text without any comes back as it is.
func (r *Reader) fold(text string) string {
	t := traditionals()
	r.folded = r.folded[:0]
	for at := 0; at < len(text); at++ {
		if text[at] < firstLead || text[at] > lastLead {
			continue
		}
		c, _ := utf8.DecodeRuneInString(text[at:])
		if !isHan(c) || !t.chars.has(c) {
			continue
		}
		if len(r.folded) == 0 {
			r.folded = append(r.folded, text...)
		}
		utf8.EncodeRune(r.folded[at:], t.simplified[c])
	}
	if len(r.folded) == 0 {
		return text
	}
	return string(r.folded)
}
