package catalogue

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"
)

// A list that changes were laid over is the one that would have been made anew, with outlets that are new between others too, and
// the one it was made of stays as it was.
func TestOverlay(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	known, want := []*entry(nil), map[string]*entry{}
	for range 50 {
		var changed []*entry
		for _, n := range random.Perm(300)[:random.IntN(20)] {
			changed = append(changed, &entry{id: fmt.Sprintf("med_%03d", n), points: random.Int64N(50)})
			want[changed[len(changed)-1].id] = changed[len(changed)-1]
		}
		before := slices.Clone(known)
		next := overlay(known, changed)
		if !slices.Equal(known, before) {
			t.Fatal("the older list has changed")
		}
		if known = next; !slices.Equal(known, slices.SortedFunc(maps.Values(want), byID)) {
			t.Fatalf("%d outlets laid over %d: %d, or not in order", len(changed), len(before), len(known))
		}
	}
}

// The first of a list are those that sorting all of it puts in front.
func TestFirst(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4))
	for size := range 120 {
		var list []*entry
		for n := range size {
			list = append(list, &entry{id: fmt.Sprintf("med_%03d", n), points: random.Int64N(9)})
		}
		compare := sortOf("price_desc").compare
		sorted := slices.SortedFunc(slices.Values(list), compare)
		for _, n := range []int{0, 1, 2, 7, 50, size, size + 1} {
			got, total := first(slices.Values(list), n, compare)
			if total != int64(size) || !slices.Equal(got, sorted[:min(n, size)]) {
				t.Fatalf("the first %d of %d are others, of %d", n, size, total)
			}
		}
	}
}

// What fold does in short is what it does at length.
func TestFold(t *testing.T) {
	t.Parallel()
	for r := rune(1); r <= 0xffff; r++ {
		text := "新A浪a" + string(r) + "网"
		if got, want := fold(text), strings.ToLower(norm.NFKC.String(text)); got != want {
			t.Errorf("%q folds to %q, want %q", text, got, want)
		}
	}
}
