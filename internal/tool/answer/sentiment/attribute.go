package sentiment

import "strings"

// say notes a judgement about names.
func (r *Reader) say(w *walk, about owner, value float32) {
	r.steps += int(max(0, about.last-about.first))
	switch {
	case value > 0 && w.deflated:
		value *= negatedGood
	case value > 0 && w.hedged >= w.turned && w.hedged >= 0 && value <= faint: // "may cost more, but it's worth it" hedges the price
		value *= hedged
	}
	for i := about.first; i < about.last; i++ {
		t := r.tokens[i]
		if !t.isName() || i > about.first && t.entity == r.tokens[i-1].entity {
			continue
		}
		r.says = append(r.says, said{
			entity: t.entity, sentence: w.sentence, at: w.at, part: w.part, soft: w.soft, value: value * w.carry,
		})
	}
}

// sayRoles judges names by their part alone: "instead of A".
func (r *Reader) sayRoles(w *walk, c *clause) {
	carry := w.carry
	w.carry = 1
	for _, g := range r.groups {
		about := owner{g.first, g.last}
		switch g.role {
		case rejected:
			r.say(w, about, rejection)
		case replaced:
			r.say(w, about, replacement)
		case measure:
			if c.kinds.has(few) && r.precedes(g, "比的", "相比的") {
				r.say(w, about, relation) // 能跟 A 比的没几个
			}
			if subject, ok := r.aboutAt(w, g.first); ok && (r.follows(g, " is no", "'s no", " was no") || r.lacks(c, g)) {
				r.say(w, subject, rejection) // B is no A, B 没有 A 香
				r.say(w, about, taking)
			}
		case taken:
			r.say(w, about, taking)
			if len(r.groups) == 1 && !w.first.none() && w.first.last <= c.first && !r.sameEntity(w.first, about) && !r.judged(w, w.first) {
				r.say(w, w.first, replacement) // after a year with A, we switched to B
			}
		}
	}
	if c.kinds.has(rhetoric) {
		for _, g := range r.groups {
			if g.role == subject && r.tokenIn(c.first, g.first, rhetoric) {
				r.say(w, owner{g.first, g.last}, rejection) // 何必委屈自己用 A
			}
		}
	}
	w.carry = carry
}

// judged tells whether the sentence has said something of the first of some names.
func (r *Reader) judged(w *walk, of owner) bool {
	for i := len(r.says) - 1; i >= 0 && r.says[i].sentence == w.sentence; i-- {
		if r.says[i].entity == r.tokens[of.first].entity {
			return true
		}
	}
	return false
}

// sayFedUp judges the names in a question that supposes the answer: "Tired of
// A?", "Who would buy A?"
func (r *Reader) sayFedUp(w *walk, c *clause) {
	if c.kinds.has(rhetoric) {
		about, _ := r.aboutAt(w, c.first)
		r.say(w, about, rejection)
		return
	}
	for _, g := range r.groups {
		if before, _ := r.beside(c, g); before.has(fedUp) {
			r.say(w, owner{g.first, g.last}, rejection)
		}
	}
}

// sayEvents hands each judgement of the clause to the names it is about.
func (r *Reader) sayEvents(w *walk, c *clause, denied bool) {
	unless := r.conditionAt(c)
	until := r.conditionEnd(c)
	for _, e := range r.events {
		t := r.tokens[e.token]
		switch {
		case denied:
		case e.token > unless || e.token < until:
			r.suspend(w, e)
		case len(r.groups) == 0 && r.sendsAway(w, c, e):
		case t.kinds.has(beats|loses|rivals) && r.sayRelation(w, c, e):
		case t.kinds.has(beats|loses|rivals) && !e.directed && !t.kinds.has(valued):
		default:
			r.sayPlain(w, c, e)
		}
	}
	if denied && (c.kinds.has(refute|denies) || w.refuted >= 0 && r.clauses[w.refuted].start == c.start) {
		r.sayPlain(w, c, event{token: c.first, value: refutation})
	}
	if w.suspended != 0 && unless == c.last && (len(r.groups) > 0 || c.kinds.has(away)) {
		r.resume(w)
	}
}

// conditionAt gives the first token of the clause that says "if" or
// "whether", or its end. What comes after an "if" is not said to be so; with a
// "whether" the whole clause is open.
func (r *Reader) conditionAt(c *clause) int32 {
	for i := c.first; i < c.last && c.kinds.has(whether|condition); i++ {
		switch {
		case r.tokens[i].kinds.has(whether):
			return c.first - 1
		case r.tokens[i].kinds.has(condition):
			return i
		}
	}
	return c.last
}

// conditionEnd gives the token that ends a condition ("…的话"), or the clause's
// first: what stands before it is not said to be so.
func (r *Reader) conditionEnd(c *clause) int32 {
	for i := c.last - 1; i >= c.first && c.kinds.has(ifEnd); i-- {
		if r.tokens[i].kinds.has(ifEnd) {
			return i
		}
	}
	return c.first
}

// sendsAway tells whether a clause without names speaks of something else
// than what was named before: "if A is too dear, there are better ones".
func (r *Reader) sendsAway(w *walk, c *clause, e event) bool {
	if c.kinds.has(away) {
		return e.value > 0
	}
	if w.suspended < 0 && e.value > 0 {
		r.say(w, w.under, w.suspended)
		w.suspended = 0
		w.elsewhere = true
	}
	return w.elsewhere
}

// sayPlain judges what the clause speaks of at that place, and the other way
// round what that is compared with.
func (r *Reader) sayPlain(w *walk, c *clause, e event) {
	if e.value == 0 || w.shared && e.value > 0 && r.tokens[e.token].kinds.has(choice) {
		return
	}
	if r.rejects(w, e.token) {
		return
	}
	about, here := r.aboutAt(w, e.token)
	if e.value < 0 && len(r.groups) > 1 && r.leftFor(e.token) {
		return // the reason to leave is no fault of what is taken
	}
	carry, deflated := w.carry, w.deflated
	if here {
		w.carry = 1
	}
	w.deflated = deflated && (e.value < 0 || r.tokens[e.token].value >= 0) // a fault that is denied is no praise to deny
	switch {
	case w.elsewhere && !here:
	case about.none() && here:
	case about.none() || !here && c.colon && w.first.none():
		w.pending += e.value
	default:
		r.say(w, about, e.value)
	}
	w.carry = 1
	if !w.measured.none() && !r.sameEntity(about, w.measured) {
		r.say(w, w.measured, -measureShare*e.value)
	}
	w.carry, w.deflated = carry, deflated
}

// leftFor tells whether a judgement is the reason why a name of the clause was left for another: "from A to B after outages".
func (r *Reader) leftFor(at int32) bool {
	left, took := false, int32(-1)
	for _, g := range r.groups {
		switch {
		case g.role == rejected:
			left = true
		case g.role == taken && g.last <= at:
			took = g.last - 1
		}
	}
	if !left || took < 0 {
		return false
	}
	reason := r.text[r.tokens[took].end:r.tokens[at].start]
	for _, word := range [...]string{
		" after", " because", " due to", " over", " citing", " following", " when",
		" since", "因为", "由于", "，因",
	} {
		if strings.Contains(reason, word) {
			return true
		}
	}
	return false
}

// rejects tells whether a word stands right before a name that it turns down, or turns to: the role of the name says so already.
func (r *Reader) rejects(w *walk, at int32) bool {
	for _, g := range r.groups {
		if g.first != at+1 {
			continue
		}
		other := !w.holder.none() && !r.sameEntity(w.holder, owner{g.first, g.last}) // 买 A，别买 B
		return g.role == rejected && (len(r.groups) > 1 || other) || g.role == taken && r.tokens[at].kinds.has(shift)
	}
	return false
}

// aboutAt gives the names that a judgement at a token is about: the last ones
// before it in the clause, else the first ones after it, else those carried
// on. It tells whether they stand in the clause itself.
func (r *Reader) aboutAt(w *walk, at int32) (owner, bool) {
	var found owner
	for _, g := range r.groups {
		if g.role != subject && g.role != taken {
			continue
		}
		if g.first > at && !found.none() {
			break
		}
		found = owner{g.first, g.last}
	}
	if !found.none() {
		return found, true
	}
	if it, _, told := r.formerOrLatter(w, at); told {
		w.elsewhere = w.elsewhere || it.none()
		return it, true
	}
	return w.holder, false
}

// formerOrLatter gives the name that 前者 or 后者 before a token stands for, and the other of the two; none where that is not named.
func (r *Reader) formerOrLatter(w *walk, at int32) (it, other owner, told bool) {
	if !w.kinds.has(latter|former) || w.first.none() || w.last.none() {
		return owner{}, owner{}, false
	}
	one, two := owner{w.first.first, w.first.first + 1}, owner{w.last.last - 1, w.last.last}
	for i := at - 1; i >= 0 && i >= at-maxTokens && r.tokens[i].start >= r.sentences[w.sentence].start; i-- {
		r.steps++
		switch {
		case r.tokens[i].kinds.has(latter) && w.unnamed:
			return owner{}, owner{}, true
		case r.tokens[i].kinds.has(latter):
			return two, one, true
		case r.tokens[i].kinds.has(former):
			return one, two, true
		}
	}
	return owner{}, owner{}, false
}

func (r *Reader) sameEntity(a, b owner) bool {
	return !a.none() && !b.none() && r.tokens[a.first].entity == r.tokens[b.first].entity
}

// sayRelation judges both sides of "A outperforms B"; false when no name
// stands on the right, so that the word is read as plain praise or blame.
func (r *Reader) sayRelation(w *walk, c *clause, e event) bool {
	left, right := r.sides(w, c, e)
	t := r.tokens[e.token]
	if right.none() {
		w.unnamed = r.groupBefore(e.token) && !t.kinds.has(rising|falling)
		if t.kinds.has(valued) || !w.unnamed {
			return false
		}
	}
	if !e.directed && w.topic.has(attrBad) && t.kinds.has(rising|falling) {
		e.value = -e.value // more of something bad
	}
	carry := w.carry
	w.carry = 1
	r.say(w, left, e.value)
	r.say(w, right, -e.value)
	w.carry = carry
	return true
}

// sides gives the names that a relation holds between.
func (r *Reader) sides(w *walk, c *clause, e event) (left, right owner) {
	left = w.holder
	turned := !e.directed && r.tokenIn(c.first, e.token, passive)
	rival := r.tokens[e.token].kinds.has(rivals)
	agent := owner{}
	for _, g := range r.groups {
		o := owner{g.first, g.last}
		switch {
		case g.first > e.token:
			if right.none() {
				right = o
			}
		case g.role == measure, r.follows(g, "把", "将"), rival && r.follows(g, "与", "和", "跟", "同"):
			right = o // A 与 B 有差距, A 把 B 甩开, 少有能与 B 比肩
		case turned && r.tokenIn(c.first, g.first, passive):
			agent = o
		default:
			left = o
		}
	}
	if turned && right.none() {
		return agent, left // A 被 B 超越
	}
	return left, right
}

func (r *Reader) groupBefore(at int32) bool {
	return len(r.groups) > 0 && r.groups[0].first < at
}

// suspend holds back what an "if" says. It counts after all when the sentence
// goes on to name something else: "if A is too dear, take B".
func (r *Reader) suspend(w *walk, e event) {
	if about, here := r.aboutAt(w, e.token); here {
		w.suspended += e.value
		w.under = about
	}
}

func (r *Reader) resume(w *walk) {
	other := len(r.groups) == 0 || !r.sameEntity(owner{r.groups[0].first, r.groups[0].last}, w.under)
	if other && w.suspended < 0 {
		r.say(w, w.under, w.suspended)
	}
	w.suspended = 0
}
