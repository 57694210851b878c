package export

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strconv"

	"github.com/parquet-go/parquet-go"

	"renown/internal/tool/csvcell"
)

// rows writes rows of one form.
type rows[T any] struct {
	write func(...T) error
	end   func() error
}

// A Parquet file gathers rows in memory and writes them in groups. Readers over HTTP ask for each column of each
// group, so groups are not small.
const (
	groupRows  = 50_000
	groupBytes = 16 << 20 // before compression
	rowBytes   = 200      // of a row without its long texts, roughly
)

// sized tells how much of a group a row takes, where that is more than most do.
type sized interface{ size() int }

func sizeOf[T any](row *T) int {
	if s, ok := any(row).(sized); ok {
		return s.size()
	}
	return rowBytes
}

func (r answerRow) size() int   { return rowBytes + len(r.Question) + textSize(r.Text) }
func (r citationRow) size() int { return rowBytes + len(r.URL) + textSize(r.Title) }
func (r searchRow) size() int   { return rowBytes + len(r.Query) }

func textSize(s *string) int {
	if s == nil {
		return 0
	}
	return len(*s)
}

func newRows[T any](out io.Writer, format string) (rows[T], error) {
	buffered := bufio.NewWriterSize(out, 1<<16)
	switch format {
	case "csv":
		return csvRows[T](buffered)
	case "parquet":
		return parquetRows[T](buffered), nil
	}
	return ndjsonRows[T](buffered), nil
}

func ndjsonRows[T any](out *bufio.Writer) rows[T] {
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	return rows[T]{func(list ...T) error {
		for i := range list {
			if err := encoder.Encode(&list[i]); err != nil {
				return err
			}
		}
		return nil
	}, out.Flush}
}

func parquetRows[T any](out *bufio.Writer) rows[T] {
	w := parquet.NewGenericWriter[T](out, parquet.CreatedBy("renown", "", ""))
	gathered, bytes := 0, 0
	return rows[T]{
		func(list ...T) error {
			if _, err := w.Write(list); err != nil {
				return err
			}
			for i := range list {
				bytes += sizeOf(&list[i])
			}
			if gathered += len(list); gathered < groupRows && bytes < groupBytes {
				return nil
			}
			gathered, bytes = 0, 0
			return w.Flush()
		},
		func() error {
			if err := w.Close(); err != nil {
				return err
			}
			return out.Flush()
		},
	}
}

// csvRows begins with the mark by which spreadsheets know UTF-8, and the columns' names.
func csvRows[T any](out *bufio.Writer) (rows[T], error) {
	w := csvcell.NewTable(out)
	fields := flat(reflect.TypeFor[T](), nil)
	cells := make([]string, len(fields))
	for i, f := range fields {
		cells[i] = f.name
	}
	if err := w.Write(cells...); err != nil {
		return rows[T]{}, err
	}
	return rows[T]{
		func(list ...T) error {
			for i := range list {
				v := reflect.ValueOf(&list[i]).Elem()
				for j, f := range fields {
					cells[j] = cellText(v.FieldByIndex(f.index))
				}
				if err := w.Write(cells...); err != nil {
					return err
				}
			}
			return nil
		},
		func() error { return errors.Join(w.Flush(), out.Flush()) },
	}, nil
}

type column struct {
	name  string
	index []int
}

// flat lists the columns of a row, those of what it embeds included, by their names in JSON.
func flat(t reflect.Type, at []int) (list []column) {
	for i := range t.NumField() {
		f, index := t.Field(i), append(at[:len(at):len(at)], i)
		if f.Anonymous {
			list = append(list, flat(f.Type, index)...)
			continue
		}
		list = append(list, column{f.Tag.Get("json"), index})
	}
	return list
}

// cellText is a value for a spreadsheet; what is not there is empty.
func cellText(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return ""
		}
		return cellText(v.Elem())
	case reflect.Int64:
		return strconv.FormatInt(v.Int(), 10)
	case reflect.Float64:
		return strconv.FormatFloat(v.Float(), 'g', -1, 64)
	default:
		return v.String()
	}
}
