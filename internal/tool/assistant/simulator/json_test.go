package simulator

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"renown/internal/testkit/must"
)

func TestAppendJSON(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String()
		value := object{
			"text": text.Draw(t, "text"), text.Draw(t, "key"): rapid.IntRange(-1000, 1<<40).Draw(t, "int"),
			"list":  []any{text.Draw(t, "item"), nil, rapid.Bool().Draw(t, "bool"), rapid.Float64Range(-1e9, 1e9).Draw(t, "float")},
			"texts": rapid.SliceOf(text).Draw(t, "texts"), "ints": rapid.SliceOf(rapid.Int32()).Draw(t, "ints"), "empty": object{},
		}
		want := must.Get(json.Marshal(value))(t)
		var a, b any
		if err := json.Unmarshal(marshal(value), &a); err != nil {
			t.Fatalf("%s: %v", marshal(value), err)
		}
		must.Do(t, json.Unmarshal(want, &b))
		if diff := cmp.Diff(b, a); diff != "" {
			t.Fatalf("(-standard library +ours)\n%s", diff)
		}
	})
}
