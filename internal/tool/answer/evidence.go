package answer

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A name that is an ordinary word needs evidence that it is meant as a name: a product noun, a model code, a company word,
// brands beside it, a capital within a sentence, a place of its own in a list. proof says how good the evidence is.
type proof uint8

const (
	against proof = iota // it is used as the ordinary word
	open                 // nothing tells
	hinted               // what is sold or somebody else's brand is spoken of in the sentence
	proven
)

// keepProven drops mentions of ordinary words that nothing shows to be names, in place. A word that is proven to be a name once
// is one wherever nothing speaks against it.
func (r *Reader) keepProven(s *scratch, text, question string, mentions []candidate) []candidate {
	ordinary := false
	for i := range mentions {
		ordinary = ordinary || r.names.patterns[mentions[i].pattern].rules&ordinaryName != 0
	}
	if !ordinary {
		return mentions
	}
	s.proofs = s.proofs[:0]
	sold := question != "" && s.questionSells
	sure := make([]bool, len(r.ids))
	for i := range mentions {
		p := r.proofOf(s, text, mentions, i)
		if word := r.names.patterns[mentions[i].pattern].word; p == open && sold && (word == wordThing || word == wordCommon) {
			p = hinted // what was asked tells what is talked about
		}
		s.proofs = append(s.proofs, p)
		sure[mentions[i].entity] = sure[mentions[i].entity] || p == proven
	}
	kept := mentions[:0]
	for i, m := range mentions {
		pattern := &r.names.patterns[m.pattern]
		switch p := s.proofs[i]; {
		case p >= hinted, p == open && (pattern.word == noWord || pattern.word == wordThing || sure[m.entity] || r.context[m.entity]):
			kept = append(kept, m)
		}
	}
	return kept
}

// IsOrdinary tells whether a name is also an ordinary word, so that a mention needs evidence.
func IsOrdinary(name string) bool {
	folded := foldString(name)
	if wordOf(folded) != noWord {
		return true
	}
	return caseRules(surfaceString(name))&exactCase != 0 && !strings.Contains(folded, " ")
}

func (r *Reader) proofOf(s *scratch, text string, mentions []candidate, i int) proof {
	m := mentions[i]
	p := &r.names.patterns[m.pattern]
	switch {
	case p.rules&ordinaryName == 0:
		return proven
	case p.word != noWord:
		return r.hanProof(s, text, mentions, i)
	}
	return r.latinProof(s, text, mentions, i)
}

// besideReach is how far the next name of an enumeration may be, in bytes: 大众朗逸和丰田.
const besideReach = 20

// beside tells whether another name stands beside a mention in one enumeration.
func (r *Reader) beside(text string, mentions []candidate, i int) bool {
	joined := func(gap string) bool {
		return len(gap) <= besideReach && !strings.ContainsAny(gap, "，。！？；\n") &&
			(strings.ContainsAny(gap, "、/&") || strings.Contains(gap, "和") || strings.Contains(gap, "与") || strings.Contains(gap, "或") ||
				strings.Contains(gap, "跟") || strings.Contains(gap, "及") || strings.Contains(gap, "vs") || strings.Contains(gap, " and ") ||
				strings.Contains(gap, " or ") || strings.TrimSpace(gap) == "," || strings.Contains(gap, "還是") || strings.Contains(gap, "还是") || strings.Contains(gap, "與"))
	}
	m := mentions[i]
	for n := i - 1; n >= 0 && mentions[n].end <= m.start && m.start-mentions[n].end <= besideReach; n-- {
		if mentions[n].entity != m.entity && joined(text[mentions[n].end:m.start]) {
			return true
		}
	}
	for n := i + 1; n < len(mentions) && mentions[n].start-m.end <= besideReach; n++ {
		if mentions[n].start >= m.end && mentions[n].entity != m.entity && joined(text[m.end:mentions[n].start]) {
			return true
		}
	}
	return false
}

// listed tells what the neighbours in an enumeration are that nobody watches: proven for a well-known brand or a word that no
// dictionary holds, against for everyday words, open when there are none.
func listedBeside(text string, m candidate) proof {
	result := open
	for _, neighbour := range [...]string{wordAfter(text[m.end:]), wordBefore(text[:m.start])} {
		if neighbour == "" {
			continue
		}
		folded := foldString(neighbour)
		if _, known := wellKnown()[folded]; known {
			return proven
		}
		if _, word := phrases()[folded]; word {
			continue
		}
		if allHan(folded) && hanScore([]rune(folded)) > 0 {
			result = against
		}
	}
	return result
}

// wordAfter is the next item of an enumeration, with 、 or 和 before it.
func wordAfter(after string) string {
	for _, mark := range [...]string{"、", "和", "与", "或"} {
		if rest, ok := strings.CutPrefix(after, mark); ok {
			end := strings.IndexFunc(rest, func(r rune) bool { return !isHan(r) && !inWord(r) })
			if end < 0 {
				end = len(rest)
			}
			rest = rest[:end]
			if _, known := wellKnown()[foldString(rest)]; known {
				return rest
			}
			for _, joint := range [...]string{"和", "与", "或", "都", "等", "的", "及"} {
				if i := strings.Index(rest, joint); i > 0 {
					rest = rest[:i]
				}
			}
			return rest
		}
	}
	return ""
}

func wordBefore(before string) string {
	for _, mark := range [...]string{"、", "和", "与", "或"} {
		if rest, ok := strings.CutSuffix(before, mark); ok {
			start := strings.LastIndexFunc(rest, func(r rune) bool { return !isHan(r) && !inWord(r) })
			if start >= 0 {
				_, size := utf8.DecodeRuneInString(rest[start:])
				rest = rest[start+size:]
			}
			// The longest word at the end: what stands before it may be a verb.
			runes := []rune(rest)
			for n := min(hanLongest, len(runes)); n >= 2; n-- {
				word := string(runes[len(runes)-n:])
				if _, known := wellKnown()[foldString(word)]; known || hanScore(runes[len(runes)-n:]) > 0 {
					return word
				}
			}
			return ""
		}
	}
	return ""
}

// Words that stand beside people and the public, not beside brands.
var (
	personBefore = either("让|被|受|为|面向|适合|对|给|向|普通|广大|深受|满足|符合|跟|问|找|我|你|他|她|当|做|小|新|贴近|走进|走向|引发|获得|赢得|吸引|满足|多数|绝大多数|社会|各位|位|名|成|一个|自己")
	personAfter  = either("普遍|都|们|对|认为|觉得|说|建议|问|喜|能|可以|接受|熟|的认|的需|的选|的审|的口|的消|的生|的眼|的视|的印|的喜|的心|买|越来|消费|娘|会|要|想|不|很|也|而言|来说|更|日常|出行|健康|口碑|媒体|心中|眼中|日益|对于|开始|已经|愿意|关注|追求|需求|谈|加|给|让|和员工")
	verbAfter    = either("到|起|了|为|的|于|成|着|过|在|一|个|管理|标准|规定|要求")
	thingBefore  = either("吃|喝|煮|熬|泡|种|养|爬|登|游|看|捡|搬|切|洗|放|加入|一个|个|只|颗|粒|斤|克|棵|把|块|匹|一匹|像")
	thingAfter   = either("富含|含有|切|洗|泡|煮|熬|汁|树|味|搬运|是中国|是世界|脚下|上的|里有|营养")
)

func endsWith(s string, words []string) bool {
	for _, w := range words {
		if strings.HasSuffix(s, w) {
			return true
		}
	}
	return false
}

func startsWith(s string, words []string) bool {
	for _, w := range words {
		if strings.HasPrefix(s, w) {
			return true
		}
	}
	return false
}

// hanProof weighs a Chinese word.
func (r *Reader) hanProof(s *scratch, text string, mentions []candidate, i int) proof {
	m := mentions[i]
	word := r.names.patterns[m.pattern].word
	before, after := around(text, m)
	if modelFollows(after) || s.companyFollows(text, m, word) || r.beside(text, mentions, i) || aloneInItem(before, after) {
		return proven
	}
	listed := listedBeside(text, m)
	if listed != open {
		return listed
	}
	of := strings.HasPrefix(after, "的")
	switch word {
	case wordAdjective:
		if of || strings.HasPrefix(after, "地") || s.tells(m.end, m.end+1, cueProduct) {
			return against // 理想的续航, 理想车型
		}
	case wordPerson:
		if endsWith(before, personBefore) || startsWith(after, personAfter) {
			return against
		}
	case wordVerb:
		if startsWith(after, verbAfter) && !(of && s.tells(m.end+3, m.end+4, cueProduct|cueCompany)) {
			return against
		}
	case wordThing, wordCommon:
		if endsWith(before, thingBefore) || startsWith(after, thingAfter) {
			return against
		}
	}
	sentence := sentenceOf(text, m.start, m.end)
	const bought = cueProduct | cueCompany | cueRecommend | cueBest | cueWorth
	if s.tells(sentence.Start, m.start, bought) || s.tells(m.end, sentence.End, bought) {
		return hinted
	}
	if namesBeside(r, mentions, i, sentence) {
		return hinted
	}
	return open
}

// namesBeside tells whether the sentence names somebody whose name is no ordinary word.
func namesBeside(r *Reader, mentions []candidate, i int, sentence Extent) bool {
	for _, step := range [...]int{-1, 1} {
		for n := i + step; n >= 0 && n < len(mentions) && mentions[n].start >= sentence.Start && mentions[n].start < sentence.End; n += step {
			if mentions[n].entity != mentions[i].entity && r.names.patterns[mentions[n].pattern].rules&ordinaryName == 0 {
				return true
			}
		}
	}
	return false
}

// around is what stands close before and behind a mention.
func around(text string, m candidate) (before, after string) {
	const reach = 300 // bytes
	from := max(0, m.start-reach)
	for from < m.start && !utf8.RuneStart(text[from]) {
		from++
	}
	return text[from:m.start], text[m.end:min(len(text), m.end+reach)]
}

// modelFollows tells whether a model code comes next: L7, 15 Pro, ID.4. A number with a measure is none.
func modelFollows(after string) bool {
	after = strings.TrimPrefix(strings.TrimPrefix(after, " "), "\u3000")
	if after == "" {
		return false
	}
	if r, _ := firstRune(after); r > utf8.RuneSelf && foldWidth(r) < utf8.RuneSelf && isAlnum(byte(foldWidth(r))) {
		return true
	}
	if strings.HasPrefix(after, "(") || strings.HasPrefix(after, "（") {
		inner, _ := firstRune(strings.TrimLeft(after, "(（ "))
		return inner < utf8.RuneSelf && isLetter(byte(inner)) // 理想（Li Auto）
	}
	if isLetter(after[0]) {
		return true
	}
	n := 0
	for n < len(after) && isDigit(after[n]) {
		n++
	}
	if n == 0 {
		return false
	}
	next, _ := firstRune(strings.TrimLeft(after[n:], " "))
	return !strings.ContainsRune(measures+"斤公里岁人", next)
}

// companyFollows tells whether a word that only follows a company comes next.
func (s *scratch) companyFollows(text string, m candidate, word wordKind) bool {
	at := m.end
	if rest := text[at:]; strings.HasPrefix(rest, "的") {
		if at += len("的"); word == wordAdjective {
			return s.tells(at, at+1, cueCompany) && !s.tells(at, at+1, cueProduct)
		}
		return s.tells(at, at+1, cueCompany)
	} else if strings.HasPrefix(rest, " ") {
		at++
	}
	if s.tells(at, at+1, cueCompany) {
		return true
	}
	return word != wordAdjective && s.tells(at, at+1, cueProduct)
}

// aloneInItem tells whether a name fills the head of an item, a cell or an emphasis.
func aloneInItem(before, after string) bool {
	left := strings.TrimRight(before, " \t")
	bold := strings.HasSuffix(left, "**") || strings.HasSuffix(left, "`")
	left = strings.TrimRight(left, "*_` ")
	head := left == "" || strings.HasSuffix(left, "|") || strings.HasSuffix(left, "\n")
	if !head {
		line := left[strings.LastIndexByte(left, '\n')+1:]
		if kind, _ := item(line + " x"); kind != noItem {
			bare := strings.TrimLeft(line, " \t>#*_`-+•·–●▪")
			head = bare == "" || marked(bare) >= len(bare)
		} else {
			r, _ := lastRune(left)
			head = r >= '🥇' && r <= '🥉' || r >= '①' && r <= '⑳'
		}
	}
	right := strings.TrimLeft(after, "*_` ")
	r, size := firstRune(right)
	ends := size == 0 || strings.ContainsRune("\n:：（(|—–-🥇🥈🥉", r)
	return ends && (head && (left != "" || right != "") || bold && strings.HasPrefix(strings.TrimLeft(after, " "), "**"))
}

// Verbs that follow a subject, as a name without an article is one.
const nameVerbs = " is was has had does did can will would could should may might offers makes lets gives gets provides leads sells focuses remains stands wins beats works " +
	"runs comes keeps costs integrates supports includes excels shines delivers uses allows helps brings adds also still announced launched released acquired " +
	"starts stays feels looks seems tends charges combines covers handles scales ships syncs stores tracks earns ranks continues recently recommends requires "

// calendar are the words that always have a capital.
const calendar = " monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december "

// latinProof weighs a Latin name that is made of ordinary words and written as it was given.
func (r *Reader) latinProof(s *scratch, text string, mentions []candidate, i int) proof {
	m := mentions[i]
	before, after := around(text, m)
	next := nextWord(after)
	letters := m.end - m.start
	if letters == 1 && (capitalBefore(before) || next != "" && !strings.Contains(nameVerbs, " "+next+" ") && !unicode.IsUpper(rune(next[0])) && !smallWord(next)) {
		return against // iPhone X, the X axis
	}
	if strings.Contains(text[m.start:m.end], " ") {
		return proven // several words with capitals
	}
	if r.beside(text, mentions, i) || aloneInItem(before, after) || strings.HasPrefix(after, "'s ") || strings.HasPrefix(after, "’s ") {
		return proven
	}
	if !startsSentence(before) {
		if letters == 1 {
			if endsWith(before, onePlaces) {
				return proven
			}
			return against
		}
		if lowerSurface(text[m.start:m.end]) {
			return lowerProof(s, text, m)
		}
		return proven
	}
	switch {
	case next == "":
		r, _ := firstRune(strings.TrimLeft(after, " *_`"))
		if r == ',' || r == '，' || isHan(r) || r == '(' || r == '（' {
			return proven
		}
		return open
	case strings.Contains(calendar, strings.ToLower(" "+text[m.start:m.end]+" ")):
		return lowerProof(s, text, m)
	case strings.Contains(nameVerbs, " "+next+" "), isUpper(next[0]), isDigit(next[0]):
		return proven
	case next == "and" || next == "or":
		return open
	}
	return against
}

// onePlaces stand before a name of one letter.
var onePlaces = either(" on | via | from | to | like | and |在 |上 |用 |在|和|、")

// lowerProof is for names typed in lower case: only what is sold in the sentence tells.
func lowerProof(s *scratch, text string, m candidate) proof {
	sentence := sentenceOf(text, m.start, m.end)
	if s.tells(sentence.Start, sentence.End, cueProduct) {
		return proven
	}
	return against
}

func lowerSurface(s string) bool { return s == strings.ToLower(s) }

func smallWord(w string) bool {
	return strings.Contains(" and or for to in on with as at from by but than vs when while because if so too instead ", " "+w+" ")
}

// nextWord is the word right behind a name, "" when something else stands there.
func nextWord(after string) string {
	after = strings.TrimLeft(after, " *_`")
	n := 0
	for n < len(after) && isAlnum(after[n]) {
		n++
	}
	return after[:n]
}

// capitalBefore tells whether a word with a capital stands right before: iPhone X.
func capitalBefore(before string) bool {
	before = strings.TrimRight(before, " ")
	n := len(before)
	for n > 0 && isAlnum(before[n-1]) {
		n--
	}
	return strings.ToLower(before[n:]) != before[n:] && !startsSentence(before[:n])
}

// startsSentence tells whether a text ends where a sentence, a heading or an item begins: a capital there says nothing.
func startsSentence(before string) bool {
	for {
		r, size := lastRune(before)
		switch {
		case size == 0, r == '\n', r == '.', r == '!', r == '?', r == '。', r == '！', r == '？', r == ':', r == '：', r == '|', r == '•', r == '；', r == ';':
			return true
		case r == ' ' || r == '\t' || r == '*' || r == '_' || r == '`' || r == '"' || r == '“' || r == '\'' || r == '#' || r == '>' || r == '(' || r == '[' || r == '（' || r == '「':
		case r == '-' || r == ')' || r == '+' || r >= 0x2190: // a bullet, a number's bracket, a picture
			line := before[strings.LastIndexByte(before, '\n')+1:]
			if r >= 0x2E80 && r < 0xFE00 {
				return false
			}
			if strings.TrimLeft(line[:len(line)-size], " \t0123456789#*->") != "" {
				return false
			}
			return true
		default:
			return false
		}
		before = before[:len(before)-size]
	}
}
