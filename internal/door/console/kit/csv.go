package kit

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"renown/internal/floor/timestamp"
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

// Cell is what a row has in a column.
type Cell struct {
	column string // the key of its name
	value  any
}

// Column is the cell of a column, whose name is a key. Numbers, booleans, times and what points to such are written as
// spreadsheets take them, rates with four decimals; what is nil is empty.
func Column(name string, value any) Cell { return Cell{name, value} }

// Table is a list as texts under a header.
type Table struct {
	Header []string
	Rows   [][]string
	err    error // with which its list could not be read
}

// TableOf writes a list by the cells of each of its rows; those of a zero one name the columns.
func TableOf[R any](ctx context.Context, list []R, cells func(R) []Cell) (t Table) {
	var zero R
	for _, c := range cells(zero) {
		t.Header = append(t.Header, T(ctx, c.column))
	}
	for _, one := range list {
		t.Add(ctx, cells(one))
	}
	return t
}

// Add adds a row.
func (t *Table) Add(ctx context.Context, cells []Cell) {
	row := make([]string, len(cells))
	for i, c := range cells {
		row[i] = plainText(ctx, c.value)
	}
	t.Rows = append(t.Rows, row)
}

// YesNo says a boolean.
func YesNo(ctx context.Context, yes bool) string {
	if yes {
		return T(ctx, "是")
	}
	return T(ctx, "否")
}

// plainText is a value for a spreadsheet; what is unknown is empty.
func plainText(ctx context.Context, value any) string {
	if v := reflect.ValueOf(value); v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return ""
		}
		value = v.Elem().Interface()
	}
	switch v := value.(type) {
	case bool:
		return YesNo(ctx, v)
	case float64:
		return PlainFloat(&v, 4)
	case timestamp.Time:
		return ExactTime(ctx, v)
	}
	return fmt.Sprint(value)
}

// PlainInt is a figure for a spreadsheet; what is unknown is empty.
func PlainInt(n *int64) string {
	if n == nil {
		return ""
	}
	return strconv.FormatInt(*n, 10)
}

// exportBatch is how many rows a table is gathered by.
const exportBatch = 500

// Gather is TableOf for a list of which read gives one page, and how long the list is in all. What read fails with,
// writing the table does.
func Gather[R any](ctx context.Context, read func(number, size int64) ([]R, int64, error), cells func(R) []Cell) Table {
	t := TableOf(ctx, nil, cells)
	for number := int64(1); ; number++ {
		list, total, err := read(number, exportBatch)
		for _, one := range list {
			t.Add(ctx, cells(one))
		}
		if t.err = err; err != nil || number*exportBatch >= total {
			return t
		}
	}
}

// WriteCSV writes a table as spreadsheets open it.
func (t Table) WriteCSV(out io.Writer) error {
	if t.err != nil {
		return t.err
	}
	w := csvcell.NewTable(out)
	for _, row := range append([][]string{t.Header}, t.Rows...) {
		if err := w.Write(row...); err != nil {
			return err
		}
	}
	return w.Flush()
}

// CSV answers with a table as a file.
func (t Table) CSV(name string) (Reply, error) {
	var body bytes.Buffer
	if err := t.WriteCSV(&body); err != nil {
		return Reply{}, err
	}
	return Reply{File: &File{Name: name, ContentType: "text/csv; charset=utf-8", Body: body.Bytes()}}, nil
}
