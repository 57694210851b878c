package answer

import (
	"context"
	"unicode/utf8"

	"renown/internal/tool/text/char"
)

// place is where a pattern may begin: the character that stands there, and how many bytes and code points stand before it.
type place struct {
	at, runes int
	first     rune
	size      int // bytes of the first character
}

func placeAt(text string, at, runes int) place {
	r, size := utf8.DecodeRuneInString(text[at:])
	return place{at, runes, r, size}
}

// eachPlace visits the places of a text, with where the letters and digits end that begin there, until the context does. Within
// letters and digits of ASCII there is no place behind the first: no pattern that begins with one may stand there.
func eachPlace(ctx context.Context, text string, visit func(p place, end int)) error {
	looked := 0
	for at, runes := 0, 0; at < len(text); {
		p := placeAt(text, at, runes)
		end := at + p.size
		runes++
		for ; alnum[text[at]] && end < len(text) && alnum[text[end]]; end++ {
			runes++
		}
		visit(p, end)
		if at = end; at-looked >= contextEvery {
			if err := ctx.Err(); err != nil {
				return err
			}
			looked = at
		}
	}
	return ctx.Err()
}

var alnum = func() (set [256]bool) {
	for b := range set {
		set[b] = char.IsAlnum(byte(b))
	}
	return set
}()
