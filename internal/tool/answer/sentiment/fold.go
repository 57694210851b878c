package sentiment

import (
	"fmt"
	"sync"
	"unicode/utf8"
)

// traditionals are the traditional characters that the tables write otherwise.
var traditionals = sync.OnceValue(func() map[rune]rune {
	simplified := map[rune]rune{}
	err := readRows("words/traditional.tsv", 2, func(fields []string) error {
		from, to := hanAt(fields[0], 0), hanAt(fields[1], 0)
		if from == 0 || to == 0 {
			return fmt.Errorf("%q are no characters of the block", fields)
		}
		simplified[from] = to
		return nil
	})
	if err != nil {
		panic(err) // part of the program; a test reads it
	}
	return simplified
})

// fold writes traditional characters as simplified ones. All take three bytes,
// so places stay the same.
func (r *Reader) fold(text string) string {
	simplified := traditionals()
	r.folded = append(r.folded[:0], text...)
	for at := 0; at < len(text); at++ {
		c := hanAt(text, at)
		if c == 0 {
			continue
		}
		if to, ok := simplified[c]; ok {
			utf8.EncodeRune(r.folded[at:], to)
		}
		at += hanWidth - 1
	}
	return string(r.folded)
}
