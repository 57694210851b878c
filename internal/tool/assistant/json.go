package assistant

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"strings"
)

// decodeJSON fails on what is not a JSON object. A field of an unexpected type is left zero instead of spoiling the
// rest: platforms change the type of fields that are not needed.
func decodeJSON(body []byte, into any) error {
	body = bytes.TrimSpace(body)
	if len(body) == 0 || body[0] != '{' {
		return faultf(Malformed, "%s", plainMessage(body))
	}
	if err := json.Unmarshal(body, into); err != nil {
		if _, mistyped := err.(*json.UnmarshalTypeError); !mistyped {
			return faultf(Malformed, "truncated or broken JSON")
		}
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
	case raw[0] == '"':
		return json.Unmarshal(raw, (*string)(s))
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
	if json.Unmarshal(raw, &parts) != nil {
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
	if json.Unmarshal(raw, &o) != nil {
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
	if err != nil || at < 0 || json.Unmarshal(raw, &list) != nil || at >= len(list) {
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
