package draft

import (
	"fmt"
	"slices"
	"strings"
)

// form is one shape of question: literal text, slots, and choices of wording.
type form struct {
	topic, stage string
	classes      string // the classes of nouns it fits, a letter each
	text         string
	parts        []part
	dims         []string // what must be chosen to fill it: "noun" and the names of lists
	nounSlots    []string // what a noun must be able to say
	careless     bool     // it ended in ~
	hash         uint64
}

// part is literal text, a slot, or a choice between sequences of parts. Choices do not nest.
type part struct {
	literal string
	slot    string
	choices [][]part
}

// dimension maps the slots that are spoken by a common word to that word's list.
var dimension = map[string]string{
	"pairor": "pair", "pair_or": "pair", "pair_vs": "pair", "choose": "pair", "isp": "point", "isf": "feature", "isa": "aspect", "Isa": "aspect", "rel1": "rel",
}

// nounSlot names what a noun says: zh cat, m measure word, v verb, b verb of buying, u verb of using, what and which questions;
// en the numbers of the noun and what agrees with it.
var nounSlot = map[string]bool{
	"cat": true, "m": true, "v": true, "b": true, "u": true, "what": true, "which": true,
	"cats": true, "pcats": true, "scat": true, "cat1": true, "acat": true, "one": true,
	"is": true, "Is": true, "has": true, "do": true, "ving": true,
}

// articleMark stands for a or an until the next word is known. No cleaned text holds it.
const articleMark = "\x00"

func newForm(text string) (form, error) {
	f := form{text: text, hash: hash(text)}
	text = strings.ReplaceAll(text, "@a ", articleMark)
	text, f.careless = strings.CutSuffix(text, "~")
	var err error
	if f.parts, err = parse(text, false); err != nil {
		return form{}, err
	}
	f.note(f.parts)
	return f, nil
}

// note collects the dimensions of the parts, the noun first.
func (f *form) note(parts []part) {
	for _, p := range parts {
		for _, c := range p.choices {
			f.note(c)
		}
		if p.slot == "" {
			continue
		}
		dim := p.slot
		if d := dimension[dim]; d != "" {
			dim = d
		}
		if nounSlot[p.slot] {
			f.nounSlots = append(f.nounSlots, p.slot)
			dim = "noun"
		}
		if dim == "rel" {
			f.nounSlots = append(f.nounSlots, "cat") // it agrees with a noun
		}
		if !slices.Contains(f.dims, dim) {
			f.dims = append(f.dims, dim)
		}
	}
}

func parse(text string, inside bool) ([]part, error) {
	var parts []part
	for text != "" {
		i := strings.IndexAny(text, "{[")
		if i < 0 {
			return append(parts, part{literal: text}), nil
		}
		if i > 0 {
			parts = append(parts, part{literal: text[:i]})
		}
		closing := map[byte]string{'{': "}", '[': "]"}[text[i]]
		body, rest, ok := strings.Cut(text[i+1:], closing)
		if !ok {
			return nil, fmt.Errorf("%q is not closed", text[i:])
		}
		if text[i] == '{' {
			parts = append(parts, part{slot: body})
		} else {
			if inside {
				return nil, fmt.Errorf("choice within a choice: %q", body)
			}
			p, err := parseChoice(body)
			if err != nil {
				return nil, err
			}
			parts = append(parts, p)
		}
		text = rest
	}
	return parts, nil
}

func parseChoice(body string) (part, error) {
	var p part
	for option := range strings.SplitSeq(body, "|") {
		parts, err := parse(option, true)
		if err != nil {
			return part{}, err
		}
		p.choices = append(p.choices, parts)
	}
	return p, nil
}
