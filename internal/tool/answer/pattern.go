package answer

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

type patternKind uint8

const (
	nameKind patternKind = iota
	exclusionKind
	contextKind
)

// rule is a set of conditions that a hit has to meet.
type rule uint32

const (
	wordLeft     rule = 1 << iota // no letter, digit or underscore may stand before
	wordRight                     // nor after
	exactCase                     // letters as given
	noDigits                      // not even digits may follow
	twoDigits                     // digits may follow, but not a single one: HP15, but not MI6
	shortName                     // one or two letters: stricter about & + ' beside it
	domainName                    // it is a host name itself
	hanName                       // few enough Chinese characters to arise across words
	adjective                     // a Chinese word that is also an adjective
	numberName                    // digits only
	pluralRight                   // an s may follow
	ordinaryName                  // an ordinary word, too: it needs evidence
	capitalName                   // a word with a capital: in lower case behind an article it is another word
	twoFacedName                  // a capitalName of the sky, the earth or its creatures, too
)

// pattern is one spelling that the automaton looks for.
type pattern struct {
	entity  int32
	runes   int32
	rules   rule
	kind    patternKind
	line    bool     // a product line
	slip    bool     // a spelling that is a slip
	word    wordKind // of a Chinese name that is an ordinary word
	folded  string
	surface string // as given, width folded; set with exactCase
}

// newPattern folds a spelling and derives the conditions that follow from its characters alone. It is false for what
// holds no letter and no digit.
func newPattern(kind patternKind, entity int, spelling string) (pattern, bool) {
	p := pattern{kind: kind, entity: int32(entity), folded: foldString(spelling)}
	p.runes = int32(utf8.RuneCountInString(p.folded))
	first, _ := utf8.DecodeRuneInString(p.folded)
	last, _ := utf8.DecodeLastRuneInString(p.folded)
	if inWord(first) {
		p.rules |= wordLeft
	}
	if inWord(last) {
		p.rules |= wordRight
	}
	return p, strings.ContainsFunc(p.folded, readable)
}

func readable(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }

// foldString folds every rune and drops the invisible ones and blanks at the ends.
func foldString(s string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if invisible(r) {
			return -1
		}
		return foldRune(r)
	}, s))
}

// surfaceString folds width alone.
func surfaceString(s string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if invisible(r) && !(r >= 0x300 && r <= 0x36F) {
			return -1
		}
		return foldWidth(r)
	}, s))
}
