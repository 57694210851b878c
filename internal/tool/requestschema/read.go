package requestschema

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

const (
	// depthLimit is how many brackets may be open at once.
	depthLimit = 1000
	// digitLimit is how long a JSON integer may be. Clients written in Python could not read a longer one back.
	digitLimit = 4300
	// bom may precede a JSON text and is not counted in positions.
	bom = "\ufeff"
)

// SyntaxError says why a text is not JSON. Position counts code points.
type SyntaxError struct {
	Msg      string
	Position int
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("%s: char %d", e.Msg, e.Position) }

// Read reads one strict JSON text: UTF-8, no lone surrogates, no NaN or Infinity, at most 1,000 levels deep.
// It words its faults as Python does.
func Read(text []byte) (Value, *SyntaxError) {
	source := bytes.TrimPrefix(text, []byte(bom))
	r := reader{source: source, in: decoder(source), out: make([]byte, 0, len(source))}
	if !utf8.Valid(source) {
		r.fail("Invalid UTF-8", bytes.IndexByte(bytes.ToValidUTF8(source, []byte{0xff}), 0xff))
	}
	r.value()
	if end := r.skip(int(r.in.InputOffset())); end < len(source) {
		r.fail("Extra data", end)
	}
	if r.fault != nil {
		return Value{}, r.fault
	}
	if len(r.repetitive) > 0 {
		slices.SortFunc(r.repetitive, func(a, b repetitive) int { return a.start - b.start })
		r.out = r.once(nil, span{0, len(r.out)})
	}
	return Value{r.out}, nil
}

// decoder reads from the text itself, which must not change meanwhile.
func decoder(text []byte) *jsontext.Decoder {
	return jsontext.NewDecoder(bytes.NewBuffer(text), jsontext.AllowDuplicateNames(true))
}

// reader writes out what it reads in its shortest form. After the first fault it does as little as it can.
type reader struct {
	source []byte
	in     *jsontext.Decoder
	out    []byte
	fault  *SyntaxError

	repetitive []repetitive
}

// fail notes a fault at a byte of the source. The first one counts.
func (r *reader) fail(msg string, at int) {
	if r.fault == nil {
		r.fault = &SyntaxError{Msg: msg, Position: utf8.RuneCount(r.source[:at])}
	}
}

func (r *reader) token() jsontext.Token {
	if r.fault != nil {
		return jsontext.Null
	}
	token, err := r.in.ReadToken()
	if err != nil {
		r.explain(err)
		return jsontext.Null
	}
	return token
}

func (r *reader) value() {
	switch token := r.token(); token.Kind() {
	case '{':
		r.open('{')
		r.members()
		r.close('}')
	case '[':
		r.open('[')
		for r.more(']') {
			r.value()
			r.out = append(r.out, ',')
		}
		r.close(']')
	case '"':
		r.out, _ = jsontext.AppendQuote(r.out, token.String())
	default:
		text := token.String()
		r.limitDigits(text, int(r.in.InputOffset())-len(text))
		r.out = append(r.out, text...)
	}
}

func (r *reader) open(bracket byte) {
	if r.in.StackDepth() > depthLimit {
		r.fail("Nesting deeper than 1000 levels", int(r.in.InputOffset())-1)
	}
	r.out = append(r.out, bracket)
}

func (r *reader) more(bracket jsontext.Kind) bool {
	return r.fault == nil && r.in.PeekKind() != bracket
}

func (r *reader) close(bracket byte) {
	r.token()
	r.out = append(bytes.TrimSuffix(r.out, []byte{','}), bracket)
}

// span is a stretch of what was written out.
type span struct{ start, end int }

// repetitive is a record in which names came more than once, and those of its members that count.
type repetitive struct {
	span
	members []span
}

func (r *reader) members() {
	whole, places, repeated := repetitive{span: span{start: len(r.out) - 1}}, map[string]int{}, false
	for r.more('}') {
		start, name := len(r.out), r.token().String()
		r.out, _ = jsontext.AppendQuote(r.out, name)
		r.out = append(r.out, ':')
		r.value()
		member := span{start, len(r.out)}
		r.out = append(r.out, ',')
		if i, seen := places[name]; seen {
			whole.members[i], repeated = member, true
			continue
		}
		places[name] = len(whole.members)
		whole.members = append(whole.members, member)
	}
	if repeated {
		whole.end = len(r.out) - 1
		r.repetitive = append(r.repetitive, whole)
	}
}

// once appends a stretch to dst so that each name of a record is there once: at its first place, with its last value.
func (r *reader) once(dst []byte, from span) []byte {
	for {
		next, _ := slices.BinarySearchFunc(r.repetitive, from.start, func(w repetitive, at int) int { return w.start - at })
		if next == len(r.repetitive) || r.repetitive[next].start >= from.end {
			return append(dst, r.out[from.start:from.end]...)
		}
		record := r.repetitive[next]
		dst = append(dst, r.out[from.start:record.start]...)
		for i, m := range record.members {
			dst = r.once(append(dst, "{,"[min(i, 1)]), m)
		}
		from.start = record.end
	}
}

func (r *reader) limitDigits(number string, at int) {
	if len(strings.TrimPrefix(number, "-")) > digitLimit && !strings.ContainsAny(number, ".eE") {
		r.fail("Exceeds the limit (4300 digits) for integer string conversion", at)
	}
}
