package reading

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"renown/internal/testkit/must"
)

// Lists are read as JSON reads them, whatever their texts hold.
func TestListsAsJSON(t *testing.T) {
	t.Parallel()
	word := rapid.OneOf(rapid.SampledFrom([]string{
		"", "a", `"`, `\`, `\\`, "},{", "&<>", "云栖", "\u2028",
		`","cited":true`, `{"url":"`, "\n\t\x00",
	}), rapid.String())
	maybe := rapid.Ptr(word, true)
	source := rapid.Custom(func(t *rapid.T) Source {
		return Source{
			word.Draw(t, "url"), maybe.Draw(t, "title"), word.Draw(t, "domain"), word.Draw(t, "class"),
			word.Draw(t, "channel"), rapid.Bool().Draw(t, "cited"), rapid.Bool().Draw(t, "placed"),
		}
	})
	other := rapid.Custom(func(t *rapid.T) Other {
		score := rapid.Ptr(rapid.Float64Range(-math.MaxFloat64, math.MaxFloat64), true)
		return Other{
			word.Draw(t, "id"), word.Draw(t, "name"), rapid.Int64().Draw(t, "position"),
			rapid.Int64().Draw(t, "watched"), maybe.Draw(t, "sentiment"), score.Draw(t, "score"), word.Draw(t, "judge"),
			word.Draw(t, "stance"),
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		sameAsJSON(t, text(rapid.SliceOf(source).Draw(t, "sources")), SourcesIn)
		sameAsJSON(t, text(rapid.SliceOf(other).Draw(t, "others")), OthersIn)
	})
}

// What this package did not write is read as JSON or refused as JSON is.
func TestListsOtherwiseWritten(t *testing.T) {
	t.Parallel()
	whole := text([]Source{{URL: `https://a.example/?a=1&b="`, Title: new(string), Cited: true}, {URL: "https://b.example/", Placed: true}})
	for cut := range whole {
		sameAsJSON(t, whole[:cut], SourcesIn)
		sameAsJSON(t, whole[cut:], SourcesIn)
	}
	others := text([]Other{{ID: "cmp_1", Name: "石墨", Position: 2, Score: new(float64)}})
	for cut := range others {
		sameAsJSON(t, others[:cut], OthersIn)
	}
	for _, kept := range []string{
		"null", "", "[ ]", "[]]", `[{"cited":true,"url":"a"}]`,
		` [{"url":"a","title":null,"domain":"b","class":"c","cited":true}]`, `[{"url":"a"}]`,
		`[{"url":"a","title":null,"domain":"b","class":"c","cited":true,"more":1}]`,
		`[{"url":"a","title":null,"domain":"b","class":"c","cited":true}],`,
	} {
		sameAsJSON(t, kept, SourcesIn)
	}
	for _, kept := range []string{
		`[{"competitor_id":"a","name":"b","position":1.5,"sentiment":null,"score":null}]`,
		`[{"competitor_id":"a","name":"b","position":1,"sentiment":null,"score":}]`,
	} {
		sameAsJSON(t, kept, OthersIn)
	}
}

func sameAsJSON[T any](t must.Tester, kept string, read func(string) ([]T, error)) {
	t.Helper()
	var want []T
	refused := json.Unmarshal([]byte(kept), &want)
	got, err := read(kept)
	if (err != nil) != (refused != nil) {
		t.Fatalf("%q: %v, of JSON %v", kept, err, refused)
	}
	if diff := cmp.Diff(want, got); err == nil && diff != "" {
		t.Fatalf("%q (-want +got)\n%s", kept, diff)
	}
}
