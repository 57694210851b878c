package assistant

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// shapes are the types that replies are read into.
var shapes = []reflect.Type{
	reflect.TypeFor[anthropicBody](), reflect.TypeFor[responsesBody](), reflect.TypeFor[dashScopeBody](), reflect.TypeFor[chatBody](),
	reflect.TypeFor[geminiBody](), reflect.TypeFor[errorObject](), reflect.TypeFor[object](), reflect.TypeFor[[]json.RawMessage](), reflect.TypeFor[string](),
	reflect.TypeFor[struct {
		chatMessage
		kimiSources
	}](),
}

// alike reads a document into every shape with the library, too.
func alike(t *testing.T, raw []byte) {
	t.Helper()
	for _, shape := range shapes {
		got, want := reflect.New(shape), reflect.New(shape)
		gotErr, wantErr := unmarshal(raw, got.Interface()), json.Unmarshal(raw, want.Interface())
		if _, mismatch := wantErr.(*json.UnmarshalTypeError); (gotErr == errSyntax) != (wantErr != nil && !mismatch) || (gotErr == errType) != mismatch {
			t.Fatalf("%s into %v: %v, the library says %v", raw, shape, gotErr, wantErr)
		}
		if !reflect.DeepEqual(got.Interface(), want.Interface()) {
			t.Fatalf("%s into %v:\n%+v, the library reads\n%+v", raw, shape, got.Elem(), want.Elem())
		}
	}
}

// Documents read as the library reads them, whatever is broken or of another type in them.
func TestUnmarshal(t *testing.T) {
	t.Parallel()
	for _, raw := range []string{
		``, ` `, `{`, `{}`, ` { } `, `{}x`, `{,}`, `{"a"}`, `{"a":}`, `{"a":1,}`, `[]`, `[,]`, `[1,]`, `[1 2]`, `null`, `nul`, `true`, `"x"`, `"x`, `"\`, `"\u12"`, `"\u12g4"`, `"\x"`, "\"\n\"", `"\u00e9"`,
		`{"id":"a","ID":"b","Id":null}`, `{"\u0069d":"a"}`, `{"ıd":"a","iD":"b"}`, `{"id":5,"model":["m"],"content":null}`, `{"content":[]}`, `{"content":{}}`, `{"content":[{"type":"a"},{"name":"b"}],"content":[{"name":"c"}],"content":[{},{},{}]}`, `{"usage":{"input_tokens":1},"usage":{"output_tokens":2}}`, `{"output":{"text":"a"},"output":null}`, `{"output":{"text":3}}`,
		`{"choices":[null,{"finish_reason":"stop"},7]}`, `{"is_safe":false}`, `{"is_safe":null}`, `{"is_safe":0}`, `{"candidates":[{"groundingMetadata":{"groundingSupports":[{"groundingChunkIndices":[1,-0,1e2,1.5,"2",99999999999999999999]}]}}]}`,
		`-`, `-1`, `01`, `1.`, `.5`, `1.5e`, `1.5e+`, `1.5E-7`, `--1`, `+1`, `1x`, "\x00", "{}\x00", "{\"id\":\"\xff\xe8\xb7\"}", "{\"\xff\":[]}", `{"content":"a","tool_calls":[{"id":"1","function":{"name":"$web_search","arguments":"{}"}}],"search_results":[1]}`,
		strings.Repeat("[", 9_999) + strings.Repeat("]", 9_999), strings.Repeat("[", 10_001) + strings.Repeat("]", 10_001),
	} {
		alike(t, []byte(raw))
	}
	for _, raw := range benchBodies(t) {
		alike(t, raw)
	}
}

// Every reply of the golden set, cut off anywhere or with one byte changed, reads as the library reads it.
func TestUnmarshalBroken(t *testing.T) {
	t.Parallel()
	for _, g := range readGolden(t) {
		raw := g.raw()
		for at := 0; at < len(raw); at += 1 + len(raw)/50 {
			alike(t, raw[:at])
			broken := append([]byte(nil), raw...)
			broken[at] = `"\{}[]:,0e-n`[at%12]
			alike(t, broken)
		}
		alike(t, raw)
	}
}

func FuzzUnmarshal(f *testing.F) {
	for _, g := range readGolden(f) {
		f.Add(g.raw())
	}
	f.Fuzz(func(t *testing.T, raw []byte) { alike(t, raw) })
}
