package kit

import (
	"bytes"
	"encoding/csv"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"renown/internal/room/account"
	"renown/internal/tool/csvcell"
)

// FileName is what a download is called: whose it is, what it holds, of which days; what is empty is left out. File systems refuse some
// characters and long names, hide what begins with a dot, and marks that turn text make one ending look like another.
func FileName(kind string, parts ...string) string {
	parts = slices.DeleteFunc(parts, func(part string) bool { return part == "" })
	for i, part := range parts {
		parts[i] = shortened(strings.Map(func(r rune) rune {
			switch {
			case unicode.Is(unicode.Bidi_Control, r):
				return -1
			case strings.ContainsRune(`/\:*?"<>|`, r) || unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp):
				return '-'
			}
			return r
		}, part))
	}
	return strings.TrimLeft(strings.Join(parts, "-"), ".") + "." + kind
}

// shortened leaves out the middle of a part of a name, so that two such parts with their days stay within the 255 bytes of a file system.
func shortened(part string) string {
	const head, tail = 60, 33 // bytes
	if len(part) <= head+len("…")+tail {
		return part
	}
	return strings.ToValidUTF8(part[:head], "") + "…" + strings.ToValidUTF8(part[len(part)-tail:], "")
}

// ListFile is what a list of the space at hand is called: those of two teams differ.
func (v *Visit) ListFile(what string) string {
	if v.Space.Kind == account.Team {
		return FileName("csv", v.Space.Name, what)
	}
	return FileName("csv", what)
}

// CSV answers with a CSV file that spreadsheets open as UTF-8.
func CSV(name string, header []string, rows [][]string) (Reply, error) {
	var out bytes.Buffer
	out.WriteString("\ufeff")
	w := csv.NewWriter(&out)
	w.UseCRLF = true
	table := append([][]string{header}, rows...)
	for _, row := range table {
		safe := make([]string, len(row))
		for i, cell := range row {
			safe[i] = csvcell.GuardUnlessNumber(cell)
		}
		if err := w.Write(safe); err != nil {
			return Reply{}, err
		}
	}
	w.Flush()
	return Reply{File: &File{Name: name, ContentType: "text/csv; charset=utf-8", Body: out.Bytes(), Table: table}}, w.Error()
}

// PlainInt and plainFloat are figures for a spreadsheet; what is unknown is empty.
func PlainInt(n *int64) string {
	if n == nil {
		return ""
	}
	return strconv.FormatInt(*n, 10)
}

// ExportBatch is how many rows a table is gathered by.
const ExportBatch = 500
