package sentiment

import "strings"

// mood is what the clauses of a sentence tell of the whole of it.
type mood struct {
	all, here kind  // of the clauses so far, and of the one that is read
	named     int32 // token of the last name, or -1
	refuted   int32 // last clause that denies a worry or a rumour, or -1
	worried   int32 // first clause that tells of one, or -1
	choices   int   // names that are chosen, or of which nothing is said: "A for small rooms and B for large ones"
	ironic    bool  // praise is quoted
	mocks     bool  // praise is meant the other way round
	claimed   bool  // it is said to be so
	hollow    bool  // and is not
	rumour    bool  // what is told of is praise
	denied    bool  // and is taken back
	own       bool  // the worry was the writer's
}

// mood decides what holds for a whole sentence.
func (r *Reader) mood(w *walk, s sentence) {
	w.silent, w.worry, w.refuted, w.hollow, w.hedged, w.shared = s.asks, [2]int32{-1, -1}, -1, -1, -1, false
	m := mood{named: -1, refuted: -1, worried: -1}
	for i := s.first; i < s.last; i++ {
		c := &r.clauses[i]
		m.here = c.kinds
		if c.names > 0 && (m.here.has(choice) || !m.here.has(valued)) {
			m.choices += int(max(1, r.choicesIn(c)))
		}
		if i < s.first+maxMood && m.here.has(hedge) {
			w.hedged = i
		}
		if m.here.has(refute) {
			m.refuted = i
		}
		said := r.moodOfNames(w, &m, c)
		if m.worried < 0 && (m.here.has(doubt|report) || said) {
			r.startWorry(&m, s, i)
		}
		r.turnMood(w, s, &m, i)
		if m.here.has(condition) && c.names > 0 && i+1 < s.last && r.onlyThen(&r.clauses[i+1]) {
			w.silent = true // if A mended its app, it would be perfect
		}
		if m.claimed && m.here.has(tested|but) && !r.praises(i) {
			m.hollow = true
			if m.here.has(scarce|negator) && !m.here.has(valued) {
				w.hollow = i
			}
		}
		m.claimed = m.claimed || m.here.has(claim)
		m.mocks = m.mocks || m.here.has(condition|ifEnd) && r.enjoysBad(c)
		m.all |= m.here
	}
	r.settleMood(w, s, &m)
}

// moodOfNames reads the names of a clause and its quoted praise. It is true when a name is told of: 说 A 好的.
func (r *Reader) moodOfNames(w *walk, m *mood, c *clause) (said bool) {
	for at := c.first; at < c.last && (c.names > 0 || len(r.marks) > 0); at++ {
		t := &r.tokens[at]
		if t.isName() && r.saidOf(t) {
			said = true
			end := r.text[:c.end]
			if strings.HasSuffix(end, "的人") || strings.HasSuffix(end, "的") && !strings.Contains(end[t.end:], "是") {
				m.here |= denies // 说 A 好的，都是没用过的
			}
		}
		if t.isName() {
			w.shared = w.shared || m.named >= 0 && r.tokens[m.named].entity != t.entity && !r.together(m.named, at)
			m.named = at
		}
		if t.value > 0 {
			mark := r.quoted(t)
			m.ironic = m.ironic || mark >= 0
			m.mocks = m.mocks || mark >= 0 && r.mocksAt(mark)
		}
	}
	return said
}

// startWorry notes the clause from which a sentence tells of a worry or a rumour.
func (r *Reader) startWorry(m *mood, s sentence, i int32) {
	m.worried = i
	told := &r.clauses[i]
	if i > s.first && !m.here.has(valued) {
		told = &r.clauses[i-1] // A 自称最快，这种说法…
	}
	m.rumour, m.denied = r.reported(told)
	m.own = m.here.has(doubt) && m.here.has(past)
	m.hollow = m.hollow || m.denied
	m.here |= report
}

// turnMood reads whether a clause takes back what those before it tell.
func (r *Reader) turnMood(w *walk, s sentence, m *mood, i int32) {
	c, here, later := &r.clauses[i], m.here, i > m.worried
	switch {
	case m.worried < 0:
		if i > s.first && r.ellipsis(c) && !r.blames(i-1, i) && r.praises(i-1) {
			m.hollow = true // the trailer wowed everyone, the product did not
		}
	case m.rumour && (here.has(deflate|refute|denies) || later && here.has(negator) && !here.has(valued|confirm) ||
		later && c.names == 0 && r.onlyBlames(i)):
		m.hollow, m.denied = true, true // all call it good, and that is not so
	case here.has(denies) && !m.rumour && !here.has(confirm):
		m.refuted = i
	case later && !m.rumour && s.last-s.first <= maxMood &&
		(r.allays(i) || m.own && i == s.last-1 && !r.blames(i, i+1) && !here.has(confirm|negator)):
		m.refuted, w.refuted = i, i // a worry, and that nothing came of it
	}
}

// settleMood weighs what all clauses tell.
func (r *Reader) settleMood(w *walk, s sentence, m *mood) {
	all, short := m.all, s.last-s.first <= maxMood
	w.kinds = all
	w.shared = w.shared && m.choices > 1 && !all.has(instead|than|versus|shift|substitute)
	ironic := m.mocks || m.ironic && all.has(condition) || (m.ironic || all.has(mock)) && r.blames(s.first, s.last)
	if m.denied {
		m.refuted, w.refuted = -1, -1
	}
	if m.claimed && m.refuted >= 0 && all.has(valued) && w.refuted < 0 && r.praises(s.first) {
		m.hollow, m.refuted = true, -1 // it calls itself good, and that is not so
		all &^= doubt
	}
	w.deflated = (all.has(deflate) || ironic || m.hollow) && (m.rumour || !all.has(doubt|report)) && short
	w.doubted = m.worried >= 0 && m.refuted < 0 && !m.rumour && all.has(doubt)
	if all.has(ignorance|mixed) || all.has(prosAt) && all.has(consAt) || all.has(search) && all.has(info) {
		w.silent = w.silent || short
	}
	switch {
	case m.refuted < 0 || m.claimed && !all.has(doubt|report):
	case all.has(doubt | report):
		w.worry = [2]int32{s.first, s.last - 1}
	case r.blames(max(s.first, m.refuted-1), m.refuted+1):
		w.worry = [2]int32{max(s.first, m.refuted-1), m.refuted}
	}
	if w.worry[0] >= 0 { // what is refuted is the blame
		w.deflated, w.hedged = false, -1
	}
}
