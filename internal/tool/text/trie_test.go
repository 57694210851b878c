package text_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"renown/internal/tool/text"
)

// Words of few letters, many of which begin alike or are the same, are all found, and nothing else is.
func TestTrie(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for round := range 200 {
		letters := 1 + random.IntN(40)
		word := func() []text.Symbol {
			list := make([]text.Symbol, random.IntN(8))
			for i := range list {
				list[i] = text.Symbol(random.IntN(letters) * 1000)
			}
			return list
		}
		var w text.Words
		known := make([][]text.Symbol, random.IntN(200))
		for i := range known {
			known[i] = word()
			for _, s := range known[i] {
				w.Put(s)
			}
			w.End(int32(i))
		}
		trie := text.New(w)
		for _, looked := range append(slices.Clone(known), word(), word(), word()) {
			compare(t, trie, known, looked)
		}
		if t.Failed() {
			t.Fatal("round", round)
		}
	}
}

// compare follows a text through the trie and looks for every beginning of it among the words.
func compare(t *testing.T, trie *text.Trie, known [][]text.Symbol, looked []text.Symbol) {
	t.Helper()
	var p text.Place
	for end := 1; end <= len(looked); end++ {
		var want []int32
		goesOn, longer := false, false
		for i, k := range known {
			if slices.Equal(k, looked[:end]) {
				want = append(want, int32(i))
			}
			if len(k) >= end && slices.Equal(k[:end], looked[:end]) {
				goesOn, longer = true, longer || len(k) > end
			}
		}
		next, ok := trie.Step(p, looked[end-1])
		if ok != goesOn {
			t.Errorf("%v at %d: %v, want %v", looked, end, ok, goesOn)
		}
		if !ok {
			return
		}
		if p = next; !slices.Equal(trie.Words(p), want) || trie.Final(p) == longer {
			t.Errorf("%v: words %v, want %v; final %v", looked[:end], trie.Words(p), want, trie.Final(p))
		}
	}
}
