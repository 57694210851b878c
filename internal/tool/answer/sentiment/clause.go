package sentiment

import "strings"

// readClause hands the judgements of a clause to the names they are about.
func (r *Reader) readClause(w *walk, l line, i int32) {
	c := &r.clauses[i]
	w.at = c.start
	if c.first == c.last && w.label == 0 && l.shape != row {
		return // words that the tables do not know
	}
	r.groupsOf(c)
	opening := r.opening(c)
	s := r.sentences[w.sentence]
	switch {
	case opening.has(though) && (opening&but == 0 || i == s.first):
		w.soft = true
	case opening.has(but), opening.has(now) && i > s.first:
		w.part = min(w.part+1, maxPart)
		w.soft = false
		if opening.has(but) || r.toldPast(s.first, i) {
			w.turned = i
		}
	}
	if l.shape == row {
		r.column(w, l, c)
	}
	r.name(w, c, i == r.sentences[l.first].first)
	if w.silent {
		r.sayFedUp(w, c)
		r.settle(w, c)
		return
	}
	labels := r.labels(w, l, c)
	if w.label != 0 && !labels {
		r.sayLabel(w, c)
	}
	if w.label != 0 || labels {
		r.settle(w, c)
		return
	}
	if i == w.matchless && i > s.first || r.setMatchless(w, c, i) {
		r.settle(w, c)
		return
	}
	r.eventsOf(c)
	if w.topic != 0 && c.kinds.has(rising|falling) && (len(r.events) == 0 || w.topic.has(attrBad) && !r.events[0].directed) {
		r.superlative(w, c)
	}
	if len(r.events) == 0 && w.turned == i && c.kinds.has(mend) && !c.kinds.has(negator) && r.toldPast(s.first, i) {
		r.events = append(r.events, event{token: c.first, value: refutation}) // it used to be slow, but that was fixed
	}
	r.sayRoles(w, c)
	soft := w.soft
	w.soft = soft || c.kinds.has(past|claim|doubt)
	r.sayEvents(w, c, i >= w.worry[0] && i <= w.worry[1])
	if i == w.hollow {
		r.sayPlain(w, c, event{token: c.first, value: rejection})
	}
	w.soft = soft && opening&though == 0
	r.settle(w, c)
}

// setMatchless reads a name that is only what others are held against, before a clause that tells how few of them there
// are: 能和 A 掰手腕的，屈指可数.
func (r *Reader) setMatchless(w *walk, c *clause, i int32) bool {
	if len(r.groups) != 1 || i+1 >= r.sentences[w.sentence].last || !hasSuffixAny(r.text[:c.end], "的") {
		return false
	}
	g, next := r.groups[0], &r.clauses[i+1]
	if next.names > 0 || !next.kinds.has(few) && !containsAny(r.text[next.start:next.end], "第二家", "第二个", "第二款", "没几") ||
		!containsAny(r.text[c.start:r.tokens[g.first].start], "能", "比", "可以", "敢") {
		return false
	}
	r.say(w, owner{g.first, g.last}, relation)
	w.matchless = i + 1
	return true
}

// toldPast tells whether clauses tell how it was.
func (r *Reader) toldPast(from, to int32) bool {
	const back = 3 // clauses; bounds the work
	for _, c := range r.clauses[max(from, to-back):to] {
		if c.kinds.has(past) {
			return true
		}
	}
	return false
}

// opening gives the kinds of the word that opens a clause.
func (r *Reader) opening(c *clause) kind {
	if c.first == c.last {
		return 0
	}
	t := &r.tokens[c.first]
	if t.isName() || t.start-c.start > roleReach {
		return 0
	}
	return t.kinds
}

// name notes the names of a clause: who is compared, who is spoken of first.
func (r *Reader) name(w *walk, c *clause, head bool) {
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
			// What the sentence says before any name is weaker than what it says with it.
			soft := w.soft
			w.soft = true
			r.say(w, o, w.pending)
			w.soft, w.pending = soft, 0
		}
	}
}

// settle leaves the clause: its last names stay spoken of.
func (r *Reader) settle(w *walk, c *clause) {
	for i := c.last - 1; i >= c.first && c.kinds.has(attributeAny); i-- {
		if k := r.tokens[i].kinds & attributeAny; k != 0 {
			w.topic = k
			break
		}
	}
	for n := len(r.groups) - 1; n >= 0; n-- {
		if role := r.groups[n].role; role == subject || role == taken {
			w.holder = owner{r.groups[n].first, r.groups[n].last}
			w.carry = 1
			break
		}
	}
	if !c.kinds.has(versus) && c.kinds.has(than) {
		w.measured = owner{} // "than" reaches no further than its clause
	}
}

// labels tells whether a clause is no more than "Pros:" or the like, and
// remembers it. "Its advantage is …" labels the rest of the sentence.
func (r *Reader) labels(w *walk, l line, c *clause) bool {
	if !c.kinds.has(pros | cons | prosAt | consAt) {
		return false
	}
	whole := c.colon || l.shape == heading || r.alone(l, c)
	for _, t := range r.tokens[c.first:c.last] {
		label := int8(0)
		switch {
		case t.kinds.has(prosAt) || whole && t.kinds.has(pros):
			label = 1
		case t.kinds.has(consAt) || whole && t.kinds.has(cons):
			label = -1
		}
		if label == 0 {
			continue
		}
		w.label, w.labelled = label, false
		if t.kinds.has(prosAt | consAt) {
			w.inline = true
			return false
		}
		return true
	}
	return false
}

// alone tells whether a clause is all of a list item.
func (r *Reader) alone(l line, c *clause) bool {
	first, last := r.sentences[l.first], r.sentences[l.last-1]
	return l.shape == item && c.start == first.start && c.end == last.end && c.last-c.first == 1
}

// sayLabel counts a list of advantages or disadvantages once, however long it
// is: assistants fill both lists for balance, not for weight.
func (r *Reader) sayLabel(w *walk, c *clause) {
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
	part := w.part
	if !w.inline || w.labelPart < 0 {
		w.labelPart = part
	}
	w.part = w.labelPart // "strong on A but weak on B" is balanced
	hedged := w.hedged
	w.hedged = -1
	r.say(w, about, labelWeight*float32(w.label))
	w.part, w.hedged = part, hedged
}

func isNothing(text string) bool {
	const longest = len("nothing")
	if text = strings.Trim(text, " *-—。."); len(text) > longest {
		return false
	}
	switch strings.ToLower(text) {
	case "", "无", "暂无", "没有", "none", "n/a", "nothing":
		return true
	}
	return false
}

// column lets a table's head speak: "Pros" labels the cells below it, a name
// owns them.
func (r *Reader) column(w *walk, l line, c *clause) {
	o := &r.outline
	if int(c.cell) >= maxColumns {
		return
	}
	column := &o.columns[c.cell]
	if l.head {
		w.silent = true
		switch {
		case c.kinds.has(pros):
			column.label = 1
		case c.kinds.has(cons):
			column.label = -1
		case len(r.groups) > 0 && c.cell > 0:
			column.owner = owner{r.groups[0].first, r.groups[0].last}
		}
		return
	}
	w.label, w.labelled = column.label, false
	if !column.owner.none() && len(r.groups) == 0 {
		w.holder, w.carry = column.owner, 1
	}
}
