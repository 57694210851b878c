package sentiment

// say notes a judgement about names.
func (r *Reader) say(w *walk, about owner, value float32) {
	for i := about.first; i < about.last; i++ {
		t := r.tokens[i]
		if i > about.first && t.entity == r.tokens[i-1].entity {
			continue
		}
		r.says = append(r.says, said{
			entity: t.entity, sentence: w.sentence, part: w.part, soft: w.soft, value: value * w.carry,
		})
	}
}

// sayRoles judges names by their part alone: "instead of A".
func (r *Reader) sayRoles(w *walk) {
	carry := w.carry
	w.carry = 1
	for _, g := range r.groups {
		about := owner{g.first, g.last}
		switch g.role {
		case rejected:
			r.say(w, about, rejection)
		case replaced:
			r.say(w, about, replacement)
		case taken:
			r.say(w, about, taking)
		}
	}
	w.carry = carry
}

// sayEvents hands each judgement of the clause to the names it is about.
func (r *Reader) sayEvents(w *walk, c clause) {
	for _, e := range r.events {
		t := r.tokens[e.token]
		if w.denied {
			continue
		}
		if t.kinds.has(beats|loses|rivals) && (r.sayRelation(w, c, e) || !t.kinds.has(valued)) {
			continue
		}
		r.sayPlain(w, c, e)
	}
	if w.denied && r.tokenIn(c.first, c.last, refute) {
		r.sayPlain(w, c, event{token: c.first, value: refutation})
	}
	if w.suspended != 0 && !w.under.none() && len(r.groups) > 0 {
		r.resume(w)
	}
}

// sayPlain judges what the clause speaks of at that place, and the other way
// round what that is compared with.
func (r *Reader) sayPlain(w *walk, c clause, e event) {
	if e.value == 0 {
		return
	}
	about, here := r.aboutAt(w, e.token)
	carry := w.carry
	if here {
		w.carry = 1
	}
	switch {
	case about.none() || !here && c.colon && w.first.none():
		w.pending += e.value
	default:
		r.say(w, about, e.value)
	}
	w.carry = 1
	if !w.measured.none() && !r.sameEntity(about, w.measured) {
		r.say(w, w.measured, -measureShare*e.value)
	}
	w.carry = carry
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
	for i := at - 1; i >= 0 && i >= at-maxTokens && r.tokens[i].start >= r.sentences[w.sentence].start; i-- {
		switch {
		case r.tokens[i].kinds.has(latter) && !w.last.none():
			return w.last, true
		case r.tokens[i].kinds.has(former) && !w.first.none():
			return w.first, true
		}
	}
	return w.holder, false
}

func (r *Reader) sameEntity(a, b owner) bool {
	return !a.none() && !b.none() && r.tokens[a.first].entity == r.tokens[b.first].entity
}

// sayRelation judges both sides of "A outperforms B"; false when no name
// stands on the right, so that the word is read as plain praise or blame.
func (r *Reader) sayRelation(w *walk, c clause, e event) bool {
	left, right := w.holder, owner{}
	agent := owner{}
	turned := false
	for i := c.first; i < e.token; i++ {
		if r.tokens[i].kinds.has(passive) {
			turned = true
		}
	}
	for _, g := range r.groups {
		o := owner{g.first, g.last}
		switch {
		case g.first < e.token && turned && g.first > c.first && r.tokenIn(c.first, g.first, passive):
			agent = o
		case g.first < e.token:
			left = o
		case right.none():
			right = o
		}
	}
	if turned && right.none() {
		left, right = agent, left // A 被 B 超越
	}
	if right.none() {
		return false
	}
	carry := w.carry
	w.carry = 1
	r.say(w, left, e.value)
	r.say(w, right, -e.value)
	w.carry = carry
	return true
}

// suspend holds back what an "if" says. It counts after all when the sentence
// goes on to name something else: "if A is too dear, take B".
func (r *Reader) suspend(w *walk, c clause) {
	for _, e := range r.events {
		about, here := r.aboutAt(w, e.token)
		if here {
			w.suspended += e.value
			w.under = about
		}
	}
}

func (r *Reader) resume(w *walk) {
	about := owner{r.groups[0].first, r.groups[0].last}
	if !r.sameEntity(about, w.under) && w.suspended < 0 {
		r.say(w, w.under, w.suspended)
	}
	w.suspended = 0
}
