package move

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"time"
	"unicode/utf8"
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
	if v == nil {
		return nil, nil
	}
	switch f {
	case Text:
		if s, ok := v.(string); ok {
			return s, checkText(s)
		}
	case Whole:
		if n, ok := v.(int64); ok {
			return n, nil
		}
	case Real:
		if x, ok := v.(float64); ok {
			return x, nil
		}
	case Flag:
		switch b := v.(type) {
		case bool:
			return b, nil
		case int64:
			if b == 0 || b == 1 {
				return b == 1, nil
			}
		}
	case Bytes:
		switch b := v.(type) {
		case []byte:
			return b, nil
		case string:
			if b == "" {
				return []byte{}, nil
			}
		}
	case JSON:
		if s, ok := v.(string); ok {
			return plainJSON(s)
		}
	case Time:
		switch at := v.(type) {
		case int64:
			return at, nil
		case string:
			t, err := time.ParseInLocation(timeSQLite, at, time.UTC)
			return t.UnixMicro(), err
		}
	}
	return nil, fmt.Errorf("%T where %s belongs", v, f)
}

func checkText(s string) error {
	if !utf8.ValidString(s) || strings.IndexByte(s, 0) >= 0 {
		return fmt.Errorf("text that is not UTF-8 or contains NUL")
	}
	return nil
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

func encodeRow(b []byte, row []any) []byte {
	b = append(b, 'r')
	for _, v := range row {
		b = encode(b, v)
	}
	return b
}

func equal(a, b any) bool { return bytes.Equal(encode(nil, a), encode(nil, b)) }

// compareKey orders rows by their keys, as both engines are asked to.
func compareKey(a, b []any) int {
	for i := range a {
		var c int
		switch x := a[i].(type) {
		case string:
			c = strings.Compare(x, b[i].(string))
		case int64:
			c = cmp.Compare(x, b[i].(int64))
		}
		if c != 0 {
			return c
		}
	}
	return 0
}

// keyText writes a key for the table of progress, and for people.
func keyText(key []any) string {
	text, err := json.Marshal(key)
	if err != nil { // strings and integers
		panic(err)
	}
	return string(text)
}

// readKey reads what keyText wrote.
func (t *Table) readKey(text string) ([]any, error) {
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	var key []any
	if err := decoder.Decode(&key); err != nil {
		return nil, err
	}
	for i, v := range key {
		if n, ok := v.(json.Number); ok {
			whole, err := n.Int64()
			if err != nil {
				return nil, err
			}
			key[i] = whole
		}
	}
	return key, nil
}

func size(v any) int {
	switch v := v.(type) {
	case string:
		return len(v)
	case []byte:
		return len(v)
	}
	return 8
}
