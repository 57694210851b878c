package kit

import (
	"bytes"
	"encoding/csv"
	"strconv"

	"renown/internal/tool/csvcell"
)

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
