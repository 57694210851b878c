package draft

import (
	"slices"
	"strings"
)

var (
	// describing are the lists whose words say something of the noun and so must not repeat it.
	describing = []string{"sp", "rel", "point", "feature", "want", "adj", "budget", "aspect", "skill"}
	// tasks are the lists whose words belong to the kind as a whole, not to a noun narrower than it.
	tasks = []string{"skill", "scene", "rival"}
)

// clashing tells combinations that make no sense together.
func (d *drawing) clashing(f *form, words []*word) bool {
	at := slices.Index(f.dims, "noun")
	for i, a := range words {
		if i == at {
			continue
		}
		if at >= 0 && d.unsaid(f.dims[i], a, words[at]) {
			return true
		}
		for j, b := range words[:i] {
			if j != at && d.opposed(a, b, true) {
				return true
			}
		}
	}
	return false
}

// unsaid tells what is not said of a noun: something of another class, a task of another trade, a repetition.
func (d *drawing) unsaid(dim string, a, noun *word) bool {
	if a.classes != "" && !strings.Contains(a.classes, noun.class()) {
		return true
	}
	if noun.special && noun.class() == "s" && slices.Contains(tasks, dim) {
		return true
	}
	return d.opposed(a, noun, slices.Contains(describing, dim))
}

// opposed tells two words that exclude each other or, where it matters, repeat each other. The answer is kept: the same
// two meet many times.
func (d *drawing) opposed(a, b *word, repetition bool) bool {
	key := [2]*word{a, b}
	if answer, ok := d.clash[key]; ok {
		return answer
	}
	answer := d.r.voice.excludes(a.text, b.text) || repetition && d.r.voice.repeats(a.text, b.text)
	d.clash[key] = answer
	return answer
}
