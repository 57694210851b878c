package claim

import (
	"slices"
	"strconv"
	"strings"

	"renown/internal/tool/text/char"
)

// Proposal is a fact that a text about a subject states, with the sentence that does.
type Proposal struct {
	Fact
	Sentence string
}

// proposalsMost bounds what one text gives.
const proposalsMost = 10

var (
	foundedWords = listed("foundedWords")
	tentative    = listed("tentative")
	officeWords  = listed("officeWords")
)

// Propose lists what a text states of its subject and could be held against other texts: the year of founding, the
// city of the head office, numbers and prices beside a known attribute. Each attribute is proposed once, as it is
// first stated; what is guessed, reported, planned, past or rough is left out.
func Propose(subject, text string) (list []Proposal) {
	p := proposing{subject: subject, t: fold(text), raw: []rune(text)}
	for _, s := range sentences(p.t) {
		if hasAny(p.t, s, hearsayWords) || hasAny(p.t, s, supposedWords) || hasAny(p.t, s, pastWords) ||
			hasAny(p.t, s, hedges) || hasAny(p.t, s, tentative) {
			continue
		}
		p.sentence = strings.TrimSpace(string(p.raw[s.start:s.end]))
		dates := datesIn(p.t, s)
		for _, clause := range clauses(p.t, s) {
			p.clause(clause, dates)
			if len(p.list) >= proposalsMost {
				return p.list
			}
		}
	}
	return p.list
}

// proposing is the work on one text.
type proposing struct {
	subject, sentence string
	t, raw            []rune
	list              []Proposal
}

func (p *proposing) add(attribute string, kind Kind, value, unit string) {
	if slices.ContainsFunc(p.list, func(o Proposal) bool { return o.Attribute == attribute }) {
		return
	}
	f := Fact{Subject: p.subject, Attribute: attribute, Kind: kind, Value: value, Unit: unit}
	if Readable(f) {
		p.list = append(p.list, Proposal{f, p.sentence})
	}
}

func (p *proposing) clause(clause span, dates []dated) {
	for _, d := range dates {
		if at, word := p.find(clause, foundedWords); clause.holds(d.start) && word != "" {
			name := "founded"
			if char.IsHan(p.t[at]) {
				name = "创立年份"
			}
			p.add(name, Date, d.from[:4], "")
		}
	}
	if at, word := p.find(clause, officeWords); word != "" {
		if found := longest(cityTrie.find(p.t, clause)); len(found) == 1 {
			name := "headquarters"
			if char.IsHan(p.t[at]) {
				name = "总部"
			}
			p.add(name, Place, string(p.raw[found[0].start:found[0].end]), "")
		}
	}
	for _, q := range quantities(p.t, clause, dates) {
		if q.vague || q.unitless || q.bound != exact || q.change || ordinal(p.t, q.start) {
			continue
		}
		if name := p.attribute(clause, q.span); name != "" {
			value, unit := p.value(q)
			if unit == "" { // of no unit that others would use
				continue
			}
			p.add(name, KindOf(value, unit, nil), value, unit)
		}
	}
}

func (p *proposing) find(in span, words *wordList) (int, string) {
	for i := in.start; i < in.end; i++ {
		if n := words.at(p.t, i); n > 0 && i+n <= in.end {
			return i, string(p.t[i : i+n])
		}
	}
	return 0, ""
}

// beside is how far from its attribute a number may stand, in code points.
const beside = 8

// attribute is the nearest word beside a number by which an attribute is spoken of.
func (p *proposing) attribute(clause, number span) (name string) {
	best := beside + 1
	for _, set := range cues {
		for _, word := range set.words {
			w := []rune(word)
			for from := clause.start; ; {
				i := index(p.t, span{from, clause.end}, w)
				if i < 0 {
					break
				}
				if at := (span{i, i + len(w)}); bounded(p.t, at.start, at.end) && at.gap(number) < best {
					best, name = at.gap(number), word
				}
				from = i + 1
			}
		}
	}
	return name
}

// value writes a quantity as a fact has it.
func (p *proposing) value(q quantity) (value, unit string) {
	factor := max(q.unit.factor, 1e-12)
	value = strconv.FormatFloat(q.lo/factor, 'f', -1, 64)
	if q.hi != q.lo {
		value += "-" + strconv.FormatFloat(q.hi/factor, 'f', -1, 64)
	}
	switch {
	case currencies[q.unit.dimension]:
		unit = strings.ToUpper(q.unit.dimension)
		if unit == "CNY" {
			unit = "元"
		}
	default:
		for spelling, u := range units {
			if u == q.unit && strings.HasSuffix(string(p.t[q.start:q.end]), spelling) && len(spelling) > len(unit) {
				unit = spelling
			}
		}
	}
	if q.per != "" {
		unit += "/" + q.per
	}
	return value, unit
}
