package claim

import (
	"slices"
)

var (
	denyNear    = runeWords("不是|并非|并不是|没有|不再是|不在|不为|not |n't |never |no longer|cannot ")
	falseDeny   = runeWords("不仅|不但|不错|不只|不同|不少|不断|无论|未来|无疑|not only|no doubt|no wonder")
	hasWords    = runeWords("含|用|使用|添加|有|支持|提供|具备|配备|通过|获得|取得|拥有|采用|获|has |have |with |feature|support|include|offer|contain|is |are |comes|certified|certification|holds|earned|adds|equipped")
	discount    = runeWords("满|减|立减|省|优惠|便宜|贵|返|差价|save |saving |discount of |off ")
	compared    = runeWords(" less| more| off| cheaper| discount| higher| lower|优惠|代金券|的券")
	byWords     = runeWords("提升|提高了|增长|增加了|上升|下降|上涨|下跌|降低|同比|环比|increased by|grew|rose|fell|up by|down by|improved by|an increase of|a drop of")
	onlyWords   = runeWords("只|仅|共|才|唯")
	rateWords   = runeWords("每|every |per |for each ")
	eachWords   = runeWords("每|各|单店|each |every |per ")
	wasWords    = runeWords("was |were |had been ")
	periodWords = runeWords("年|月|天|日|周|year|month|day|week")
	isThere     = runeWords("supported|available|included|offered|present|可用|可选")
	saysNo      = runeWords(":无|:否|：无|: no|-free")
	saysYes     = runeWords("certified|认证|:有|:是|: yes")
	towards     = runeWords("到|至|to ")
	ofTime      = runeWords("时|末|底")
	everywhere  = runeWords("全国|全球|共有|总计|总共|worldwide|globally|in total|nationwide")
	freeWords   = runeWords("is free|are free|完全免费|是免费的|不收费")
	noFee       = runeWords("免|免收|不收|不收取|无需|无|没有|零|不需要")
	asOfWords   = runeWords("截至|截止|到|在|as of|in |by |at |at the end")
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
			for _, h := range s.names { // what is denied before the name is denied of somebody else
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
			if !slices.ContainsFunc(o.terms, func(n int32) bool { return w.facts[n].group == c.group }) || !slices.Contains(w.about(s, o.start), w.groups[c.group].subject) {
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
		if i := slices.Index(s.clauses, clause); d.end-d.start+2 >= clause.end-clause.start && i >= 0 && i+1 < len(s.clauses) && !s.row { // "2012 年，青禾咖啡成立"
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

// related tells whether what is said belongs to somebody who stands beside the subject: its supplier, its parent company.
func (w *reading) related(s *sentence, c cued, p int) bool {
	clause := s.clause(p)
	return hasAny(w.t, span{clause.start, max(p, c.start)}, relatedWords) && !hasAny(w.t, c.span, relatedWords)
}
