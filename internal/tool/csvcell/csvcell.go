// Package csvcell makes the cells of a CSV file harmless to spreadsheets, and reads them back. It knows nothing of columns.
package csvcell

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Guard puts an apostrophe, by which spreadsheets know a text, before what one could take for a formula or a command:
// signs, full-width ones included, also after what is not seen. Unguard gives the original back, whatever it was.
func Guard(cell string) string {
	if signed(cell) || guarded(cell) {
		return "'" + cell
	}
	return cell
}

// GuardUnlessNumber is Guard for columns that hold figures: a plain number, which runs nothing, stays one that can be added up.
func GuardUnlessNumber(cell string) string {
	if plainNumber.MatchString(cell) {
		return cell
	}
	return Guard(cell)
}

// Unguard is a cell without the apostrophe that Guard, or a spreadsheet, put before it.
func Unguard(cell string) string {
	if guarded(cell) {
		return cell[1:]
	}
	return cell
}

// guarded tells that a cell looks as if Guard had written it.
func guarded(cell string) bool {
	rest, quoted := strings.CutPrefix(cell, "'")
	return quoted && (signed(rest) || strings.HasPrefix(rest, "'"))
}

func signed(cell string) bool {
	r, size := utf8.DecodeRuneInString(strings.TrimLeft(cell, " \u00a0\u3000"))
	if size > 0 && strings.ContainsRune("\t\r\n", r) {
		return true
	}
	r, size = utf8.DecodeRuneInString(strings.TrimLeftFunc(cell, unseen))
	return size > 0 && strings.ContainsRune("=+-@|%＝＋－＠", r)
}

// unseen tells of what a spreadsheet may drop before it looks at a cell: blanks, and signs that show nothing.
func unseen(r rune) bool { return unicode.IsSpace(r) || unicode.In(r, unicode.Cc, unicode.Cf) }

var plainNumber = regexp.MustCompile(`^[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?$`)
