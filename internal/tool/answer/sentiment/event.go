package sentiment

import "strings"

// event is one judgement a clause makes, before it is known about whom.
type event struct {
	token    int32
	value    float32
	directed bool // an attribute and its direction: the word is no relation here
}

// Weights and reaches, found on the development sentences. Reaches are bytes:
// a Chinese character counts three.
const (
	negatedGood  = -0.9 // "not good" is nearly as bad as "bad"
	negatedBad   = 0.75 // "not bad" is less than "good", however bad the word
	negatedWish  = -1.0 // "does not support"
	strongly     = 1.3
	slightly     = 0.6
	tooMuch      = -1.0
	mended       = 0.4 // "fixes the crashes": within the neutral band
	unmended     = -1.0
	lacking      = -1.2 // 连说明书都没有
	negatorReach = 36
	shareReach   = 72 // "only 12 % of those who bought it would …"
	nearReach    = 7  // one or two characters, or a short word
)

// telling are the kinds that a judgement begins with.
const telling = valued | negator | scarce | few | expected | beats | loses | rivals | rising | falling | attributeAny | size | speed | mend

// denial is a negator that waits for something to turn.
type denial struct {
	token int32
	open  bool
}

// eventsOf collects the judgements of one clause into r.events.
func (r *Reader) eventsOf(c *clause) {
	r.events = r.events[:0]
	r.denials = r.denials[:0]
	r.attribute, r.spent = -1, -1
	if !c.kinds.has(telling) && !(c.kinds.has(than) && c.names > 0) {
		return
	}
	tokens := r.tokens[c.first:c.last]
	r.steps += len(tokens)
	for i := range tokens {
		t := &tokens[i]
		if t.isName() || i == r.spent {
			continue
		}
		v, read := r.directedValue(tokens, i)
		if !read && t.kinds.has(few) {
			v, read = r.fewValue(tokens, i)
		}
		if !read && t.kinds.has(negator|scarce) && !asWord(tokens, i) {
			if !r.deniedAlready(tokens, i) {
				r.denials = append(r.denials, denial{token: int32(i), open: true})
			}
			continue
		}
		if !read {
			v = r.wordValue(tokens, i)
		}
		if v != 0 {
			r.events = append(r.events, event{token: c.first + int32(i), value: v, directed: read})
		}
	}
	r.mend(c)
	if len(r.events) == 0 && c.names > 0 && c.kinds.has(than) {
		r.moreThan(c)
	}
	if len(r.events) > 0 && c.names > 0 {
		r.neverEnough(c)
	}
	if c.kinds.has(even) {
		r.notEven(c)
	}
}

// neverEnough reads "can't recommend A enough" as the praise it is.
func (r *Reader) neverEnough(c *clause) {
	text := r.text[c.start:c.end]
	if !strings.Contains(text, " enough") {
		return
	}
	end := strings.LastIndex(text, " enough")
	for _, denial := range [...]string{"can't ", "cannot ", "can not ", "couldn't ", "could not "} {
		if at := strings.Index(text, denial); at >= 0 && at < end &&
			hasAny(text[at+len(denial):], "recommend", "praise", "thank", "commend", "rave", "say", "speak") {
			r.events = append(r.events[:0], event{token: r.events[0].token, value: 2 * refutation})
			return
		}
	}
}

// qualities are single characters that are praise only where one thing has more of them than another.
const qualities = "香鲜甜嫩脆糯亮准静滑弹浓净柔纯细厚密匀润透挺帅美牢牛软糊"

// moreThan reads 比 A 香: what is spoken of has more of a quality that the tables hold no word for.
func (r *Reader) moreThan(c *clause) {
	for i := c.first; i+1 < c.last; i++ {
		if t := &r.tokens[i+1]; !r.tokens[i].kinds.has(than) || !t.isName() || t.end >= c.end {
			continue
		}
		tail := strings.TrimRight(r.text[r.tokens[i+1].end:c.end], "。！!")
		for _, more := range [...]string{"更", "还", "要", "都"} {
			tail = strings.TrimPrefix(tail, more)
		}
		for _, much := range [...]string{"多了", "得多", "一些", "很多", "不少", "太多", "一点", "点"} {
			tail = strings.TrimSuffix(tail, much)
		}
		if len(tail) == hanWidth && strings.Contains(qualities, tail) {
			r.events = append(r.events, event{token: i, value: faint})
			return
		}
	}
}

// notEven reads 连…都没有: to lack even that is blame, unless it is a fault.
func (r *Reader) notEven(c *clause) {
	from := int32(-1)
	var lacks *token
	for i := c.first; i < c.last; i++ {
		switch t := &r.tokens[i]; {
		case t.kinds.has(even):
			from, lacks = i, nil
		case from < 0:
		case t.isName():
			from = -1
		case t.value < 0 || t.kinds.has(attrBad):
			lacks = t
		case t.kinds.has(negator) && (hasAny(r.text[t.start:], "都", "也") || hasSuffixAny(r.text[:t.start], "都", "也")):
			value := float32(lacking)
			if lacks != nil {
				value = refutation
				r.dropEvent(lacks.start)
			}
			r.events = append(r.events, event{token: i, value: value, directed: true})
			return
		}
	}
}

// deniedAlready tells whether only names stand between the last negator and
// token i: "neither A nor B" denies once.
func (r *Reader) deniedAlready(tokens []token, i int) bool {
	n := len(r.denials) - 1
	// no time A didn't deliver
	if n < 0 || !r.denials[n].open || int(r.denials[n].token) == i-1 || strings.HasSuffix(r.text[:tokens[i].end], "n't") {
		return false
	}
	for _, between := range tokens[r.denials[n].token+1 : i] {
		if !between.isName() {
			return false
		}
	}
	return true
}

// asWord tells whether a word that may negate is better read as a judgement:
// "拒绝" or "has no" with nothing behind it to turn.
func asWord(tokens []token, i int) bool {
	if !tokens[i].kinds.has(valued) {
		return false
	}
	return !followed(tokens, i, valued|expected|attrBad)
}

// followed tells whether a word of the kinds stands within a negator's reach,
// before another negator.
func followed(tokens []token, i int, k kind) bool {
	for j := i + 1; j < len(tokens) && tokens[j].start-tokens[i].end <= negatorReach; j++ {
		switch {
		case tokens[j].kinds.has(negator):
			return false
		case tokens[j].kinds.has(k):
			return true
		}
	}
	return false
}

// wordValue weighs one word in its place. The kinds are tried from the most
// special reading to the plainest.
func (r *Reader) wordValue(tokens []token, i int) float32 {
	t := tokens[i]
	switch {
	case t.kinds.has(mend) && t.value < 0 && i+1 < len(tokens) && !tokens[i+1].isName():
		return 0 // "to avoid damage" is no "brands to avoid"
	case t.kinds.has(size|valued) && near(tokens, i-1, i, toomuch) && (t.value <= 0 || t.kinds.has(size)):
		return r.negate(tokens, i, tooMuch)
	case t.kinds.has(speed) && r.blamedBefore(t), t.value > 0 && near(tokens, i-1, i, wish):
		return 0
	case t.kinds.has(beats) && r.rareBeside(tokens, i):
		return -relation
	case t.kinds.has(beats):
		return r.negate(tokens, i, relation)
	case t.kinds.has(loses):
		return r.negate(tokens, i, -relation)
	case t.kinds.has(rivals):
		if r.negated(tokens, i) || r.rareBeside(tokens, i) {
			return -relation
		}
	case t.kinds.has(valued):
		return r.negate(tokens, i, t.value*degree(tokens, i))
	case t.kinds.has(expected) && !followed(tokens, i, valued):
		if r.negated(tokens, i) {
			return negatedWish
		}
	}
	return 0
}

// rareBeside tells whether only few are said to do what token i says: few come close, 能比肩的没几家.
func (r *Reader) rareBeside(tokens []token, i int) bool {
	const behind = 48
	for j := i + 1; j < len(tokens) && tokens[j].start-tokens[i].end <= behind; j++ {
		if tokens[j].kinds.has(few) {
			r.spent = j
			return true
		}
	}
	for j := i - 1; j >= 0 && tokens[i].start-tokens[j].end <= negatorReach; j-- {
		if tokens[j].kinds.has(few | scarce) {
			return true
		}
	}
	return false
}

// blamedBefore tells whether the last judgement stands close before and is bad.
func (r *Reader) blamedBefore(t token) bool {
	const reach = 24
	n := len(r.events) - 1
	return n >= 0 && r.events[n].value < 0 && t.start-r.tokens[r.events[n].token].end <= reach
}

// near tells whether token j is of the kind and stands right beside token i.
func near(tokens []token, j, i int, k kind) bool {
	if j < 0 || j >= len(tokens) || !tokens[j].kinds.has(k) {
		return false
	}
	if j < i {
		return tokens[i].start-tokens[j].end <= nearReach
	}
	return tokens[j].start-tokens[i].end <= nearReach
}

func degree(tokens []token, i int) float32 {
	for _, j := range [...]int{i - 1, i + 1} {
		switch {
		case near(tokens, j, i, slight):
			return slightly
		case near(tokens, j, i, strong) && !tokens[j].kinds.has(valued):
			return strongly
		}
	}
	return 1
}

// negate turns a value when an odd number of negators waits in reach before it.
func (r *Reader) negate(tokens []token, i int, v float32) float32 {
	if !r.negated(tokens, i) {
		return v
	}
	if v > 0 {
		return v * negatedGood
	}
	return negatedBad
}

// negated uses up the waiting negators before token i and tells whether their
// number is odd.
func (r *Reader) negated(tokens []token, i int) bool {
	odd := false
	for n := len(r.denials) - 1; n >= 0; n-- {
		d := &r.denials[n]
		reach := int32(negatorReach)
		if tokens[d.token].kinds.has(scarce) {
			reach = shareReach
		}
		if tokens[i].start-tokens[d.token].end > reach {
			break
		}
		if d.open {
			d.open = false
			odd = !odd
		}
	}
	return odd
}

// mend takes the sting out of bad words that are said to be repaired: "fixes
// the crashes". If that is denied, it is blame: "没有解决卡顿".
func (r *Reader) mend(c *clause) {
	for i := c.first; i < c.last && c.kinds.has(mend); i++ {
		if !r.tokens[i].kinds.has(mend) {
			continue
		}
		value := float32(mended)
		if len(r.denials) > 0 && r.denials[0].token+c.first < i {
			value = unmended
		}
		for n := range r.events {
			e := &r.events[n]
			if word := r.tokens[e.token]; word.value < 0 && !word.kinds.has(mend) &&
				abs32(word.start-r.tokens[i].start) <= pairReach {
				e.value = value
			}
		}
	}
}

func abs32(n int32) int32 { return max(n, -n) }
