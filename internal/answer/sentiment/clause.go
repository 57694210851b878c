package sentiment

import "strings"

// readClause hands the judgements of a clause to the names they are about.
func (r *Reader) readClause(w *walk, l line, i int32) {
	c := r.clauses[i]
	r.groupsOf(c)
	opening := r.opening(c)
	s := r.sentences[w.sentence]
	switch {
	case opening.has(though) && (opening&but == 0 || i == s.first):
		w.soft = true
	case opening.has(but):
		w.part++
		w.soft = false
	}
	if l.shape == row {
		w.label, w.labelled = r.column(c), false
	}
	r.name(w, c, i == r.sentences[l.first].first)
	if w.silent {
		r.settle(w, c)
		return
	}
	if r.labels(w, l, c) {
		r.settle(w, c)
		return
	}
	if w.label != 0 {
		r.sayLabel(w, c)
		r.settle(w, c)
		return
	}
	r.eventsOf(c)
	r.sayRoles(w)
	soft := w.soft
	w.soft = soft || r.tokenIn(c.first, c.last, past|doubt)
	if opening.has(condition) {
		r.suspend(w, c)
	} else {
		r.sayEvents(w, c)
	}
	w.soft = soft && (opening&though == 0 || r.butFollows(s, i))
	r.settle(w, c)
}

// opening gives the kinds of the word that opens a clause.
func (r *Reader) opening(c clause) kind {
	if c.first == c.last {
		return 0
	}
	t := r.tokens[c.first]
	if t.isName() || t.start-c.start > roleReach {
		return 0
	}
	return t.kinds
}

// butFollows tells whether one of the next clauses of the sentence turns round.
func (r *Reader) butFollows(s sentence, i int32) bool {
	const ahead = 6 // clauses; bounds the work
	for _, c := range r.clauses[i+1 : min(i+1+ahead, s.last)] {
		if r.opening(c).has(but) {
			return true
		}
	}
	return false
}

// name notes the names of a clause: who is compared, who is spoken of first.
func (r *Reader) name(w *walk, c clause, head bool) {
	for _, g := range r.groups {
		o := owner{g.first, g.last}
		if g.role == measure {
			w.measured = o
			continue
		}
		if w.named.none() {
			w.named, w.head = o, head
		}
		if w.first.none() {
			w.first = o
		}
		w.last = o
		if g.role == subject && w.pending != 0 {
			r.say(w, o, w.pending)
			w.pending = 0
		}
	}
}

// settle leaves the clause: its last names stay spoken of.
func (r *Reader) settle(w *walk, c clause) {
	for n := len(r.groups) - 1; n >= 0; n-- {
		if role := r.groups[n].role; role == subject || role == taken {
			w.holder = owner{r.groups[n].first, r.groups[n].last}
			w.carry = 1
			break
		}
	}
	if !r.tokenIn(c.first, c.last, versus) && r.tokenIn(c.first, c.last, than) {
		w.measured = owner{} // "than" reaches no further than its clause
	}
}

// labels tells whether a clause is "Pros:" or the like, and remembers it.
func (r *Reader) labels(w *walk, l line, c clause) bool {
	if !c.colon && l.shape != heading && !r.alone(l, c) {
		return false
	}
	for _, t := range r.tokens[c.first:c.last] {
		switch {
		case t.kinds.has(pros):
			w.label = 1
		case t.kinds.has(cons):
			w.label = -1
		default:
			continue
		}
		w.labelled = false
		return true
	}
	return false
}

// alone tells whether a clause is all of a list item.
func (r *Reader) alone(l line, c clause) bool {
	first, last := r.sentences[l.first], r.sentences[l.last-1]
	return l.shape == item && c.start == first.start && c.end == last.end && c.last-c.first == 1
}

// sayLabel counts a list of advantages or disadvantages once, however long it
// is: assistants fill both lists for balance, not for weight.
func (r *Reader) sayLabel(w *walk, c clause) {
	about := w.holder
	for _, g := range r.groups {
		if g.role == subject {
			about = owner{g.first, g.last}
			break
		}
	}
	if w.labelled || !c.letters || isNothing(r.text[c.start:c.end]) {
		return
	}
	w.labelled = true
	r.say(w, about, labelWeight*float32(w.label))
}

func isNothing(text string) bool {
	switch strings.ToLower(strings.Trim(text, " *-—。.")) {
	case "", "无", "暂无", "没有", "none", "n/a", "nothing":
		return true
	}
	return false
}

// column gives the label of a clause's table column, and keeps those of a first row.
func (r *Reader) column(c clause) int8 {
	o := &r.outline
	if int(c.cell) >= maxColumns {
		return 0
	}
	if o.last == row && !o.gap {
		return o.columns[c.cell]
	}
	if r.tokenIn(c.first, c.last, pros) {
		o.columns[c.cell] = 1
	}
	if r.tokenIn(c.first, c.last, cons) {
		o.columns[c.cell] = -1
	}
	return 0
}
