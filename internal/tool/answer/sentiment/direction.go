package sentiment

import (
	"strings"

	"renown/internal/tool/text/char"
)

// What happens to an attribute is a judgement, though neither word is one:
// latency is bad when high, satisfaction when low.

const (
	directed     = 1.2
	deniedAttr   = 0.8 // "no complaints"
	pairReach    = 40  // bytes between an attribute and its direction
	narrowReach  = 9   // and for short words, which are part of many others
	shortHan     = 3   // bytes of a single character
	shortLatin   = 4
	attributeAny = attrGood | attrBad
)

// directedValue weighs a direction by the attribute it is about, or a denied
// attribute; false when the word is to be read in another way.
func (r *Reader) directedValue(tokens []token, i int) (float32, bool) {
	t := &tokens[i]
	if t.kinds.has(attributeAny) && (r.attribute < 0 || !t.kinds.has(rising|falling)) { // the share has shrunk
		r.attribute = i
		if !t.kinds.has(valued) && r.deniedNear(tokens, i) && !followed(tokens, i, rising|falling|valued) {
			return -deniedAttr * side(t.kinds), true
		}
	}
	if !t.kinds.has(rising|falling|scarce) || t.kinds.has(strong) && near(tokens, i+1, i, rising|falling) { // 明显下滑
		return 0, false
	}
	attribute, spent := r.attribute, r.spent
	about := r.attributeOf(tokens, i)
	if about < 0 {
		return 0, false
	}
	if char.IsDigit(r.text[t.start]) {
		v := r.shareValue(tokens[about], *t)
		if v == 0 {
			r.attribute, r.spent = attribute, spent
			return 0, true
		}
		r.dropEvent(tokens[about].start)
		return r.negate(tokens, i, v), true
	}
	r.dropEvent(tokens[about].start)
	v := directed * side(tokens[about].kinds)
	if !t.kinds.has(rising) {
		v = -v
	}
	return r.negate(tokens, i, v), true
}

// superlative reads "…, the highest of all" of the attribute that the sentence spoke of before.
func (r *Reader) superlative(w *walk, c *clause) {
	for i := c.first; i < c.last; i++ {
		t := &r.tokens[i]
		if !t.kinds.has(rising|falling) || !hasAny(r.text[t.start:], "highest", "lowest", "最高", "最低", "首位", "居首", "第一") {
			continue
		}
		v := directed * side(w.topic)
		if t.kinds.has(falling) {
			v = -v
		}
		r.events = append(r.events[:0], event{token: i, value: v, directed: true})
		return
	}
}

func side(k kind) float32 {
	if k.has(attrBad) {
		return -1
	}
	return 1
}

// attributeOf finds the attribute a direction is about: right behind it
// ("high latency"), before it in the clause, or -1.
func (r *Reader) attributeOf(tokens []token, i int) int {
	t := tokens[i]
	// slow refunds are no fewer
	if i+1 < len(tokens) && tokens[i+1].kinds.has(attributeAny) && r.leadsTo(t, tokens[i+1]) &&
		(t.value >= 0 || !tokens[i+1].kinds.has(attrBad)) {
		r.spent = i + 1
		return i + 1
	}
	reach := int32(pairReach)
	if n := t.end - t.start; n <= shortHan || n <= shortLatin && char.IsLetter(r.text[t.start]) {
		reach = narrowReach
	}
	about := r.attribute
	if about < 0 || about >= i {
		return -1
	}
	names, between := 0, t.start-tokens[about].end
	for _, n := range tokens[about+1 : i] {
		if n.isName() {
			names++
			between -= n.end - n.start
		}
	}
	if names > 1 || between > reach { // "sales of A rose", but not of one thing and then another
		return -1
	}
	r.attribute = -1 // one direction each
	return about
}

// leadsTo tells whether no more than an article stands between a direction and an attribute: halved its emissions.
func (r *Reader) leadsTo(direction, attribute token) bool {
	gap := attribute.start - direction.end
	if gap <= shortHan || gap > nearReach {
		return gap <= shortHan
	}
	switch strings.TrimSpace(r.text[direction.end:attribute.start]) {
	case "its", "the", "their", "our", "your":
		return true
	}
	return false
}

// fewValue turns what is said to be rare: a fault before it or right behind it
// becomes praise, a merit blame.
func (r *Reader) fewValue(tokens []token, i int) (float32, bool) {
	const reach, ahead = 18, 10
	judged := valued | attrBad
	for j := i + 1; j < len(tokens) && tokens[j].start-tokens[i].end <= ahead; j++ {
		if !tokens[j].kinds.has(judged) || hanAt(r.text, int(tokens[i].start)) != 0 {
			continue
		}
		r.spent = j
		return r.rarity(tokens, i, tokens[j]), true
	}
	if hasAny(r.text[tokens[i].start:], "less", "fewer") {
		return 0, false // proven tools for less
	}
	for j := i - 1; j >= 0 && tokens[i].start-tokens[j].end <= reach && !tokens[j].isName(); j-- {
		if tokens[j].kinds.has(info) && tokens[i].start-tokens[j].end <= nearReach {
			return 0, true // that little is known is no blame
		}
		if tokens[j].kinds.has(judged) {
			r.dropEvent(tokens[j].start)
			return r.rarity(tokens, i, tokens[j]), true
		}
	}
	return 0, false
}

func (r *Reader) rarity(tokens []token, i int, judged token) float32 {
	if judged.value > 0 {
		return r.negate(tokens, i, -directed)
	}
	return r.negate(tokens, i, directed)
}

// deniedNear uses up a negator that stands close before token i.
func (r *Reader) deniedNear(tokens []token, i int) bool {
	n := len(r.denials) - 1
	if n < 0 || !r.denials[n].open || tokens[i].start-tokens[r.denials[n].token].end > narrowReach {
		return false
	}
	r.denials[n].open = false
	return true
}

// dropEvent forgets the judgement of a word that turned out to be an attribute.
func (r *Reader) dropEvent(start int32) {
	for n := len(r.events) - 1; n >= 0; n-- {
		switch at := r.tokens[r.events[n].token].start; {
		case at == start:
			r.events[n].value = 0
			return
		case at < start:
			return
		}
	}
}
