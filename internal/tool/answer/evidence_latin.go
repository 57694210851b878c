package answer

import (
	"strings"
	"unicode/utf8"

	"renown/internal/tool/text/char"
)

// Verbs that follow a subject, as a name without an article is one, and those of them that only businesses and their products do.
const (
	nameVerbs = " is was has had does did can will would could should may might makes lets gives gets leads remains stands wins beats works runs comes keeps costs excels shines " +
		"uses allows helps brings adds also still starts stays feels looks seems tends continues used holds lost won grew fails falls struggles stumbles lags suits fits tops serves pairs packs saves takes turns "
	tradeVerbs = " offers provides sells focuses integrates supports includes delivers announced launched released acquired charges combines covers handles scales ships syncs stores tracks pays reimburses approves settles quotes insures flies lists lends refunds processes accepts bundles licenses employs owns publishes bought sold built " +
		"earns ranks recently recommends requires says claims promises boasts hired raised competes operates manufactures outperforms "
)

// pronouned are words that stand for whatever is spoken of.
const pronouned = " nothing something anything everything one most all both any each other another none "

// longWord is from where a word that ends in -ed is a verb, whatever the list holds.
const longWord = 8

// latinProof weighs a Latin name that is made of ordinary words and written as it was given.
func (r *Reader) latinProof(s *scratch, text string, mentions []candidate, i int) proof {
	m := mentions[i]
	before, after := around(text, m)
	next := nextWord(after)
	if name := text[m.start:m.end]; strings.Contains(name, " ") || strings.Contains(name, "-") && amidHan(text, m.start, m.end) {
		return proven // several words with capitals, or amid Chinese
	}
	if r.beside(text, mentions, i) || aloneInItem(before, after) || registered(after) || strings.HasPrefix(after, "'s ") ||
		strings.HasPrefix(after, "’s ") {
		return proven
	}
	if !startsSentence(before) {
		if m.end-m.start == 1 {
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
		r, _ := utf8.DecodeRuneInString(strings.TrimLeft(after, " *_`"))
		if r == ',' && strings.Contains(opening, " "+strings.ToLower(text[m.start:m.end])+" ") && !(len(after) > 2 && isUpper(after[2])) {
			return against // Indeed, …
		}
		if r == ',' || r == '，' || isHan(r) || r == '(' || r == '（' {
			return proven
		}
		return open
	case strings.Contains(calendar, strings.ToLower(" "+text[m.start:m.end]+" ")):
		return lowerProof(s, text, m)
	case isUpper(next[0]), char.IsDigit(next[0]), strings.Contains(tradeVerbs, " "+next+" "):
		return proven
	case strings.Contains(pronouned, strings.ToLower(" "+text[m.start:m.end]+" ")) && strings.Contains(nameVerbs, " "+next+" "):
		return against // Nothing beats …
	case strings.Contains(nameVerbs, " "+next+" "), len(next) > 4 && strings.HasSuffix(next, "ed") &&
		(len(next) > longWord || ordinary(next)):
		return subjectProof(s, text, m, before, after)
	case next == "and" || next == "or":
		rest := strings.TrimLeft(after, " *_`")[len(next):]
		if second := nextWord(rest); second != "" && isUpper(second[0]) {
			return proven
		}
		return lowerProof(s, text, m)
	}
	if s.productSubject(after, m.end) {
		return hinted
	}
	return against
}

// registered tells whether the sign of a trade mark stands right behind a name or behind the word after it: Discover it® Miles.
func registered(after string) bool {
	next := nextWord(after)
	if next != "" {
		after = after[strings.Index(after, next)+len(next):]
	}
	return begins(after, "®™℠")
}

// productSubject tells whether a noun for what is sold stands behind a word, and a verb behind it: Delta faucets are …. Advice names
// a noun, too, but goes on otherwise or speaks of people: Discover tools that …, Target customers are ….
func (s *scratch) productSubject(after string, end int) bool {
	at := len(after) - len(strings.TrimLeft(after, " *_`"))
	if next := nextWord(after); next == "customers" || next == "users" {
		return false
	}
	for _, c := range s.cuesFrom(end+at, end+at+1) {
		if c.kind&cueProduct != 0 && c.start == end+at && c.end-end < len(after) {
			return strings.Contains(productVerbs, " "+nextWord(after[c.end-end:])+" ")
		}
	}
	return false
}

const productVerbs = " are were have hold last tend come cost offer feel look run fit stand rank remain get deserve make work deliver also is has lasts holds costs feels looks works offers "

// subjectProof weighs an ordinary word that begins a sentence and has a verb behind it. A thing that is counted would need an
// article there; what is not counted needs none (Lemonade is sour), nor what is written without a capital close by.
func subjectProof(s *scratch, text string, m candidate, before, after string) proof {
	word := strings.ToLower(text[m.start:m.end])
	sentence := sentenceOf(text, m.start, m.end)
	switch {
	case s.tells(sentence.Start, sentence.End, cueProduct|cueCompany|cueRecommend|cueBest):
		return proven
	case uncounted(word) && !(isKnown(word) && !strings.Contains(" is was ", " "+nextWord(after)+" ")),
		hasWord(before, word), hasWord(after, word):
		return against
	}
	return hinted
}

// Words for what is not counted, by how they end or one by one.
var (
	uncountedEnds  = either("ity|ness|ment|tion|sion|ance|ence|ship|hood|ism|ade|ture")
	uncountedWords = " caviar steam toast clover dawn dusk noon bounty joy gain peace hope time water coffee tea milk bread rice corn wheat honey sugar salt pepper butter cheese wine beer sage mint basil thyme silk cotton wool linen denim leather gold " +
		"silver copper iron steel glass paper wood stone amber coral ivory sand snow rain ice fire smoke light shade love luck grace faith trust honor honour pride harmony balance calm focus progress success growth craft art music nature life " +
		"death sleep rest play work chance power energy speed style taste flavor flavour spirit soul courage freedom truth beauty wisdom knowledge magic fortune fate destiny passion drive bliss comfort relief care help support grass moss ivy heather " +
		"lavender jasmine ginger garlic cocoa caramel vanilla cinnamon lime olive plum cherry peach spring summer autumn winter sunshine thunder lightning wind frost mist fog surf tide salt oxygen carbon hydrogen helium neon cobalt velvet suede linen "
)

// isKnown tells whether a word is a well-known brand.
func isKnown(word string) bool {
	_, known := wellKnown()[word]
	return known
}

func uncounted(word string) bool {
	return endsWith(word, uncountedEnds) || strings.Contains(uncountedWords, " "+word+" ")
}

// hasWord tells whether a text holds a word in lower case.
func hasWord(text, word string) bool {
	for at := 0; ; {
		i := strings.Index(text[at:], word)
		if i < 0 {
			return false
		}
		at += i + len(word)
		if (at == len(word) || !char.IsAlnum(text[at-len(word)-1])) && endsWord(text[at:]) {
			return true
		}
	}
}

// opening are words that open a sentence before a comma.
const opening = " indeed still well now then so overall instead meanwhile right sure first next clearly ideally again finally "

// onePlaces stand before a name of one letter.
var onePlaces = wordsOf("onePlaces")

// lowerProof is for names typed in lower case: only what is sold in the sentence tells.
func lowerProof(s *scratch, text string, m candidate) proof {
	sentence := sentenceOf(text, m.start, m.end)
	if s.tells(sentence.Start, sentence.End, cueProduct) {
		return proven
	}
	return against
}

func lowerSurface(s string) bool { return s == strings.ToLower(s) }

var nameMarks = [256]bool{' ': true, '*': true, '_': true, '`': true}

// nextWord is the word right behind a name, "" when something else stands there.
func nextWord(after string) string {
	for after != "" && nameMarks[after[0]] {
		after = after[1:]
	}
	n := 0
	for n < len(after) && char.IsAlnum(after[n]) {
		n++
	}
	return after[:n]
}

// startsSentence tells whether a text ends where a sentence, a heading or an item begins: a capital there says nothing.
func startsSentence(before string) bool {
	for {
		r, size := utf8.DecodeLastRuneInString(before)
		switch {
		case size == 0, r == '\n', r == '.', r == '!', r == '?', r == '。', r == '！', r == '？', r == ':', r == '：',
			r == '|', r == '•', r == '；', r == ';':
			return true
		case r == ' ' || r == '\t' || r == '*' || r == '_' || r == '`' || r == '"' || r == '“' || r == '\'' ||
			r == '#' || r == '>' || r == '(' || r == '[' || r == '（' || r == '「':
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
