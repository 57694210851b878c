package answer

import (
	_ "embed"
	"strings"
	"sync"
	"unicode/utf8"
)

// cueFile lists phrases that tell what a clause does with the names in it.
//
//go:embed data/cues.tsv
var cueFile string

// cueKind is a set of parts that a phrase can play.
type cueKind uint32

const (
	cueHypothetical cueKind = 1 << iota
	cueFault
	cueAsking
	cueLead
	cueAside
	cueHeld
	cueAvoid
	cueConcede
	cueTurn
	cueBest
	cueScene
	cueProduct // a product noun
	cueCompany // a word that only follows or precedes a company or its brand
	cueNature  // a kind of thing that is never a trade
	cueTrade   // a kind of business
	cueSource  // heads a list of sources, or leads to one
	cueFailed  // the service's own words of failure
	cueRecommend
	cueWorth   // how one speaks of what is bought
	cueTop     // the name right before is put first
	cueWild    // the sky, the earth and its creatures
	cuePopular // what everybody thinks of first
	cueOrder   // an order of merit follows
	cueOrdinal // a rank
	cueNot     // begins with a word that not knowing takes
	cueOffer   // puts the name behind it or before it forward as a choice
	cueChoice  // asks what to take, or heads a list of it
)

var cueNames = map[string]cueKind{
	"hypothetical": cueHypothetical, "fault": cueFault, "asking": cueAsking, "lead": cueLead, "aside": cueAside,
	"held": cueHeld, "avoid": cueAvoid, "concede": cueConcede, "turn": cueTurn, "best": cueBest, "scene": cueScene, "product": cueProduct,
	"company": cueCompany, "nature": cueNature, "trade": cueTrade, "source": cueSource, "failed": cueFailed,
	"recommend": cueRecommend, "worth": cueWorth, "wild": cueWild, "top": cueTop, "popular": cuePopular,
	"order": cueOrder, "ordinal": cueOrdinal, "offer": cueOffer, "choice": cueChoice,
}

// cue is a phrase of the list in a text, in bytes.
type cue struct {
	start, end int
	kind       cueKind
}

type cueList struct {
	*trie
	kinds []cueKind // by pattern
}

var cueTrie = sync.OnceValue(func() *cueList {
	kinds := map[string]cueKind{}
	var order []string
	for line := range strings.Lines(cueFile) {
		kind, phrases, ok := strings.Cut(strings.TrimRight(line, "\n"), "\t")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		for template := range strings.SplitSeq(phrases, "|") {
			for _, phrase := range alternatives(foldString(template)) {
				if kinds[phrase] == 0 {
					order = append(order, phrase)
				}
				kinds[phrase] |= cueNames[kind]
			}
		}
	}
	for key, word := range senseWords() {
		if key&ignorance != 0 && kinds[word] == 0 {
			order = append(order, word)
		}
	}
	for _, phrase := range order {
		if key, _ := senseAt(phrase, 0, len(phrase)); key&ignorance != 0 {
			kinds[phrase] |= cueNot
		}
	}
	patterns := make([]pattern, 0, len(order))
	list := &cueList{}
	for _, phrase := range order {
		if p, ok := newPattern(contextKind, 0, phrase); ok {
			patterns = append(patterns, p)
			list.kinds = append(list.kinds, kinds[phrase])
		}
	}
	list.trie = newTrie(patterns)
	return list
})

// alternatives writes a phrase with every choice of its braces: {没有,未}查到.
func alternatives(template string) []string {
	before, rest, ok := strings.Cut(template, "{")
	if !ok {
		return []string{template}
	}
	choices, rest, _ := strings.Cut(rest, "}")
	var list []string
	for _, end := range alternatives(rest) {
		for choice := range strings.SplitSeq(choices, ",") {
			list = append(list, before+choice+end)
		}
	}
	return list
}

// takeCue keeps the longest phrase of the list at a place; those that begin inside another one count too.
func (s *scratch) takeCue(list *cueList, text string, p place) {
	s.ends, _ = list.walk(text, p, s.ends[:0])
	for i := len(s.ends) - 1; i >= 0; i-- {
		m := s.ends[i]
		if list.patterns[m.last()].rules&wordRight != 0 && !endsWord(text[m.end:]) {
			continue
		}
		s.cues = append(s.cues, cue{p.at, m.end, list.kinds[m.last()]})
		s.told |= list.kinds[m.last()]
		return
	}
}

func endsWord(after string) bool {
	r, size := utf8.DecodeRuneInString(after)
	return size == 0 || !inWord(r)
}

// cuesFrom gives the cues that begin within a stretch.
func (s *scratch) cuesFrom(start, end int) []cue {
	from, after := 0, len(s.cues)
	for from < after {
		if middle := int(uint(from+after) >> 1); s.cues[middle].start < start {
			from = middle + 1
		} else {
			after = middle
		}
	}
	to := from
	for to < len(s.cues) && s.cues[to].start < end {
		to++
	}
	return s.cues[from:to]
}

// tells says whether a cue of the kind begins within a stretch.
func (s *scratch) tells(start, end int, kind cueKind) bool {
	if s.told&kind == 0 {
		return false
	}
	for _, c := range s.cuesFrom(start, end) {
		if c.kind&kind != 0 {
			return true
		}
	}
	return false
}
