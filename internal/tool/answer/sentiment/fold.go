package sentiment

import (
	"fmt"
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
		from, to := hanAt(fields[0], 0), hanAt(fields[1], 0)
		if from == 0 || to == 0 {
			return fmt.Errorf("%q are no characters of the block", fields)
		}
		t.chars.add(from)
		t.simplified[from] = to
		return nil
	})
	if err != nil {
		panic(err) // part of the program; a test reads it
	}
	return t
})

// fold writes traditional characters as simplified ones. All take three bytes,
// so places stay the same. A text without any comes back as it is.
func (r *Reader) fold(text string) string {
	t := traditionals()
	r.folded = r.folded[:0]
	for at := 0; at < len(text); at++ {
		if text[at] < firstLead {
			continue
		}
		c := hanAt(text, at)
		if c == 0 {
			continue
		}
		if t.chars.has(c) {
			if len(r.folded) == 0 {
				r.folded = append(r.folded, text...)
			}
			utf8.EncodeRune(r.folded[at:], t.simplified[c])
		}
		at += hanWidth - 1
	}
	if len(r.folded) == 0 {
		return text
	}
	return string(r.folded)
}
