package answer

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"renown/internal/tool/text/char"
)

// smallWords of a longer name are written either way: The North Face, the North Face.
const smallWords = " the of and for a an in on by to "

// sameCase tells whether a stretch of text is written as the surface of a name: letter by letter, invisible characters
// left out, an accent in either optional. A name typed in lower case may begin with a capital.
func sameCase(text, surface string) bool {
	if text == surface && !strings.ContainsFunc(surface, invisible) {
		return true
	}
	lower := surface == strings.ToLower(surface)
	at := 0
	for i, r := range text {
		if invisible(r) {
			continue
		}
		if at >= len(surface) {
			return false
		}
		want, size := utf8.DecodeRuneInString(surface[at:])
		r = foldWidth(r)
		if r != want && r != unaccented(want) && unaccented(r) != want &&
			!(lower && r == unicode.ToUpper(want) && wordBegins(surface, at)) &&
			!(i == 0 && strings.Contains(smallWords, " "+firstWord(surface)+" ") && unicode.ToLower(r) == unicode.ToLower(want)) {
			return false
		}
		at += size
	}
	return at == len(surface)
}

func wordBegins(s string, at int) bool { return at == 0 || !char.IsLetter(s[at-1]) }

func firstWord(s string) string {
	first, _, ok := strings.Cut(strings.ToLower(s), " ")
	if !ok {
		return ""
	}
	return first
}
