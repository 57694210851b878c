package assistant

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// decodeJSON fails on what is not a JSON object. A field of an unexpected type is left zero instead of spoiling the
// rest: platforms change the type of fields nobody needs.
func decodeJSON(body []byte, into any) error {
	body = bytes.TrimSpace(body)
	if len(body) == 0 || body[0] != '{' {
		return faultf(Malformed, "%s", plainMessage(body))
	}
	if unmarshal(body, into) == errSyntax {
		return faultf(Malformed, "%s", errSyntax)
	}
	return nil
}

// scalar reads a JSON string, number or boolean as text: platforms disagree about which of them an index, a code or a
// count is. Anything else reads as "".
type scalar string

func (s *scalar) UnmarshalJSON(raw []byte) error {
	*s = ""
	switch {
	case len(raw) == 0 || raw[0] == '{' || raw[0] == '[' || string(raw) == "null":
	case raw[0] == '"' && len(raw) > 1:
		text, err := unquote(raw)
		*s = scalar(text)
		return err
	default:
		*s = scalar(raw)
	}
	return nil
}

// number is 0 for what is none; it is never negative.
func (s scalar) number() float64 {
	if s == "" { // as most fields are: to fail takes longer than to read
		return 0
	}
	f, err := strconv.ParseFloat(strings.TrimSpace(string(s)), 64)
	if err != nil || !(f > 0) || math.IsInf(f, 0) {
		return 0
	}
	return f
}

func (s scalar) int() int { return int(min(s.number(), math.MaxInt32)) }

// index reads 3, "3" and "ref_3".
func (s scalar) index() int { return scalar(strings.TrimPrefix(string(s), "ref_")).int() }

// truth reads true, "True", 1 and any other number but 0.
func (s scalar) truth() bool { return strings.EqualFold(string(s), "true") || s.number() > 0 }

// unquote reads a JSON string that the decoder has handed over whole and checked.
func unquote(raw []byte) (string, error) {
	plain := raw[1 : len(raw)-1]
	if !utf8.Valid(plain) {
		var text string
		err := json.Unmarshal(raw, &text)
		return text, err
	}
	if bytes.IndexByte(plain, '\\') < 0 {
		return string(plain), nil
	}
	var b strings.Builder
	b.Grow(len(plain))
	writePlain(&b, plain)
	return b.String(), nil
}

// writePlain resolves the escapes of what stands between the quotes.
func writePlain(b *strings.Builder, plain []byte) {
	for at := bytes.IndexByte(plain, '\\'); at >= 0; at = bytes.IndexByte(plain, '\\') {
		b.Write(plain[:at])
		plain = plain[at+1:]
		if plain[0] != 'u' {
			b.WriteByte(escapes[plain[0]])
			plain = plain[1:]
			continue
		}
		r := hexRune(plain[1:])
		if plain = plain[5:]; utf16.IsSurrogate(r) {
			low := rune(-1)
			if len(plain) >= 6 && plain[0] == '\\' && plain[1] == 'u' {
				low = hexRune(plain[2:])
			}
			if r = utf16.DecodeRune(r, low); r != utf8.RuneError {
				plain = plain[6:]
			}
		}
		b.WriteRune(r)
	}
	b.Write(plain)
}

var escapes = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// hexRune is what four hexadecimal digits spell, negative for anything else.
func hexRune(four []byte) (r rune) {
	for _, c := range four[:4] {
		switch {
		case isDigit(c):
			c -= '0'
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			c = c | 0x20 - 'a' + 10
		default:
			return -1
		}
		r = r<<4 | rune(c)
	}
	return r
}

// prose is message content: a string, or a list of parts of which those with text count.
type prose string

func (p *prose) UnmarshalJSON(raw []byte) error {
	*p = ""
	if len(raw) == 0 || raw[0] != '[' {
		var s scalar
		err := s.UnmarshalJSON(raw)
		*p = prose(s)
		return err
	}
	var parts []struct{ Text scalar }
	if unmarshal(raw, &parts) != nil {
		return nil // a list of something else holds no text
	}
	var b strings.Builder
	for _, part := range parts {
		b.WriteString(string(part.Text))
	}
	*p = prose(b.String())
	return nil
}

// lookup follows path (object keys and list positions, separated by dots) and returns nil where it ends early.
func lookup(raw json.RawMessage, path string) json.RawMessage {
	for path != "" && len(raw) > 0 {
		if raw[0] != '[' {
			return objectOf(raw).lookup(path)
		}
		var key string
		key, path, _ = strings.Cut(path, ".")
		raw = element(raw, key)
	}
	return raw
}

// object is a JSON object of which nothing but the keys was read.
type object map[string]json.RawMessage

// objectOf is nil for what is no object.
func objectOf(raw json.RawMessage) (o object) {
	if unmarshal(raw, &o) != nil {
		return nil
	}
	return o
}

func (o object) lookup(path string) json.RawMessage {
	key, rest, _ := strings.Cut(path, ".")
	return lookup(o[key], rest)
}

func element(raw json.RawMessage, key string) json.RawMessage {
	at, err := strconv.Atoi(key)
	var list []json.RawMessage
	if err != nil || at < 0 || unmarshal(raw, &list) != nil || at >= len(list) {
		return nil
	}
	return list[at]
}

func textOf(raw json.RawMessage) string {
	var s scalar
	if s.UnmarshalJSON(raw) != nil {
		return ""
	}
	return string(s)
}
