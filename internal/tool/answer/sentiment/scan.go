package sentiment

import (
	"strings"
	"unicode/utf8"

	"renown/internal/tool/text/char"
)

// scanner takes a text apart in one pass from left to right.
type scanner struct {
	*page
	lex      *lexicon
	mentions []Mention
	next     int // index of the next mention
	named    int // where that begins; the text's end when there is none
	at       int
	limit    int  // end of the line
	newline  int  // the next line break at or behind the current place
	signs    bool // the text has line signs
	lettered bool // the clause has words besides names
	cells    bool // the line is a table row
	foreign  bool // a traditional character was met
	cell     uint8
}

// maxTokens bounds a clause, and with it the work that rules do between the
// tokens of one: a text without any comma is still read in linear time.
const maxTokens = 64

const lineSign = "⏎" // stands for a line break where a text had to fit into one line

// scan takes a text apart. It is false, and the text has to be folded first, when
// a traditional character stands in it: most texts have none.
func (p *page) scan(text string, mentions []Mention) bool {
	p.reset(text)
	s := scanner{page: p, lex: words(), mentions: mentions, signs: strings.Contains(text, lineSign)}
	s.awaitName()
	for s.at < len(text) && !s.foreign {
		s.line()
	}
	return !s.foreign
}

func (s *scanner) line() {
	s.limit = s.lineEnd()
	form, level, start := lineShape(s.text, s.at, s.limit)
	l := line{shape: form, level: level, first: int32(len(s.sentences))}
	s.at, s.cells, s.cell = start, form == row, 0
	s.open()
	for s.at < s.limit && !s.foreign {
		s.step()
		for bound := s.reach(); s.at < bound && idle[s.text[s.at]]; s.at++ {
		}
	}
	s.closeSentence(s.limit, false)
	l.last = int32(len(s.sentences))
	s.lines = append(s.lines, l)
	s.at = max(s.at, s.limit)
	if strings.HasPrefix(s.text[s.at:], lineSign) {
		s.at += len(lineSign)
	} else if s.at < len(s.text) && s.text[s.at] == '\n' {
		s.at++
	}
}

// lineEnd finds the end of the line at the current place. The break found is
// remembered: looking for it again behind every line sign would take squared time.
func (s *scanner) lineEnd() int {
	if s.newline < s.at || s.at == 0 {
		s.newline = len(s.text)
		if n := strings.IndexByte(s.text[s.at:], '\n'); n >= 0 {
			s.newline = s.at + n
		}
	}
	if s.signs {
		if n := strings.Index(s.text[s.at:s.newline], lineSign); n >= 0 {
			return s.at + n
		}
	}
	return s.newline
}

// open begins a sentence at the current place.
func (s *scanner) open() {
	s.sentences = append(s.sentences, sentence{start: int32(s.at), first: int32(len(s.clauses))})
	s.openClause(s.at)
}

func (s *scanner) openClause(at int) {
	s.clauses = append(s.clauses, clause{start: int32(at), first: int32(len(s.tokens)), cell: s.cell})
	s.lettered = false
}

// closeClause ends the current clause; one that says nothing is forgotten.
func (s *scanner) closeClause(at int, colon bool) {
	c := &s.clauses[len(s.clauses)-1]
	c.end, c.last, c.colon, c.letters = int32(at), int32(len(s.tokens)), colon, s.lettered
	for i := c.first; i < c.last; i++ {
		t := &s.tokens[i]
		if c.kinds |= t.kinds; t.isName() {
			c.names++
		}
	}
	if c.first == c.last && !s.lettered {
		s.clauses = s.clauses[:len(s.clauses)-1]
	}
}

func (s *scanner) breakClause(at, next int, colon bool) {
	s.closeClause(at, colon)
	s.openClause(next)
}

func (s *scanner) closeSentence(at int, asks bool) {
	s.closeClause(at, false)
	last := &s.sentences[len(s.sentences)-1]
	last.end, last.last, last.asks = int32(at), int32(len(s.clauses)), asks
	if last.first == last.last {
		s.sentences = s.sentences[:len(s.sentences)-1]
	}
}

// idle are the bytes of ASCII that neither belong to a word or a number nor end anything.
var idle = func() (set [256]bool) {
	for c := range byte(utf8.RuneSelf) {
		set[c] = !char.IsLetter(c) && !char.IsDigit(c) && strings.IndexByte(stops, c) < 0
	}
	return set
}()

func (s *scanner) step() {
	if s.named <= s.at && s.mention() {
		return
	}
	c := s.text[s.at]
	switch {
	case char.IsLetter(c):
		s.word()
	case char.IsDigit(c):
		s.number()
	case c < utf8.RuneSelf:
		s.punctuation(c)
	default:
		s.wide()
	}
}

// mention takes the names that begin here. Two names may share a place.
func (s *scanner) mention() bool {
	found := false
	start := s.at
	for s.next < len(s.mentions) && s.mentions[s.next].Start <= start {
		m := s.mentions[s.next]
		s.next++
		if m.Start < start {
			continue // inside of another one
		}
		s.bound(m.Start)
		s.tokens = append(s.tokens, token{start: int32(m.Start), end: int32(m.End), entity: int32(m.Entity)})
		s.at = max(s.at, m.End)
		found = true
	}
	s.awaitName()
	return found
}

// awaitName notes where the next mention begins.
func (s *scanner) awaitName() {
	s.named = len(s.text)
	if s.next < len(s.mentions) {
		s.named = s.mentions[s.next].Start
	}
}

// reach gives how far an entry may go: to the next name or the line's end.
func (s *scanner) reach() int { return min(s.named, s.limit) }

// word reads words with a blank between them, up to one that the tables may know.
func (s *scanner) word() {
	for reach := s.reach(); ; s.at++ {
		start := s.at
		w := wordAt(s.text[:reach], start)
		if isAddress(s.text, start, w.end) {
			s.at = addressEnd(s.text, w.end, s.limit)
			return
		}
		s.letters++
		s.lettered = true
		if m, stop := s.lex.latin(s.text, start, w, reach); m.kinds != 0 {
			s.take(m, start, stop)
			return
		}
		if s.at = w.end; s.at+1 >= reach || s.text[s.at] != ' ' || !char.IsLetter(s.text[s.at+1]) {
			return
		}
	}
}

// isAddress tells whether the word begins a URL.
func isAddress(text string, start, end int) bool {
	if end >= len(text) || text[end] != ':' && text[end] != '.' {
		return false
	}
	return hasAny(text[start:], "http://", "https://", "www.")
}

func addressEnd(text string, at, limit int) int {
	for at < limit && text[at] > ' ' && text[at] < utf8.RuneSelf && text[at] != ')' {
		at++
	}
	return at
}

// takeDenial is take for 不 and 没, which may stand between a word and the same word again.
func (s *scanner) takeDenial(m meaning, start, stop int) {
	asked := asksWhether(s.text, start)
	if asked == 0 {
		s.take(m, start, stop)
		return
	}
	if n := len(s.tokens); n > 0 && int(s.tokens[n-1].end) == start && int(s.tokens[n-1].start) >= start-asked {
		s.tokens = s.tokens[:n-1]
	}
	s.take(meaning{kinds: whether}, start, stop)
	s.at = max(stop, min(start+hanWidth+asked, s.reach()))
}

// take keeps what an entry means and moves behind it.
func (s *scanner) take(m meaning, start, stop int) {
	s.at = stop
	if m.kinds.has(scarce | negator | but | though | than | beats | loses) {
		if m.kinds.has(scarce) && !countFollows(s.text[stop:]) {
			m.kinds &^= scarce
		}
		if m.kinds.has(than|beats|loses) && countFollows(s.text[stop:]) {
			m.kinds &^= than | beats | loses // more than 90 % of them, 超过九成
		}
		if m.kinds.has(negator) && spanFollows(s.text[stop:]) {
			m.kinds &^= negator
		}
		if m.kinds.has(but | though) {
			s.breakBefore(start)
		}
	}
	if m.kinds == 0 || m.kinds == shielded {
		return
	}
	s.bound(start)
	s.tokens = append(s.tokens, token{
		start: int32(start), end: int32(stop), entity: noEntity, kinds: m.kinds, value: m.value,
	})
}

// asksWhether measures what stands on both sides of a denial: 好不好, 有没有 and 好用不好用 say neither. It is 0 where they
// differ, and for 动不动 and 时不时, which ask nothing.
func asksWhether(text string, at int) int {
	if c := hanAt(text, at); c != '不' && c != '没' {
		return 0
	}
	before, after := text[:at], text[at+hanWidth:]
	for n := hanWidth; n <= 2*hanWidth && n <= len(before) && n <= len(after); n += hanWidth {
		word := before[len(before)-n:]
		if hanAt(word, 0) != 0 && strings.HasPrefix(after, word) && !hasAny(word, "动", "时") &&
			!strings.HasSuffix(before[:len(before)-n], "不") {
			return n
		}
	}
	return 0
}

// bound begins a new clause when the current one is full.
func (s *scanner) bound(at int) {
	if len(s.tokens)-int(s.clauses[len(s.clauses)-1].first) >= maxTokens {
		s.breakClause(at, at, false)
	}
}

// breakBefore begins a clause at a conjunction that does not begin one already.
func (s *scanner) breakBefore(at int) {
	lettered := s.lettered
	c := s.clauses[len(s.clauses)-1]
	if int(c.first) == len(s.tokens) && strings.TrimSpace(s.text[c.start:at]) == "" {
		return
	}
	s.breakClause(at, at, false)
	s.lettered = lettered
}

// spanBegins are the characters that a short time begins with.
var spanBegins = hanSetOf("用过了多几两一二三四五六七八九十半")

// spanFollows tells whether a short time comes next, which a word before it does not deny: 不到半年就坏了, 没几天就坏了.
func spanFollows(rest string) bool {
	if c := hanAt(rest, 0); c == 0 && (rest == "" || !char.IsDigit(rest[0])) || c != 0 && !spanBegins.has(c) {
		return false
	}
	rest = rest[:min(len(rest), 24)]
	if r, width := utf8.DecodeRuneInString(rest); strings.ContainsRune("用过了", r) {
		rest = rest[width:]
	}
	if hasAny(rest, "多久", "几天", "几次", "几个月", "几年", "两天", "多长时间", "一会") {
		return true
	}
	digits := strings.TrimLeft(rest, "0123456789一二两三四五六七八九十半几")
	return len(digits) < len(rest) && hasAny(digits, "年", "天", "周", "个月", "月", "个星期", "星期", "小时", "分钟", "个小时", "季")
}

// countFollows tells whether a share or a number comes next: "only 12 %",
// "不到三成".
func countFollows(rest string) bool {
	rest = strings.TrimLeft(rest[:min(len(rest), 16)], " ")
	r, width := utf8.DecodeRuneInString(rest)
	if r >= '0' && r <= '9' {
		return true
	}
	if strings.ContainsRune("一二两三四五六七八九十百千万", r) {
		return hasAny(rest[width:], "成", "半", "分之")
	}
	return hasAny(rest, "half ", "a third", "a quarter", "a handful", "a few", "one in ", "two in ")
}

// wide reads a character beyond ASCII.
func (s *scanner) wide() {
	if han := hanAt(s.text, s.at); han != 0 {
		s.chinese(han)
		return
	}
	at := s.at
	r, width := utf8.DecodeRuneInString(s.text[at:])
	s.at = at + width
	switch r {
	case '，', '；', '—': // Chinese lists names with 、
		s.breakClause(at, s.at, false)
	case '：':
		s.breakClause(at, s.at, true)
	case '。', '！', '…':
		s.breakSentence(s.at, false)
	case '？':
		s.breakSentence(s.at, true)
	case '★', '⭐', '☆':
		s.stars()
	default:
		if r >= 0x00C0 && r < 0x2000 || r > 0x3040 && r < 0xFE00 {
			s.letters++
			s.lettered = true
		}
	}
}

// chinese reads characters up to the next name or what is no such character.
func (s *scanner) chinese(han rune) {
	stop, lex, at := s.reach(), s.lex, s.at
	within := s.text[:stop]
	letters := 0
	for han != 0 {
		letters++
		s.lettered = true
		at += hanWidth
		next := hanAt(within, at)
		if lex.begins.has(han) {
			if lex.foreigns.has(han) {
				s.foreign = true
				return
			}
			s.at = at
			if s.entry(han, stop) {
				at = s.at
				next = hanAt(s.text, at)
			}
		}
		if at >= stop { // a name that begins inside of the character is none; the next step drops it
			break
		}
		han = next
	}
	s.at = at
	s.letters += letters
}

// entry takes the longest entry that begins with the character behind which the scanner stands, if there is any.
func (s *scanner) entry(han rune, limit int) bool {
	start := s.at - hanWidth
	m, n := s.lex.han(s.text, start, limit)
	if n == 0 {
		return false
	}
	if han == '不' || han == '没' {
		s.takeDenial(m, start, start+n)
	} else {
		s.take(m, start, start+n)
	}
	return true
}
