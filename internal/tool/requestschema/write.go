package requestschema

import (
	"strconv"
	"unicode/utf8"
)

// AppendJSON appends the value as JSON. Numbers keep the digits they were sent with; of a repeated name the last
// value remains.
func (v Value) AppendJSON(dst []byte) []byte {
	w := writer{dst: dst, limit: maxInt}
	w.value(v)
	return w.dst
}

const maxInt = int(^uint(0) >> 1)

// writer appends JSON until limit bytes are in dst, and then does as little as it can.
type writer struct {
	dst   []byte
	limit int
}

func (w *writer) full() bool { return len(w.dst) > w.limit }

func (w *writer) value(v Value) {
	if w.full() {
		return
	}
	switch v.kind() {
	case kindNull:
		w.dst = append(w.dst, "null"...)
	case kindFalse:
		w.dst = append(w.dst, "false"...)
	case kindTrue:
		w.dst = append(w.dst, "true"...)
	case kindInteger, kindFloat:
		w.dst = append(w.dst, v.raw()...)
	case kindText:
		w.dst = appendText(w.dst, v.raw())
	case kindList:
		w.list(v)
	case kindRecord:
		w.record(v)
	}
}

func (w *writer) list(v Value) {
	w.dst = append(w.dst, '[')
	first, end := v.at+1, v.doc.nodes[v.at].next
	for at := first; at < end && !w.full(); at = v.doc.nodes[at].next {
		if at > first {
			w.dst = append(w.dst, ',')
		}
		w.value(Value{v.doc, at})
	}
	w.dst = append(w.dst, ']')
}

func (w *writer) record(v Value) {
	w.dst = append(w.dst, '{')
	for i, m := range v.members() {
		if w.full() {
			return
		}
		if i > 0 {
			w.dst = append(w.dst, ',')
		}
		w.dst = appendText(w.dst, m.name)
		w.dst = append(w.dst, ':')
		w.value(Value{v.doc, m.value})
	}
	w.dst = append(w.dst, '}')
}

// appendText appends a JSON string. Bytes that are not UTF-8 come out as replacement characters.
func appendText(dst []byte, s string) []byte {
	dst = append(dst, '"')
	from := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= utf8.RuneSelf {
			r, size := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && size == 1 {
				dst = append(dst, s[from:i]...)
				size = brokenLength(s[i:])
				dst = append(dst, "\ufffd"...)
				from = i + size
			}
			i += size
			continue
		}
		if c >= ' ' && c != '"' && c != '\\' {
			i++
			continue
		}
		dst = append(dst, s[from:i]...)
		dst = appendEscape(dst, c)
		i++
		from = i
	}
	dst = append(dst, s[from:]...)
	return append(dst, '"')
}

func appendEscape(dst []byte, c byte) []byte {
	const hex = "0123456789abcdef"
	switch c {
	case '"', '\\':
		return append(dst, '\\', c)
	case '\n':
		return append(dst, '\\', 'n')
	case '\r':
		return append(dst, '\\', 'r')
	case '\t':
		return append(dst, '\\', 't')
	}
	return append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
}

func appendInt(dst []byte, n int) []byte { return strconv.AppendInt(dst, int64(n), 10) }
