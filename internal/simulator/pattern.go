package simulator

import (
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"
)

// slot is a place in a sentence pattern.
type slot int

const (
	text slot = iota // no slot
	slotQuestion
	slotNoun
	slotBrand
	slotA
	slotB
	slotTrait
	slotWho
	slotWho2
	slotYear
	slotTip
	slotGood
	slotMild
	slotBad
	slotList
	slotCount
)

var slotNames = map[string]slot{
	"question": slotQuestion, "noun": slotNoun, "brand": slotBrand, "a": slotA, "b": slotB, "trait": slotTrait,
	"who": slotWho, "who2": slotWho2, "year": slotYear, "tip": slotTip, "good": slotGood, "mild": slotMild,
	"bad": slotBad, "list": slotList,
}

// slots are the words for them.
type slots [slotCount]string

// pattern is a sentence with slots.
type pattern []piece

type piece struct {
	slot slot
	text string
}

func (p *pattern) UnmarshalYAML(n *yaml.Node) error {
	rest := n.Value
	for rest != "" {
		before, after, found := strings.Cut(rest, "{")
		if before != "" {
			*p = append(*p, piece{text: before})
		}
		if !found {
			break
		}
		name, tail, _ := strings.Cut(after, "}")
		s, ok := slotNames[name]
		if !ok {
			return fmt.Errorf("no slot {%s} in %q", name, n.Value)
		}
		*p = append(*p, piece{slot: s})
		rest = tail
	}
	return nil
}

// fill writes the sentence.
func (p pattern) fill(s *slots) string {
	if len(p) == 1 && p[0].slot == text {
		return p[0].text
	}
	size := 0
	for _, part := range p {
		size += len(part.text) + len(s[part.slot])
	}
	var b strings.Builder
	b.Grow(size)
	for _, part := range p {
		b.WriteString(part.text)
		b.WriteString(s[part.slot])
	}
	return b.String()
}
