package claim

import (
	"slices"
	"strings"

	"renown/internal/tool/text/char"
)

// What makes a value that differs be about something else than the fact: another offer, a part, another time, another
// subject. It is looked at only where a contradiction was found, so that it never takes an agreement away.
var (
	// anywhere in the sentence
	hedges = listed("hedges")
	// in the clause of the value
	elsewhen   = listed("elsewhen")
	inMonth    = listed("inMonth")
	others     = listed("others")
	shares     = listed("shares")
	conditions = listed("conditions")
	otherPlace = listed("otherPlace")
	founds     = listed("founds")
	absent     = listed("absent")
	departs    = listed("departs")
	bare       = listed("bare")
	ranked     = listed("ranked")
	manyOf     = listed("manyOf")
)

// doubtful tells whether a value that differs may be about something else than the fact.
func (w *reading) doubtful(s *sentence, value span, f int) bool {
	row := &w.facts[f]
	clause := s.clause(value.start)
	near := span{max(clause.start, value.start-14), min(clause.end, value.end+8)}
	has := func(in span, lists ...*wordList) bool {
		return slices.ContainsFunc(lists, func(l *wordList) bool { return hasAnyBut(w.t, in, l, row.own) })
	}
	if has(s.span, hedges) || w.foreign(s, clause, value) || has(clause, elsewhen, others) ||
		ranked.before(w.t, clause.start, value.start) ||
		row.Kind != Date && has(clause, inMonth) {
		return true
	}
	switch row.Kind {
	case Price, Number:
		return w.loose(s, clause, value, row) || w.alsoRight(s, value, row) || has(s.span, conditions) ||
			w.several(clause, value) || ordinal(w.t, value.start)
	case Date:
		return has(near, founds, bare) || w.ofSomething(s, value)
	case Place:
		return w.strange(s, w.between(s, clause, value, row), value, row) ||
			has(span{max(clause.start, value.start-12), value.start}, otherPlace)
	case Text:
		return has(s.span, departs) || has(clause, shares)
	case Feature:
		return w.conditioned(s, clause, row) || has(span{max(clause.start, value.start-12), value.start}, absent) || has(clause, shares)
	}
	return has(clause, shares) || row.Kind == Choice && w.conditioned(s, clause, row)
}

// ofSomething tells whether what is said belongs to something of the subject that is not the attribute: 青禾咖啡的天猫店 2020 年成立.
func (w *reading) ofSomething(s *sentence, value span) bool {
	for _, h := range slices.Backward(s.names) {
		if h.end > value.start {
			continue
		}
		i := h.end
		switch {
		case at(w.t, i) == '的':
			i++
		case hasAt(w.t, i, []rune("'s ")):
			i += 3
		default:
			return false
		}
		return i < value.start && !slices.ContainsFunc(s.cues, func(c hit) bool { return c.start <= i+1 && c.end > i })
	}
	return false
}

// leads begin a clause that speaks of the name in the next one.
var leads = listed("leads")

// foreign tells whether a value stands in a clause of its own before the first name, one about another subject.
func (w *reading) foreign(s *sentence, clause, value span) bool {
	if s.carries || slices.ContainsFunc(s.names, func(h hit) bool { return h.end <= value.start || clause.holds(h.start) }) {
		return false
	}
	i := skipSpace(w.t, clause.start, clause.end)
	return leads.at(w.t, i) == 0 && !char.IsDigit(at(w.t, i)) &&
		!slices.ContainsFunc(s.cues, func(h hit) bool { return h.start <= i+1 && h.start >= clause.start })
}

// hasAnyBut is hasAny for words that are no part of how the attribute is called.
func hasAnyBut(t []rune, s span, words *wordList, own []string) bool {
	for i := s.start; i < s.end; i++ {
		for _, word := range words.of(t[i]) {
			if i+len(word) > s.end || !hasAt(t, i, word) || isLatin(word[0]) && isLatin(at(t, i-1)) {
				continue
			}
			if !slices.ContainsFunc(own, func(o string) bool { return index([]rune(o), span{0, len([]rune(o))}, word) >= 0 }) {
				return true
			}
		}
	}
	return false
}

// several tells whether an amount is for more than one: 两袋 100 元, 100 元三袋.
func (w *reading) several(clause, value span) bool {
	for _, in := range []span{{max(clause.start, value.start-5), value.start}, {value.end, min(clause.end, value.end+4)}} {
		for i := in.start + 1; i < in.end; i++ {
			if hanMeasure(w.t[i]) && w.t[i] != '月' && w.t[i] != '年' && manyOf.at(w.t, skipBack(w.t, i)) > 0 {
				return true
			}
		}
	}
	return false
}

// skipBack is the place before i that is no space.
func skipBack(t []rune, i int) int {
	for i--; i > 0 && t[i] == ' '; i-- {
	}
	return i
}

// ordinal tells whether a number is one of an order: 第 500 家, the 500th.
func ordinal(t []rune, start int) bool {
	j := start
	for j < len(t) && (char.IsDigit(t[j]) || t[j] == ',') {
		j++
	}
	return at(t, skipBack(t, start)) == '第' || hasAt(t, j, []rune("th ")) || hasAt(t, j, []rune("st ")) || hasAt(t, j, []rune("nd "))
}

// variants are words behind a product's name that make it another product.
var variants = listed("variants")

// variantsOf marks what is called like a subject and something more: it is another subject.
func (w *reading) variantsOf(names []hit) []hit {
	for i, h := range names {
		if n := variants.at(w.t, h.end); n > 0 && int(h.terms[0]) < w.subjects && !isLatin(at(w.t, h.end+n)) {
			names[i].terms = []int32{1 << 30}
		}
	}
	return names
}

// alsoRight tells whether the right value stands in the sentence too: then the other is about something else.
func (w *reading) alsoRight(s *sentence, value span, f *fact) bool {
	in := s.span
	if s.row {
		in = s.clause(value.start)
	}
	return slices.ContainsFunc(quantities(w.t, in, s.dates), func(q quantity) bool {
		return q.start != value.start && !q.unitless && !q.vague && q.bound == exact &&
			q.unit.dimension == f.unit.dimension && q.against(f) == Agrees
	})
}

// plain are words that may stand between a name and what is said of it without making it another subject's.
var plain = listed("plain")

// loose tells whether words that are not plain stand in the clause of a value, or in one before it without a name:
// 滤芯质保一年, "the Lumen One case weighs", "in winter", "after incentives".
func (w *reading) loose(s *sentence, clause, value span, f *fact) bool {
	return w.conditioned(s, clause, f) || slices.ContainsFunc(s.names,
		func(h hit) bool { return clause.holds(h.start) && int(h.terms[0]) >= w.subjects }) ||
		w.strange(s, clause, value, f)
}

// conditioned tells whether a clause before the value's has no name and says something: "packed, the desk weighs …".
func (w *reading) conditioned(s *sentence, clause span, f *fact) bool {
	for _, c := range s.clauses {
		if c.start >= clause.start || s.row { // cells are not about each other
			break
		}
		if !slices.ContainsFunc(s.names, func(h hit) bool { return c.holds(h.start) }) && w.strange(s, c, span{c.start, c.start}, f) {
			return true
		}
	}
	if i := slices.IndexFunc(s.names, func(h hit) bool { return clause.holds(h.start) }); i >= 0 { // the legs of the desk
		return w.strange(s, span{clause.start, s.names[i].start}, span{}, f)
	}
	return false
}

// between is what stands between the name in a clause and what is said first, the attribute or its value.
func (w *reading) between(s *sentence, clause, value span, f *fact) span {
	in := span{clause.start, value.start}
	for _, h := range s.names {
		if clause.holds(h.start) && h.end <= value.start {
			in.start = h.end
		}
	}
	for _, c := range s.cues {
		if in.holds(c.start) && w.speaks(c, f.group) {
			in.end = c.start
		}
	}
	return in
}

// strange tells whether a clause has words that are neither plain nor names, the value or words of the attribute.
func (w *reading) strange(s *sentence, clause, value span, f *fact) bool {
	own := f.own
	for i := clause.start; i < clause.end; {
		switch skip := w.known(s, i, value, f); {
		case skip > i:
			i = skip
		case isLatin(w.t[i]):
			word, j := wordAt(w.t, i, clause.end)
			if len(word) > 1 && (word != "year" || f.Kind != Number) &&
				(at(w.t, j) == '-' || !slices.ContainsFunc(own, func(o string) bool { return strings.Contains(o, word) })) {
				return true
			}
			i = max(j, i+1)
		case char.IsHan(w.t[i]) && !isFigure(w.t[i]) && !slices.ContainsFunc(own,
			func(o string) bool { return strings.ContainsRune(o, w.t[i]) }):
			return true
		default:
			i++
		}
	}
	return false
}

// known is the end of what stands at i and is known: a name, the value, a cue, a date or a plain word; i when nothing is.
func (w *reading) known(s *sentence, i int, value span, f *fact) int {
	if value.holds(i) {
		return value.end
	}
	for _, h := range s.names {
		if h.holds(i) {
			return h.end
		}
	}
	for _, c := range s.cues {
		if c.start == i && w.speaks(c, f.group) {
			return c.end
		}
	}
	if d, ok := takenAt(s.dates, i); ok {
		return d.end
	}
	if isLatin(w.t[i]) {
		if word, j := wordAt(w.t, i, len(w.t)); !isLatin(at(w.t, i-1)) && plain.at(append([]rune(word), ' '), 0) == len([]rune(word))+1 {
			return j
		}
		return i
	}
	return i + plain.at(w.t, i)
}
