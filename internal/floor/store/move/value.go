package move

import (
	"cmp"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"time"
)

// Form is what a column holds, the same on both engines.
type Form string

const (
	Text  Form = "text"  // string
	Whole Form = "whole" // int64
	Real  Form = "real"  // float64
	Flag  Form = "flag"  // bool
	Bytes Form = "bytes" // []byte
	JSON  Form = "json"  // string; compared by what it says, not how it is written
	Time  Form = "time"  // int64, Unix microseconds; a text in SQLite
)

// timeSQLite is how the job library writes times in SQLite, with or without a fraction of the second.
const timeSQLite = "2006-01-02 15:04:05"

// value checks what an engine gave for a column and brings it into its form. SQLite keeps whatever it is given: what does not
// fit the column's type is an error here.
func (f Form) value(v any) (any, error) {
	switch x := v.(type) {
	case nil:
		return nil, nil
	case string:
		switch {
		case f == Text:
			return x, nil
		case f == Bytes && x == "":
			return []byte{}, nil
		case f == JSON:
			return plainJSON(x)
		case f == Time:
			t, err := time.ParseInLocation(timeSQLite, x, time.UTC)
			return t.UnixMicro(), err
		}
	case int64:
		switch {
		case f == Whole || f == Time:
			return x, nil
		case f == Flag && (x == 0 || x == 1):
			return x == 1, nil
		}
	case float64:
		if f == Real {
			return x, nil
		}
	case bool:
		if f == Flag {
			return x, nil
		}
	case []byte:
		if f == Bytes {
			return x, nil
		}
	}
	return nil, fmt.Errorf("%T where %s belongs", v, f)
}

// plainJSON is a JSON text with its names sorted and without spaces: the engines keep neither.
func plainJSON(text string) (string, error) {
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		return "", err
	}
	plain, err := json.Marshal(v)
	return string(plain), err
}

// encode appends a value so that no two lists of values have the same bytes.
func encode(b []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(b, 'n')
	case string:
		return append(binary.AppendUvarint(append(b, 't'), uint64(len(v))), v...)
	case []byte:
		return append(binary.AppendUvarint(append(b, 'y'), uint64(len(v))), v...)
	case int64:
		return binary.BigEndian.AppendUint64(append(b, 'i'), uint64(v))
	case float64:
		return binary.BigEndian.AppendUint64(append(b, 'f'), math.Float64bits(v))
	case bool:
		if v {
			return append(b, 'b', 1)
		}
		return append(b, 'b', 0)
	}
	panic(fmt.Sprintf("move: a value of type %T", v))
}

// compareRows orders rows by their keys, as both engines are asked to.
func (t *Table) compareRows(a, b []any) int {
	for _, i := range t.keys() {
		order := 0
		switch x := a[i].(type) {
		case string:
			order = strings.Compare(x, b[i].(string))
		case int64:
			order = cmp.Compare(x, b[i].(int64))
		}
		if order != 0 {
			return order
		}
	}
	return 0
}

// keyText writes the key of a row for people.
func (t *Table) keyText(row []any) string {
	var key []any
	for _, i := range t.keys() {
		key = append(key, row[i])
	}
	text, err := json.Marshal(key)
	if err != nil { // strings and integers
		panic(err)
	}
	return string(text)
}
