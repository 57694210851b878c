package answer

import (
	"slices"
	"strings"
)

// Words between two names of which the one before or the one behind is better.
var (
	winsOver  = wordsOf("winsOver")
	losesTo   = wordsOf("losesTo")
	nextTo    = either("仅次于|second to|second only to|a step behind|a notch below")
	pairReach = 30 // bytes between two names
)

// rankPairs reads which of two names is better, stated of several pairs that hang together: A不如B，B不如C. Where one is
// said to come next to another, one pair is enough.
func (s *scratch) rankPairs(text string, mentions []candidate) bool {
	type pair struct{ won, lost int32 }
	var pairs []pair
	least := 2
	for i := 1; i < len(mentions) && len(pairs) < 20; i++ {
		a, b := mentions[i-1], mentions[i]
		if a.entity == b.entity || b.start < a.end || b.start-a.end > pairReach {
			continue
		}
		switch between := text[a.end:b.start]; {
		case strings.ContainsAny(between, ordinalStops):
		case containsAny(between, nextTo):
			least = 1
			fallthrough
		case containsAny(between, losesTo):
			pairs = append(pairs, pair{b.entity, a.entity})
		case containsAny(between, winsOver):
			pairs = append(pairs, pair{a.entity, b.entity})
		}
	}
	linked := func(p pair) bool {
		return least == 1 || slices.ContainsFunc(pairs, func(o pair) bool { return o.won == p.lost || o.lost == p.won })
	}
	if len(pairs) < least || slices.ContainsFunc(pairs, func(p pair) bool { return !linked(p) }) {
		return false
	}
	above := map[int32]int{} // how long the longest chain of better ones is
	for range len(pairs) + 1 {
		moved := false
		for _, p := range pairs {
			if above[p.lost] <= above[p.won] {
				above[p.lost], moved = above[p.won]+1, true
			}
		}
		if !moved {
			for i, m := range mentions { // of whom the pairs say nothing, who is named first
				if slices.ContainsFunc(pairs, func(p pair) bool { return p.won == m.entity || p.lost == m.entity }) {
					s.setRank(m, (above[m.entity]+1)*len(mentions)+i)
				}
			}
			return true
		}
	}
	return false // they go round in a circle
}
