package simulator

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"sync"
)

type object = map[string]any

// appendJSON writes the few types replies are made of, without reflection: a simulator that is to answer tens of
// thousands of requests a second spends most of its time here. Keys are sorted, so that equal replies are equal bytes.
func appendJSON(b []byte, value any) []byte {
	switch v := value.(type) {
	case nil:
		return append(b, "null"...)
	case string:
		return appendText(b, v)
	case int:
		return strconv.AppendInt(b, int64(v), 10)
	case bool:
		return strconv.AppendBool(b, v)
	case object:
		return appendObject(b, v)
	case []any:
		return appendList(b, v)
	case []string:
		return appendList(b, v)
	case []int:
		return appendList(b, v)
	}
	raw, err := json.Marshal(value)
	if err != nil {
		panic(err) // replies hold nothing that cannot be written
	}
	return append(b, raw...)
}

func appendObject(b []byte, o object) []byte {
	var few [16]string
	keys := few[:0]
	for key := range o {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	b = append(b, '{')
	for i, key := range keys {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(appendText(b, key), ':')
		b = appendJSON(b, o[key])
	}
	return append(b, '}')
}

func appendList[T any](b []byte, list []T) []byte {
	b = append(b, '[')
	for i, item := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendJSON(b, item)
	}
	return append(b, ']')
}

func appendText(b []byte, text string) []byte {
	b = append(b, '"')
	from := 0
	for i := range len(text) {
		c := text[i]
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		b = append(b, text[from:i]...)
		from = i + 1
		switch c {
		case '"', '\\':
			b = append(b, '\\', c)
		case '\n':
			b = append(b, '\\', 'n')
		default:
			b = append(b, '\\', 'u', '0', '0', "0123456789abcdef"[c>>4], "0123456789abcdef"[c&15])
		}
	}
	return append(append(b, text[from:]...), '"')
}

// buffers are those of replies that were written: most of what an answer takes in memory.
var buffers = sync.Pool{New: func() any { return new([8 << 10]byte) }}

// marshal writes into a buffer that release gives back.
func marshal(value any) []byte { return appendJSON(buffers.Get().(*[8 << 10]byte)[:0], value) }

// release gives back the buffer of a reply that nobody reads any more; one that has grown is left to the collector.
func release(body []byte) {
	if cap(body) == 8<<10 {
		buffers.Put((*[8 << 10]byte)(body[:cap(body)]))
	}
}

func writeJSON(w http.ResponseWriter, status int, value any) {
	body := marshal(value)
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body) // a caller that left needs no answer
}
