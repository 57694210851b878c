package insight

import (
	"cmp"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// The foremost of a list are the beginning of the sorted one.
func TestForemost(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		list, most := rapid.SliceOf(rapid.IntRange(0, 20)).Draw(t, "list"), rapid.IntRange(1, 10).Draw(t, "most")
		want := slices.Sorted(slices.Values(list))
		if got := foremost(slices.Values(list), most, cmp.Compare[int]); !slices.Equal(got, want[:min(len(want), most)]) {
			t.Fatalf("%v, sorted %v", got, want)
		}
	})
}
