package answer

import (
	"strings"
	"testing"
)

// A text is looked through at once for what it was looked through for word by word.
func TestWordList(t *testing.T) {
	t.Parallel()
	for _, list := range []*wordList{speaker, cannot, theTask, aboutNames, declines, courtesy, breaks} {
		for _, word := range list.words {
			for _, text := range []string{word, "。" + word + "了", "x " + word[:len(word)-1], word[1:] + "。", word[:2], strings.ToUpper(word)} {
				if got, want := list.in(text), containsAny(text, list.words); got != want {
					t.Errorf("%q: %v, want %v", text, got, want)
				}
			}
		}
	}
}
