package claim

import (
	"slices"
)

var (
	denyNear    = listed("denyNear")
	falseDeny   = listed("falseDeny")
	hasWords    = listed("hasWords")
	discount    = listed("discount")
	compared    = listed("compared")
	byWords     = listed("byWords")
	onlyWords   = listed("onlyWords")
	rateWords   = listed("rateWords")
	eachWords   = listed("eachWords")
	wasWords    = listed("wasWords")
	periodWords = listed("periodWords")
	isThere     = listed("isThere")
	saysNo      = listed("saysNo")
	saysYes     = listed("saysYes")
	towards     = listed("towards")
	ofTime      = listed("ofTime")
	everywhere  = listed("everywhere")
	freeWords   = listed("freeWords")
	noFee       = listed("noFee")
	asOfWords   = listed("asOfWords")
)

// reach is how far before a value a denial is looked for, in code points.
const reach = 30

// denied tells whether what follows start is denied within reach.
func denied(t []rune, clause span, start, reach int, words *wordList) bool {
	s := span{max(clause.start, start-reach), start}
	if !hasAny(t, s, words) {
		return false
	}
	return !hasAny(t, s, falseDeny)
}

// features judges what is there or not.
func (w *reading) features(s *sentence) {
	for _, clause := range s.clauses {
		for _, c := range w.cuesIn(s, clause, Feature) {
			f := w.at(c.group, w.day, w.day)
			if f < 0 || w.facts[f].bad {
				continue
			}
			before := span{clause.start, c.start}
			for _, h := range s.names { // a denial before the name is about another subject
				if clause.holds(h.start) && h.end <= c.start {
					before.start = h.end
				}
			}
			no := denied(w.t, before, c.start, c.start-before.start, denialWords)
			after := span{c.end, clause.end}
			if hasAny(w.t, span{c.end, min(clause.end, c.end+5)}, saysNo) {
				no = true
			}
			if !no && hasAny(w.t, after, isThere) {
				no = hasAny(w.t, after, denyNear)
				before = after
			}
			verdict, why := Contradicts, Reason("")
			switch {
			case !no && !hasAny(w.t, before, hasWords) && !hasAny(w.t, after, saysYes):
				verdict, why = Unjudged, Unclear
			case no != w.facts[f].yes:
				verdict = Agrees
			}
			w.list = append(w.list, w.judged(s, c.span, f, verdict, why))
		}
	}
}

// places judges where something is: the first city after the attribute, else the last before it.
func (w *reading) places(s *sentence) {
	for _, clause := range s.clauses {
		list := w.cuesIn(s, clause, Place)
		if len(list) == 0 {
			continue
		}
		found := longest(cityTrie.find(w.t, clause))
		for _, c := range list {
			f := w.at(c.group, w.day, w.day)
			if f < 0 {
				continue
			}
			if own := []rune(foldText(w.facts[f].Value)); w.facts[f].city < 0 {
				if i := index(w.t, clause, own); i >= 0 {
					w.list = append(w.list, w.judged(s, span{i, i + len(own)}, f, Agrees, ""))
				}
				continue
			}
			if len(found) == 0 {
				continue
			}
			pick := found[len(found)-1]
			if i := slices.IndexFunc(found, func(h hit) bool { return h.start >= c.end }); i >= 0 {
				pick = found[i]
			}
			if !slices.Contains(w.about(s, pick.start), w.groups[c.group].subject) {
				continue
			}
			verdict, why := Contradicts, Reason("")
			deny := denied(w.t, clause, pick.start, reach, denyNear)
			same := slices.ContainsFunc(found, func(h hit) bool { return int(h.terms[0]) == w.facts[f].city })
			switch {
			case hasAny(w.t, span{max(clause.start, c.start-10), c.start}, branchWords), hasAny(w.t, s.span, changeWords) && !same:
				verdict, why = Unjudged, Partial
			case same != deny:
				verdict = Agrees
			}
			w.list = append(w.list, w.judged(s, pick.span, f, verdict, why))
		}
	}
}

func index(t []rune, s span, word []rune) int {
	for i := s.start; len(word) > 0 && i+len(word) <= s.end; i++ {
		if hasAt(t, i, word) {
			return i
		}
	}
	return -1
}

// choices judges members of closed sets: one is named where the attribute is spoken of.
func (w *reading) choices(s *sentence) {
	if len(s.cues) == 0 {
		return
	}
	options := longest(w.options.find(w.t, s.span))
	for _, c := range w.cuesIn(s, s.span, Choice) {
		f := w.at(c.group, w.day, w.day)
		if f < 0 {
			continue
		}
		own := foldText(w.facts[f].Value)
		var pick *hit
		right := false
		for i, o := range options {
			if !slices.ContainsFunc(o.terms, func(n int32) bool { return w.facts[n].group == c.group }) ||
				!slices.Contains(w.about(s, o.start), w.groups[c.group].subject) {
				continue
			}
			deny := denied(w.t, s.clause(o.start), o.start, 8, denialWords)
			is := string(w.t[o.start:o.end]) == own
			if is != deny {
				right = true
			}
			if pick == nil || right {
				pick = &options[i]
			}
		}
		if pick == nil {
			continue
		}
		verdict := Contradicts
		if right {
			verdict = Agrees
		}
		w.list = append(w.list, w.judged(s, pick.span, f, verdict, ""))
	}
}

// texts judges what has no form of its own, and variants that are known to be wrong.
func (w *reading) texts(s *sentence) {
	for _, h := range longest(w.wrong.find(w.t, s.span)) {
		for _, n := range h.terms {
			f := &w.facts[n]
			g := w.groups[f.group]
			if (f.Kind != Text && f.Kind != Choice) || !f.valid(w.day, w.day) || !slices.Contains(w.about(s, h.start), g.subject) {
				continue
			}
			if !slices.ContainsFunc(s.cues, func(c hit) bool { return w.speaks(c, f.group) }) {
				continue
			}
			verdict := Contradicts
			if denied(w.t, s.clause(h.start), h.start, 10, denialWords) {
				verdict = Agrees
			}
			w.list = append(w.list, w.judged(s, h.span, int(n), verdict, KnownWrong))
		}
	}
	if len(s.cues) == 0 {
		return
	}
	options := w.options.find(w.t, s.span)
	for _, c := range w.cuesIn(s, s.span, Text) {
		f := w.at(c.group, w.day, w.day)
		if f < 0 {
			continue
		}
		i := slices.IndexFunc(options, func(o hit) bool { return slices.Contains(o.terms, int32(f)) })
		switch {
		case i < 0 && w.spoken[c.terms[0]].dates: // 创立: when, unless it says by whom
		case i < 0 && slices.ContainsFunc(w.list, func(k Claim) bool { return k.Start == s.start && k.Fact == f }):
		case i < 0:
			w.list = append(w.list, w.judged(s, c.span, f, Unjudged, NotOffline))
		case denied(w.t, s.clause(options[i].start), options[i].start, 10, denialWords):
			w.list = append(w.list, w.judged(s, options[i].span, f, Contradicts, ""))
		default:
			w.list = append(w.list, w.judged(s, options[i].span, f, Agrees, ""))
		}
	}
}

// dateClaims judges dates that stand in one clause with their attribute.
func (w *reading) dateClaims(s *sentence) {
	for _, d := range s.dates {
		clause := s.clause(d.start)
		who := w.about(s, d.start)
		// "2012 年，青禾咖啡成立"
		if i := slices.Index(s.clauses, clause); d.end-d.start+2 >= clause.end-clause.start && i >= 0 && i+1 < len(s.clauses) && !s.row {
			clause = s.clauses[i+1]
		}
		list := slices.DeleteFunc(w.cuesIn(s, clause, Date), func(c cued) bool { return !slices.Contains(who, w.groups[c.group].subject) })
		if len(list) == 0 {
			continue
		}
		c := slices.MinFunc(list, func(a, b cued) int { return a.gap(d.span) - b.gap(d.span) })
		f := w.at(c.group, w.day, w.day)
		if f < 0 || w.facts[f].bad {
			continue
		}
		own := w.facts[f].date
		same := own.from <= d.to && own.to >= d.from
		deny := denied(w.t, clause, d.start, reach, denyNear)
		verdict, why := Contradicts, Reason("")
		switch {
		case w.related(s, c, d.start):
			verdict, why = Unjudged, Partial
		case same != deny:
			verdict = Agrees
		}
		w.list = append(w.list, w.judged(s, d.span, f, verdict, why))
	}
}

// related tells whether what is said is about a party related to the subject: its supplier, its parent company.
func (w *reading) related(s *sentence, c cued, p int) bool {
	clause := s.clause(p)
	return hasAny(w.t, span{clause.start, max(p, c.start)}, relatedWords) && !hasAny(w.t, c.span, relatedWords)
}
