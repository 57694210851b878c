package sentiment

import (
	"slices"
	"strings"
	"unicode/utf8"

	"renown/internal/tool/text/char"
)

// walk is where the reading of a line stands.
type walk struct {
	sentence  int32
	at        int32 // where the clause begins
	holder    owner // what is being spoken of
	carry     float32
	measured  owner // compared with until the sentence ends
	first     owner // the first and the last names of the sentence
	last      owner
	part      int16
	turned    int32    // the clause of the last "but", -1 when there is none
	soft      bool     // until the next "but"
	pending   float32  // said before the sentence names anything
	deflated  bool     // what the sentence praises is said not to be deserved
	hedged    int32    // the last clause that says "perhaps", -1 when none does
	shared    bool     // the sentence names several, apart from each other
	silent    bool     // a question, or a sentence that says nothing is known
	worry     [2]int32 // the first and the last clause of a worry that is refuted
	matchless int32    // the clause that tells how few match a name of the clause before it
	hollow    int32    // the clause that tells how little of a claim is so, -1 when none does
	refuted   int32    // the clause that tells that nothing came of it, -1 when none does
	doubted   bool     // the last sentence told a worry, and not what came of it
	suspended float32  // said under an "if" about the holder then
	under     owner
	kinds     kind // of all words of the sentence
	topic     kind // the side of the last attribute the sentence spoke of
	elsewhere bool // the sentence has left what it named
	unnamed   bool // it compares with something that is not named
	label     int8 // inside "Pros:" or "Cons:"
	labelled  bool // and that has been counted
	inline    bool // opened in the sentence, and ends with it
	labelPart int16
	leading   bool // the line leads into a list and names nothing
	tone      float32
	named     owner // the first names of the line
	head      bool  // and they stand in its first clause
}

const (
	carryNext      = 0.8 // a sentence further without a name
	carryParagraph = 0.5
	hedged         = 0.35 // of faint praise that a "perhaps" takes back
	faint          = 1.3  // praise up to this
	relation       = 1.5  // "outperforms"
	measureShare   = 0.9  // what praises one thing blames what it is compared with
	rejection      = -1.2
	replacement    = -0.8
	taking         = 0.8
	refutation     = 1.2
	labelWeight    = 1.0
	maxPart        = 1000
	maxMood        = 6 // clauses; a longer sentence is a run of several
)

func (r *Reader) readLine(l line) {
	o := &r.outline
	if l.first == l.last {
		o.gap = o.gap || l.shape != row // the rule below a table's head is no gap
		return
	}
	o.enter(l)
	about, tone, label := o.above(l)
	w := walk{carry: 1}
	if label != nil {
		w.label, w.labelled = label.label, label.counted
	}
	switch {
	case l.shape == plain && about.none() && (o.last == plain || o.last == blank):
		w.holder, w.carry = r.holder, r.carry
		if o.gap {
			w.carry *= carryParagraph
		}
	case l.shape != row:
		w.holder = about
	}
	fixed := !about.none()
	w.leading = r.leads(l)
	for i := l.first; i < l.last; i++ {
		if i > l.first && !fixed {
			w.carry *= carryNext
		}
		w.sentence = i
		r.readSentence(&w, l)
	}
	if label != nil && w.label == label.label {
		label.counted = w.labelled
	}
	r.close(l, &w, tone)
	o.last, o.gap = l.shape, false
	r.holder, r.carry = w.holder, w.carry*carryNext
}

// leads tells whether a line ends with a colon or is a heading, and names nothing.
func (r *Reader) leads(l line) bool {
	clauses := r.clauses[r.sentences[l.first].first:r.sentences[l.last-1].last]
	if l.shape == row || l.shape != heading && !clauses[len(clauses)-1].colon {
		return false
	}
	return !slices.ContainsFunc(clauses, func(c clause) bool { return c.names > 0 })
}

// pointsOn tells whether a clause of a line that leads into a list speaks of what is listed.
func (r *Reader) pointsOn(c *clause) bool {
	return c.colon || containsAny(r.text[c.start:c.end], "以下", "下面", "下列", "如下", "这几", "这些", "these", "following", "below")
}

// close judges the names that head a line by what stands above it, and keeps
// what the line lays upon those below.
func (r *Reader) close(l line, w *walk, tone float32) {
	if w.head && tone != 0 && l.shape != row {
		w.carry, w.part, w.soft = 1, 0, false
		r.say(w, w.named, tone)
	}
	s := section{tone: w.tone, label: w.label, counted: w.labelled}
	switch l.shape {
	case heading:
		s.owner = w.named
	case item:
		if w.head {
			s.owner = w.named
		}
	case plain:
		clauses := r.clauses[r.sentences[l.last-1].first:r.sentences[l.last-1].last]
		if !clauses[len(clauses)-1].colon {
			return
		}
		s.owner = w.named
	}
	r.outline.keep(l, s)
}

func (r *Reader) readSentence(w *walk, l line) {
	s := r.sentences[w.sentence]
	w.measured, w.first, w.last, w.part, w.soft, w.pending = owner{}, owner{}, owner{}, 0, false, 0
	w.topic, w.turned = 0, -1
	w.suspended, w.elsewhere, w.unnamed = 0, false, false
	if w.inline {
		w.label, w.inline = 0, false
	}
	w.labelPart = -1
	doubted := w.doubted
	r.mood(w, s)
	if doubted {
		r.answerWorry(w, s)
	}
	for i := s.first; i < s.last; i++ {
		said := w.pending
		r.readClause(w, l, i)
		if w.leading && l.shape != heading && !r.pointsOn(&r.clauses[i]) {
			w.pending = said // 没有绝对的第一名，常见的有：
		}
	}
	r.leaveOpen(w, s)
	switch {
	case w.leading:
		w.tone += w.pending
	case w.pending != 0 && w.first.none() && !w.holder.none(): // doctors are not impressed: the label is wrong
		r.say(w, w.holder, w.pending)
	}
}

// answerWorry takes back what the sentence before told as a worry, when this one names nothing and tells that nothing came of it.
func (r *Reader) answerWorry(w *walk, s sentence) {
	clauses := r.clauses[s.first:s.last]
	if w.holder.none() || slices.ContainsFunc(clauses, func(c clause) bool { return c.names > 0 }) || r.blames(s.first, s.last) {
		return
	}
	if !slices.ContainsFunc(clauses, func(c clause) bool { return c.kinds.has(refute|tested) && c.kinds.has(negator|refute) }) {
		return
	}
	for i := len(r.says) - 1; i >= 0 && r.says[i].sentence == w.sentence-1; i-- {
		r.says[i].value = max(0, r.says[i].value)
	}
	r.say(w, w.holder, refutation)
}

// leaveOpen notes that a "but" was followed by nothing that the tables know: what came before it is taken back all the same.
func (r *Reader) leaveOpen(w *walk, s sentence) {
	if w.turned < 0 || w.label != 0 || w.silent {
		return
	}
	for _, c := range r.clauses[w.turned:s.last] {
		if c.names > 0 || c.kinds.has(condition|whether|mend|refute|deflate) {
			return
		}
	}
	for i := len(r.says) - 1; i >= 0 && r.says[i].sentence == w.sentence; i-- {
		if r.says[i].part == w.part {
			return
		}
	}
	for i := w.holder.first; i < w.holder.last; i++ {
		if t := r.tokens[i]; t.isName() {
			r.says = append(r.says, said{entity: t.entity, sentence: w.sentence, at: w.at, part: w.part, open: true})
		}
	}
}

// enjoysBad tells whether a condition wants what is bad: if you enjoy surprise fees, 如果你喜欢排队.
func (r *Reader) enjoysBad(c *clause) bool {
	for i := c.first; i+1 < c.last; i++ {
		if t := &r.tokens[i]; r.tokens[i+1].value < 0 && hasAny(r.text[t.start:], "enjoy", "love", "fancy", "adore",
			"喜欢", "享受", "热爱", "热衷") {
			return true
		}
	}
	return false
}

// choicesIn counts the names of a clause that stand apart from each other.
func (r *Reader) choicesIn(c *clause) (n int32) {
	last := int32(-1)
	for i := c.first; i < c.last; i++ {
		if r.tokens[i].isName() && (last < 0 || !r.together(last, i)) {
			n, last = n+1, i
		}
	}
	return n
}

// ellipsis tells whether a clause ends with a denial and leaves out what it denies.
func (r *Reader) ellipsis(c *clause) bool {
	if c.last == c.first || c.names > 0 || c.kinds.has(valued|expected) {
		return false
	}
	t := r.tokens[c.last-1]
	return t.kinds.has(negator) && char.IsLetter(r.text[t.start]) && strings.Trim(r.text[t.end:c.end], " .!") == ""
}

// saidOf tells whether a name stands behind a word of saying: 说 A 好的, 把 A 夸成. Without a reporter it is the writer's own: 可以说 A.
func (r *Reader) saidOf(t *token) bool {
	head := r.text[:t.start]
	switch hanAt(head, max(0, len(head)-hanWidth)) {
	case '说', '称', '夸', '骂':
		return !hasSuffixAny(head, "可以说", "应该说", "不得不说", "来说", "实说", "只能说", "的说", "体说", "坦白说", "堪称", "简称", "号称", "自称", "名称", "全称")
	}
	return false
}

// onlyThen tells whether a clause says what would be, and so is not.
func (r *Reader) onlyThen(c *clause) bool {
	return containsAny(r.text[c.start:c.end], " would be ", "'d be ", "倒是", "倒也", "就完美", "就更好", "才值得", "才算")
}

// reported tells whether a clause that reports an opinion reports praise, and whether it denies that at once.
func (r *Reader) reported(c *clause) (praise, denied bool) {
	for _, t := range r.tokens[c.first:c.last] {
		switch {
		case t.kinds.has(refute | denies | deflate):
		case t.value < 0:
			return false, false
		case t.value > 0:
			praise = true
		case t.kinds.has(negator):
			if !praise {
				return false, false
			}
			denied = true
		}
	}
	return praise, denied
}

// allays tells whether a clause says that nothing came of a worry: what was tried is not blamed, or what was feared never happened.
func (r *Reader) allays(i int32) bool {
	here := r.clauses[i].kinds
	switch {
	case here.has(confirm):
		return false
	case !here.has(negator) && !r.blames(i, i+1) && hasAny(strings.TrimLeft(r.text[r.clauses[i].start:], " "), "我",
		"自己", "mine ", "I ", "ours "):
		return true // all call it hard, and the writer tells how it went
	case r.blames(i, i+1) && !here.has(negator|scarce):
		return false
	case here.has(negator):
		return here.has(tested|but) || !here.has(valued|expected|mend|info)
	}
	return here.has(tested|but) || r.praises(i) && !here.has(scarce|deflate)
}

// onlyBlames tells whether a clause has a bad word, and nothing that praises, turns it or says that it is so.
func (r *Reader) onlyBlames(i int32) bool {
	return r.blames(i, i+1) && !r.praises(i) && !r.clauses[i].kinds.has(negator|confirm|though|condition)
}

// quoted gives where the quotation mark before a word stands, -1 when it is not quoted: with blame beside it, the
// praise is another speaker's.
func (r *Reader) quoted(t *token) int {
	from := max(0, int(t.start)-quoteReach)
	if n, _ := slices.BinarySearch(r.marks, int32(from)); n == len(r.marks) || r.marks[n] >= t.start {
		return -1
	}
	before := r.text[from:t.start]
	after := r.text[t.end:min(len(r.text), int(t.end)+quoteReach)]
	for _, marks := range [...][2]string{{"“", "”"}, {"「", "」"}, {"\"", "\""}} {
		open, end := strings.LastIndex(before, marks[0]), strings.Index(after, marks[1])
		if open >= 0 && end >= 0 && !strings.ContainsAny(before[open:], "，。,.！!？?\n") &&
			!strings.ContainsAny(after[:end], "，。,.！!？?\n") && !strings.Contains(before[open+len(marks[0]):], marks[1]) {
			return from + open
		}
	}
	return -1
}

// mocksAt tells whether what is quoted from a mark on is meant the other way round: 真是“快”, 所谓的“终身质保”, “真好”.
func (r *Reader) mocksAt(mark int) bool {
	_, width := utf8.DecodeRuneInString(r.text[mark:])
	return hasSuffixAny(r.text[:mark], "真", "真是", "真够", "好一个", "真叫", "可太", "也太", "那叫一个", "不愧", "所谓", "所谓的", "so-called ") ||
		hasAny(r.text[mark+width:], "真", "太", "可真", "好得很", "贴心得")
}

func hasSuffixAny(s string, words ...string) bool {
	for _, w := range words {
		if strings.HasSuffix(s, w) {
			return true
		}
	}
	return false
}

func containsAny(s string, words ...string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(s, w) })
}

// quoteReach is how far from a word its quotation marks stand, in bytes: a quoted sentence is no irony.
const quoteReach = 15

// praises tells whether a clause has a good word.
func (r *Reader) praises(i int32) bool {
	return r.goodIn(r.clauses[i].first, r.clauses[i].last)
}

// blames tells whether one of the clauses has a bad word that is no refutation.
func (r *Reader) blames(from, to int32) bool {
	for _, t := range r.tokens[r.clauses[from].first:r.clauses[to-1].last] {
		if t.value < 0 && !t.kinds.has(refute|denies) {
			return true
		}
	}
	return false
}
