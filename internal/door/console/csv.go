package console

import (
	"bytes"
	"encoding/csv"

	"renown/internal/tool/csvcell"
)

// table answers with a CSV file that spreadsheets open as UTF-8.
func table(name string, header []string, rows [][]string) (reply, error) {
	var out bytes.Buffer
	out.WriteString("\ufeff")
	w := csv.NewWriter(&out)
	w.UseCRLF = true
	for _, row := range append([][]string{header}, rows...) {
		safe := make([]string, len(row))
		for i, cell := range row {
			safe[i] = csvcell.GuardUnlessNumber(cell)
		}
		if err := w.Write(safe); err != nil {
			return reply{}, err
		}
	}
	w.Flush()
	return reply{file: &file{name: name, contentType: "text/csv; charset=utf-8", body: out.Bytes()}}, w.Error()
}
