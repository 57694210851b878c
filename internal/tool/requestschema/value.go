package requestschema

import (
	"bytes"
	"iter"

	"github.com/go-json-experiment/json/jsontext"
	"golang.org/x/text/encoding/unicode"
)

// kind is what a value is. Integer and float are kept apart because the lax rules differ.
type kind byte

const (
	kindNull    kind = 'n'
	kindFalse   kind = 'f'
	kindTrue    kind = 't'
	kindInteger kind = '0'
	kindFloat   kind = '.'
	kindText    kind = '"'
	kindList    kind = '['
	kindRecord  kind = '{'
)

// Value is one JSON value. The zero Value is null.
type Value struct {
	// json is sound, without space, and has no name twice in a record. It is never changed, so it may be shared.
	json []byte
}

func (v Value) kind() kind {
	switch k := kind(jsontext.Value(v.json).Kind()); {
	case v.json == nil:
		return kindNull
	case k == kindInteger && bytes.ContainsAny(v.json, ".eE"):
		return kindFloat
	default:
		return k
	}
}

// IsNull reports whether the value is null.
func (v Value) IsNull() bool { return v.kind() == kindNull }

func (v Value) isTrue() bool { return v.kind() == kindTrue }

// Text returns the characters of a string; ok is false for every other kind of value.
func (v Value) Text() (text string, ok bool) {
	if v.kind() != kindText {
		return "", false
	}
	return v.raw(), true
}

// raw is the text of a scalar: the characters of a string, the digits of a number as sent. Containers have none.
func (v Value) raw() string {
	switch v.kind() {
	case kindText:
		text, _ := jsontext.AppendUnquote(nil, v.json)
		return string(text)
	case kindList, kindRecord:
		return ""
	}
	return string(v.json)
}

// members yields the names and values of a record; of anything else nothing.
func (v Value) members() iter.Seq2[string, Value] {
	return func(yield func(string, Value) bool) {
		if v.kind() == kindRecord {
			v.each(yield)
		}
	}
}

// items yields the items of a list; of anything else nothing.
func (v Value) items() iter.Seq[Value] {
	return func(yield func(Value) bool) {
		if v.kind() == kindList {
			v.each(func(_ string, item Value) bool { return yield(item) })
		}
	}
}

// count is the number of items of a list.
func (v Value) count() (n int) {
	for range v.items() {
		n++
	}
	return n
}

// each goes through a container. Only the items of a record have names.
func (v Value) each(yield func(string, Value) bool) {
	in, name := decoder(v.json), ""
	_, _ = in.ReadToken()
	for in.PeekKind() != ']' && in.PeekKind() != '}' {
		if v.json[0] == '{' {
			token, _ := in.ReadToken()
			name = token.String()
		}
		item, err := in.ReadValue()
		end := int(in.InputOffset())
		if err != nil || !yield(name, Value{v.json[end-len(item) : end : end]}) {
			return
		}
	}
}

// member returns the value of a record's member; null when there is none.
func (v Value) member(name string) (Value, bool) {
	for n, m := range v.members() {
		if n == name {
			return m, true
		}
	}
	return Value{}, false
}

// AppendJSON appends the value as JSON. Numbers keep the digits they were sent with; of a repeated name the last
// value remains.
func (v Value) AppendJSON(dst []byte) []byte {
	if v.json == nil {
		return append(dst, "null"...)
	}
	return append(dst, v.json...)
}

// appendText appends a JSON string. Bytes that are not UTF-8 come out as replacement characters.
func appendText(dst []byte, text string) []byte {
	dst, _ = jsontext.AppendQuote(dst, valid(text))
	return dst
}

// valid replaces each sequence that is broken off, and each byte that starts none, by one replacement character, as
// Unicode recommends and Python does.
func valid(text string) string {
	text, _ = unicode.UTF8.NewDecoder().String(text)
	return text
}
