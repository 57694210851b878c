package store_test

import (
	"encoding/json"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"renown/internal/floor/store"
	"renown/internal/testkit/must"
)

func TestTextsForm(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		list store.Texts
		want string
	}{
		{nil, `[]`},
		{store.Texts{}, `[]`},
		{store.Texts{""}, `[""]`},
		{store.Texts{"", ""}, `["",""]`},
		{store.Texts{"a", "b c", "云"}, `["a","b c","云"]`},
		{store.Texts{`","`, `\`, "\n\x00"}, `["\",\"","\\","\n\u0000"]`},
		{store.Texts{"<b>&'</b>"}, `["<b>&'</b>"]`},
		{store.Texts{"\"<b>&"}, `["\"<b>&"]`},
		{store.Texts{"\xff"}, `["\ufffd"]`},
	} {
		kept, err := c.list.Value()
		if err != nil || kept != c.want {
			t.Errorf("%q is kept as %s (%v), want %s", c.list, kept, err, c.want)
		}
	}
}

// What another hand wrote into the column is read as well, as long as it is a list of texts.
func TestTextsScan(t *testing.T) {
	t.Parallel()
	for kept, want := range map[string]store.Texts{
		`[]`: {}, ` [ ] `: {}, `[""]`: {""}, `["a", "b"]`: {"a", "b"}, `[ "a" ,"b"]`: {"a", "b"},
		`["\u003cb\u003e"]`: {"<b>"}, `["a","b, c"]`: {"a", "b, c"},
	} {
		for _, src := range []any{kept, []byte(kept)} {
			var got store.Texts
			if err := got.Scan(src); err != nil || !slices.Equal(got, want) || got == nil {
				t.Errorf("%s is read as %q (%v), want %q", kept, got, err, want)
			}
		}
	}
	for _, src := range []any{nil, 5, "", "[", `["`, `["]`, `["a"`, `["a]`, `["a",]`, `["a""b"]`, `["a","b]`, `"a"`, `[1]`, `{"a":"b"}`} {
		var got store.Texts
		if err := got.Scan(src); err == nil {
			t.Errorf("%#v is read as %q", src, got)
		}
	}
}

// A list comes back as it went in, from the database and from JSON.
func TestTextsRoundTrip(t *testing.T) {
	t.Parallel()
	text := rapid.OneOf(rapid.String(), rapid.StringOf(rapid.RuneFrom([]rune(`a",[]\ <云`))))
	rapid.Check(t, func(t *rapid.T) {
		list := store.Texts(rapid.SliceOf(text).Draw(t, "list"))
		kept := must.Get(list.Value())(t)
		var back store.Texts
		if err := back.Scan(kept); err != nil || !slices.Equal(back, list) {
			t.Fatalf("%q came back from %s as %q (%v)", list, kept, back, err)
		}
		var read []string
		if err := json.Unmarshal([]byte(kept.(string)), &read); err != nil || !slices.Equal(read, list) {
			t.Fatalf("%s reads as %q (%v)", kept, read, err)
		}
	})
}
