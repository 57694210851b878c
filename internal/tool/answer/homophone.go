package answer

import (
	"slices"
	"sync"

	"renown/internal/tool/text/char"
)

const (
	homophoneName  = 4    // characters of a name in which one may be written by another that sounds alike
	homophoneMost  = 6    // of one character
	homophoneWord  = 190  // frequency from which a character is a word of every sentence
	homophoneWhole = -430 // a spelling that cuts into words better than this is these words
)

// soundAlike holds the most frequent characters of each syllable that are no word of every sentence.
var soundAlike = sync.OnceValue(func() map[string][]rune {
	alike := map[string][]rune{}
	for r := rune(hanFirst); r <= char.LastHan; r++ {
		if score := hanScore([]rune{r}); score > hanUnknown && score < homophoneWord {
			alike[syllable(r)] = append(alike[syllable(r)], r)
		}
	}
	for sound, list := range alike {
		slices.SortStableFunc(list, func(a, b rune) int { return hanScore([]rune{b}) - hanScore([]rune{a}) })
		alike[sound] = slices.Clip(list[:min(len(list), homophoneMost+1)])
	}
	return alike
})

// homophones gives a Chinese name with one of its characters written by another that sounds alike, where the result
// is neither words nor a known name: 汤臣倍建.
func homophones(name string) (list []string) {
	folded := []rune(foldString(name))
	if len(folded) != homophoneName || !allHan(string(folded)) {
		return nil
	}
	for i, r := range folded {
		for _, other := range soundAlike()[syllable(r)] {
			var w hanWindow
			w.n = copy(w.runes[:], folded)
			w.runes[i] = other
			spelling := string(w.runes[:w.n])
			if _, known := wellKnown()[spelling]; other != r && !known && w.best(0, w.n, -1) < homophoneWhole {
				list = append(list, spelling)
			}
		}
	}
	return list
}

// addHomophones adds such spellings of an entity's name.
func (r *Reader) addHomophones(index int, known spelled, name string) {
	for _, spelling := range homophones(name) {
		n := len(r.patterns)
		if r.addName(index, known, spelling, false); len(r.patterns) > n {
			r.patterns[n].rules |= hanName
			r.patterns[n].slip = true
		}
	}
}
