package draft

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"renown/internal/tool/text/char"
)

const maxField = 2000 // code points read of one field: what a brand is stands at the beginning

// clean makes one line of a field: no controls, no invisible marks, single spaces.
func clean(s string) string {
	var b strings.Builder
	n, space := 0, false
	for _, r := range strings.ToValidUTF8(s, "") {
		if n == maxField {
			break
		}
		n++
		switch {
		case unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Z, r):
			space = b.Len() > 0
		case invisible(r):
		default:
			if space {
				b.WriteByte(' ')
				space = false
			}
			b.WriteRune(r)
		}
	}
	return strings.TrimSuffix(strings.ReplaceAll(b.String()+" ", articleMark, "＠a "), " ") // none added to given text
}

// invisible tells marks that are not seen. The two joiners stay: some scripts spell with them, emoji are built with them.
func invisible(r rune) bool {
	return unicode.Is(unicode.Cf, r) && r != '\u200c' && r != '\u200d' || unicode.In(r, unicode.Co, unicode.Cs) || r == utf8.RuneError
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

func first(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

func size(s string) int { return utf8.RuneCountInString(s) }

// plain tells whether a phrase is made of Han, Latin letters, digits and the few signs that stand inside words.
func plain(s string) bool {
	letters := false
	for _, r := range s {
		switch {
		case char.IsHan(r) || unicode.Is(unicode.Latin, r):
			letters = true
		case r >= '0' && r <= '9' || strings.ContainsRune(" -+&'’./%·", r):
		default:
			return false
		}
	}
	return letters
}

// holds tells whether text contains word: between word boundaries when the word is Latin, anywhere when it is Han.
// Both are expected in lower case.
func holds(text, word string) bool { return indexWord(text, word) >= 0 }

func indexWord(text, word string) int {
	if word == "" {
		return -1
	}
	last, _ := utf8.DecodeLastRuneInString(word)
	for from := 0; ; {
		i := strings.Index(text[from:], word)
		if i < 0 {
			return -1
		}
		i += from
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		if !joined(before, first(word)) && !joined(last, first(text[i+len(word):])) {
			return i
		}
		from = i + 1
		for from < len(text) && !utf8.RuneStart(text[from]) {
			from++
		}
	}
}

// joined tells whether two neighbours belong to the same alphabetic word. Han never joins.
func joined(a, b rune) bool {
	return a != utf8.RuneError && b != utf8.RuneError && isWord(a) && isWord(b) && !char.IsHan(a) && !char.IsHan(b)
}

// tight removes the spaces that are typed around figures and Latin words in Chinese text.
func tight(s string) string { return spaceByHan.ReplaceAllString(s, "$1$2") }

var spaceByHan = regexp.MustCompile(`(\p{Han}) | (\p{Han})`)

func lower(s string) string { return strings.ToLower(s) }

// hash is FNV-1a over the parts, each closed by a byte that occurs in no text.
func hash(parts ...string) uint64 {
	h := uint64(14695981039346656037)
	for _, p := range parts {
		for i := range len(p) {
			h = (h ^ uint64(p[i])) * 1099511628211
		}
		h = (h ^ 0xff) * 1099511628211
	}
	return mix(h)
}

// mix spreads the bits of a number (the finaliser of splitmix64).
func mix(h uint64) uint64 {
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}
