// Package csvcell writes CSV files whose cells are harmless to spreadsheets, and reads such cells back. It knows nothing of columns.
package csvcell

import (
	"encoding/csv"
	"io"
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

// Writer writes rows of guarded cells.
type Writer struct {
	out   *csv.Writer
	guard func(string) string
	cells []string
	err   error
}

// NewWriter returns a writer to out of a file that is read back: every cell by Unguard.
func NewWriter(out io.Writer) *Writer { return &Writer{out: csv.NewWriter(out), guard: Guard} }

// NewTable returns a writer to out of a file that is looked at: it begins with the mark by which spreadsheets know UTF-8,
// its lines end as they end them, and its plain numbers stay numbers.
func NewTable(out io.Writer) *Writer {
	_, err := io.WriteString(out, "\ufeff")
	w := &Writer{out: csv.NewWriter(out), guard: GuardUnlessNumber, err: err}
	w.out.UseCRLF = true
	return w
}

// Write writes a row; what it fails with may be told by a later call.
func (w *Writer) Write(cells ...string) error {
	w.cells = w.cells[:0]
	for _, cell := range cells {
		w.cells = append(w.cells, w.guard(cell))
	}
	if w.err == nil {
		w.err = w.out.Write(w.cells)
	}
	return w.err
}

// Flush writes what is still in memory.
func (w *Writer) Flush() error {
	if w.out.Flush(); w.err == nil {
		w.err = w.out.Error()
	}
	return w.err
}
