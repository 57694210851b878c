package kit

import (
	"bytes"
	"encoding/csv"
	"slices"
	"strconv"
	"strings"

	"renown/internal/room/account"
	"renown/internal/tool/csvcell"
)

// FileName is what a download is called: whose it is, what it holds, of which days; what is empty is left out. File systems refuse some characters.
func FileName(kind string, parts ...string) string {
	parts = slices.DeleteFunc(parts, func(part string) bool { return part == "" })
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>|`, r) || r < 0x20 {
			return '-'
		}
		return r
	}, strings.Join(parts, "-")) + "." + kind
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
