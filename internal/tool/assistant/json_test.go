package assistant

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"renown/internal/testkit/must"
)

// A field of another type spoils nothing but itself; a document that is broken anywhere is read nowhere.
func TestDecodeJSON(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]chatBody{
		` {"id":5,"model":"m","choices":{}} `:                    {Model: "m"},
		`{"ID":"a","choices":[null,{"finish_reason":"stop"},7]}`: {ID: "a", Choices: []chatChoice{{}, {FinishReason: "stop"}, {}}},
		`{"id":"a","usage":{"total_tokens":"7"}}`:                {ID: "a", Usage: chatUsage{Total: "7"}},
	} {
		var got chatBody
		must.Do(t, decodeJSON([]byte(raw), &got), raw)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, want %+v", raw, got, want)
		}
	}
	for _, raw := range []string{
		``, `[]`, `null`, `{`, `{}x`, `{"id":"a"`, `{"id":"a",}`, `{"id":"a\x"}`, `{"id":01}`,
		`{"id":"a","model":` + strings.Repeat("[", 10_001) + strings.Repeat("]", 10_001) + `}`,
	} {
		var got chatBody
		if f := AsFault(decodeJSON([]byte(raw), &got)); f == nil || f.Class != Malformed || !reflect.DeepEqual(got, chatBody{}) {
			t.Errorf("%.40s: %v, %+v", raw, f, got)
		}
	}
}

// What platforms write as text, number or boolean reads as one text; lists and objects as none.
func TestScalarAndProse(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]struct {
		scalar scalar
		prose  prose
	}{
		`null`: {}, `{}`: {}, `[1]`: {}, `""`: {}, `[]`: {}, `[{"text":"a"},"b"]`: {},
		`"3"`: {"3", "3"}, `-1.50`: {"-1.50", "-1.50"}, `true`: {"true", "true"},
		`"\ud83c\udfc3\n\ud83c"`: {"🏃\n�", "🏃\n�"}, `[{"text":"跑"},{"image":1},{"text":7}]`: {"", "跑7"},
	} {
		var got struct {
			S scalar
			P prose
		}
		got.S, got.P = "before", "before"
		must.Do(t, json.Unmarshal([]byte(`{"s":`+raw+`,"p":`+raw+`}`), &got), raw)
		if got.S != want.scalar || got.P != want.prose {
			t.Errorf("%s: %q and %q, want %q and %q", raw, got.S, got.P, want.scalar, want.prose)
		}
	}
}
