package answer

import (
	"sync"

	"renown/internal/tool/answer/sentiment"
)

// Reader reads many answers with the same names. It is safe for concurrent use.
type Reader struct {
	ids      []string
	context  []bool // the entity wants a context term
	patterns []pattern
	find     *automaton
	owners   owners
	scratch  *sync.Pool
}

// NewReader prepares the names of all entities, the first of which is the brand.
func NewReader(entities []Entity) *Reader {
	r := &Reader{
		ids:     make([]string, len(entities)),
		context: make([]bool, len(entities)),
		scratch: &sync.Pool{New: func() any { return new(scratch) }},
	}
	for i := range entities {
		r.ids[i] = entities[i].ID
		r.addEntity(i, &entities[i])
		r.owners.add(i, entities[i].Domains)
	}
	r.find = newAutomaton(r.patterns)
	return r
}

// addEntity makes the patterns of one entity.
func (r *Reader) addEntity(index int, e *Entity) {
	first := len(r.patterns)
	for _, name := range append([]string{e.Name}, e.Aliases...) {
		for _, spelling := range spellings(name) {
			r.addName(index, first, spelling)
		}
	}
	names := r.patterns[first:len(r.patterns):len(r.patterns)]
	for i := range names {
		if names[i].rules&hanName != 0 {
			r.addPhrases(index, &names[i], names)
		}
	}
	for _, exclusion := range e.Exclusions {
		for _, spelling := range spellings(exclusion) {
			if p, ok := newPattern(exclusionKind, index, spelling); ok {
				p.narrow(spelling, names)
				r.patterns = append(r.patterns, p)
			}
		}
	}
	for _, term := range e.Contexts {
		if p, ok := newPattern(contextKind, index, surfaceString(term)); ok {
			p.rules |= pluralRight
			r.patterns = append(r.patterns, p)
			r.context[index] = true
		}
	}
}

// addName adds a spelling of an entity whose patterns begin at first, unless it is there already.
func (r *Reader) addName(index, first int, spelling string) {
	p, ok := newPattern(nameKind, index, spelling)
	if !ok {
		return
	}
	p.rules |= caseRules(spelling)
	if p.rules&exactCase != 0 {
		p.surface = spelling
	}
	switch {
	case allHan(p.folded) && p.runes < hanLongest:
		p.rules |= hanName
		if phrases()[p.folded].adjective {
			p.rules |= adjective
		}
	case allDigits(p.folded):
		p.rules |= numberName
	case isHostName(p.folded):
		p.rules |= domainName
	}
	for i := range r.patterns[first:] {
		if have := &r.patterns[first+i]; have.folded == p.folded && have.surface == p.surface {
			return
		}
	}
	r.patterns = append(r.patterns, p)
}

func allDigits(s string) bool {
	for i := range len(s) {
		if !isDigit(s[i]) {
			return false
		}
	}
	return s != ""
}

// addPhrases makes exclusions of the everyday phrases with a name, unless they are names themselves.
func (r *Reader) addPhrases(index int, name *pattern, names []pattern) {
	for _, text := range phrases()[name.folded].texts {
		p, ok := newPattern(exclusionKind, index, text)
		for i := range names {
			ok = ok && names[i].folded != p.folded
		}
		if ok {
			r.patterns = append(r.patterns, p)
		}
	}
}

// narrow makes an exclusion that differs from a name in case alone exact: it is there to tell them apart.
func (p *pattern) narrow(spelling string, names []pattern) {
	for i := range names {
		if names[i].folded == p.folded {
			p.rules |= exactCase
			p.surface = spelling
		}
	}
}

// scratch is the memory of one reading, used again by the next.
type scratch struct {
	hits    []hit
	found   []candidate
	taken   []candidate
	markup  markup
	items   []listItem
	token   tokenScan
	blocked []int
	context []bool
	steps   int

	named     []sentiment.Mention
	sentiment sentiment.Reader
}

// Read gives the findings of one answer.
func (r *Reader) Read(text, question string, sources []Source) Findings {
	s := r.scratch.Get().(*scratch)
	defer r.scratch.Put(s)
	s.markup.scan(text)
	mentions := r.mentions(s, text, question)
	f := Findings{Version: Version, Entities: r.findings(s, mentions, text, question)}
	f.Citations = r.citations(text, s.markup.addresses, sources)
	f.State = r.state(text, mentions, f.Entities)
	if f.State.Answered() {
		judgeAll(s, text, mentions, f.Entities)
	}
	return f
}
