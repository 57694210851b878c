package claim

import (
	_ "embed"
	"strings"
)

// cities that are told apart, each in its spellings. Provinces and countries are not here: a city lies in them.
var cities = func() map[string]int {
	all := map[string]int{}
	for i, names := range strings.Split(strings.TrimSpace(cityText), "\n") {
		for name := range strings.SplitSeq(names, "|") {
			all[name] = i
		}
	}
	return all
}()

//go:embed data/cities.txt
var cityText string

var cityTrie = func() *trie {
	t := &trie{}
	for name, i := range cities {
		t.add(name, int32(i))
	}
	t.build()
	return t
}()
