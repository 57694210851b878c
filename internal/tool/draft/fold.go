package draft

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Fold maps texts that differ only in case, width, punctuation, spacing or invisible characters to the same string.
// It is idempotent, and empty for a text that holds nothing else. Letters, digits and symbols (C++ is not C) stay.
func Fold(s string) string {
	if out, ok := foldFast(s); ok {
		return out
	}
	s = strings.ToValidUTF8(s, "")
	for range 4 { // dropping a character can bring two others together that compose; the second pass is nearly always the last
		next := foldOnce(s)
		if next == s {
			break
		}
		s = next
	}
	return s
}

// foldFast handles ASCII, plain Han and the common Chinese punctuation, which is nearly every text there is.
func foldFast(s string) (string, bool) {
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); {
		if c := s[i]; c < utf8.RuneSelf {
			if keepASCII[c] != 0 {
				b.WriteByte(keepASCII[c])
			}
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r >= 0x4e00 && r <= 0x9fff:
			b.WriteString(s[i : i+size])
		case !strings.ContainsRune("，。？！、：；（）“”‘’《》【】…—·", r):
			return "", false
		}
		i += size
	}
	return b.String(), true
}

var keepASCII = func() (table [utf8.RuneSelf]byte) {
	for c := range rune(utf8.RuneSelf) {
		if !dropped(c) {
			table[c] = byte(unicode.ToLower(c))
		}
	}
	return table
}()

func foldOnce(s string) string {
	s = norm.NFKC.String(cases.Fold().String(norm.NFKC.String(s)))
	return norm.NFKC.String(strings.Map(func(r rune) rune {
		if dropped(r) {
			return -1
		}
		return r
	}, s))
}

// dropped tells the characters that make no difference: punctuation, spaces, controls, format characters, variation
// selectors, and the symbols that people type as punctuation.
func dropped(r rune) bool {
	return unicode.In(r, unicode.P, unicode.Z, unicode.C, unicode.Sk, unicode.Variation_Selector) || r == '~' ||
		r == '|' || r == utf8.RuneError
}
