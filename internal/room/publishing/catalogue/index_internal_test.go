package catalogue

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"

	"renown/internal/testkit/must"
)

// A snapshot that was corrected is the one that would have been made anew, over several stretches of memory and whatever was
// counted and sorted before.
func TestCorrect(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	x := newIndex()
	region := func(n int) int32 { return x.words.code(fmt.Sprint("region ", n)) }
	industries := must.Get(x.words.list(`["a","b"]`))(t)
	entry := func(n int) indexed {
		e := indexed{id: fmt.Sprintf("med_%06d", n), text: fmt.Sprint("text ", random.IntN(1000))}
		e.fact = fact{
			trait{points: random.Int64N(50), retired: random.IntN(9) == 0, industries: industries},
			figures{citations: random.Int64N(5), hours: none},
		}
		e.fact.codes[dimensionRegion] = region(random.IntN(20))
		return e
	}
	var all []indexed
	for n := range 2*chunkSize + 7 {
		all = append(all, entry(2*n))
	}
	known := x.assemble(1, all)
	for round := range 30 {
		known.order(sortOf("price_asc"))
		known.order(sortOf("citations_desc"))
		known.counts()
		changed := map[int]bool{}
		for range 1 + random.IntN(fewChanges-1) {
			changed[2*random.IntN(known.size)] = true
		}
		if round%3 == 0 {
			changed[2*known.size] = true // a new one
		}
		var list []indexed
		for n := range changed {
			list = append(list, entry(n))
		}
		slices.SortFunc(list, func(a, b indexed) int { return strings.Compare(a.id, b.id) })
		fresh, corrected := x.assemble(2, merge(known, list)), x.snapshot(2)
		if !corrected.correct(known, list) {
			t.Fatal("it gave up")
		}
		sameSnapshot(t, fresh, corrected)
		known = corrected
	}
	if x.snapshot(3).correct(known, []indexed{entry(5)}) {
		t.Error("an outlet between others was taken for the last")
	}
}

// What was packed is unpacked by a process that numbers words otherwise; what was cut off or altered is not read, or is another chunk.
func TestUnpack(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4))
	x, y := newIndex(), newIndex()
	y.words.code("of its own")
	var all []indexed
	for n := range 40 {
		e := indexed{id: fmt.Sprintf("med_%06d", n), text: strings.Repeat("新", random.IntN(4))}
		industries := must.Get(x.words.list([]string{`[]`, `["a","b"]`, `["\"","a"]`}[random.IntN(3)]))(t)
		absent := func(v int64) int64 { return v*random.Int64N(2) - 1 }
		e.fact = fact{trait{
			mediaType: uint8(random.IntN(4)), contents: uint8(random.IntN(4)), recommended: random.IntN(2) == 0, retired: random.IntN(2) == 0,
			available: random.IntN(2) == 0, weekend: int8(random.IntN(3) - 1), links: int8(random.IntN(3) - 1), industries: industries,
			points: random.Int64(),
		}, figures{
			followers: absent(1 << 40), weight: absent(9), citations: random.Int64N(5), created: random.Int64(),
			hours: float64(absent(12)) / 7, success: float64(absent(2)), effect: random.Float64(), channel: random.Uint64(), domain: random.Uint64(),
		}}
		for dimension := range e.fact.codes {
			if random.IntN(2) == 0 {
				e.fact.codes[dimension] = x.words.code(fmt.Sprint("word ", random.IntN(9)))
			}
		}
		all = append(all, e)
	}
	from := x.assemble(1, all)
	packed := must.Get(from.pack(from.chunks[0]))(t)
	to := y.words.unpack(packed)
	if to == nil {
		t.Fatal("it cannot be read")
	}
	for i, e := range all {
		got := to.fact(i)
		text := func(x *index, codes []int32) (list []string) {
			for _, code := range codes {
				list = append(list, x.words.texts[code])
			}
			return list
		}
		if !slices.Equal(text(&x, e.fact.codes[:]), text(&y, got.codes[:])) || !slices.Equal(text(&x, x.words.lists[e.fact.industries]), text(&y, y.words.lists[got.industries])) {
			t.Fatalf("the words of %d differ", i)
		}
		got.codes, got.industries = e.fact.codes, e.fact.industries
		if got != e.fact || to.ids[i] != e.id || to.texts[i] != e.text {
			t.Fatalf("%d is %+v, want %+v", i, got, e.fact)
		}
	}
	for n := range packed {
		if y.words.unpack(packed[:n]) != nil {
			t.Fatalf("%d bytes of %d were read", n, len(packed))
		}
		altered := slices.Clone(packed)
		altered[n] ^= byte(1 + random.IntN(255))
		y.words.unpack(altered)
	}
}

func sameSnapshot(t *testing.T, want, got *snapshot) {
	t.Helper()
	if want.size != got.size {
		t.Fatalf("%d outlets, want %d", got.size, want.size)
	}
	for i := range int32(want.size) {
		if want.id(i) != got.id(i) || want.fact(i) != got.fact(i) || want.chunks[i/chunkSize].texts[i%chunkSize] != got.chunks[i/chunkSize].texts[i%chunkSize] {
			t.Fatalf("outlet %d differs", i)
		}
	}
	for by := range sorts {
		if !slices.Equal(want.order(by), got.order(by)) {
			t.Fatalf("%s differs", sorts[by].Value)
		}
	}
	for dimension, open := range want.counts().open {
		must.Same(t, got.counts().open[dimension].options(nil), open.options(nil))
	}
	a, b := want.counts(), got.counts()
	if a.mediaTypes != b.mediaTypes || a.tiers != b.tiers || a.recommended != b.recommended {
		t.Fatalf("counts are %+v, want %+v", b, a)
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
