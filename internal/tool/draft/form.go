package draft

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// form is one shape of question.
type form struct {
	topic, stage string
	classes      string // the classes of nouns it fits, a letter each
	text         string
	wordings     []string // the text with its choices made: literal text and slots
	dims         []string // what must be chosen to fill it: "noun" and the names of lists
	nounSlots    []string // what a noun must be able to say
	careless     bool     // it ended in ~
	hash         uint64
}

var (
	choice = regexp.MustCompile(`\[([^\[\]]*)\]`)
	slot   = regexp.MustCompile(`\{(\w+)\}`)
)

// listOf maps the slots that are spoken by a common word to that word's list.
var listOf = map[string]string{
	"pair_or": "pair", "pair_vs": "pair", "choose": "pair", "rel1": "rel",
}

// nounSlot names what a noun says: zh cat, m measure word, v verb, b verb of buying, u verb of using;
// en the numbers of the noun and what agrees with it.
var nounSlot = map[string]bool{
	"cat": true, "m": true, "v": true, "b": true, "u": true,
	"cats": true, "pcats": true, "scat": true, "cat1": true, "acat": true, "one": true,
	"is": true, "Is": true, "has": true, "do": true, "ving": true,
}

func newForm(text string) (form, error) {
	f := form{text: text, hash: hash(text)}
	text, f.careless = strings.CutSuffix(text, "~")
	f.wordings = wordings(text)
	if strings.ContainsAny(slot.ReplaceAllString(strings.Join(f.wordings, ""), ""), "{}[]|") {
		return form{}, fmt.Errorf("a slot or a choice is not closed")
	}
	for _, s := range f.slots() {
		dim := s
		if listOf[s] != "" {
			dim = listOf[s]
		}
		if nounSlot[s] {
			f.nounSlots = append(f.nounSlots, s)
			dim = "noun"
		}
		if dim == "rel" {
			f.nounSlots = append(f.nounSlots, "cat") // it agrees with a noun
		}
		if !slices.Contains(f.dims, dim) {
			f.dims = append(f.dims, dim)
		}
	}
	return f, nil
}

// wordings makes the choices "[x|y]" of a text in all ways.
func wordings(text string) []string {
	m := choice.FindStringSubmatchIndex(text)
	if m == nil {
		return []string{text}
	}
	var out []string
	for option := range strings.SplitSeq(text[m[2]:m[3]], "|") {
		out = append(out, wordings(text[:m[0]]+option+text[m[1]:])...)
	}
	return out
}

func (f *form) slots() []string {
	var out []string
	for _, w := range f.wordings {
		for _, m := range slot.FindAllStringSubmatch(w, -1) {
			if !slices.Contains(out, m[1]) {
				out = append(out, m[1])
			}
		}
	}
	return out
}

// fill puts what the words say into a wording, one word for each of dims.
func (f *form) fill(wording string, words []*word) string {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(wording, "{")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		name, after, _ := strings.Cut(rest, "}")
		b.WriteString(f.says(name, words))
		wording = after
	}
}

// says finds what the chosen words say in a slot. What follows an English noun agrees with its number.
func (f *form) says(slot string, words []*word) string {
	if slot == "rel" || slot == "rel1" {
		slot = "rel." + words[slices.Index(f.dims, "noun")].number[slot]
	}
	for i, dim := range f.dims {
		if second, ok := strings.CutSuffix(dim, "2"); ok {
			if dim == slot {
				return words[i].slots[second]
			}
		} else if says, ok := words[i].slots[slot]; ok {
			return says
		}
	}
	panic("draft: nothing fills {" + slot + "} in " + f.text) // drawing.dims lets no such form through
}
