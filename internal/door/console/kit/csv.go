package kit

import (
	"bytes"
	"encoding/csv"
	"regexp"
	"strconv"
	"strings"
)

// CSV answers with a CSV file that spreadsheets open as UTF-8.
func CSV(name string, header []string, rows [][]string) (Reply, error) {
	var out bytes.Buffer
	out.WriteString("\ufeff")
	w := csv.NewWriter(&out)
	w.UseCRLF = true
	for _, row := range append([][]string{header}, rows...) {
		safe := make([]string, len(row))
		for i, cell := range row {
			safe[i] = inert(cell)
		}
		if err := w.Write(safe); err != nil {
			return Reply{}, err
		}
	}
	w.Flush()
	return Reply{File: &File{Name: name, ContentType: "text/csv; charset=utf-8", Body: out.Bytes()}}, w.Error()
}

// inert keeps a spreadsheet from taking a cell for a formula: an apostrophe goes before what could begin one, numbers excepted.
func inert(cell string) string {
	trimmed := strings.TrimLeft(cell, " \u00a0\u3000")
	if trimmed == "" || !strings.ContainsAny(trimmed[:1], "=+-@\t\r\n|%") && !strings.HasPrefix(trimmed, "＝") && !strings.HasPrefix(trimmed, "＋") &&
		!strings.HasPrefix(trimmed, "－") && !strings.HasPrefix(trimmed, "＠") {
		return cell
	}
	if plainNumber.MatchString(cell) {
		return cell
	}
	return "'" + cell
}

var plainNumber = regexp.MustCompile(`^[+-]?[0-9]+(\.[0-9]+)?$`)

// PlainInt and plainFloat are figures for a spreadsheet; what is unknown is empty.
func PlainInt(n *int64) string {
	if n == nil {
		return ""
	}
	return strconv.FormatInt(*n, 10)
}

// ExportBatch is how many rows a table is gathered by.
const ExportBatch = 500
