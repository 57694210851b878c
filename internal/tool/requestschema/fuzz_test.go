package requestschema_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"renown/internal/testkit/must"
	"renown/internal/tool/requestschema"
)

// stricter are the faults for which encoding/json may still take the text: it allows ten times the depth, integers of
// any length, and replaces lone surrogates.
var stricter = []string{
	"Lone surrogate", "Nesting deeper than 1000 levels",
	"Exceeds the limit (4300 digits) for integer string conversion",
}

// FuzzJSON compares the reader with encoding/json: the same texts are accepted, and they mean the same.
func FuzzJSON(f *testing.F) {
	eachText(f, func(text []byte) { f.Add(text) })
	f.Add([]byte(strings.Repeat("[", 1001)))
	f.Add([]byte("\ufeff[1]"))
	f.Add([]byte(`"\ud83d\ude00\ud83d"`))
	f.Fuzz(func(t *testing.T, text []byte) {
		v, err := requestschema.Read(text)
		plain := bytes.TrimPrefix(text, []byte("\ufeff"))
		if err != nil {
			if count := utf8.RuneCount(plain); err.Position < 0 || err.Position > count {
				t.Fatalf("position %d in %d characters", err.Position, count)
			}
			for _, msg := range stricter {
				if err.Msg == msg {
					return
				}
			}
			if json.Valid(plain) && utf8.Valid(plain) {
				t.Fatalf("%q is refused: %v", text, err)
			}
			return
		}
		if !json.Valid(plain) || !utf8.Valid(plain) {
			t.Fatalf("%q is accepted", text)
		}
		out := v.AppendJSON(nil)
		if diff := cmp.Diff(loose(t, plain), loose(t, out)); diff != "" {
			t.Fatalf("%q: (-encoding/json +ours)\n%s", text, diff)
		}
		again, err := requestschema.Read(out)
		if err != nil || !bytes.Equal(again.AppendJSON(nil), out) {
			t.Fatalf("%q comes out as %q, and then differently: %v", text, out, err)
		}
	})
}

// loose decodes JSON and leaves the digits of numbers as they are.
func loose(t *testing.T, text []byte) any {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var v any
	must.Do(t, decoder.Decode(&v), "in", text)
	return v
}

// eachText yields the texts that CPython was asked about, and the bodies of the reference.
func eachText(f *testing.F, do func([]byte)) {
	for _, name := range []string{"testdata/observed-json.jsonl", "../../door/api/testdata/request-shapes.jsonl"} {
		file := must.Get(os.Open(name))(f)
		defer file.Close()
		lines := bufio.NewScanner(file)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			var c struct{ Text, Body string }
			must.Do(f, json.Unmarshal(lines.Bytes(), &c))
			do([]byte(c.Text + c.Body))
		}
	}
}

// FuzzCheck sends anything to any operation: nothing panics, and what is answered is JSON of a bounded size.
func FuzzCheck(f *testing.F) {
	small, full := smallContract(f), publishedContract(f)
	operations := append(append([]*requestschema.Operation{}, small.Operations()...), full.Operations()...)
	n := uint(0)
	eachText(f, func(text []byte) {
		f.Add(n, "application/json", text, "page=1&page_size=%20&content_type=x&from=2024-01-01", "key")
		n += 7
	})
	f.Add(uint(1), "text/plain", []byte("\xff"), "must=%FF&size=+&rate=nan&kind=&kind=%00", "\xff")
	f.Fuzz(func(t *testing.T, n uint, contentType string, body []byte, query, header string) {
		operation := operations[n%uint(len(operations))]
		in, failures := operation.Check(requestschema.Request{
			ContentType: contentType, Body: body, RawQuery: query,
			Path:   func(string) string { return "t" },
			Header: func(string) []string { return []string{header} },
		})
		if len(failures) > 1000 {
			t.Fatalf("%d failures", len(failures))
		}
		out := failures.AppendJSON(nil)
		if !json.Valid(out) || !utf8.Valid(out) {
			t.Fatalf("not JSON: %q", out)
		}
		if len(out) > 2<<20+1000*len(failures)+2 {
			t.Fatalf("%d bytes for %d failures", len(out), len(failures))
		}
		in.Body.Names()
		in.Body.Unknown()
		for _, name := range in.Query.Names() {
			if !in.Query.Has(name) {
				t.Fatalf("%q is named and not there", name)
			}
		}
	})
}
