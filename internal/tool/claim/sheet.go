package claim

import (
	"slices"
	"strings"

	"renown/internal/tool/text/char"
)

// Reader holds texts against one sheet. It is safe for concurrent use.
type Reader struct {
	names    trie // terms: index of the subject; others count from len(subjects)
	subjects int
	facts    []fact
	groups   []group
	prices   map[int][]int // groups of prices by subject; two are enough to know that it is not the only one
	cues     trie          // terms: index in spoken
	spoken   []spoken
	words    map[string]int32
	options  trie // terms: index of the fact
	wrong    trie // terms: index of the fact
}

// fact is a row made ready for comparing.
type fact struct {
	Fact
	group  int
	own    []string // words of the attribute
	lo, hi float64
	unit   unit
	per    string
	date   dated
	city   int // -1: not known
	yes    bool
	bad    bool // its value cannot be read
}

// spoken is what one word may mean: groups by subject, few of each, so that reading does not grow with the sheet.
type spoken struct {
	groups map[int][]int32
	dates  bool // some of them are dates
}

// alikeMax is how many attributes of one subject may go by one word: more could not be told apart anyway.
const alikeMax = 16

func (r *Reader) speak(word string, g int) {
	i, ok := r.words[word]
	if !ok {
		i = int32(len(r.spoken))
		r.words[word] = i
		r.spoken = append(r.spoken, spoken{groups: map[int][]int32{}})
		r.cues.add(word, i)
	}
	of := r.groups[g]
	list := r.spoken[i].groups[of.subject]
	if len(list) >= alikeMax || slices.Contains(list, int32(g)) {
		return
	}
	r.spoken[i].groups[of.subject] = append(list, int32(g))
	r.spoken[i].dates = r.spoken[i].dates || of.kind == Date
}

// speaks tells whether a cue may mean a group.
func (r *Reader) speaks(h hit, g int) bool {
	return slices.Contains(r.spoken[h.terms[0]].groups[r.groups[g].subject], int32(g))
}

// group is all that is said of one attribute of one subject, in the order of time.
type group struct {
	subject   int
	attribute string
	kind      Kind
	facts     []int
}

// NewReader compiles a sheet. Others are names of third parties: what stands beside them is not about a subject.
func NewReader(subjects []Subject, others []string, facts []Fact) *Reader {
	r := &Reader{words: map[string]int32{}, prices: map[int][]int{}}
	known := map[string]int{}
	addSubject := func(spellings []string) int {
		i := r.subjects
		r.subjects++
		for _, s := range spellings {
			if s = strings.TrimSpace(foldText(s)); s != "" {
				if _, ok := known[s]; !ok {
					known[s] = i
					r.names.add(s, int32(i))
				}
			}
		}
		return i
	}
	for _, s := range subjects {
		addSubject(s.Spellings)
	}
	for _, f := range facts {
		name := strings.TrimSpace(foldText(f.Subject))
		if _, ok := known[name]; !ok && name != "" {
			addSubject([]string{f.Subject})
		}
	}
	for _, o := range others {
		if o = strings.TrimSpace(foldText(o)); o != "" {
			if _, ok := known[o]; !ok {
				r.names.add(o, int32(1<<30))
			}
		}
	}
	byKey := map[group2]int{}
	for _, f := range facts {
		r.add(f, known[strings.TrimSpace(foldText(f.Subject))], byKey)
	}
	for _, t := range []*trie{&r.names, &r.cues, &r.options, &r.wrong} {
		t.build()
	}
	for g := range r.groups {
		slices.SortStableFunc(r.groups[g].facts, func(a, b int) int { return strings.Compare(r.facts[a].From, r.facts[b].From) })
	}
	return r
}

// Bytes is about how much memory the reader takes.
func (r *Reader) Bytes() (n int) {
	const perFact, perGroup, perWord, perMeaning = 400, 120, 120, 80
	for _, t := range []*trie{&r.names, &r.cues, &r.options, &r.wrong} {
		n += t.built.Bytes()
	}
	n += len(r.facts)*perFact + len(r.groups)*perGroup + len(r.spoken)*perWord
	for i := range r.facts {
		f := &r.facts[i]
		n += len(f.Subject) + len(f.Attribute) + len(f.Value)
		for _, list := range [][]string{f.own, f.Terms, f.Options, f.Wrong} {
			for _, text := range list {
				n += len(text) + 16
			}
		}
	}
	for i := range r.spoken {
		n += len(r.spoken[i].groups) * perMeaning
	}
	return n
}

type group2 struct {
	subject   int
	attribute string
}

func (r *Reader) add(f Fact, subject int, byKey map[group2]int) {
	key := group2{subject, strings.TrimSpace(foldText(f.Attribute))}
	g, ok := byKey[key]
	if !ok {
		g = len(r.groups)
		byKey[key] = g
		r.groups = append(r.groups, group{subject: subject, attribute: key.attribute, kind: f.Kind})
		if f.Kind == Price && len(r.prices[subject]) < 2 {
			r.prices[subject] = append(r.prices[subject], g)
		}
	}
	i := len(r.facts)
	c := compile(f)
	c.group = g
	for _, w := range uniq(append(slices.Clone(c.own), c.ownWords()...)) {
		r.speak(w, g)
	}
	r.facts = append(r.facts, c)
	r.groups[g].facts = append(r.groups[g].facts, i)
	for _, o := range uniq(append([]string{f.Value}, f.Options...)) {
		if f.Kind == Choice || f.Kind == Text && foldText(o) == foldText(f.Value) {
			r.options.add(strings.TrimSpace(foldText(o)), int32(i))
		}
	}
	for _, w := range f.Wrong {
		if w = strings.TrimSpace(foldText(w)); w != "" {
			r.wrong.add(w, int32(i))
		}
	}
}

// Weight is how many bytes of text a sheet is compiled to: subjects, attributes with their terms, values and options that are looked for as
// they stand, and variants that are wrong, each text once.
func Weight(facts []Fact) (bytes int) {
	known := map[string]bool{}
	count := func(texts ...string) {
		for _, text := range texts {
			if !known[text] {
				known[text] = true
				bytes += len(text)
			}
		}
	}
	for i := range facts {
		f := &facts[i]
		count(f.Subject, f.Attribute)
		count(f.Terms...)
		count(f.Options...)
		count(f.Wrong...)
		if f.Kind == Choice || f.Kind == Text {
			count(f.Value)
		}
	}
	return bytes
}

func uniq(list []string) []string {
	list = slices.Clone(list)
	for i, s := range list {
		list[i] = strings.TrimSpace(foldText(s))
	}
	slices.Sort(list)
	return slices.DeleteFunc(slices.Compact(list), func(s string) bool { return s == "" })
}

// ownWords are cues that a fact's unit gives: 每袋, "per month".
func (f *fact) ownWords() []string {
	if f.Kind == Price && f.per != "" && char.IsHan([]rune(f.per)[0]) {
		return []string{"每" + f.per, "一" + f.per}
	}
	return nil
}

// compile reads the value of a fact.
func compile(f Fact) fact {
	c := fact{Fact: f, city: -1, own: f.words()}
	switch f.Kind {
	case Number, Price:
		t := fold(f.Value + " " + f.Unit)
		if list := quantities(t, span{0, len(t)}, nil); len(list) == 1 && !list[0].vague {
			q := list[0]
			c.lo, c.hi = q.lo, q.hi
			c.unit, c.per = parseUnit(f.Unit)
			if f.Unit == "" {
				c.unit, c.per = q.unit, q.per
			}
			if c.unit.factor != 0 && c.unit.dimension != q.unit.dimension { // a unit that numbers are not written with
				if q.unit.factor != 0 {
					c.lo, c.hi = c.lo/q.unit.factor, c.hi/q.unit.factor
				}
				c.lo, c.hi = c.lo*c.unit.factor, c.hi*c.unit.factor
			}
		} else {
			c.bad = true
		}
	case Date:
		d, ok := parseDate(f.Value)
		c.date, c.bad = d, !ok
	case Place:
		if i, ok := cities[strings.TrimSpace(foldText(f.Value))]; ok {
			c.city = i
		}
	case Feature:
		yes, ok := YesNo(f.Value)
		c.yes, c.bad = yes, !ok
	}
	return c
}

// Readable tells whether a fact's value can be read as its kind says.
func Readable(f Fact) bool { return !compile(f).bad }

var (
	yesWords = map[string]bool{
		"yes": true, "true": true, "是": true, "有": true, "含": true, "支持": true, "可以": true,
		"1": true, "y": true, "已取得": true, "已通过": true,
	}
	noWords = map[string]bool{
		"no": true, "false": true, "否": true, "无": true, "没有": true, "不含": true, "不支持": true,
		"不": true, "0": true, "n": true, "未取得": true, "不可以": true,
	}
)

// YesNo reads whether something is there; ok is false for other words.
func YesNo(s string) (yes, ok bool) {
	s = strings.TrimSpace(foldText(s))
	return yesWords[s], yesWords[s] || noWords[s]
}

// at finds the fact of a group that is valid in a period, the latest first; -1 when there is none.
func (r *Reader) at(g int, from, to string) int {
	list := r.groups[g].facts
	for i := len(list) - 1; i >= 0; i-- {
		if r.facts[list[i]].valid(from, to) {
			return list[i]
		}
	}
	return -1
}

func (f *fact) valid(from, to string) bool {
	return (f.From == "" || f.From <= to) && (f.To == "" || f.To >= from)
}

// KindOf is the kind that a value looks like.
func KindOf(value, unit string, options []string) Kind {
	switch {
	case len(options) > 0:
		return Choice
	case isYesNo(value) && unit == "":
		return Feature
	}
	if u, _ := parseUnit(unit); currencies[u.dimension] {
		return Price
	}
	if d, ok := parseDate(value); ok && (unit == "" || strings.TrimSpace(unit) == "年") && d.from != "" {
		return Date
	}
	t := fold(value + " " + unit)
	if list := quantities(t, span{0, len(t)}, nil); len(list) == 1 && !list[0].vague && list[0].start == 0 {
		if currencies[list[0].unit.dimension] {
			return Price
		}
		return Number
	}
	if _, ok := cities[strings.TrimSpace(foldText(value))]; ok {
		return Place
	}
	return Text
}

func isYesNo(s string) bool {
	_, ok := YesNo(s)
	return ok
}

// Key is the same for facts about one attribute of one subject, however they are written.
func Key(subject, attribute string) string {
	return strings.TrimSpace(foldText(subject)) + "\x00" + strings.TrimSpace(foldText(attribute))
}

// Alike are the facts about the attribute of a fact, at all times, itself included.
func (r *Reader) Alike(fact int) []int { return r.groups[r.facts[fact].group].facts }

// Of are the facts about a subject of a claim.
func (r *Reader) Of(subject int) (list []int) {
	for i := range r.facts {
		if r.groups[r.facts[i].group].subject == subject {
			list = append(list, i)
		}
	}
	return list
}
