package answer

import (
	"slices"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"renown/internal/tool/text/char"
)

// foldRune joins the spellings of a character: width, case, accents, traditional Chinese, typographic punctuation. One
// rune gives one rune, so that offsets survive.
func foldRune(r rune) rune {
	if isHan(r) {
		return char.Simplified(r)
	}
	if r = foldWidth(r); r < utf8.RuneSelf {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}
	return unaccented(unicode.ToLower(r))
}

// foldWidth joins what differs in print only: full-width forms, kinds of blanks, hyphens, apostrophes and middle dots.
func foldWidth(r rune) rune {
	switch {
	case r < 0xA0:
		return r
	case r >= 0xFF01 && r <= 0xFF5E:
		return r - 0xFEE0
	}
	switch r {
	case 0xA0, 0x2002, 0x2003, 0x2009, 0x200A, 0x202F, 0x205F, 0x3000:
		return ' '
	case 0x2010, 0x2011, 0x2012, 0x2013, 0x2212, 0xFE63:
		return '-'
	case 0x2018, 0x2019, 0x201B, 0x02BC, 0xB4, 0x2032:
		return '\''
	case 0xB7, 0x2022, 0x2027, 0x22C5, 0x30FB, 0xFF65, 0x0387:
		return '·'
	}
	return r
}

// unaccented is the base letter of an accented one.
func unaccented(r rune) rune {
	if r < 0xC0 || r > 0x1EFF {
		return r
	}
	switch r {
	case 'ø':
		return 'o'
	case 'Ø':
		return 'O'
	case 'ł':
		return 'l'
	case 'Ł':
		return 'L'
	case 'đ':
		return 'd'
	case 'Đ':
		return 'D'
	}
	var buf [utf8.UTFMax]byte
	n := utf8.EncodeRune(buf[:], r)
	p := norm.NFD.Properties(buf[:n]).Decomposition()
	if p == nil {
		return r
	}
	base, _ := utf8.DecodeRune(p)
	if base < 0x80 || base == r {
		return base
	}
	return unaccented(base)
}

// invisible characters take no part in a name: zero-width blanks and marks of direction, soft hyphens, joiners, variation
// selectors, and combining accents.
func invisible(r rune) bool {
	switch {
	case r < 0xAD:
		return false
	case r >= 0x300 && r <= 0x36F, r >= 0x200B && r <= 0x200F, r >= 0x202A && r <= 0x202E, r >= 0x2060 && r <= 0x2064,
		r >= 0x2066 && r <= 0x2069, r >= 0xFE00 && r <= 0xFE0F:
		return true
	}
	return r == 0xAD || r == 0xFEFF
}

func isHan(r rune) bool {
	return r >= 0x4E00 && r <= 0x9FFF || r >= 0x3400 && r <= 0x4DBF || r >= 0x20000 && r <= 0x3FFFF || r == '〇'
}

// inWord tells whether a rune beside a Latin name makes it part of a longer word. Scripts written without blanks do not:
// in 用Mi手机 the name stands alone.
func inWord(r rune) bool {
	if r < utf8.RuneSelf {
		return char.IsAlnum(byte(r)) || r == '_'
	}
	if r = foldWidth(r); r < utf8.RuneSelf {
		return char.IsAlnum(byte(r)) || r == '_'
	}
	if r >= 0x300 && r <= 0x36F {
		return true
	}
	return !(r >= 0x0E00 && r <= 0x109F) && !(r >= 0x1100 && r <= 0x11FF) && !(r >= 0x1780 && r <= 0x17FF) && r < 0x2E80 &&
		(unicode.IsLetter(r) || unicode.IsDigit(r))
}

func isUpper(b byte) bool { return b >= 'A' && b <= 'Z' }

// folds lists every rune that foldRune changes, with what it becomes.
var folds = sync.OnceValue(func() []char.Pair {
	pairs := slices.Clone(char.Traditional())
	for _, block := range [...][2]rune{
		{'A', 'Z'},
		{0xA0, 0x24F},
		{0x2BC, 0x2BC},
		{0x370, 0x52F},
		{0x1E00, 0x1EFF},
		{0x2000, 0x22FF},
		{0x3000, 0x30FF},
		{0xFE50, 0xFFEF},
	} {
		for r := block[0]; r <= block[1]; r++ {
			if to := foldRune(r); to != r {
				pairs = append(pairs, char.Pair{From: r, To: to})
			}
		}
	}
	return pairs
})
