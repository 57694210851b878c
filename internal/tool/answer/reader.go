package answer

import (
	"context"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"renown/internal/tool/address"
	"renown/internal/tool/answer/sentiment"
	"renown/internal/tool/text/char"
)

// Reader reads many answers with the same names. It is safe for concurrent use.
type Reader struct {
	ids       []string
	context   []bool // the entity wants a context term
	patterns  []pattern
	names     *trie // names and exclusions
	terms     *trie // context terms; nil when no entity has one
	excludes  bool
	long      [26][]longName
	slips     [256]bool  // letters that long names begin with
	patternOf []int32    // by entity: its name
	trades    [][]string // context terms by entity, folded: what its trade is
	owners    address.Owners
}

// NewReader prepares the names of all entities, the first of which is the brand.
func NewReader(entities []Entity) *Reader {
	r := newReader(len(entities))
	var terms []pattern
	for i := range entities {
		r.ids[i] = entities[i].ID
		r.addEntity(i, &entities[i])
		terms = r.addTerms(terms, i, entities[i].Contexts)
		r.owners.Add(i, entities[i].Domains)
	}
	r.names, r.patterns = newTrie(r.othersFirst()), nil
	if len(terms) > 0 {
		r.terms = newTrie(terms)
	}
	r.patternOf = make([]int32, len(entities))
	for i := len(r.names.patterns) - 1; i >= 0; i-- {
		if p := &r.names.patterns[i]; p.kind == nameKind {
			r.patternOf[p.entity] = int32(i)
		}
	}
	return r
}

func newReader(entities int) *Reader {
	return &Reader{ids: make([]string, entities), context: make([]bool, entities), trades: make([][]string, entities)}
}

// Weight is how many bytes of text an entity is compiled to: all spellings of its names, exclusions and lines, terms and domains; at least
// as many as it was given.
func Weight(e *Entity) int {
	r := newReader(1)
	r.addEntity(0, e)
	compiled, given := 0, len(e.Name)
	for _, list := range [][]pattern{r.patterns, r.addTerms(nil, 0, e.Contexts)} {
		for i := range list {
			compiled += len(list[i].folded)
		}
	}
	for _, list := range [][]string{e.Aliases, e.Exclusions, e.Contexts, e.ProductLines} {
		for _, text := range list {
			given += len(text)
		}
	}
	domains := 0
	for _, domain := range e.Domains {
		domains += len(domain)
	}
	return max(compiled, given) + domains
}

// othersFirst leaves out lines and slips that are another entity's own name.
func (r *Reader) othersFirst() []pattern {
	own := map[string]int32{}
	for i := range r.patterns {
		if p := &r.patterns[i]; p.kind == nameKind && !p.line && !p.slip {
			own[p.folded] = p.entity
		}
	}
	return slices.DeleteFunc(r.patterns, func(p pattern) bool {
		entity, taken := own[p.folded]
		return (p.line || p.slip) && taken && entity != p.entity
	})
}

// Bytes is about how much memory the reader takes.
func (r *Reader) Bytes() int {
	n := r.names.bytes() + 64*len(r.ids) + 64*r.owners.Len()
	if r.terms != nil {
		n += r.terms.bytes()
	}
	return n
}

// addEntity makes the patterns of one entity.
func (r *Reader) addEntity(index int, e *Entity) {
	first, known := len(r.patterns), spelled{}
	own := append([]string{e.Name}, e.Aliases...)
	for _, name := range own {
		for _, spelling := range slices.Concat(spellings(name), apart(name), letterspaced(name)) {
			r.addName(index, known, spelling, false)
		}
	}
	for _, name := range own {
		for _, spelling := range romanised(name) {
			n := len(r.patterns)
			const many = 3 // syllables that are nothing else in lower case either
			r.addName(index, known, spelling, false)
			// with capitals alone
			if apart := strings.ContainsAny(spelling, " -"); apart && len(r.patterns) > n && utf8.RuneCountInString(name) < many {
				p := &r.patterns[n]
				p.rules |= exactCase
				p.surface = spelling
			}
		}
		r.addLong(index, name)
		r.addHomophones(index, known, name)
	}
	for _, line := range append(slices.Clone(e.ProductLines), linesOf(own)...) {
		for _, spelling := range spellings(line) {
			r.addName(index, known, spelling, true)
		}
	}
	names := r.patterns[first:len(r.patterns):len(r.patterns)]
	for i := range names {
		if !names[i].line && !names[i].slip {
			r.addPhrases(index, &names[i], known)
		}
	}
	for _, exclusion := range e.Exclusions {
		for _, spelling := range spellings(exclusion) {
			if p, ok := newPattern(exclusionKind, index, spelling); ok {
				p.narrow(spelling, known)
				r.patterns, r.excludes = append(r.patterns, p), true
			}
		}
	}
}

// addTerms adds the context terms of an entity.
func (r *Reader) addTerms(terms []pattern, index int, contexts []string) []pattern {
	for _, term := range contexts {
		if p, ok := newPattern(contextKind, index, surfaceString(term)); ok {
			p.rules |= pluralRight
			terms = append(terms, p)
			r.trades[index] = append(r.trades[index], p.folded)
			r.context[index] = true
		}
	}
	return terms
}

// spelled holds the surfaces of an entity's names by their folded form.
type spelled map[string][]string

// addName adds a spelling of an entity, unless it is known already.
func (r *Reader) addName(index int, known spelled, spelling string, line bool) {
	p, ok := newPattern(nameKind, index, spelling)
	if !ok {
		return
	}
	p.line = line
	p.rules |= caseRules(spelling)
	if line && strings.Contains(spelling, " ") {
		p.rules &^= noDigits // Galaxy Buds3
	}
	if isUpper(spelling[0]) && onlyLower(spelling[1:]) {
		p.rules |= capitalName
		if strings.Contains(twoFaced, " "+p.folded+" ") {
			p.rules |= twoFacedName
		}
	}
	if p.rules&exactCase != 0 {
		p.surface = spelling
		p.rules |= ordinaryName
	}
	switch {
	case allHan(p.folded) && p.runes <= hanLongest:
		if p.runes < hanLongest {
			p.rules |= hanName
		}
		if p.word = wordOf(p.folded); p.word == noWord {
			p.word = wordOf(spelling) // the dictionary knows some characters that are folded
		}
		if p.word != noWord {
			p.rules |= ordinaryName
		}
		if phrases()[p.folded].adjective {
			p.rules |= adjective
		}
	case allDigits(p.folded):
		p.rules |= numberName
	case isHostName(p.folded):
		p.rules |= domainName
	}
	if slices.Contains(known[p.folded], p.surface) {
		return
	}
	known[p.folded] = append(known[p.folded], p.surface)
	r.patterns = append(r.patterns, p)
}

func onlyLower(s string) bool {
	for i := range len(s) {
		if s[i] < 'a' || s[i] > 'z' {
			return false
		}
	}
	return s != ""
}

func allDigits(s string) bool {
	for i := range len(s) {
		if !char.IsDigit(s[i]) {
			return false
		}
	}
	return s != ""
}

// addPhrases makes exclusions of the everyday phrases with a name, unless they are names themselves.
func (r *Reader) addPhrases(index int, name *pattern, known spelled) {
	for _, text := range phrasesOf(name.folded) {
		p, ok := newPattern(exclusionKind, index, text)
		if ok && known[p.folded] == nil {
			r.patterns, r.excludes = append(r.patterns, p), true
		}
	}
}

// narrow makes an exclusion that differs from a name in case alone exact: it is there to tell them apart.
func (p *pattern) narrow(spelling string, known spelled) {
	if known[p.folded] != nil {
		p.rules |= exactCase
		p.surface = spelling
	}
}

// scratch is the memory of one reading, used again by the next.
type scratch struct {
	long    []Extent // words that may be names in which a slip is forgiven
	ends    []match
	taken   []candidate
	lined   []int       // where names begin that a product line of theirs follows
	makers  []candidate // named by the longer name of a product
	last    candidate   // the name read last
	merged  bool        // last is another form of the name before it
	bracket bool        // in brackets behind it
	markup  markup
	items   []listItem
	entries []entry
	cues    []cue
	told    cueKind // kinds of all of them
	doubts  []Extent
	asked   []bool // by entity: the question names it
	proofs  []proof
	left    []leftOut

	sells         bool // question or answer speak of what is sold, or hold a name that is nothing else
	questionSells bool // the question speaks of what is sold
	questionShops bool // or asks what to buy
	asksChoice    bool // asks what to take, or nothing was asked
	token         tokenScan
	blocked       []int
	context       []bool
	steps         int

	named     []sentiment.Mention
	sentiment sentiment.Reader
}

var scratches = &sync.Pool{New: func() any { return new(scratch) }}

// keptMentions is the largest memory of a reading that is worth keeping, in mentions.
const keptMentions = 1 << 12

func (s *scratch) release() {
	if max(cap(s.taken), cap(s.long)) <= keptMentions {
		scratches.Put(s)
	}
}

// Read gives the findings of one answer.
func (r *Reader) Read(text, question string, sources []Source) Findings {
	f, _ := r.ReadContext(context.Background(), text, question, sources) // which never ends
	return f
}

// ReadContext gives the findings of one answer, or the context's error when that ends first.
func (r *Reader) ReadContext(ctx context.Context, text, question string, sources []Source) (Findings, error) {
	s := scratches.Get().(*scratch)
	defer s.release()
	if err := r.readQuestion(ctx, s, question); err != nil {
		return Findings{}, err
	}
	s.markup.scan(text)
	mentions, err := r.mentions(ctx, s, text, question, cueTrie())
	if err != nil {
		return Findings{}, err
	}
	mentions = r.keepProven(s, text, question, s.outsideSources(text, mentions))
	mentions = r.dropHomonyms(s, text, question, mentions)
	r.setStates(s, text, question, mentions)
	f := Findings{Version: Version, Entities: r.findings(s, mentions, text)}
	s.place(text, mentions, f.Entities)
	f.Citations = r.citations(text, s.markup.addresses, sources)
	f.State = r.state(text, mentions, f.Entities)
	if err := ctx.Err(); err != nil {
		return Findings{}, err
	}
	if f.State.Answered() {
		judgeAll(s, text, mentions, f.Entities)
		r.setConfidence(s, mentions, f.Entities)
	}
	return f, nil
}

// readQuestion finds out whom the question names.
func (r *Reader) readQuestion(ctx context.Context, s *scratch, question string) error {
	s.asked, s.questionSells, s.questionShops, s.asksChoice = s.asked[:0], false, false, true
	if question == "" {
		return nil
	}
	s.markup.scan(question)
	mentions, err := r.mentions(ctx, s, question, "", cueTrie())
	if err != nil {
		return err
	}
	s.questionSells = s.tells(0, len(question), cueProduct)
	s.questionShops = s.tells(0, len(question), cueProduct|cueRecommend|cueWorth)
	s.asksChoice = s.tells(0, len(question), cueChoice)
	s.asked = append(s.asked, make([]bool, len(r.ids))...)
	for _, m := range mentions {
		s.asked[m.entity] = true
	}
	return nil
}
