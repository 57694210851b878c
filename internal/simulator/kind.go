package simulator

import (
	"slices"
	"strings"
	"sync"
)

// Kind is what a question asks for.
type Kind string

const (
	Recommend  Kind = "recommend"
	Comparison Kind = "comparison" // of two brands that the question names
	Review     Kind = "review"     // of one brand
	Price      Kind = "price"
	Aftersales Kind = "aftersales"
	Howto      Kind = "howto"
	Choose     Kind = "choose" // what to look at
	Knowledge  Kind = "knowledge"
)

var kindPhrases = sync.OnceValue(func() *matcher[Kind] {
	var lists map[Kind][]string
	decode("kinds.yaml", &lists)
	m := &matcher[Kind]{}
	for _, kind := range []Kind{Aftersales, Price, Howto, Choose, Knowledge, Recommend} {
		for _, phrase := range lists[kind] {
			m.add(phrase, kind)
		}
	}
	m.sort()
	return m
})

// others are phrases that ask for other brands than the one they name.
var others = []string{
	"还有哪些", "还有什么", "类似", "差不多的", "替代", "平替", "除了", "之外", "竞品", "alternative", "competitor",
	"similar to", "instead of", "other than", "besides", "like ",
}

// kindOf classifies a question in lower case that names so many brands.
func kindOf(question string, named int) Kind {
	kind, found := kindPhrases().longest(question)
	asked := named > 0
	switch {
	case named >= 2:
		return Comparison
	case asked && slices.ContainsFunc(others, func(word string) bool { return strings.Contains(question, word) }):
		return Recommend
	case asked && (kind == Price || kind == Aftersales):
		return kind
	case asked:
		return Review
	case found == 0:
		return Recommend
	}
	return kind
}
