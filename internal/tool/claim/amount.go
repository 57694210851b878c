package claim

import (
	"math"
	"slices"
)

// amounts judges numbers with units and prices.
func (w *reading) amounts(s *sentence) {
	w.free(s)
	for _, q := range quantities(w.t, s.span, s.dates) {
		if w.isDifference(s, q) || w.isArticle(s, q) {
			continue
		}
		clause := s.clause(q.start)
		c := w.attributeOf(s, clause, q)
		if c == nil {
			c = w.elliptic(s, clause, q)
		}
		if c == nil {
			if k, ok := w.onlyPrice(s, clause, q); ok {
				w.list = append(w.list, k)
				continue
			}
			if k, ok := w.unlinked(s, q); ok {
				w.list = append(w.list, k)
			}
			continue
		}
		from, to, said := w.asOf(s, clause)
		f := w.at(c.group, from, to)
		if f < 0 {
			if f = w.groups[c.group].facts[0]; said || !w.expired(c.group) {
				w.list = append(w.list, w.judged(s, q.span, f, Unjudged, OtherTime))
			}
			continue
		}
		verdict, why := w.compare(s, q, c, f)
		if said && w.facts[f].From == "" && verdict == Contradicts {
			verdict, why = Unjudged, OtherTime
		}
		if verdict == Contradicts && !said && w.wasOnce(c.group, f, q) {
			why = Outdated
		}
		w.list = append(w.list, w.judged(s, q.span, f, verdict, why))
	}
}

func (w *reading) expired(g int) bool {
	return !slices.ContainsFunc(w.groups[g].facts, func(f int) bool { return w.facts[f].To == "" || w.facts[f].To >= w.day })
}

// isArticle tells a number from the article in front of a noun: 是一家酒店, but not 只有一家.
func (w *reading) isArticle(s *sentence, q quantity) bool {
	return q.end-q.start == 2 && w.t[q.start] == '一' && !currencies[q.unit.dimension] &&
		!isPhysical(q.unit.dimension) && !hasAny(w.t, span{max(s.start, q.start-3), q.start}, onlyWords)
}

// isDifference tells whether an amount is a change, what something is cheaper by, a voucher, or what something is counted by (per 50 GB).
func (w *reading) isDifference(s *sentence, q quantity) bool {
	if rateWords.before(w.t, s.start, skipBack(w.t, q.start)+1) || rateWords.before(w.t, s.start, q.start) {
		return true
	}
	if hasAny(w.t, span{max(s.start, q.start-12), q.start}, byWords) && !hasAny(w.t, span{max(s.start, q.start-3), q.start}, towards) {
		return true
	}
	if !currencies[q.unit.dimension] {
		return false
	}
	return hasAny(w.t, span{max(s.start, q.start-4), q.start}, discount) || compared.at(w.t, q.end) > 0
}

// attributeOf finds the attribute that a number belongs to: the nearest cue in its clause whose fact is of its dimension.
// It does not fit when only a cue of another unit stands beside it.
func (w *reading) attributeOf(s *sentence, clause span, q quantity) (best *cued) {
	list := w.cuesIn(s, clause, Number, Price)
	who := w.about(s, q.start)
	// the $120 Bexley X
	if i := slices.IndexFunc(s.names, func(h hit) bool { return h.start >= q.end && h.start <= q.end+1 && clause.holds(h.start) }); i >= 0 {
		who = []int{int(s.names[i].terms[0])}
	}
	list = slices.DeleteFunc(list, func(c cued) bool { return !slices.Contains(who, w.groups[c.group].subject) })
	for pass := range 2 {
		for i, c := range list {
			if pass == 0 && !w.comparable(c, q) || pass == 1 && !w.rivals(c, q) {
				continue
			}
			if best == nil || c.gap(q.span) < best.gap(q.span) {
				best = &list[i]
			}
		}
		if best != nil {
			best.fits = pass == 0
			return best
		}
	}
	return nil
}

// elliptic finds the attribute in the clause before, where a clause with a name leaves it out:
// 星澜有 420 家门店，而青禾是 412 家.
func (w *reading) elliptic(s *sentence, clause span, q quantity) *cued {
	i := slices.Index(s.clauses, clause)
	who := w.about(s, q.start)
	if i < 1 || len(who) == 0 || q.unitless || !slices.ContainsFunc(s.names,
		func(h hit) bool { return clause.holds(h.start) && h.end <= q.start }) {
		return nil
	}
	for _, h := range s.cues {
		if !s.clauses[i-1].holds(h.start) {
			continue
		}
		for _, g := range w.spoken[h.terms[0]].groups[who[0]] {
			c := cued{h, int(g), true}
			if k := w.groups[g].kind; (k == Number || k == Price) && w.comparable(c, q) {
				return &c
			}
		}
	}
	return nil
}

// onlyPrice holds an amount that nothing says what for against the only price of whom the clause names, where nothing else stands beside
// it: 云岭拼配 58 元/袋, "the Lumen One is $249".
func (w *reading) onlyPrice(s *sentence, clause span, q quantity) (k Claim, ok bool) {
	who := w.about(s, q.start)
	if !currencies[q.unit.dimension] || len(who) == 0 || !slices.ContainsFunc(s.names,
		func(h hit) bool { return clause.holds(h.start) && h.end <= q.start }) {
		return k, false
	}
	f := w.soleAt(who[:1])
	if f < 0 || w.facts[f].unit.dimension != q.unit.dimension || hasAny(w.t, clause, wasWords) || w.loose(s, clause, q.span, &w.facts[f]) {
		return k, false
	}
	verdict, why := w.compare(s, q, &cued{hit{span: q.span}, w.facts[f].group, true}, f)
	k = w.judged(s, q.span, f, verdict, why)
	return k, k.Verdict == Agrees || k.Verdict == Contradicts
}

func (w *reading) comparable(c cued, q quantity) bool {
	f := &w.facts[w.groups[c.group].facts[0]]
	if q.unitless {
		between := span{c.end, q.start}
		return !currencies[f.unit.dimension] && f.unit.factor <= 1 && !isPhysical(f.unit.dimension) &&
			between.start <= between.end && between.end-between.start <= 12
	}
	if f.unit.dimension == q.unit.dimension || f.unit.dimension == "" && !currencies[q.unit.dimension] && !isPhysical(q.unit.dimension) {
		return true
	}
	return q.unit.dimension == "个" && (f.unit.dimension == "place" || f.unit.dimension == "city" ||
		f.unit.dimension == "country") && c.gap(q.span) <= 1
}

func isPhysical(d string) bool {
	switch d {
	case "length", "mass", "volume", "time", "data", "power", "charge", "energy", "temperature", "percent":
		return true
	}
	return false
}

// rivals tells whether a number beside an attribute is of a unit that one would compare if one could: another currency.
func (w *reading) rivals(c cued, q quantity) bool {
	f := &w.facts[w.groups[c.group].facts[0]]
	if c.gap(q.span) > 6 {
		return false
	}
	if currencies[f.unit.dimension] {
		return currencies[q.unit.dimension]
	}
	return f.unit.dimension != "time" && q.unit.dimension != "time" && isPhysical(f.unit.dimension) &&
		isPhysical(q.unit.dimension) && q.unit.dimension != "percent"
}

// asOf is the time that a clause speaks of, today unless it says another.
func (w *reading) asOf(s *sentence, clause span) (from, to string, said bool) {
	previous := span{clause.start, clause.start}
	if i := slices.Index(s.clauses, clause); i > 0 {
		previous = s.clauses[i-1]
	}
	for _, d := range s.dates {
		switch {
		case clause.holds(d.start):
		case previous.holds(d.start) && asOfWords.at(w.t, skipSpace(w.t, previous.start,
			previous.end)) > 0, previous.holds(d.start) && hasAny(w.t, span{d.end, min(previous.end, d.end+3)}, ofTime):
		default:
			continue
		}
		if slices.ContainsFunc(s.cues, func(h hit) bool {
			return s.clause(d.start).holds(h.start) && w.spoken[h.terms[0]].dates
		}) {
			continue // the date is what is said, not when
		}
		return d.from, d.to, true
	}
	return w.day, w.day, false
}

func (w *reading) compare(s *sentence, q quantity, c *cued, f int) (Verdict, Reason) {
	row, clause := &w.facts[f], s.clause(q.start)
	switch {
	case row.bad:
		return Unjudged, BadlyValued
	case q.vague:
		return Unjudged, Vague
	case !c.fits, row.per != "" && q.per != "" && row.per != q.per:
		return Unjudged, OtherUnit
	case q.change, w.part(s, clause, q, row), w.related(s, *c, q.start):
		return Unjudged, Partial
	}
	v := q.against(row)
	if denied(w.t, clause, q.start, reach, denyNear) {
		switch v {
		case Agrees:
			v = Contradicts
		case Contradicts:
			v = Agrees
		}
	}
	why := Reason("")
	if v == Contradicts && slices.ContainsFunc(row.Wrong, func(x string) bool { return index(w.t, clause, []rune(foldText(x))) >= 0 }) {
		why = KnownWrong
	}
	return v, why
}

// part tells whether a number is of a part only: what was added, what is in one city.
func (w *reading) part(s *sentence, clause span, q quantity, f *fact) bool {
	if hasAny(w.t, clause, partWords) || hasAny(w.t, clause, changeWords) {
		return true
	}
	if currencies[q.unit.dimension] || isPhysical(q.unit.dimension) || hasAny(w.t, clause, everywhere) {
		return false
	}
	return len(cityTrie.find(w.t, clause)) > 0 || w.ofEach(span{clause.start, q.start})
}

// ofEach tells whether a number is of each of several: 每家门店 6 名, "each store has 6". Each year is no such thing.
func (w *reading) ofEach(s span) bool {
	for i := s.start; i < s.end; i++ {
		if n := eachWords.at(w.t, i); n > 0 && !isLatin(at(w.t, i-1)) && periodWords.at(w.t, i+n) == 0 {
			return true
		}
	}
	return false
}

// wasOnce tells whether a number is what an earlier fact of the group said.
func (w *reading) wasOnce(g, now int, q quantity) bool {
	return slices.ContainsFunc(w.groups[g].facts, func(f int) bool {
		return f != now && w.facts[f].To != "" && w.facts[f].To < w.day && !w.facts[f].bad && q.against(&w.facts[f]) == Agrees
	})
}

// against compares a number with the fact's. About allows a tenth; between a tenth and a fifth is not judged.
func (q quantity) against(f *fact) Verdict {
	near := func(a, b float64) bool {
		return math.Abs(a-b) <= 0.01*math.Max(math.Abs(a), math.Abs(b)) && q.unit.factor != f.unit.factor ||
			math.Abs(a-b) <= 1e-9*math.Max(math.Abs(a), 1)
	}
	inside := func(slack float64) bool { return q.hi*(1+slack) >= f.lo && q.lo*(1-slack) <= f.hi }
	switch q.bound {
	case about:
		return graded(inside(0.1), inside(0.2))
	case nearly:
		return graded(f.hi <= q.hi*1.001 && f.lo >= q.lo*0.85, f.hi <= q.hi*1.1 && f.lo >= q.lo*0.75)
	case within:
		return graded(f.lo >= q.lo && f.hi < q.hi, f.lo >= q.lo*0.95 && f.hi <= q.hi*1.05)
	case atLeast:
		return graded(f.hi >= q.lo && f.lo <= q.lo*1.5, f.hi >= q.lo)
	case atMost:
		return graded(f.lo <= q.hi && f.hi >= q.hi/1.5, f.lo <= q.hi)
	}
	if near(q.lo, f.lo) && near(q.hi, f.hi) || q.lo != q.hi && inside(0) || f.lo != f.hi && q.lo >= f.lo && q.hi <= f.hi {
		return Agrees
	}
	return Contradicts
}

func graded(agrees, perhaps bool) Verdict {
	switch {
	case agrees:
		return Agrees
	case perhaps:
		return Unjudged
	}
	return Contradicts
}

// free reads 不收年费, 免年费, "is free" as an amount of nothing.
func (w *reading) free(s *sentence) {
	for _, c := range w.cuesIn(s, s.span, Price) {
		f := w.at(c.group, w.day, w.day)
		if f < 0 || w.facts[f].bad {
			continue
		}
		if noFee.before(w.t, s.start, c.start) {
			w.list = append(w.list, w.judged(s, c.span, f, w.nothing(f), ""))
		}
	}
	for i := s.start; i < s.end; i++ {
		if n := freeWords.at(w.t, i); n > 0 && !isLatin(at(w.t, i+n+1)) {
			w.freeAt(s, span{i, i + n})
			return
		}
	}
}

// freeAt judges that something is free, when only one price is known of whom it is said.
func (w *reading) freeAt(s *sentence, said span) {
	if f := w.soleAt(w.about(s, said.start)); f >= 0 {
		w.list = append(w.list, w.judged(s, said, f, w.nothing(f), ""))
	}
}

// soleAt is the price of some subjects that is valid now, when only one is known of them; else -1.
func (w *reading) soleAt(who []int) int {
	pick := -1
	for _, subject := range who {
		for _, g := range w.prices[subject] {
			if pick >= 0 {
				return -1
			}
			pick = g
		}
	}
	if pick < 0 {
		return -1
	}
	if f := w.at(pick, w.day, w.day); f >= 0 && !w.facts[f].bad {
		return f
	}
	return -1
}

func (w *reading) nothing(f int) Verdict {
	if w.facts[f].lo == 0 && w.facts[f].hi == 0 {
		return Agrees
	}
	return Contradicts
}

// unlinked is a number of a unit that is known, which no fact speaks of.
func (w *reading) unlinked(s *sentence, q quantity) (Claim, bool) {
	known := currencies[q.unit.dimension] || isPhysical(q.unit.dimension) || q.unit.dimension == "people" ||
		q.unit.dimension == "place" || q.unit.dimension == "country" || q.unit.dimension == "city"
	if !known || q.unitless || q.vague || s.guard == Supposed || w.modal(s, q.start) {
		return Claim{}, false
	}
	kind := Number
	if currencies[q.unit.dimension] {
		kind = Price
	}
	c := s.claim(q.span, kind)
	if who := w.about(s, q.start); len(who) > 0 {
		c.Subject = who[0]
	}
	return c, true
}
